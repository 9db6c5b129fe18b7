"""The operator reads why nothing can be stored, and the server ends if nothing ever will be."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lazaretto.host.server.store.sqlite_database import Condition
from lazaretto.serve import run_server
from lazaretto.serve.run_server import StoreWatch
from tests.patience import PATIENCE
from tests.serve.server_process import Running

FULL = Condition(trouble="the disk is full")
WELL = Condition()


class Watched:
    """A watch, the conditions that it finds one after the other, and what becomes of it."""

    def __init__(self, *conditions: Condition) -> None:
        self._conditions = iter(conditions)
        self.events: list[tuple[str, dict[str, object]]] = []
        self.ended = False
        self.watch = StoreWatch(
            self._look, lambda event, /, **facts: self.events.append((event, facts)), self._end
        )

    async def _look(self) -> Condition:
        found = next(self._conditions, None)
        if found is None:
            raise asyncio.CancelledError
        return found

    def _end(self) -> None:
        self.ended = True

    def run(self) -> None:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(self.watch.run())


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_server, "OFTEN", 0.0)


def test_the_operator_reads_what_happens_once() -> None:
    at = Watched(WELL, FULL, FULL, WELL, WELL, Condition(mended=1), Condition(mended=1), FULL)
    at.run()
    assert at.events == [
        ("store_refuses", {"reason": "the disk is full"}),
        ("store_works_again", {}),
        ("data_put_back", {"times": 1}),
        ("store_refuses", {"reason": "the disk is full"}),
    ]
    assert not at.ended


def test_health_says_why() -> None:
    at = Watched(WELL, FULL)
    assert at.watch.ails() == []
    at.run()
    assert at.watch.ails() == ["nothing can be stored: the disk is full"]


def test_without_a_store_the_server_ends() -> None:
    at = Watched(WELL, Condition(trouble="replaced", gone="replaced"))
    at.run()
    assert at.ended and at.watch.gone == "replaced"


def test_a_server_whose_database_is_replaced_ends_with_a_sentence(tmp_path: Path) -> None:
    server = Running(tmp_path)
    data = tmp_path / "data"
    with closing(sqlite3.connect(data / "server.db")) as other:
        other.execute("VACUUM INTO ?", [str(data / "other.db")])
    (data / "other.db").rename(data / "server.db")
    assert server.process.wait(PATIENCE) == 1
    server.kill()
    told = (tmp_path / "log").read_text().splitlines()[-1]
    assert told.startswith("lazaretto: somebody has replaced ") and "server-rescued.db" in told
    assert (data / "server-rescued.db").exists()
