"""The screens before a game: what there is to play, what was kept, how it is set up."""
