"""Back ends: each runs, or prints, a game in the lowered form."""
