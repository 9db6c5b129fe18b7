"""The table screen: the board, the current question, and what has changed."""
