"""Guided games on the screen and in line mode."""
