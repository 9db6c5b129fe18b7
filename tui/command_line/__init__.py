"""The command line itself: reading its words, help, shell completion, the manual page, exit statuses."""
