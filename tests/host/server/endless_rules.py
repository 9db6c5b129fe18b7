"""Bots for a process in which one action never ends, whatever the engine does to stop it.

A hall names its bots by a module and a name, and its processes import them.
"""

from time import sleep
from typing import Any

from lazaretto.host.records.autosaved_game import Table
from lazaretto.lab.playing.bots import BOTS

__all__ = ["BOTS"]

_choose = Table.choose


def _endless(table: Table, key: str, *arguments: Any) -> tuple[str, ...]:
    while key == "hum":
        sum(range(50_000))
        sleep(0.001)
    return _choose(table, key, *arguments)


Table.choose = _endless  # type: ignore[assignment, method-assign]
