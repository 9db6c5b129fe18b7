"""The codes of tables, such as `BCD-234`, which no person can have as a name."""

import re
import secrets

from host.player_names import as_seen, wrong_with
from host.server import store_messages as say

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""No vowels, so that no code is a word, and none of 0, 1 and Y, which are easily misread."""

FORM = re.compile(rf"[{ALPHABET}]{{3}}-[{ALPHABET}]{{3}}")


def new_table_code() -> str:
    """A random code; there are 480 million."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(6))
    return f"{letters[:3]}-{letters[3:]}"


def is_table_code(text: str) -> bool:
    """Whether a text has the form of a table's code."""
    return FORM.fullmatch(text) is not None


def wrong_with_name(name: str) -> str:
    """Why nobody can have this name here; empty if somebody can."""
    if is_table_code(as_seen(name).upper()):
        return say.NAME_IS_CODE(name=name)
    return wrong_with([name])
