"""What a player has set, on this machine and for all games: names, keys, colours, known folders."""
