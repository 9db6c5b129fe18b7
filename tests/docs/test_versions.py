"""The page about versions has the numbers and the messages of the code."""

import re
from pathlib import Path

from lazaretto.grammar.message import Message
from lazaretto.host import messages
from lazaretto.host.campaigns import campaign_file, campaign_messages
from lazaretto.host.server.store import store_messages
from lazaretto.host.server.store.schema import MIGRATIONS
from lazaretto.host.wire.codec import VERSION
from lazaretto.rules import version_and_extras
from lazaretto.rules.run import messages as run_messages
from lazaretto.rules.run.records import record_file
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")

FORMATS = {
    "records": record_file.FORMAT,
    "campaigns": campaign_file.FORMAT,
    "the database of a server": len(MIGRATIONS),
    "messages between an app and a server": VERSION,
}

DATABASE = Path("DATABASE")
OURS = len(MIGRATIONS)
SAID: tuple[tuple[Message, dict[str, object]], ...] = (
    (run_messages.OTHER_FORMAT, {"found": record_file.FORMAT + 1, "known": record_file.FORMAT}),
    (campaign_messages.OTHER_FORMAT, {"found": campaign_file.FORMAT + 1, "known": campaign_file.FORMAT}),
    (store_messages.DATABASE_OLDER, {"path": DATABASE}),
    (store_messages.DATABASE_NEWER, {"path": DATABASE, "theirs": OURS + 1, "ours": OURS}),
    (
        messages.OTHER_VERSION,
        {"release": "1.2.0", "theirs": VERSION + 1, "own": version_and_extras.version(), "ours": VERSION},
    ),
)
"""The messages of the page, in its order."""


def test_its_numbers_are_those_of_the_code() -> None:
    rows = dict(re.findall(r"(?m)^\| ([^|]+) \| (\d+) \|", PAGE))
    assert {name: int(number) for name, number in rows.items()} == FORMATS
    assert f"`server-before-{OURS + 1}.db` if the new format is {OURS + 1}" in PAGE


def test_its_messages_are_those_of_the_code() -> None:
    assert re.findall(r"(?m)^> (.*)$", PAGE) == [message(**gaps) for message, gaps in SAID]
