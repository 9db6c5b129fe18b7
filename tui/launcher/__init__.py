"""The screens before a game: the scenarios and saved games, the setup of a new game, the settings."""
