"""Replays of recorded games, forward and back."""
