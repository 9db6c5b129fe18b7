"""The command line itself: reading its words, help, shell completion, the manual page, exit statuses.

Start with `command_parser`, which also has the errors that end a command; `exit_status` names the statuses.
`shell_scripts` and `manual_page` are made from the parsers.
"""
