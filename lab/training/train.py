"""Learns to judge positions of a scenario: plays, fits weights, plays with them, and fits again.

Without a score, this alone leads to poor bots. So after a while, the weights that plans use are learned from
different ways to play the same turns (`learn_from_turns`).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import count
from statistics import pstdev
from typing import TYPE_CHECKING

from lazaretto.lab import messages as say
from lazaretto.lab.game_rows import names_for, seed_of
from lazaretto.lab.playing.judgement_file import Judgement
from lazaretto.lab.playing.use_judgement import form_of
from lazaretto.lab.training.earlier_weights import Earlier, NotGoingOnError
from lazaretto.lab.training.feature_recipe import Recipe, recipe_for
from lazaretto.lab.training.self_play import Cell, Notes, SelfPlay
from lazaretto.rules import Program, RuleError
from lazaretto.rules.run.planning.judgement_form import HIDDEN, JudgementForm
from lazaretto.rules.run.random_streams import RandomWord
from lazaretto.rules.version_and_extras import how_to_install

if TYPE_CHECKING:
    from lazaretto.lab.training.fit import Fitted
    from lazaretto.lab.training.learn_from_turns import Compared
    from lazaretto.rules.backends.native.native_code import Lane

ROUNDS = 16
"""How often it plays and fits, at most."""
FEWEST_GAMES = 40
"""A round has not fewer games, however long they take."""
SPREAD_BITS = 6
"""The score is shifted until its spread has so many bits."""
TRIED = 12
"""So many random games show how the score spreads."""
LONGEST = 2_000
FIRST_PART = 0.05
"""Without a score: the part of the time before ways to play turns are compared."""
STAGES = 0.35, 0.5, 0.95
"""Until when at the latest ways are compared, weights are multiplied at random, and something is added to
them; after that, the chance to win is learned."""


class NoNumpyError(Exception):
    """What training needs is not installed."""


class NothingLearnedError(Exception):
    """The games that were played teach nothing."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far training is."""

    round: int
    games: int
    won: int
    positions: int
    part: float
    """How much of the time is over, from 0 to 1."""
    ways: int = 0
    """How many ways to play a turn were compared."""
    tries: int = 0
    """How many random changes of weights were tried."""


def check_numpy() -> None:
    """Check that what training needs is there.

    Raises:
        NoNumpyError: it is not.
    """
    if find_spec("numpy") is None:
        raise NoNumpyError(say.NO_NUMPY(install=how_to_install("train")))


class Training:
    """Learning to judge positions of one program."""

    def __init__(
        self,
        program: Program,
        cells: Sequence[Cell],
        seed: int = 0,
        with_score: bool = True,
        jobs: int = 1,
        lane: "Lane | None" = None,
        earlier: Earlier | None = None,
    ) -> None:
        """Take the numbers of players and the options to play with, the native code that bots plan in, and
        what was learned before.

        Raises:
            StartError: they do not fit.
            NotGoingOnError: such a game cannot go on with what was learned before.
        """
        self._program = program
        self._cells = cells
        self._seed = seed
        program.machine.judge_by(None)
        tables = program.machine.tables
        for cell in cells:
            program.board(names_for(cell.players), cell.options)
        self._shift = self._score_shift() if with_score and tables.score is not None else None
        self._recipe = recipe_for(tables, self._shift)
        self._notes = Notes(len(self._recipe.names))
        self._plans: JudgementForm | None = None
        """What bots plan by, with all features."""
        self._planned: Sequence[float] = ()
        """The weights in it, as proportions."""
        self._compared: Compared | None = None
        """What comparisons of ways to play turns have led to."""
        self._number = 0
        self._jobs = jobs
        self._lane = lane
        self._compares = self._shift is None and lane is not None and not tables.ends_for_some
        if earlier is not None and not self._compares:
            raise NotGoingOnError(say.CANNOT_GO_ON())
        self._earlier = earlier
        self._clock = time.process_time if jobs == 1 else time.monotonic
        self.interrupted = False
        """Whether somebody has ended it before its time."""

    def run(self, seconds: float, tell: Callable[[Progress], None] = lambda _: None) -> Judgement:
        """Play and fit for about so many seconds of processor time; return what was learned.

        An interruption leaves what was learned in the rounds before, if anything was. While ways to play
        turns are compared, it takes a few games more, in which the chance to win is learned.

        Raises:
            KeyboardInterrupt: nothing was.
            NoNumpyError: what this needs is not installed.
            NothingLearnedError: all games ended alike.
        """
        check_numpy()
        judgement: Judgement | None = None
        try:
            for known in self._rounds(seconds, tell):
                judgement = known
        except KeyboardInterrupt:
            if judgement is None:
                raise
            self.interrupted = True
        if judgement is None:
            raise NothingLearnedError(say.ALL_ENDED_ALIKE(games=self._notes.played))
        self._program.machine.judge_by(form_of(judgement, self._program.machine.tables)[0])
        return judgement

    def _rounds(self, seconds: float, tell: Callable[[Progress], None]) -> Iterator[Judgement]:
        """Play and fit; yield what is known after each round, once games have ended differently."""
        start = self._clock()
        compares = self._compares and seconds > 0
        whole = seconds * FIRST_PART if compares else seconds
        rounds = 0
        while self._earlier is None and rounds < ROUNDS and (rounds == 0 or self._clock() - start < whole):
            rounds += 1
            self._play(rounds, start, seconds, start + whole * rounds / ROUNDS, tell)
            fitted = self._fitted()
            if len({*self._notes.results}) > 1:
                yield self._judgement(fitted, rounds)
        if compares:
            rounds += self._compare(rounds, start, seconds, tell)
            earlier = self._notes
            if self._compared is not None:
                self._notes = Notes(len(self._recipe.names))
            self._play(rounds, start, seconds, start + (0 if self.interrupted else seconds), tell)
            if len({*self._notes.worths}) < 2 and earlier is not self._notes:
                earlier.extend(self._notes)  # all of the last games ended alike, so earlier ones must teach
                self._notes = earlier
            yield self._judgement(self._fitted(), rounds)

    def _compare(self, rounds: int, start: float, seconds: float, tell: Callable[[Progress], None]) -> int:
        """Learn the weights that plans use from different ways to play turns; return in how many rounds."""
        from lazaretto.lab.training.learn_from_turns import Comparison  # noqa: PLC0415
        from lazaretto.lab.training.parallel_self_play import order_for, processes  # noqa: PLC0415

        def in_time(found: "Compared") -> bool:
            part = min(1.0, (self._clock() - start) / seconds)
            notes = self._notes
            number = rounds + found.rounds + 1
            told = notes.played, notes.won, len(notes.games), part, found.ways, found.tries
            tell(Progress(number, *told))
            return part < STAGES[found.stage]

        plans, earlier = self._plans, self._earlier
        seed = self._seed if earlier is None else self._seed ^ earlier.seed
        order = order_for(self._program, bare_form(self._recipe), None, self._cells, seed, self._lane)
        with processes(self._jobs) as pool:
            comparison = Comparison(self._program, self._recipe, order, pool, self._jobs)
            if earlier is not None:
                found = comparison.go_on(earlier.weights, earlier.plans, in_time)
            else:
                assert plans is not None
                found = comparison.run(self._planned, plans, in_time)
        self.interrupted = found.interrupted
        if found.rounds or earlier:  # if no ways could be compared, what was fitted before stays
            self._compared, self._plans = found, found.plans
        return found.rounds + 1

    def _play(
        self, round: int, start: float, seconds: float, end: float, tell: Callable[[Progress], None]
    ) -> None:
        """Play games until a time."""
        first = self._number
        for number, notes in self._noted():
            self._number = number
            self._notes.extend(notes)
            part = min(1.0, (self._clock() - start) / seconds) if seconds else 1.0
            tell(Progress(round, self._notes.played, self._notes.won, len(self._notes.games), part))
            if self._number - first >= FEWEST_GAMES:
                if not self._notes.games:
                    raise NothingLearnedError(say.NO_GAME_ENDED())
                if self._clock() >= end:
                    break

    def _noted(self) -> Iterator[tuple[int, Notes]]:
        """Play games without end; yield the number of the next one, and what was noted."""
        form = bare_form(self._recipe)
        if self._jobs > 1:
            from lazaretto.lab.training.parallel_self_play import GAMES, done, order_for, play, processes  # noqa: PLC0415

            order = order_for(self._program, form, self._plans, self._cells, self._seed, self._lane)
            with processes(self._jobs) as pool:
                yield from done(play, order, self._number, GAMES, pool, self._jobs)
            return
        games = SelfPlay(self._program, form, self._cells, self._seed, self._plans)
        for number in count(self._number):
            notes = Notes(form.features)
            games.play(number, notes)
            yield number + 1, notes

    def _fitted(self) -> "Fitted":
        """Fit weights to all positions so far, and let bots plan by them."""
        from lazaretto.lab.training.fit import WholeWeights, fit  # noqa: PLC0415

        notes, recipe = self._notes, self._recipe
        if len(set(notes.worths)) < 2:
            raise NothingLearnedError(say.ALL_ENDED_ALIKE(games=notes.played))
        fitted = fit(notes, recipe.names, bool(self._program.machine.tables.ends_for_some))
        if self._compared is not None:
            fitted.plan_by(WholeWeights.for_plans(self._compared.plans), self._compared.plans.phases)
        self._planned = fitted.planned
        self._plans = replace(
            bare_form(recipe),
            weights=tuple(fitted.weights),
            biases=fitted.biases,
            outputs=fitted.outputs,
            bias=fitted.bias,
            shift=fitted.shift,
            plan_outputs=fitted.plan_outputs,
            phases=fitted.phases,
        )
        return fitted

    def _judgement(self, fitted: "Fitted", rounds: int) -> Judgement:
        """Return what was learned, without features that say nothing."""
        live = [at for at, row in enumerate(fitted.weights) if any(row)]
        names, notes = self._recipe.names, self._notes
        return Judgement(
            self._program.name,
            self._program.digest,
            self._shift if self._shift is not None and "score" in names else None,
            tuple(names[at] for at in live),
            tuple(round_to(fitted.means[at]) for at in live),
            tuple(fitted.weights[at] for at in live),
            fitted.biases,
            fitted.outputs,
            fitted.bias,
            fitted.shift,
            fitted.plan_outputs,
            fitted.phases,
            fitted.figures()
            | {
                "rounds": rounds,
                "ways": 0 if self._compared is None else self._compared.ways,
                "tries": 0 if self._compared is None else self._compared.tries,
                "games": notes.played,
                "won": notes.won,
                "not_won": notes.not_won,
                "players": sorted({cell.players for cell in self._cells}),
                "options": sorted(
                    {f"{name}={text}" for cell in self._cells for name, text in cell.options.items()}
                ),
            },
        )

    def _score_shift(self) -> int:
        """Return how far the score is shifted so that its spread is a small number."""
        scores: list[int] = []
        for number in range(TRIED):
            seed = seed_of(self._seed, -1 - number)
            cell = self._cells[number % len(self._cells)]
            below = RandomWord(seed).below
            try:
                game = self._program.start(seed=seed, players=names_for(cell.players), options=cell.options)
                for _ in range(LONGEST):
                    if game.seat is None:
                        break
                    scores.append(game.score(game.seat))
                    game.answer(game.sample(below))
            except RuleError:
                continue
        return max(0, int(pstdev(scores)).bit_length() - SPREAD_BITS) if scores else 0


def bare_form(recipe: Recipe) -> JudgementForm:
    """Return a recipe without a network, for its features."""
    nothing = (0,) * HIDDEN
    rows, count = tuple(recipe.rows), len(recipe.names)
    return JudgementForm(rows, tuple(recipe.table), count, (nothing,) * count, nothing, nothing, 0, 0)


def round_to(number: float) -> float:
    """Return a number with few digits."""
    return float(f"{number:.4g}")
