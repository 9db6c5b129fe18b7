"""Flat code: what both native printers print."""
