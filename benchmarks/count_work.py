"""Counts what is done again and again, on each key, view or start: calls, bytes, objects and modules.

Usage: python benchmarks/count_work.py [--json]

The works are those of `tests/work/test_work_budgets.py`, which has a budget for each. The numbers are the
same on a slow machine as on a fast one.
"""

import argparse
import json
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from tests.work.test_work_budgets import WORKS  # noqa: E402


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = {name: work() for name, work in WORKS.items()}
    if given.json:
        print(json.dumps(found))
        return
    for name, number in found.items():
        print(f"{number:8,}  {name}")


if __name__ == "__main__":
    main()
