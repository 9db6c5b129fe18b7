"""Guided games on the screen and in line mode.

`guide_reader` follows a player through a guide. `guided_table_screen` shows its words beside the table, with
what to press from `keys_to_press`; `guided_line_table` says them in lines.
"""
