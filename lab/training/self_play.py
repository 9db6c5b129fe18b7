"""Plays games to learn from, planned in native code, and notes positions with what came of them for a seat.

Bots plan their turns quickly, with beams of different widths, and now and then act by chance, so that the
positions cover more than good play. Noted are positions such as searches compare: at the beginning of turns,
and where chance comes in at their ends.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from typing import TYPE_CHECKING

from lazaretto.lab.game_rows import names_for, seed_of
from lazaretto.lab.playing.budgets import THINKER
from lazaretto.lab.playing.turn_search import BROAD, Outlook, consents
from lazaretto.lab.training.distance_from_win import Progress
from lazaretto.rules import ChoiceError, Game, Outcome, Program, Ration, RuleError, SpentError
from lazaretto.rules.engine.choose_engine import worthwhile
from lazaretto.rules.engine.engine_names import Engine, EngineError, MissingEngineError
from lazaretto.rules.run.planning.judgement_form import SCORE, JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import Budget, SearchFailedError
from lazaretto.rules.run.random_streams import RandomWord

if TYPE_CHECKING:
    from lazaretto.rules.backends.native.native_code import Lane


MOST_DECISIONS = 20_000
"""A game with more decisions is given up."""
WIDTHS = (3, 8, 40)
"""The beam widths of the bots that play."""
RASH = (0, 0, 20)
"""How many of a hundred turns are partly played by chance, in different games."""
BY_SCORE = 3
"""One of so many games is played by what was learned, even if there is a score."""
LAST_TURN = 30_000
"""Later turns are noted as this one."""
WON, LOST, DRAWN = 2, 0, 1
"""What came of a game for a seat."""
WHOLE = 1_000
"""What a win is worth."""
PROGRESS = 300
"""What a lost game is worth that was nearly won."""
SURVIVED = 2
"""What each turn is worth in a game that all have lost, as far as turns count."""
COUNTED_TURNS = 25
Below = Callable[[int], int]
_RESULTS = {"won": WON, "lost": LOST, "drawn": DRAWN}


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of players and options."""

    players: int
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Notes:
    """Positions: their features, one row after the other, the games they are from, and what came of them."""

    features: int
    numbers: "array[int]" = field(default_factory=lambda: array("h"))
    games: "array[int]" = field(default_factory=lambda: array("q"))
    turns: "array[int]" = field(default_factory=lambda: array("h"))
    seats: "array[int]" = field(default_factory=lambda: array("b"))
    starts: "array[int]" = field(default_factory=lambda: array("b"))
    """Whether a turn begins there."""
    results: "array[int]" = field(default_factory=lambda: array("b"))
    worths: "array[int]" = field(default_factory=lambda: array("h"))
    """What the end of the game was worth: more than its result if it was lost."""
    scores: "array[int]" = field(default_factory=lambda: array("q"))
    """The score of each position, to compare with."""
    cells: "array[int]" = field(default_factory=lambda: array("h"))
    calm: "array[int]" = field(default_factory=lambda: array("b"))
    """Whether nothing was done by chance in the game."""
    played: int = 0
    won: int = 0
    """Games that somebody won."""
    not_won: int = 0
    """Games that somebody did not win."""

    def add_start(
        self, game: int, turn: int, seat: int, numbers: Sequence[int], won: bool, reached: float
    ) -> None:
        """Add a position at the beginning of a turn, of a game that was won or came so near to it."""
        self.numbers.extend(numbers)
        self.games.append(game)
        self.turns.append(min(turn, LAST_TURN))
        self.seats.append(seat)
        self.starts.append(True)
        self.results.append(WON if won else LOST)
        self.worths.append(int(WHOLE * reached))

    def extend(self, other: "Notes") -> None:
        """Add the positions of other games."""
        extend_arrays(self, other, fields(self))
        self.played += other.played
        self.won += other.won
        self.not_won += other.not_won

    def forget(self, kept: int) -> None:
        """Forget all positions but the latest ones."""
        gone = max(0, len(self.games) - kept)
        for each in fields(self):
            found = getattr(self, each.name)
            if isinstance(found, array):
                del found[: gone * (self.features if found is self.numbers else 1)]


def extend_arrays(mine: object, other: object, parts: Iterable[Field[object]]) -> None:
    """Add to each array of a record the one of another record."""
    for part in parts:
        found = getattr(mine, part.name)
        if isinstance(found, array):
            found.extend(getattr(other, part.name))


@dataclass(slots=True)
class _Noted:
    """A position that was noted while its game goes on."""

    seat: int
    turn: int
    start: bool
    numbers: Sequence[int]
    score: int


class SelfPlay:
    """Games of one program that positions are noted from."""

    def __init__(
        self,
        program: Program,
        form: JudgementForm,
        cells: Sequence[Cell],
        seed: int,
        judgement: JudgementForm | None = None,
    ) -> None:
        """Take the cells to play, whose options must be valid, and what bots plan by, with the same features.

        Without a judgement they plan by the score, if that is a feature, or else act by chance.
        """
        self._program = program
        self._form = form
        self._cells = cells
        self._seed = seed
        self._learned = judgement is not None
        program.machine.judge_by(judgement or form)
        tables = program.machine.tables
        self._progress = Progress(tables)
        self._sides = bool(tables.ends_for_some)
        """Whether not all seats win together."""
        scored = [row[1] for row in form.rows if row[0] == SCORE]
        self._score = scored[0] if scored else None
        """The feature that is the score; None: bots do not use it either."""

    def play(self, number: int, notes: Notes) -> bool:
        """Play a game, and add its positions to the notes; return False if it came to no end."""
        seed = seed_of(self._seed, number)
        below = RandomWord(seed ^ 0x5EED).below
        index = below(len(self._cells))
        cell = self._cells[index]
        try:
            game = self._program.start(seed=seed, players=names_for(cell.players), options=cell.options)
            rash = RASH[below(len(RASH))]
            noted = self._noted(game, seed, below, rash)
            outcome = game.outcome
            if outcome is None:
                return False
            worths = self._worths(game, outcome)
        except (RuleError, ChoiceError, IndexError):
            return False
        for each in noted:
            notes.numbers.extend(each.numbers)
            notes.games.append(number)
            notes.turns.append(min(each.turn, LAST_TURN))
            notes.seats.append(each.seat)
            notes.starts.append(each.start)
            notes.results.append(_RESULTS[outcome.results[each.seat]])
            notes.worths.append(worths[each.seat])
            notes.scores.append(each.score)
            notes.cells.append(index)
            notes.calm.append(not rash and (self._learned or self._score is not None))
        notes.played += 1
        notes.won += "won" in outcome.results
        notes.not_won += any(result != "won" for result in outcome.results)
        return True

    def _worths(self, game: Game, outcome: Outcome) -> list[int]:
        """Return what the end of a game is worth for each seat, in thousandths of a win."""
        if "won" not in outcome.results:
            lasted = SURVIVED * min(game.turns, COUNTED_TURNS)
            near = self._progress.reached(game)
        else:
            lasted, near = 0, [0.0] * len(outcome.results)
        worth = {"won": WHOLE, "drawn": WHOLE // 2, "lost": lasted}
        return [
            worth[result] + (int(PROGRESS * part) if result == "lost" else 0)
            for result, part in zip(outcome.results, near, strict=True)
        ]

    def _noted(self, game: Game, seed: int, below: Below, rash: int) -> list[_Noted]:
        """Play a game to its end; return positions of it."""
        judged = self._learned and (self._score is None or below(BY_SCORE) == 0)
        thinks = judged or self._score is not None
        budget = replace(THINKER, width=WIDTHS[below(len(WIDTHS))], final=1, rounds=(), judged_paths=judged)
        found: list[_Noted] = []
        turn, begun, rashly, plan = -1, (-1, -1), False, list[object]()
        planner, planned = -1, game
        for _ in range(MOST_DECISIONS):
            seat = game.seat
            if seat is None:
                break
            here = game.turns, seat if game.turns == 0 else -1  # games without turns: whoever is asked
            if here != begun:
                turn, begun, rashly = turn + 1, here, below(100) < rash
                seats = range(len(game.players)) if self._sides else (seat,)
                found += [self._note(game, each, turn, True) for each in seats]
            if not thinks or (rashly and below(2) == 0):
                plan = []
                game.answer(game.sample(below, None, True))
                continue
            stale = not plan or planner != seat or game.learned(planned)
            if stale or plan[0] not in game.answers(seat, BROAD):
                planned = game.fork()
                plan, planner = self._plan(planned, seat, budget, seed + turn), seat
            answer = plan.pop(0)
            still = game.fork(still=True)
            chance = not still.foresee(answer)
            game.answer(answer)
            if chance and game.turns != begun[0] and still.outcome is None:
                found.append(self._note(still, seat, turn, False))
        return found

    def _plan(self, game: Game, seat: int, budget: Budget, seed: int) -> list[object]:
        """Return the answers of the best path through the turn."""
        first: list[object] = game.open_answers(seat, BROAD)
        if len(first) == 1 or consents(game, game.answered):
            return first[:1]
        start = game.imagine(seat, seed)
        search = start.plan_search
        try:
            with start.rationed(Ration(budget.fuel)):
                if search is None:
                    ways = Outlook(start, seat, budget).ways()
                    return list(ways[0].path) if ways else first[:1]
                with search.lock:
                    return list(search.path(0)) if start.found_ways(seat, budget) else first[:1]
        except (SearchFailedError, SpentError):
            return first[:1]

    def _note(self, game: Game, seat: int, turn: int, start: bool) -> _Noted:
        numbers = game.noted_features(self._form, seat)
        score = game.score(seat) if self._score is None else numbers[self._score]
        return _Noted(seat, turn, start, numbers, score)


def take_engine(program: Program, engine: Engine, seconds: float) -> "tuple[Lane | None, str]":
    """Let plans be searched in native code, if that is possible or asked for; return it, and what failed.

    Raises:
        MissingEngineError: the engine that is asked for is not installed.
    """
    from lazaretto.rules.engine.native_plans import search_natively  # noqa: PLC0415

    if engine == "python":
        return None, ""
    lane = worthwhile(program, seconds) if engine == "auto" else engine
    if lane is None:
        return None, ""
    try:
        search_natively(program, lane)
    except MissingEngineError:
        if engine != "auto":
            raise
        return None, ""
    except EngineError as error:
        return None, str(error)
    return lane, ""
