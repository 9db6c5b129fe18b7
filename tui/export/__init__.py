"""Recorded games as files for others: an asciicast for terminals, a page for browsers."""
