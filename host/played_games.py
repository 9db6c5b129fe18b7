"""What is known about each finished game of a player: its result, roles and length, from the saved records.

A record is played again once; what was found is kept in a file of the user's folder. The file can always be
deleted. What-if games and guided games do not count, and neither do games that cannot be played again.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lazaretto.grammar.foreign_files import read_bytes
from lazaretto.grammar.foreign_json import parse_json
from lazaretto.host.bounds import writable
from lazaretto.host.campaign_file import RESULTS
from lazaretto.host.codec import whole
from lazaretto.host.game_stats import SPLIT, CourseGoal, goals_of, people_in, result_of
from lazaretto.host.looks import TimeLimit
from lazaretto.host.program_loader import MissingError, Programs
from lazaretto.host.record_store import Store, Stored, load_record, put
from lazaretto.host.rerun_record import replay
from lazaretto.host.share_line import challenge_in
from lazaretto.rules import Game, Record, RuleError, StartError
from lazaretto.rules.run.record_file import RecordError

FILE = "played_games.json"
FORMAT = 2
LARGEST = 20_000_000
"""The maximum size of the file in bytes."""


@dataclass(frozen=True, slots=True)
class Role:
    """A member that an attribute of a person's seat refers to, such as a role, with the seat's result."""

    attribute: str
    label: str
    result: str


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What is known about one finished game."""

    record: str
    """The name of the record."""
    scenario: str
    title: str
    when: str
    """When the record was written, as ISO date and time."""
    players: int
    bots: int
    options: Mapping[str, str]
    switches: tuple[str, ...]
    seed: int
    turns: int
    choices: int
    result: str
    """won, lost or drawn, if all people at the keyboard have the same result; otherwise split."""
    outcome: str
    roles: tuple[Role, ...] = ()
    goals: tuple[CourseGoal, ...] = ()
    """The goals of the game, each with whether it was reached."""
    day: str = ""
    """The date of the daily challenge that the game was; empty if it was none."""


class PlayedGames:
    """The facts about the finished games of a store."""

    def __init__(self, store: Store, programs: Programs, file: Path | None = None) -> None:
        self._store = store
        self._programs = programs
        self._file = file or store.folder.with_name(FILE)

    def all(self, stopped: Callable[[], bool] = lambda: False) -> tuple[tuple[GameFacts, ...], int]:
        """The facts about all finished games, the oldest first, and the number of those that are unknown.

        If `stopped` becomes true, those that are known by then.
        """
        known, unknown, fresh = self._kept(), 0, False
        found: dict[str, dict[str, Any]] = {}
        for stored in self._store.all():
            if stored.record is None:
                unknown += 1
                continue
            if not stored.record.outcome or stored.record.what_if is not None or stored.record.guide:
                continue
            stamp = list(self._store.stamp(stored.name))[1:]
            entry = known.get(stored.name)
            if entry is None or entry.get("stamp") != stamp:
                if stopped():
                    continue
                facts = self._facts(stored)
                entry = {"stamp": stamp, "facts": None if facts is None else asdict(facts)}
                fresh = True
            found[stored.name] = entry
        if fresh or found.keys() != known.keys():
            self._keep(found)
        read = [each for entry in found.values() if (each := _read(entry)) is not None]
        unknown += len(found) - len(read)
        return tuple(sorted(read, key=lambda each: (each.when, each.record))), unknown

    def _facts(self, stored: Stored) -> GameFacts | None:
        """Play a record again; None if the rules no longer follow it to its end."""
        try:
            record = load_record(stored.path)
            program = self._programs.of(record)
            again = replay(program, record, limit=TimeLimit())
        except (RecordError, MissingError, StartError, RuleError):
            return None
        if not again.faithful or again.game.outcome is None:
            return None
        when = stored.changed.isoformat(timespec="seconds")
        return facts_of(again.game, record, stored.name, when, challenge_in(program, record))

    def _kept(self) -> dict[str, dict[str, Any]]:
        try:
            data = parse_json(read_bytes(self._file, LARGEST, self._file.parent))
            games = data["games"] if data["format"] == FORMAT else {}
            return {str(name): dict(each) for name, each in games.items() if _sound(each)}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def _keep(self, games: Mapping[str, object]) -> None:
        text = json.dumps({"format": FORMAT, "games": games})
        with suppress(OSError):  # they are found again the next time
            self._file.parent.mkdir(parents=True, exist_ok=True)
            put(self._file, f"{text}\n")


def facts_of(game: Game, record: Record, name: str, when: str, day: str = "") -> GameFacts:
    """The facts about a game that is over; `day` is the date of the challenge that it was."""
    outcome = game.outcome
    assert outcome is not None
    people = people_in(record)
    return GameFacts(
        name,
        record.scenario,
        record.title,
        when,
        len(record.players),
        sum(map(bool, record.bots)),
        dict(game.view(None).options),
        record.switches,
        record.seed,
        game.turns,
        len(record.choices),
        result_of(outcome, people),
        outcome.reason,
        tuple(role for seat in people for role in _roles(game, seat, outcome.results[seat])),
        goals_of(game, record),
        day,
    )


def _roles(game: Game, seat: int, result: str) -> Iterator[Role]:
    """The members of plain kinds that attributes of a seat refer to: neither places nor players."""
    view = game.view(seat)
    for attribute, refs in view.seats[seat].refs.items():
        for ref in refs:
            kind = view.kinds.get(ref.kind)
            if kind is None or kind.shape != "thing":
                continue
            label = next((each.label for each in view.things[ref.kind] if each.key == ref.key), ref.key)
            yield Role(attribute, label, result)


def _sound(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of the file can be used: a game that cannot be played again has no facts."""
    return entry["facts"] is None or _read(entry) is not None


def _read(entry: Mapping[str, Any]) -> GameFacts | None:
    """The facts in an entry of the file; None if there are none, or somebody has damaged it."""
    try:
        facts: GameFacts = whole(entry["facts"], GameFacts)
    except (KeyError, TypeError, ValueError):
        return None
    known = facts.result in (*RESULTS, SPLIT)
    return facts if known and writable(json.dumps(asdict(facts), ensure_ascii=False)) else None
