"""Reusable widgets that draw with pens; they know neither the table nor the launcher.

`drawn_pane` draws lines; `base_screens` are the bases of all screens, on a `repainted_screen`. On these stand
`sheets` (texts and lists over another screen) and `form`, which edits its texts with `line_edit`.
"""
