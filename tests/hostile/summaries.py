"""Keeps the raw summaries of long runs, one line of JSON each, in `docs/reliability/summaries.jsonl`.

    python -m tests.hostile.summaries --stage "first run" kills.json games.json

adds the summaries that the harnesses wrote with `--json`. `docs/reliability.md` sums them up.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[2] / "docs" / "reliability" / "summaries.jsonl"

Summary = dict[str, Any]


def kept(path: Path = FILE) -> list[Summary]:
    """The summaries in the order in which they were added."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def add(stage: str, summaries: Iterable[Summary], path: Path = FILE) -> None:
    """Add summaries; `stage` says when they were made, for example before or after a fix."""
    with path.open("a", encoding="utf-8") as out:
        for summary in summaries:
            out.write(json.dumps({"stage": stage} | summary, ensure_ascii=False) + "\n")


def covered(summaries: Iterable[Summary]) -> set[int]:
    """The numbers of all items that some runs tried."""
    return {
        number
        for summary in summaries
        for number in range(summary["first"], summary["first"] + summary["items"])
    }


def total(summaries: Iterable[Summary], group: str) -> Counter[str]:
    """The counts of a group, added up."""
    found: Counter[str] = Counter()
    for summary in summaries:
        found.update(summary.get(group, {}))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Add the summaries in some files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stage", required=True)
    parser.add_argument("files", nargs="+", type=Path)
    given = parser.parse_args(argv)
    add(given.stage, (json.loads(file.read_text(encoding="utf-8")) for file in given.files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
