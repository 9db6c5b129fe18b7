"""What came of each game of a simulation, one row for each game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from lazaretto.rules import Outcome
from lazaretto.rules.run.records.choice_history import Entry

NAMES = ("anna", "ben", "carl", "dora", "emil", "fay", "gus", "hana")
"""The names of the players, unless given."""

Answers = list[tuple[Entry, ...]]
"""The answers of a game, or of each game of a campaign."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game stands when the first action is offered."""

    first: int
    """The seat that acts first."""
    traits: tuple[tuple[int | None, ...], ...] = ()
    """For each attribute that gives every seat a role, the roles of all seats."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """What came of one game."""

    number: int
    place: int
    """Which game of its campaign it is, from 0; always 0 outside of campaigns."""
    seed: int
    turns: int
    decisions: int
    outcome: Outcome | None
    problem: str = ""
    """Why it has no outcome."""
    opening: Opening | None = None
    """None if it ended before anybody could act."""

    @property
    def result(self) -> str:
        """Won, lost, drawn, split between sides, or error."""
        if self.outcome is None:
            return "error"
        results = set(self.outcome.results)
        return results.pop() if len(results) == 1 else "split"


@dataclass(slots=True)
class Batch:
    """What came of some games in a row."""

    first: int
    count: int
    rows: list[GameRow]
    seconds: float
    """Processor time."""
    engine: str
    fallback: str | None = None
    actions: frozenset[int] = field(default_factory=frozenset)
    """The actions that were used."""
    pieces: frozenset[int] = field(default_factory=frozenset)
    """The pieces that did not end where they began."""
    answers: dict[int, Answers] = field(default_factory=dict)
    """What bots that think answered, by the number of the game or campaign, for those that are looked at."""


def seed_of(seed: int, number: int) -> int:
    """Return the seed of one game out of many: all differ, and each game can be replayed alone."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:6])


def names_for(players: int) -> tuple[str, ...]:
    """Return names for this number of seats."""
    return tuple(NAMES[:players]) + tuple(f"player{number}" for number in range(len(NAMES) + 1, players + 1))


def seats_won(row: GameRow) -> Sequence[int]:
    """Return the seats that won."""
    if row.outcome is None:
        return ()
    return [seat for seat, result in enumerate(row.outcome.results) if result == "won"]


def is_mostly_won(row: GameRow) -> bool:
    """Whether more than half of the seats won."""
    return row.outcome is not None and 2 * len(seats_won(row)) > len(row.outcome.results)
