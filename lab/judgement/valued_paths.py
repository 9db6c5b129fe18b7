"""Values different ways to play one turn by playing all of them to the end of the game.

Games are too different to tell which move was good from how they end. So several paths through the same turn
are played to the end in the same imagined worlds: what differs then comes from the paths. Most of them are
the best ones by what is known so far, some go on by chance, so that bad moves are known, too.
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace

from lab.budgets import MEDIUM
from lab.game_rows import names_for, seed_of
from lab.judgement.progress import Progress
from lab.judgement.self_play import Cell, extend_arrays
from lab.turn_search import BROAD
from rules import ChoiceError, Game, Program, Ration, RuleError, SpentError
from rules.run.judgement_form import JudgementForm
from rules.run.plan_search import SearchFailedError
from rules.run.random_streams import RandomWord

PATHS = 10
"""How many paths are compared."""
BEST = 6
"""How many of them are the best ones by what is known so far."""
WORLDS = 4
"""In how many imagined worlds each is played to the end."""
WIDTH = 4
"""The beam width of bots that play to the end."""
LATEST = 24
"""Paths are compared in one of so many first turns."""
LONGEST = 400
"""A game with more turns is given up."""
MOST_ANSWERS = 40
"""How many answers at most lead from a path to the next question for an action."""
STEPS = 10
"""How many answers at most are given by chance."""
WON, PROGRESS, TURN, COUNTED_TURNS = 0.6, 0.6, 0.008, 25
"""What the end is worth: a win, what was reached of a win, and each of the first turns of a game not won."""
WHOLE_GAME = replace(
    MEDIUM, width=WIDTH, final=1, rounds=(), judged_paths=True, horizon=LONGEST, later_width=WIDTH
)
COMPARED = replace(MEDIUM, final=8, alike=2, rounds=(), judged_paths=True)
FUEL = 10**12
Below = Callable[[int], int]


class _EndlessError(Exception):
    """A game that was played on came to no end."""


@dataclass(slots=True)
class Siblings:
    """Ends of turns that began at the same positions, with what they were worth on average."""

    features: int
    numbers: "array[int]" = field(default_factory=lambda: array("h"))
    positions: "array[int]" = field(default_factory=lambda: array("q"))
    """The number of the position at which the turn began."""
    values: "array[float]" = field(default_factory=lambda: array("d"))

    def extend(self, other: "Siblings") -> None:
        """Add others."""
        extend_arrays(self, other, fields(self))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended that was played by a judgement alone."""

    worth: float
    won: bool


class PathValues:
    """Plays paths of one program to the end; its plans must be searched in native code."""

    def __init__(self, program: Program, form: JudgementForm, cells: Sequence[Cell], seed: int) -> None:
        """Take a form with all features, and the cells to play, whose options must be valid."""
        self._program = program
        self._form = form
        self._cells = cells
        self._seed = seed
        self._progress = Progress(program.machine.tables)

    def end(self, number: int, judgement: JudgementForm) -> Ending | None:
        """Play a whole game by a judgement; None: it came to no end."""
        self._program.machine.judge_by(judgement)
        try:
            game = self._started(number)
            ended = self._played(game, game.question)
            return None if ended is None else self._ending(ended)
        except (RuleError, ChoiceError, IndexError, SearchFailedError, SpentError):
            return None

    def value(self, number: int, judgement: JudgementForm, notes: Siblings) -> None:
        """Value paths through one turn of a game that is played by a judgement, and add them to the notes."""
        machine = self._program.machine
        machine.judge_by(judgement)
        below = RandomWord(seed_of(self._seed, number) ^ 0x51B).below
        try:
            game = self._reached(number, below(LATEST))
            if game is None or game.seat is None:
                return
            seat = game.seat
            found = self._ends(game.imagine(seat, number), seat, below)
            machine.judge_by(self._form)
            known = {bytes(array("h", end.noted_features(self._form, seat))): path for path, end in found}
            machine.judge_by(judgement)
            if len(known) < 2:
                return
            sums = [0.0] * len(known)
            for world in range(WORLDS):
                imagined = game.imagine(seat, number * WORLDS + world + 1)
                for index, path in enumerate(known.values()):
                    sums[index] += self._worth(imagined.fork(), seat, path)
        except (RuleError, ChoiceError, IndexError, SearchFailedError, SpentError, _EndlessError):
            return
        for numbers, total in zip(known, sums, strict=True):
            notes.numbers.frombytes(numbers)
            notes.positions.append(number)
            notes.values.append(total / WORLDS)

    def _started(self, number: int) -> Game:
        seed = seed_of(self._seed, number)
        cell = self._cells[RandomWord(seed ^ 0x5EED).below(len(self._cells))]
        game = self._program.start(seed=seed, players=names_for(cell.players), options=cell.options)
        for _ in range(MOST_ANSWERS):
            if game.seat is None or game.turns:
                break
            game.answer(self._planned(game)[0])
        return game

    def _reached(self, number: int, turns: int) -> Game | None:
        """Play so many turns of a game; None: it is over, or it does not wait for an action then."""
        game = self._started(number)
        question = game.question
        if turns and game.seat is not None:
            with game.rationed(Ration(FUEL)):
                later = game.after_turns(game.seat, replace(WHOLE_GAME, horizon=turns - 1))
            if later is None:
                return None
            game = later
        return game if game.outcome is None and game.question == question else None

    def _ends(self, start: Game, seat: int, below: Below) -> list[tuple[list[object], Game]]:
        """Return paths through a turn, and where each of them ends or chance comes in."""
        search = start.plan_search
        assert search is not None
        with search.lock, start.rationed(Ration(COMPARED.fuel)):
            ways = [list(search.path(each)) for each in range(start.found_ways(seat, COMPARED))]
        found = [_followed(start, seat, path) for path in ways[:BEST]]
        while ways and len(found) < PATHS:
            path = ways[below(len(ways))]
            found.append(_strayed(start, seat, path[: below(len(path))] if path else [], below))
        return [(path, end) for path, end in found if end.outcome is None]

    def _worth(self, game: Game, seat: int, path: Sequence[object]) -> float:
        question = game.question
        for answer in path:
            if game.seat != seat or answer not in game.answers(seat, BROAD):
                break
            game.answer(answer)
        ended = self._played(game, question)
        if ended is None:
            raise _EndlessError
        return self._ending(ended).worth

    def _played(self, game: Game, question: int | None) -> Game | None:
        """Play to the end; None: there is no end."""
        for _ in range(MOST_ANSWERS):
            if game.seat is None:
                return game
            if game.question == question:
                with game.rationed(Ration(FUEL)):
                    later = game.after_turns(game.seat, WHOLE_GAME)
                return later if later is not None and later.outcome is not None else None
            game.answer(self._planned(game)[0])
        return None

    def _planned(self, game: Game) -> list[object]:
        """Return the answers of the best path by the judgement."""
        seat, search = game.seat, game.plan_search
        assert seat is not None and search is not None
        first: list[object] = game.answers(seat, BROAD)
        if len(first) == 1:
            return first
        with search.lock, game.rationed(Ration(COMPARED.fuel)):
            return list(search.path(0)) if game.found_ways(seat, WHOLE_GAME) else first[:1]

    def _ending(self, game: Game) -> Ending:
        outcome = game.outcome
        assert outcome is not None
        won = "won" in outcome.results
        reached = 1.0 if won else max(self._progress.reached(game))
        lasted = 0 if won else TURN * min(game.turns, COUNTED_TURNS)
        return Ending(WON * won + PROGRESS * reached + lasted, won)


def _followed(start: Game, seat: int, path: list[object]) -> tuple[list[object], Game]:
    """Return a path, and where chance comes in on it."""
    game = start.fork(still=True)
    for answer in path:
        if game.seat != seat or answer not in game.answers(seat, BROAD) or not game.foresee(answer):
            break
    return path, game


def _strayed(start: Game, seat: int, begun: list[object], below: Below) -> tuple[list[object], Game]:
    """Return a path that goes on by chance, and where chance comes in on it."""
    game, path, turn = start.fork(still=True), list[object](), start.turns
    for step in range(len(begun) + STEPS):
        if game.seat != seat or game.turns != turn:
            break
        answer = begun[step] if step < len(begun) else game.sample(below, None, True)
        path.append(answer)
        if not game.foresee(answer):
            break
    return path, game
