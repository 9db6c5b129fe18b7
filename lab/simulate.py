"""Plays many games without a user interface: how they ended, what nobody used, and what rules cost."""

import time
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lazaretto.grammar.source import Source
from lazaretto.lab.batches import Crew, Pace, check_points, played_by, played_here
from lazaretto.lab.game_rows import Batch, GameRow, names_for
from lazaretto.lab.playing.bots import seated_bots
from lazaretto.lab.playing_processes import Pool, ProgramSource, Task, code_digest
from lazaretto.lab.report import Report
from lazaretto.lab.series import Series, Setting
from lazaretto.rules import Program, load
from lazaretto.rules.backends import MARKED
from lazaretto.rules.backends.python.profiler import Cost, ProfiledBackend
from lazaretto.rules.backends.python.rule_marks import MarkedBackend
from lazaretto.rules.engine.engine_names import Engine
from lazaretto.rules.run.compiled_game import ActionInfo, CompiledGame
from lazaretto.rules.run.views.text_rendering import action_label


class RuleCoverage:
    """Which rules ran in the first games of a simulation."""

    def __init__(self, program: Program, sources: Mapping[str, Source], setting: Setting) -> None:
        self._own = f"{program.folder.name}/"
        self._program = program
        self._sources = sources
        self._setting = setting
        self._series = Series(program, setting, "python")
        self.looked = 0
        """How many games were played again."""
        self.seconds = 0.0
        """Processor time of these games."""

    @classmethod
    def of(cls, program: Program, setting: Setting) -> "RuleCoverage | None":
        """Compile a program once more; None if nobody wants it, or if its texts cannot be read any more."""
        if not setting.looked_at or program.read is None:
            return None
        switches, search = program.read
        found = load(program.folder, switches=switches, search=search, backend=MARKED)
        if found.program is None or found.program.digest != program.digest:
            return None
        return cls(found.program, found.sources, setting)

    def look(self, batch: Batch) -> None:
        """Play those games of a batch again that belong to the first ones."""
        self._series.given = batch.answers
        count = min(batch.first + batch.count, self._setting.looked_at) - batch.first
        if count > 0:
            again = self._series.play(batch.first, count)
            self.looked += len(again.rows)
            self.seconds += again.seconds

    def never_ran(self) -> list[str]:
        """Return the place and the first line of each rule that never ran, the scenario's own first.

        Actions are not among them: what nobody did is told by its label.
        """
        backend = self._program.machine.backend
        assert isinstance(backend, MarkedBackend)
        places = {(mark.file, mark.line) for mark in backend.never_ran()}
        found = []
        for file, line in sorted(places, key=lambda place: (not place[0].startswith(self._own), *place)):
            text = self._sources[file].line(line).strip()
            if not text.startswith("action "):
                found.append(f"{file}:{line}  {text}")
        return found


def unused_of(tables: CompiledGame, actions: Set[int], pieces: Set[int]) -> dict[str, list[str]]:
    """Return the actions that nobody did, the cards whose actions nobody did, and the pieces that stayed.

    An action that is in several menus counts as done if it was done from one of them.
    """
    done = {_mark(tables.actions[action]) for action in actions}
    found: dict[str, dict[str, None]] = {"actions": {}, "cards": {}, "pieces": {}}
    acting: set[tuple[int, int]] = set()
    for action in tables.actions:
        if action.member is None:
            sort, label = "actions", action_label(tables, (), action)
        else:
            kind = tables.kinds[tables.kinds[action.member[0]].root]
            label = kind.members[action.member[1]].label
            sort = "cards" if kind.shape == "piece" else "actions"
            if sort == "cards":
                acting.add((tables.kinds[action.member[0]].root, action.member[1]))
            else:
                label = f"{action_label(tables, (), action)} ({label})"
        if _mark(action) not in done:
            found[sort][label] = None
    roots = ((number, each) for number, each in enumerate(tables.kinds) if each.root == number)
    numbered = [
        (number, id, member)
        for number, kind in roots
        if kind.shape == "piece"
        for id, member in enumerate(kind.members)
    ]
    for piece, (number, id, member) in enumerate(numbered):
        if piece not in pieces and (number, id) not in acting:
            found["pieces"][member.sort or member.label] = None
    moved = {each[2].sort or each[2].label for piece, each in enumerate(numbered) if piece in pieces}
    found["pieces"] = {label: None for label in found["pieces"] if label not in moved}
    return {sort: list(labels) for sort, labels in found.items()}


def _mark(action: ActionInfo) -> tuple[str, tuple[int, int] | None]:
    return action.name, action.member


MOST_DECISIONS = 100_000
"""A game with more decisions is aborted and counted as an error."""

FIRST_CHECK = 100
"""After so many games a simulation looks for the first time whether it knows enough."""

FASTER = 10.0
"""How much faster native code is at first guess."""
UNKNOWN = 0.002
"""Seconds of a game at first guess, if native code plays the first one, too."""

Progress = Callable[[int, Report], None]
"""Is told how many games or campaigns have been counted, and what is known so far."""


class InterruptedPlayError(KeyboardInterrupt):
    """Somebody has interrupted a simulation that has games to report."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


@dataclass(frozen=True, slots=True)
class Means:
    """With what a simulation is played; nothing of it changes the results."""

    engine: Engine = "python"
    backend: str = "python"
    """How other processes load the program."""
    jobs: int = 1
    """How many processes play; 1 is this one alone."""
    hire: Callable[[Task, CompiledGame], Crew] | None = None
    """Makes a crew that plays instead of processes of this machine."""
    progress: Progress | None = None
    keep: list[GameRow] | None = None
    """Gets what came of each game."""


def simulate(
    program: Program,
    games: int,
    seed: int,
    players: int,
    *,
    options: Mapping[str, str] | None = None,
    bots: str = "random",
    most: int = MOST_DECISIONS,
    campaign: int = 0,
    engine: Engine = "python",
    until: float | None = None,
    offset: int = 0,
    looked_at: int = 0,
    deadline: float | None = None,
    means: Means | None = None,
) -> Report:
    """Play `games` games from one seed or, with `campaign`, as many campaigns of so many games each.

    The first game has the number `offset`. With `until`, it stops sooner, once half the interval of every
    seat's wins is not wider than that. With `deadline`, it ends with the first games that are over after this
    time of `time.monotonic`. The rules that never ran in the first `looked_at` games are listed.
    Every engine and every number of processes gives the same results.

    Raises:
        StartError: the scenario does not accept these players or options.
        MissingEngineError: the engine needs something that is not installed.
        ValueError: the number of bots is not that of the players.
        LostError: processes were killed again and again.
        InterruptedPlayError: with the report of the games before.
    """
    means = means or Means(engine)
    chosen = dict(options or {})
    names = names_for(players)
    setting = Setting(
        seed, names, tuple(chosen.items()), seated_bots(bots, players), most, campaign, offset, looked_at
    )
    report = Report(program.name, players, 0, seed, bots, chosen, names, campaign=campaign, until=until)
    report.by_game = [Report(program.name, players, 0, seed, bots, chosen, names) for _ in range(campaign)]
    simulation = _Simulation(program, setting, means, report)
    try:
        simulation.play(games, deadline)
    except KeyboardInterrupt:
        if not report.games:
            raise
        simulation.finish()
        raise InterruptedPlayError(report) from None
    simulation.finish()
    return report


class _Simulation:
    """Plays and counts."""

    def __init__(self, program: Program, setting: Setting, means: Means, report: Report) -> None:
        self._program = program
        self._setting = setting
        self._means = means
        self._report = report
        self._coverage = RuleCoverage.of(program, setting)
        self._begin = time.process_time()
        self._series = Series(program, setting, means.engine)
        self._others = 0.0
        """Processor time of other processes."""
        self._done = 0
        self._actions: set[int] = set()
        self._pieces: set[int] = set()

    def play(self, games: int, deadline: float | None = None) -> None:
        """Play up to so many games, or until a time."""
        checks = check_points(FIRST_CHECK, games) if self._report.until is not None else iter((games,))
        cut = next(checks)
        for batch in self._batches(games):
            self._count(batch)
            if self._means.progress is not None:
                self._means.progress(self._done, self._report)
            if deadline is not None and time.monotonic() >= deadline:
                break
            if self._done == cut and self._done < games:
                if self._report.half_width <= (self._report.until or 0.0):
                    break
                cut = next(checks)

    def _batches(self, games: int) -> Iterator[Batch]:
        """Yield what came of games: the first ones are played here, to learn what suits the others."""
        choice, begin, tried, seconds = self._series.choice, time.process_time(), 0, 0.0
        cuts = list(check_points(FIRST_CHECK, games)) if self._report.until is not None else [games]
        jobs = self._means.jobs
        while tried < games and not choice.native and not (tried and choice.has_tried(seconds)):
            yield self._series.play(tried, 1)
            tried += 1
            seconds = time.process_time() - begin
            choice.consider(seconds, tried, games - tried, jobs)
        pace = Pace(seconds / tried / (FASTER if choice.native else 1) if tried else UNKNOWN)
        left = iter([cut for cut in cuts if cut > tried])
        alone = jobs == 1 and self._means.hire is None
        if alone or not pace.is_worth_processes(games - tried):
            yield from played_here(self._series.play, tried, left, pace)
            return
        with self._hired() as crew:
            for batch in played_by(crew, tried, left, pace):
                self._others += batch.seconds
                yield batch

    @contextmanager
    def _hired(self) -> Iterator[Crew]:
        means, name = self._means, self._series.choice.name
        engine: Engine = "cc" if name == "cc" else "wasm" if name == "wasm" else "python"
        task = Task(ProgramSource.of(self._program, means.backend), self._setting, engine)
        if means.hire is not None:
            yield means.hire(replace(task, code=code_digest()), self._program.machine.tables)
            return
        pool = Pool(means.jobs)
        try:
            yield pool.hire(task)
        finally:
            pool.close()

    def _count(self, batch: Batch) -> None:
        report, traits = self._report, self._series.traits
        report.count(batch.rows, traits)
        if report.campaign:
            for place, rows in batch.rows.by_place():
                report.by_game[place].count(rows, traits)
        if self._means.keep is not None:
            self._means.keep.extend(batch.rows)
        self._done += batch.count
        self._actions |= batch.actions
        self._pieces |= batch.pieces
        report.fallback = report.fallback or batch.fallback
        if self._coverage is not None:
            self._coverage.look(batch)

    def finish(self) -> None:
        """Add to the report what is known at the end."""
        report, choice = self._report, self._series.choice
        report.unused = unused_of(self._program.machine.tables, self._actions, self._pieces)
        if self._coverage is not None:
            report.unused["rules"] = self._coverage.never_ran()
            report.looked_at = self._coverage.looked
        report.engine, report.fallback = choice.name, report.fallback or choice.fallback
        again = self._coverage.seconds if self._coverage is not None else 0.0
        own = time.process_time() - self._begin - again
        report.seconds = round(own + choice.compiler + self._others, 4)
        report.compiling = round(choice.compiling, 4)
        playing = report.seconds - report.compiling
        report.games_per_second = round(report.games / playing, 2) if playing > 0 else 0.0


def costs_of(program: Program) -> list[Cost]:
    """Return what each rule that was called has cost, the dearest first; none without a measuring program."""
    backend = program.machine.backend
    if not isinstance(backend, ProfiledBackend):
        return []
    called = (cost for cost in backend.costs.values() if cost.calls)
    return sorted(called, key=lambda each: (-each.seconds, each.sort, each.rule))
