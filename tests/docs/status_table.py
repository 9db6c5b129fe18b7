"""Writes the table of exit statuses into the player's guide: `python -m tests.docs.status_table`."""

import re

from lazaretto.tui.command_line.exit_status import STATUSES
from tests.docs.pages import ROOT

GUIDE = ROOT / "docs" / "playing.md"


def with_statuses(page: str) -> str:
    """The page with the table as the program has it."""
    rows = "".join(f"| {status} | {means()} |\n" for status, means in STATUSES)
    table = f"<!-- statuses -->\n| status | means |\n|---|---|\n{rows}<!-- end of statuses -->"
    return re.sub(r"<!-- statuses -->.*<!-- end of statuses -->", lambda _: table, page, flags=re.DOTALL)


if __name__ == "__main__":
    GUIDE.write_text(with_statuses(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
