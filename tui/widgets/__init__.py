"""Reusable widgets that draw with pens; they know neither the table nor the launcher."""
