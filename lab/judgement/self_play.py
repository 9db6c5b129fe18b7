"""Plays games to learn from, and notes positions of them with what came of them for a seat.

Bots of different strength play with different roles, options and numbers of players. In some games the first
turns are partly random, so that the positions cover more than good play; only what comes after them is noted.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lab.budgets import MEDIUM
from lab.game_rows import names_for, seed_of
from lab.lookahead_bot import ThinkerBot
from rules import ChoiceError, Game, Program, RuleError
from rules.run.judgement_form import SCORE, JudgementForm
from rules.run.random_streams import RandomWord

MOST_DECISIONS = 20_000
"""A game with more decisions is given up."""
PATIENT = 64
"""So many decisions of one seat in one turn are noted at most."""
WIDTHS = (1, 3, 10)
"""The beam widths of the bots that play."""
EARLY = 10
"""Random decisions happen before this turn."""
WON, LOST, DRAWN = 2, 0, 1
"""What came of a game for a seat."""
Below = Callable[[int], int]
_WORTH = {"won": WON, "lost": LOST, "drawn": DRAWN}


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
    results: "array[int]" = field(default_factory=lambda: array("b"))
    scores: "array[int]" = field(default_factory=lambda: array("q"))
    """The score of each position, to compare with."""
    cells: "array[int]" = field(default_factory=lambda: array("h"))
    played: int = 0
    won: int = 0

    def extend(self, other: "Notes") -> None:
        """Add the positions of other games."""
        for name in ("numbers", "games", "results", "scores", "cells"):
            getattr(self, name).extend(getattr(other, name))
        self.played += other.played
        self.won += other.won


@dataclass(slots=True)
class _Noted:
    """A position that was noted while its game goes on."""

    seat: int
    numbers: list[int]
    score: int


class SelfPlay:
    """Games of one program that positions are noted from."""

    def __init__(self, program: Program, form: JudgementForm, cells: Sequence[Cell], seed: int) -> None:
        """Take the cells to play; their options must be valid."""
        self._program = program
        self._form = form
        self._cells = cells
        self._seed = seed
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
            noted = self._noted(game, seed, below)
        except (RuleError, ChoiceError, IndexError):
            return False
        outcome = game.outcome
        if outcome is None:
            return False
        for each in noted:
            notes.numbers.extend(each.numbers)
            notes.games.append(number)
            notes.results.append(_WORTH[outcome.results[each.seat]])
            notes.scores.append(each.score)
            notes.cells.append(index)
        notes.played += 1
        notes.won += "won" in outcome.results
        return True

    def _noted(self, game: Game, seed: int, below: Below) -> list[_Noted]:
        """Play a game to its end; return positions of it."""
        learned = game.machine.judgement is not None
        judged = learned and (self._score is None or below(2) == 0)
        bot = ThinkerBot(
            seed, replace(MEDIUM, width=WIDTHS[below(len(WIDTHS))], judged_ends=judged, judged_paths=judged)
        )
        thinks = (self._score is not None or learned) and below(8) > 0
        rash = (0, 0, 1, 3)[below(4)]
        early = below(EARLY) if rash else 0
        found: list[_Noted] = []
        turn, last, left = -1, -1, 0
        for _ in range(MOST_DECISIONS):
            seat = game.seat
            if seat is None:
                break
            whole = game.turns >= early
            if whole and game.turns != turn:
                turn, left = game.turns, PATIENT
                found.append(self._note(game, seat))
                if last not in (-1, seat):
                    found.append(self._note(game, last))
            elif whole and left and below(6) == 0:
                found.append(self._note(game, seat))
            left -= 1
            last = seat
            if not thinks or (not whole and below(10) < rash):
                game.answer(game.sample(below, None, True))
                continue
            before = game.fork() if whole and below(3) == 0 else None
            bot.play(game)
            if before is not None:
                self._note_before_chance(before, game, seat, found)
        return found

    def _note(self, game: Game, seat: int) -> _Noted:
        numbers = game.features(self._form, seat)
        return _Noted(seat, numbers, game.score(seat) if self._score is None else numbers[self._score])

    def _note_before_chance(self, before: Game, after: Game, seat: int, found: list[_Noted]) -> None:
        """Note the position where chance comes in after an answer: searches judge such positions."""
        answer = after.last_answer
        if after.learned(before):
            still = before.fork(still=True)
            if not still.foresee(answer) and still.outcome is None:
                found.append(self._note(still, seat))
