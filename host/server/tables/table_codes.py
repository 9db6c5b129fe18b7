"""The codes of tables, such as `BCD-234`, which no person can have as a name."""

import re
import secrets
import unicodedata

from lazaretto.host.server.store import store_messages as say
from lazaretto.host.settings.player_names import as_seen, wrong_with

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ23456789"
"""No vowels, so that no code is a word, and none of 0, 1 and Y, which are easily misread."""

ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU"})
"""Alphabets that have letters in common to the eye."""

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
    if len(_alphabets(name)) > 1:
        return say.NAME_MIXED(name=name)
    return wrong_with([name])


def _alphabets(name: str) -> set[str]:
    """The alphabets of a name: a letter of another one can look like a letter of somebody else's name."""
    words = (unicodedata.name(each, "").partition(" ")[0] for each in name if each.isalpha())
    return {word for word in words if word in ALIKE}
