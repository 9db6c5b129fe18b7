"""How things look, before any terminal is asked: pens, spans, palettes, signs in plain letters."""
