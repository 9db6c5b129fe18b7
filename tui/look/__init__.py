"""Styles independent of a terminal: pens, spans, palettes, line wrapping and ASCII fallbacks.

`fit_and_wrap_text` has the lines that everything draws; `role_colors` gives their pens colours;
`ascii_fallback` replaces characters that a terminal cannot show.
"""
