"""Generates the tables of limits in `docs/serving.md` from the limits of the server.

`python -m tests.docs.limit_tables` writes them.
"""

import re
from pathlib import Path

from lazaretto.serve.limits import Limits, cost_rows, limit_rows

PAGE = Path(__file__).resolve().parents[2] / "docs" / "serving.md"
MARKED = re.compile(r"(<!-- limits: (\w+) -->\n).*?(<!-- end of limits -->)", re.DOTALL)


def limits() -> str:
    """Return all limits that the operator can change."""
    lines = ["| limit | default | what it limits |", "|---|---|---|"]
    lines += [f"| `{name}` | {value} | {means} |" for name, value, means in limit_rows(Limits())]
    return "\n".join(lines)


def calls() -> str:
    """Return what people pay for calls."""
    lines = ["| what | at once | then, a minute | in parallel |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in cost_rows()]
    return "\n".join(lines)


TABLES = {"all": limits, "calls": calls}


def with_tables(text: str) -> str:
    """Return a page with its tables of limits regenerated."""
    return MARKED.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}\n{found[3]}", text)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
