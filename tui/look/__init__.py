"""Styles independent of a terminal: pens, spans, palettes, line wrapping and ASCII fallbacks."""
