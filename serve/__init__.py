"""Serves games over SSH: a listener, an app or line mode for each channel, accounts by key, limits."""
