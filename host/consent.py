"""Whether players who talk freely are asked before one of them does something with another."""

GIVEN, ASKED = "given", "asked"
"""They have consented to everything, and the table answers for them; or each of them is asked."""
