"""Reads JSON that a stranger may have written; whatever is wrong with it is a `ValueError`."""

import json
from typing import Any

from lazaretto.grammar import file_messages as say


def parse_json(text: str | bytes) -> Any:
    """Return the value of a text, in time and memory linear in its length.

    Raises:
        ValueError: it is not JSON, or nests too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(say.NESTED_TOO_DEEP()) from None
