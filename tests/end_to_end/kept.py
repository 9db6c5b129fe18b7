"""Reads the records on disk, and compares them with the screen."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lazaretto.host import load_record, replay
from lazaretto.host.table.local_seat import only_action
from lazaretto.rules import Game, Program, Record, load
from lazaretto.rules.link.find_scenarios import built_in


@cache
def program_of(folder: Path) -> Program:
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def scenario(name: str) -> Program:
    return program_of(built_in() / name)


def records(data: Path) -> list[Path]:
    return sorted((data / "records").glob("*.toml"))


def only_record(data: Path) -> Path:
    (found,) = records(data)
    return found


@dataclass(frozen=True)
class Stand:
    """The state of a game, in the words that a screen would show."""

    turn: int
    question: str

    def is_on(self, status: str, asked: str) -> bool:
        """Whether a screen shows this state; `asked` is its question with what is below it."""
        return f"turn {self.turn} " in f"{status} " and asked.strip(" ▸").startswith(self.question)


def game_of(program: Program, record: Record) -> Game:
    """Return the game that a record leads to; replaying it must reproduce the record."""
    again = replay(program, record)
    assert again.difference is None and again.faithful and not again.changed
    return again.game


def stand(program: Program, record: Record) -> Stand:
    game = game_of(program, record)
    if game.seat is None:
        return Stand(game.turns, "")
    view = game.view(game.seat)
    begun = only_action(game, game.seat, view)
    decision = view.decision if begun is None else begun.decision
    assert decision is not None
    name = game.players[game.seat]
    return Stand(game.turns, " ".join(f"{name}: {decision.prompt.removeprefix(f'{name}, ')}".split()))


def follows(program: Program, before: Record, after: Record) -> bool:
    """Whether a record equals the earlier one, or continues it with one more answer."""
    if after.choices == before.choices or _longer(before, after):
        return True
    game = game_of(program, before)
    decision = game.view(game.seat).decision if game.seat is not None else None
    for option in decision.options if decision is not None else ():
        if option.why_not is None:
            other = game.fork()
            other.choose(option.key, option.seat)
            if other.record().choices == after.choices:
                return True
    return False


def _longer(before: Record, after: Record) -> bool:
    whole = len(before.choices)
    if after.choices[:whole] == before.choices:
        return True
    if not whole or after.choices[: whole - 1] != before.choices[:-1] or len(after.choices) < whole:
        return False
    (seat, key), (other, longer) = before.choices[-1], after.choices[whole - 1]
    return seat == other and longer.startswith(f"{key} > ")


def read(path: Path) -> Record:
    return load_record(path)
