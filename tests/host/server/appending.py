"""A process that appends to a table until somebody kills it; it prints each number that the store has taken.

python -m tests.host.server.appending data/server.db BCD-234
"""

import sys
from itertools import count
from pathlib import Path

from lazaretto.host.server.store.sqlite_store import SqliteStore
from tests.host.server.stores import START, chose


def main() -> None:
    path, code = sys.argv[1:]
    store = SqliteStore(Path(path))
    store._database.row("PRAGMA wal_autocheckpoint = 5")  # so that kills also come while the log is emptied
    last = store.choices.last(code)
    for turn in count():
        end = last + 1 + turn % 3
        rows = [chose(f"{number} of {end}") for number in range(last + 1, end + 1)]
        last = store.choices.append(code, last, rows)
        line = store.chat.append(code, None, "", f"line {last}", START)
        sys.stdout.write(f"{last} {line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
