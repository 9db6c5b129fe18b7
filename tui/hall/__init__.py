"""The screens of a session on a server: the hall, a table with other people, and the same in plain lines."""
