"""The screens of a session on a server: the hall, a table with other people, and the same in plain lines.

- Full-screen: `hall_app` is the app; `hall_screen` lists the tables (`hall_entries`, `table_form` for a new
  one); `hall_table_screen` is a table, with the people of `table_company` around it.
- In lines: `line_hall`, and `line_table_with_people` for a table.
- Both describe tables with `table_description`; `join_socket` comes to a hall on the same machine.
"""
