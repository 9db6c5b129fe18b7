"""The server's side: people, tables, chat, and the processes that run the rules."""
