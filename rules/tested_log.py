"""Words the failure of a test that waits for a line of the log."""

from collections.abc import Sequence

from grammar.message import with_commas
from rules import tool_messages as messages

LAST_LINES = 3
"""How many lines of the log a failed test tells."""


def never_said(text: str, said: Sequence[str]) -> str:
    """Return that no line of the log has a text, and which lines came last."""
    last = with_commas(f"`{each}`" for each in said[-LAST_LINES:])
    return messages.NEVER_SAID_BUT(text=text, last=last) if last else messages.NEVER_SAID(text=text)
