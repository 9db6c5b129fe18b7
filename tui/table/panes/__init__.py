"""The panes of a table screen and of a replay, and how they share its room.

`base_pane` is their base. Around `board_pane` stand `status_pane`, `side_pane` (with the lines of
`panel_contents`), `hand_pane`, `menu_pane` and `log_pane`; `room_division` gives each its size.
"""
