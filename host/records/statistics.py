"""Statistics over a player's finished games, from the saved records: shares of wins, streaks, and more."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from lazaretto.grammar.read_untrusted_files import parse_json, read_bytes
from lazaretto.host.campaigns.campaign_file import RESULTS
from lazaretto.host.lobby.program_loader import MissingError, Programs
from lazaretto.host.records.game_stats import SPLIT, CourseGoal, goals_of, people_in, result_of
from lazaretto.host.records.record_store import Store, Stored, load_record, put
from lazaretto.host.records.rerun_record import replay
from lazaretto.host.records.share_line import challenge_in
from lazaretto.host.table.lookup_budget import TimeLimit
from lazaretto.host.wire.bounds import writable
from lazaretto.rules import Game, Record, RuleError, StartError
from lazaretto.rules.run.records.record_file import RecordError

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
        return tuple(sorted(read, key=lambda game_facts: (game_facts.when, game_facts.record))), unknown

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
            return {str(name): dict(game) for name, game in games.items() if _sound(game)}
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
        tuple(role for seat in people for role in _roles_of_seat(game, seat, outcome.results[seat])),
        goals_of(game, record),
        day,
    )


def _roles_of_seat(game: Game, seat: int, result: str) -> Iterator[Role]:
    """The members of plain kinds that attributes of a seat refer to: neither places nor players."""
    view = game.view(seat)
    for attribute, refs in view.seats[seat].refs.items():
        for ref in refs:
            kind = view.kinds.get(ref.kind)
            if kind is None or kind.shape != "thing":
                continue
            label = next((thing.label for thing in view.things[ref.kind] if thing.key == ref.key), ref.key)
            yield Role(attribute, label, result)


def _sound(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of the file can be used: a game that cannot be played again has no facts."""
    return entry["facts"] is None or _read(entry) is not None


def _read(entry: Mapping[str, Any]) -> GameFacts | None:
    """The facts in an entry of the file; None if there are none, or somebody has damaged it."""
    from lazaretto.host.wire.codec import whole  # noqa: PLC0415  # slow to load, and an app starts without it

    try:
        facts: GameFacts = whole(entry["facts"], GameFacts)
    except (KeyError, TypeError, ValueError):
        return None
    known = facts.result in (*RESULTS, SPLIT)
    return facts if known and writable(json.dumps(asdict(facts), ensure_ascii=False)) else None


ENOUGH = 5
"""From this number of games on, a share of wins has an interval."""

_Z = 1.96
"""The quantile of the normal distribution for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were played, and how they ended."""

    label: str
    games: int
    won: int
    lost: int
    others: int
    """Draws, and games in which some people won and others did not."""

    @property
    def share(self) -> float:
        """The share of wins."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the chance to win probably is (95 %, after Wilson); None for few games."""
        if self.games < ENOUGH:
            return None
        count, square = self.games, _Z * _Z
        middle = (self.share + square / (2 * count)) / (1 + square / count)
        half = self.share * (1 - self.share) / count + square / (4 * count * count)
        width = _Z * sqrt(half) / (1 + square / count)
        return max(0.0, middle - width), min(1.0, middle + width)


@dataclass(frozen=True, slots=True)
class Section:
    """Tallies by one aspect, such as the number of players."""

    aspect: str
    """players, or the name of an option or of an attribute of seats."""
    kind: str
    """players, option, part or role."""
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class GoalTally:
    """A goal of a scenario, how often it was reached, and in which game first."""

    title: str
    documentation: str
    reached: int
    first: str = ""
    """The name of the record."""
    when: str = ""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The first finished game of a daily challenge; later ones do not count."""

    day: str
    title: str
    record: str
    result: str
    turns: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of one scenario."""

    scenario: str
    total: Tally
    streak: int
    """The wins in a row, up to the last game."""
    best_streak: int
    fastest: GameFacts | None
    """The win in the fewest turns."""
    last: str
    """When the last game ended."""
    sections: tuple[Section, ...]
    goals: tuple[GoalTally, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of all games of a player, the scenario with the most games first."""

    total: Tally
    streak: int
    best_streak: int
    games: tuple[GameStatistics, ...]
    unknown: int = 0
    """Records that cannot be read or played again."""
    daily: tuple[DailyResult, ...] = ()
    """The daily challenges, by their dates."""


def statistics(facts: Sequence[GameFacts], unknown: int = 0) -> Statistics:
    """Sum up games, the oldest first."""
    scenarios = sorted({fact.scenario for fact in facts})
    games = [_of(scenario, [game for game in facts if game.scenario == scenario]) for scenario in scenarios]
    games.sort(key=lambda game_statistics: -game_statistics.total.games)
    return Statistics(_tally("", facts), *_streaks(facts), tuple(games), unknown, tuple(_daily(facts)))


def _daily(facts: Sequence[GameFacts]) -> Iterator[DailyResult]:
    """The first finished game of each challenge."""
    first: dict[str, GameFacts] = {}
    for fact in facts:
        if fact.day:
            first.setdefault(fact.day, fact)
    for day, game_facts in sorted(first.items()):
        yield DailyResult(day, game_facts.title, game_facts.record, game_facts.result, game_facts.turns)


def _goals(facts: Sequence[GameFacts]) -> Iterator[GoalTally]:
    """The goals of the last game and those that only earlier ones had, if they were reached."""
    known = {goal.title: goal for fact in facts for goal in fact.goals}
    order = dict.fromkeys((*(goal.title for goal in facts[-1].goals), *known))
    present = {goal.title for goal in facts[-1].goals}
    for title in order:
        games = [fact for fact in facts if any(one.title == title and one.reached for one in fact.goals)]
        if games:
            yield GoalTally(title, known[title].documentation, len(games), games[0].record, games[0].when)
        elif title in present:
            yield GoalTally(title, known[title].documentation, 0)


def _of(scenario: str, facts: Sequence[GameFacts]) -> GameStatistics:
    wins = [fact for fact in facts if fact.result == "won"]
    fastest = min(wins, key=lambda win: (win.turns, win.choices, win.when), default=None)
    sections = (
        _section("players", "players", [(str(fact.players), fact.result) for fact in facts]),
        *_options(facts),
        *_parts(facts),
        *_roles(facts),
    )
    return GameStatistics(
        scenario,
        _tally(facts[-1].title, facts),
        *_streaks(facts),
        fastest,
        facts[-1].when,
        tuple(section for section in sections if section.tallies),
        tuple(_goals(facts)),
    )


def _options(facts: Sequence[GameFacts]) -> Iterable[Section]:
    """The options of which a player has tried several values."""
    for name in dict.fromkeys(name for fact in facts for name in fact.options):
        results = [(fact.options[name], fact.result) for fact in facts if name in fact.options]
        if len({value for value, _ in results}) > 1:
            yield _section(name, "option", results)


def _parts(facts: Sequence[GameFacts]) -> Iterable[Section]:
    """The optional parts with which a player has played, if not all games had the same."""
    if len({fact.switches for fact in facts}) > 1:
        yield _section("parts", "part", [(", ".join(fact.switches), fact.result) for fact in facts])


def _roles(facts: Sequence[GameFacts]) -> Iterable[Section]:
    roles = [role for game in facts for role in game.roles]
    for attribute in dict.fromkeys(role.attribute for role in roles):
        own = [(role.label, role.result) for role in roles if role.attribute == attribute]
        yield _section(attribute, "role", own)


def _section(aspect: str, kind: str, results: Sequence[tuple[str, str]]) -> Section:
    labels = sorted({label for label, _ in results})
    return Section(
        aspect,
        kind,
        tuple(_counted(each, [result for label, result in results if label == each]) for each in labels),
    )


def _tally(label: str, facts: Sequence[GameFacts]) -> Tally:
    return _counted(label, [fact.result for fact in facts])


def _counted(label: str, results: Sequence[str]) -> Tally:
    won, lost = results.count("won"), results.count("lost")
    return Tally(label, len(results), won, lost, len(results) - won - lost)


def _streaks(facts: Sequence[GameFacts]) -> tuple[int, int]:
    """The wins in a row up to the last game, and the most ever."""
    streak = best = 0
    for fact in facts:
        streak = streak + 1 if fact.result == "won" else 0
        best = max(best, streak)
    return streak, best
