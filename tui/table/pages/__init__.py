"""What opens from a table or a replay: help, lists and previews; and the curtain between two players.

`view_menu` lists most of them: `info_pages`, `outlook_page`, `bot_plans_page` and `what_is_screen`, the list
of everything with a name. `help_at_cursor` has the texts of help, and `named_things` lists what they are
about; `handover_screen` is the curtain.
"""
