"""Makes untrusted text safe for a terminal: a scenario's text must not move the cursor or set colours."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Replace each control character with a replacement character."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
