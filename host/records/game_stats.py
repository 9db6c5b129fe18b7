"""Statistics of a recorded game: every public count after each turn, and all choices.

They hold only what everybody could see, and their size is bounded however long the game was.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lazaretto.host.records.rerun_record import Difference, begin, follow
from lazaretto.host.records.share_line import challenge_in, head_of
from lazaretto.host.table.lookup_budget import TimeLimit
from lazaretto.rules import Game, Outcome, Program, Record, View
from lazaretto.rules.run.game import goals_in, goals_reached

MOST_SAMPLES = 400
"""Above this number every second sample is dropped: no chart is wider."""

MOST_LINES = 12
"""Log lines kept for one choice."""

SPLIT = "split"
"""The result of a game in which some people won and others did not."""

HIDDEN = "hidden"
"""The look that hides an element from the screen if its value is `yes`."""


@dataclass(frozen=True, slots=True)
class Series:
    """One count, sampled over the game."""

    kind: str
    """track, supply or pile."""
    name: str
    looks: Mapping[str, str]
    values: tuple[int, ...]
    """The position of the marker counted from 0, what is left in the supply, or the size of the pile."""
    most: int
    """The last space, the size of the supply, or the largest size of the pile."""
    spaces: tuple[int, ...] = ()
    """For a track: the value of each space."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice of a record: its number counted from 1, the turn it was made in, and what followed."""

    number: int
    turn: int
    player: str
    key: str
    lines: tuple[str, ...]
    """Public lines of the log, the last `MOST_LINES` of them."""


@dataclass(frozen=True, slots=True)
class CourseGoal:
    """A goal of the game, and whether a person at the table has reached it."""

    title: str
    documentation: str
    reached: bool


@dataclass(frozen=True, slots=True)
class Course:
    """A summary of a whole game."""

    turns: tuple[int, ...]
    """For each sample the turn that had just ended; 0 is the set-up. The last sample is the end."""
    choices: tuple[int, ...]
    """For each sample the number of choices made so far: the position for a playback; none before the end."""
    series: tuple[Series, ...]
    """Each has a value for each sample; hidden elements are left out."""
    chosen: tuple[Chosen, ...]
    difference: Difference | None
    """The first choice that the rules no longer accept; everything after it is missing."""
    outcome: str
    """Why the game ended; empty if it has not."""
    goals: tuple[CourseGoal, ...] = ()
    """The goals of the game, once it is over."""
    share: str = ""
    """The share line without its result, once the game is over; empty for a what-if game."""
    day: str = ""
    """The date of the daily challenge that the game was; empty if it was none."""
    result: str = ""
    """won, lost or drawn, if all people have the same result, otherwise split; empty before the end."""


def course(program: Program, record: Record, to: int | None = None) -> Course:
    """Replay a record, or its first `to` choices, and collect the public counts after each turn.

    A game without turns is sampled after every choice.

    Raises:
        StartError: the game cannot be set up as the record says.
        RuleError: a rule fails in the set-up or while a view is made, or all of it takes too long.
    """
    limit = TimeLimit()
    game = begin(program, record)
    first = game.view(None)
    samples = _Samples()
    samples.offer(max(0, game.turns - 1), 0, game)
    chosen: list[Chosen] = []
    difference = None
    for number, (seat, key) in enumerate(record.choices[:to], 1):
        limit.check()
        turn = game.turns
        lines = follow(game, record, number)
        if isinstance(lines, Difference):
            difference = lines
            break
        chosen.append(Chosen(number, turn, record.players[seat], key, lines[-MOST_LINES:]))
        if game.turns != turn or not game.turns:
            samples.offer(max(0, game.turns - 1), number, game)
    samples.close(game.turns, len(chosen), game)
    outcome = game.outcome
    ended = outcome is not None and difference is None
    own = ended and record.what_if is None
    return Course(
        tuple(samples.turns),
        tuple(samples.choices),
        tuple(_series(first, samples.rows)),
        tuple(chosen),
        difference,
        outcome.reason if outcome is not None else "",
        goals_of(game, record) if ended else (),
        head_of(program, record) if own else "",
        challenge_in(program, record) if own else "",
        result_of(outcome, people_in(record)) if outcome is not None and ended else "",
    )


def people_in(record: Record) -> list[int]:
    """The seats of a record that persons play; all of them if there is none."""
    bots = record.bots or ("",) * len(record.players)
    return [seat for seat, bot in enumerate(bots) if not bot] or [*range(len(bots))]


def result_of(outcome: Outcome, people: Sequence[int]) -> str:
    """The result of these seats if they have the same one; otherwise split."""
    results = {outcome.results[seat] for seat in people}
    return results.pop() if len(results) == 1 else SPLIT


def goals_of(game: Game, record: Record) -> tuple[CourseGoal, ...]:
    """The goals of a game that is over."""
    reached = {each for seat in people_in(record) for each in goals_reached(game, seat)}
    return tuple(CourseGoal(goal.title, goal.documentation, goal.title in reached) for goal in goals_in(game))


def as_everybody_knows(whole: Course, turn: int) -> Course:
    """The course of a game that goes on in this turn: how often, and whether, somebody chose may be a secret.

    It has one sample for each turn that has ended, and one of now, also if nobody has chosen since.
    """
    last = {ended: at for at, ended in enumerate(whole.turns)}
    last[turn] = len(whole.turns) - 1
    samples = tuple(last.items()) if turn else ((0, 0), *last.items())
    series = (replace(each, values=tuple(each.values[at] for _, at in samples)) for each in whole.series)
    return replace(
        whole, turns=tuple(ended for ended, _ in samples), choices=(), series=tuple(series), chosen=()
    )


@dataclass(slots=True)
class _Samples:
    """Rows of values; every second one is dropped whenever there are too many."""

    turns: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    rows: list[tuple[int, ...]] = field(default_factory=list)
    offered: int = 0
    step: int = 1

    def offer(self, turn: int, choices: int, game: Game) -> None:
        """Take a sample if it is one of those to keep."""
        if self.offered % self.step == 0:
            self._add(turn, choices, game)
            if len(self.rows) > MOST_SAMPLES:
                self.step *= 2
                for column in (self.turns, self.choices, self.rows):
                    del column[1::2]
        self.offered += 1

    def close(self, turn: int, choices: int, game: Game) -> None:
        """Keep the end of the game in any case."""
        if self.choices[-1] != choices:
            self._add(turn, choices, game)

    def _add(self, turn: int, choices: int, game: Game) -> None:
        self.turns.append(turn)
        self.choices.append(choices)
        self.rows.append(tuple(value for _, value in _counted(game.view(None))))


def _counted(view: View) -> Iterator[tuple[Series, int]]:
    """Every public count with its current value."""
    for track in view.tracks:
        if track.looks.get(HIDDEN) != "yes":
            last = len(track.spaces) - 1
            yield Series("track", track.name, track.looks, (), last, track.spaces), track.position
    for supply in view.supplies:
        if supply.looks.get(HIDDEN) != "yes":
            if supply.counts_up:
                spaces = tuple(range(supply.size + 1))
                yield Series("track", supply.name, supply.looks, (), supply.size, spaces), supply.count
            else:
                yield Series("supply", supply.name, supply.looks, (), supply.size), supply.left
    for pile in view.piles:
        if pile.looks.get(HIDDEN) != "yes":
            yield Series("pile", pile.name, pile.looks, (), 0), pile.count


def _series(first: View, rows: list[tuple[int, ...]]) -> Iterator[Series]:
    for number, (series, _) in enumerate(_counted(first)):
        values = tuple(row[number] for row in rows)
        yield replace(series, values=values, most=series.most or max(values))
