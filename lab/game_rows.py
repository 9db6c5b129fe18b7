"""What came of each game of a simulation: a row for each game, and many rows in columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import repeat

from lazaretto.rules import Outcome
from lazaretto.rules.run.records.choice_history import Entry

NAMES = ("anna", "ben", "carl", "dora", "emil", "fay", "gus", "hana")
"""The names of the players, unless given."""

NOBODY = -1
"""No seat, or no role, in a column."""

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
        return result_of(self.outcome)


@dataclass(frozen=True, slots=True)
class GameRows:
    """What came of games in a row, in columns.

    Native code plays games faster than Python could make a row of each. Columns are counted as a whole, and
    games that end alike share their end.
    """

    numbers: Sequence[int]
    places: Sequence[int]
    seeds: Sequence[int]
    turns: Sequence[int]
    decisions: Sequence[int]
    ends: Sequence[Outcome | None]
    """The different ends."""
    end_of: Sequence[int]
    """Which of them each game has."""
    problems: Mapping[int, str]
    """Why games have no outcome, by where they stand in the columns."""
    first: Sequence[int]
    """The seat that acts first; negative if the game ended before anybody could act."""
    traits: Sequence[Sequence[Sequence[int]]]
    """For each attribute that gives every seat a role, a column for each seat; negative if it has none."""

    @classmethod
    def of(cls, rows: Sequence[GameRow]) -> "GameRows":
        """Put rows in columns."""
        ends: dict[Outcome | None, int] = {}
        openings = [row.opening for row in rows]
        shape = next((each.traits for each in openings if each is not None), ())

        def role(opening: Opening | None, trait: int, seat: int) -> int:
            found = None if opening is None else opening.traits[trait][seat]
            return NOBODY if found is None else found

        return cls(
            [row.number for row in rows],
            [row.place for row in rows],
            [row.seed for row in rows],
            [row.turns for row in rows],
            [row.decisions for row in rows],
            end_of=[ends.setdefault(row.outcome, len(ends)) for row in rows],
            ends=[*ends],
            problems={at: row.problem for at, row in enumerate(rows) if row.problem},
            first=[NOBODY if each is None else each.first for each in openings],
            traits=[
                [[role(each, trait, seat) for each in openings] for seat in range(len(seats))]
                for trait, seats in enumerate(shape)
            ],
        )

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[GameRow]:
        traits = [zip(*map(_roles, seats), strict=True) for seats in self.traits]
        roles: Iterator[tuple[tuple[int | None, ...], ...]]
        roles = zip(*traits, strict=True) if traits else repeat((), len(self))
        ends = map(self.ends.__getitem__, self.end_of)
        openings = (
            Opening(first, each) if first >= 0 else None
            for first, each in zip(self.first, roles, strict=True)
        )
        columns = self.numbers, self.places, self.seeds, self.turns, self.decisions, ends
        problems = (self.problems.get(at, "") for at in range(len(self)))
        return map(GameRow, *columns, problems, openings)

    def by_place(self) -> "Iterator[tuple[int, GameRows]]":
        """Yield the games that have the same place in their campaigns, and that place."""
        found: dict[int, list[GameRow]] = {}
        for row in self:
            found.setdefault(row.place, []).append(row)
        return ((place, GameRows.of(rows)) for place, rows in found.items())


def _roles(column: Sequence[int]) -> Sequence[int | None]:
    if min(column, default=0) >= 0:
        return column
    return [None if each < 0 else each for each in column]


@dataclass(slots=True)
class Batch:
    """What came of some games in a row."""

    first: int
    count: int
    rows: GameRows
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


def seeds_of(seed: int, numbers: Iterable[int]) -> list[int]:
    """Return the seeds of many games; what they have in common is hashed once."""
    common, found = sha256(f"{seed}/".encode()), []
    for number in numbers:
        each = common.copy()
        each.update(b"%d" % number)
        found.append(int.from_bytes(each.digest()[:6]))
    return found


def names_for(players: int) -> tuple[str, ...]:
    """Return names for this number of seats."""
    return tuple(NAMES[:players]) + tuple(f"player{number}" for number in range(len(NAMES) + 1, players + 1))


def result_of(outcome: Outcome | None) -> str:
    """Return how all seats ended: won, lost, drawn, split between sides, or error."""
    if outcome is None:
        return "error"
    results = set(outcome.results)
    return results.pop() if len(results) == 1 else "split"


def seats_won(outcome: Outcome | None) -> Sequence[int]:
    """Return the seats that won."""
    if outcome is None:
        return ()
    return [seat for seat, result in enumerate(outcome.results) if result == "won"]


def is_mostly_won(row: GameRow) -> bool:
    """Whether more than half of the seats won."""
    return row.outcome is not None and 2 * len(seats_won(row.outcome)) > len(row.outcome.results)
