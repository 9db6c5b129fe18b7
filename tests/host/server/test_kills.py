"""A process that writes to the store is killed at random moments: nothing that it acknowledged is lost."""

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

from lazaretto.host.server.store.sqlite_store import SqliteStore
from lazaretto.host.server.store.store_rows import SeatRow
from tests.host.server.stores import CODE, table
from tests.soak import TIMES, longer

ROOT = Path(__file__).resolve().parents[3]
KILLS = 4


def acknowledged(path: Path, seconds: float) -> tuple[int, int]:
    """Let a process append for a while, kill it, and return the last numbers that it printed."""
    command = [sys.executable, "-m", "tests.host.server.appending", str(path), CODE]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    with child, child.stdout as printed:
        try:
            first = printed.readline()
            assert first, "it has begun"
            time.sleep(seconds)
        finally:
            child.kill()
        lines = [first, *printed]
    whole = [each for each in lines if each.endswith("\n")]
    last, line = whole[-1].split()
    return int(last), int(line)


@longer
def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    path, chance = tmp_path / "server.db", Random(1)
    with closing(SqliteStore(path)) as store:
        store.tables.make(table(), [SeatRow(0)])
    before = 0
    for _ in range(KILLS * TIMES):
        last, line = acknowledged(path, chance.uniform(0, 0.05))
        assert last > before
        with closing(SqliteStore(path)) as store:
            rows = store.choices.all(CODE)
            assert len(rows) >= last
            numbers, ends = zip(*(map(int, row.key.split(" of ")) for row in rows), strict=True)
            assert numbers == (*range(1, len(rows) + 1),)
            assert ends[-1] == len(rows), "a call was stored in part"
            assert line in [chat_line.number for chat_line in store.chat.lines(CODE)]
            before = len(rows)
