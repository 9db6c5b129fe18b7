"""Bots for a process that dies of some rules: of a choice `hum`, and of setting up a table with one seed.

A hall names its bots by a module and a name, and its processes import them. Tests must not: their own process
would die of these rules from then on.
"""

import os
from typing import Any

from lazaretto.host.records.autosaved_game import Table
from lazaretto.host.server.workers import local_workroom
from lazaretto.lab.playing.bots import BOTS
from lazaretto.rules import Game, Program
from tests.host.server.halls import DEADLY

__all__ = ["BOTS"]

_choose, _begun = Table.choose, local_workroom._begun


def _dies_of_humming(table: Table, key: str, *arguments: Any) -> tuple[str, ...]:
    if key == "hum":
        os._exit(1)
    return _choose(table, key, *arguments)


def _dies_of_beginning(program: Program, job: Any) -> Game:
    if job.seed == DEADLY:
        os._exit(1)
    return _begun(program, job)


Table.choose = _dies_of_humming  # type: ignore[assignment, method-assign]
local_workroom._begun = _dies_of_beginning
