"""Makes foreign text safe for a terminal: a scenario's words must not move the cursor or set colours."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """The text without control characters; each is shown as a replacement mark."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
