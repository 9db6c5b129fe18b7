"""The version of the messages on a wire, and how a message of another version is recognised.

The first message of each end says its version. It is read before the rest of the message, which may have
another form in another version, so both ends can always say what is wrong.
"""

import re
from typing import Any

from lazaretto.grammar.foreign_json import parse_json
from lazaretto.grammar.message import Message
from lazaretto.host.codec import whole
from lazaretto.rules.installation import version

VERSION = 11
"""The version of the messages; both ends must use the same."""

HIGHEST = 10**6

RELEASE = re.compile(r"[0-9][0-9A-Za-z.+]{0,30}")


def first_message(message: bytes, type_: Any, refusal: Message) -> Any:
    """Decode the first message of the other end.

    Raises:
        ValueError: it has another version, as the refusal says, or it is something else.
    """
    found = parse_json(message)
    if isinstance(found, dict):
        theirs = found.get("version")
        if type(theirs) is int and theirs != VERSION and 0 <= theirs <= HIGHEST:
            release = str(found.get("release", ""))
            known = release if RELEASE.fullmatch(release) else "?"
            raise ValueError(refusal(theirs=theirs, ours=VERSION, release=known, own=version()))
    return whole(found, type_)
