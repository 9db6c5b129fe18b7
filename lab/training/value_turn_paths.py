"""Values different ways to play one turn by what comes of them a few turns later.

Games are too different to tell which move was good from how they end. So several paths through the same turn
are played on in the same imagined worlds: what differs then comes from the paths. Most of them are the best
ones by what is known so far, some go on by chance, so that bad moves are known, too. After a few turns, what
positions are worth on average says more than the end of one game, which depends on luck.
"""

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace

from lazaretto.lab.game_rows import names_for, seed_of
from lazaretto.lab.playing.budgets import THINKER
from lazaretto.lab.playing.turn_search import BROAD
from lazaretto.lab.training.distance_from_win import Progress
from lazaretto.lab.training.self_play import Cell, Notes, extend_arrays
from lazaretto.lab.training.temporal_differences import CONSOLATION, PositionWorths
from lazaretto.rules import ChoiceError, Game, Program, Ration, RuleError, SpentError
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import SearchFailedError
from lazaretto.rules.run.random_streams import RandomWord

PATHS = 10
"""How many paths are compared."""
BEST = 6
"""How many of them are the best ones by what is known so far."""
WORLDS = 2
"""In how many imagined worlds each is played on."""
AHEAD = 4
"""How many turns it is played on."""
NARROW = 4
"""The beam width of bots that play on, if nothing else is said."""
LATEST = 24
"""Paths are compared in one of so many first turns."""
LONGEST = 400
"""A game with more turns is given up."""
MOST_ANSWERS = 40
"""How many answers at most lead from a path to the next question for an action."""
STEPS = 10
"""How many answers at most are given by chance."""
PROGRESS, COUNTED_TURNS = 0.75, 25
"""How much what was reached of a win counts in a game not won; the rest is how many turns it lasted."""
WHOLE_GAME = replace(
    THINKER, width=NARROW, final=1, rounds=(), judged_paths=True, horizon=LONGEST, later_width=NARROW
)
COMPARED = replace(THINKER, final=8, alike=2, rounds=(), judged_paths=True)
FUEL = 10**12
Below = Callable[[int], int]


class _EndlessError(Exception):
    """A game that was played on came to no end."""


FAILURES = RuleError, ChoiceError, IndexError, SearchFailedError, SpentError, _EndlessError
"""What may end a game that is played on by chance; nothing is learned from it then."""


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


class PathValues:
    """Plays paths of one program to the end; its plans must be searched in native code."""

    def __init__(
        self,
        program: Program,
        form: JudgementForm,
        cells: Sequence[Cell],
        seed: int,
        consolation: float = CONSOLATION,
        width: int = NARROW,
    ) -> None:
        """Take a form with all features, the cells to play, whose options must be valid, what a game is worth
        that was nearly won, and the beam width of bots that play on.
        """
        self._program = program
        self._form = form
        self._cells = cells
        self._seed = seed
        self._consolation = consolation
        self._budget = replace(WHOLE_GAME, width=width, later_width=width)
        self._progress = Progress(program.machine.tables)

    def end(self, number: int, judgement: JudgementForm) -> float:
        """Play a whole game by a judgement; return what its end is worth, nothing if it came to no end."""
        self._program.machine.judge_by(judgement)
        with suppress(*FAILURES):
            game = self._started(number)
            return self._worth(self._later(game, game.question, LONGEST))
        return 0.0

    def note(self, number: int, judgement: JudgementForm, notes: Notes) -> None:
        """Play a whole game by a judgement, and add positions at the beginning of its turns to notes."""
        self._program.machine.judge_by(judgement)
        with suppress(*FAILURES):
            noted = list[tuple[int, Sequence[int]]]()
            game = self._started(number)
            question = game.question
            while game.seat is not None and len(noted) < LONGEST:
                noted.append((game.seat, game.noted_features(self._form, game.seat)))
                game = self._later(game, question, game.turns + 1)
            won, reached = self._end(game)
            for turn, (seat, features) in enumerate(noted):
                notes.add_start(number, turn, seat, features, won, reached)
            notes.played += 1
            notes.won += won

    def value(
        self, number: int, judgement: JudgementForm, worths: PositionWorths, siblings: Siblings
    ) -> None:
        """Value paths through one turn of a game that is played by a judgement, and add them to others."""
        machine = self._program.machine
        machine.judge_by(judgement)
        below = RandomWord(seed_of(self._seed, number) ^ 0x51B).below
        with suppress(*FAILURES):
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
            later = [list[Game]() for _ in known]
            for world in range(WORLDS):
                imagined = game.imagine(seat, number * WORLDS + world + 1)
                for ends, path in zip(later, known.values(), strict=True):
                    ends.append(self._followed(imagined.fork(), seat, path))
            machine.judge_by(self._form)
            values = [sum(self._worth(each, worths) for each in ends) / WORLDS for ends in later]
            for numbers, value in zip(known, values, strict=True):
                siblings.numbers.frombytes(numbers)
                siblings.positions.append(number)
                siblings.values.append(value)

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
                later = game.after_turns(game.seat, replace(self._budget, horizon=turns - 1))
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
        found = [_foreseen(start, seat, path) for path in ways[:BEST]]
        while ways and len(found) < PATHS:
            path = ways[below(len(ways))]
            found.append(_strayed(start, seat, path[: below(len(path))] if path else [], below))
        return [(path, end) for path, end in found if end.outcome is None]

    def _followed(self, game: Game, seat: int, path: Sequence[object]) -> Game:
        """Return a game after a path, the rest of the turn, and a few turns more."""
        question, turn = game.question, game.turns + 1 + AHEAD
        for answer in path:
            if game.seat != seat or answer not in game.answers(seat, BROAD):
                break
            game.answer(answer)
        return self._later(game, question, turn)

    def _later(self, game: Game, question: int | None, turn: int) -> Game:
        """Return a game at the beginning of a turn, where a question is asked, or at its end before that."""
        for _ in range(MOST_ANSWERS):
            if game.seat is None:
                return game
            if game.question == question:
                if game.turns >= turn:
                    return game
                with game.rationed(Ration(FUEL)):
                    later = game.after_turns(game.seat, replace(self._budget, horizon=turn - game.turns - 1))
                if later is None:
                    break
                game = later
            else:
                game.answer(self._planned(game)[0])
        raise _EndlessError

    def _planned(self, game: Game) -> list[object]:
        """Return the answers of the best path by the judgement."""
        seat, search = game.seat, game.plan_search
        assert seat is not None and search is not None
        first: list[object] = game.open_answers(seat, BROAD)
        if len(first) == 1:
            return first
        with search.lock, game.rationed(Ration(COMPARED.fuel)):
            return list(search.path(0)) if game.found_ways(seat, self._budget) else first[:1]

    def _worth(self, game: Game, worths: PositionWorths | None = None) -> float:
        """Return what a game is worth: at its end, or before it by its features."""
        if game.outcome is None:
            assert worths is not None and game.seat is not None
            return worths.of(game.noted_features(self._form, game.seat))
        won, reached = self._end(game)
        return 1.0 if won else self._consolation * reached

    def _end(self, game: Game) -> tuple[bool, float]:
        """Return whether a game was won, and how near it came to that, from 0 to 1."""
        outcome = game.outcome
        if outcome is None:
            raise _EndlessError
        if "won" in outcome.results:
            return True, 1.0
        lasted = min(game.turns, COUNTED_TURNS) / COUNTED_TURNS
        return False, PROGRESS * max(self._progress.reached(game)) + (1 - PROGRESS) * lasted


def _foreseen(start: Game, seat: int, path: list[object]) -> tuple[list[object], Game]:
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
