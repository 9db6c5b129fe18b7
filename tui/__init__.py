"""The command line and the ways to play; a game is seen here only through its face."""
