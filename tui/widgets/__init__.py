"""Widgets that draw with pens and know neither a table nor a launcher."""
