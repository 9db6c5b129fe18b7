"""Questions to players: their forms, and which answers are legal."""
