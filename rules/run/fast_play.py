"""Plays a game without texts: answers as the state stores them, copies, scores. Bots use only this."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Self

from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import RuleError, VeilError
from lazaretto.rules.run.limits import MOST, Ration
from lazaretto.rules.run.machine import Book, Machine
from lazaretto.rules.run.questions.legal_answers import (
    Answer,
    Below,
    Journal,
    Pending,
    forgotten,
    still_waiting,
)
from lazaretto.rules.run.questions.question_forms import AskOffer, AskWindow
from lazaretto.rules.run.random_streams import mix
from lazaretto.rules.run.records.choice_history import Entry, entries_since
from lazaretto.rules.run.secrets.choose_unseen_pieces import Positions, WithUnseen, revealed
from lazaretto.rules.run.secrets.determinize import NOTHING, Turning, confused, imagine
from lazaretto.rules.run.state import Said, State
from lazaretto.rules.run.views import text_rendering
from lazaretto.rules.run.views.decision_wording import answer_key

Automatic = list[tuple[Any, ...]]
"""Questions that had only one answer, each with it."""
_DEALS = 40
"""How many determinisations are tried."""
_STEP = 1_000
"""What each answer, look and copy takes from a ration, besides its fuel."""
_COPIED = 2
"""How many values are copied for one unit of a ration."""
_DRAWN = 10
"""What drawing again where a piece lies takes from a ration, besides what each seat then knows of it."""


class Play:
    """A game in progress, without texts."""

    __slots__ = (
        "_deals",
        "_journal",
        "_kept",
        "_machine",
        "_options",
        "_origin",
        "_pending",
        "_ration",
        "_seed",
        "_state",
        "_whole",
        "players",
    )

    def __init__(
        self,
        machine: Machine,
        board: State,
        players: tuple[str, ...],
        seed: int,
        options: Mapping[str, str],
        kept: Mapping[str, str] | None = None,
    ) -> None:
        self._machine = machine
        self._state = machine.laid(board, seed)
        self.players = players
        self._seed = seed
        self._options = dict(options)
        self._kept = dict(kept or {})
        """What the game before it in its campaign handed on."""
        self._journal: Journal = None
        self._pending: Pending | None = None
        self._origin: tuple[Callable[[], State], Journal] = (partial(machine.laid, board, seed), None)
        """Recreates the state at which this game's journal starts, and the journal at that point."""
        self._whole = False
        """Whether it is played from its beginning; a test of a single rule may simply end."""
        self._deals: tuple[tuple[int, int, int], ...] = ()
        """The deals during the game: the answers and choices before each, and its seed."""
        self._ration: Ration | None = None
        """Limits the work on this game and its copies, while it is set."""

    def begin(self) -> Self:
        """Play from the initial board to the first decision."""
        self._pending = self._machine.call(self._state, self._machine.tables.entry)
        self._origin = (partial(self._machine.begun, self._origin[0]), None)
        self._whole = True
        self._watch()
        return self

    def begin_here(self) -> None:
        """Start the journal here; undo cannot go back past this point."""
        self._origin = (self._state.fork().fork, self._journal)

    def _watch(self) -> None:
        """Check that a game that waits for nobody is over."""
        if self._pending is None and self._whole and self._state.over is None:
            raise RuleError(messages.STOPS_WITHOUT_END())

    @property
    def scenario(self) -> str:
        """The name of the scenario."""
        return self._machine.tables.name

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._state.turns

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None if nobody is."""
        return self._pending.seat if self._pending is not None else None

    @property
    def together(self) -> tuple[int, ...]:
        """The seats that answer the question at the same time; empty if only one is asked."""
        slots = None if self._pending is None else self._machine.asks[self._pending.ask].together
        return () if slots is None else tuple(self._state.stack[-1][slots[0]])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that the game waits for; several only if they answer at the same time."""
        pending = self._pending
        slots = None if pending is None else self._machine.asks[pending.ask].together
        if pending is None or slots is None:
            return () if pending is None else (pending.seat,)
        frame = self._state.stack[-1]
        return still_waiting(frame[slots[0]], frame[slots[1]])

    def turn_to(self, seat: int) -> None:
        """Make the question that of another seat, if both answer at the same time."""
        pending = self._pending
        if pending is not None and seat != pending.seat and seat in self.together:
            self._state.stack[-1][self._machine.asks[pending.ask].seat] = seat
            self._pending = self._asked_now()

    def _asked_now(self) -> Pending | None:
        """Return the question that the state waits for, worked out again."""
        if self._ration is None:
            return self._machine.pending(self._state)
        self._ration.check()
        with self._paying(self._ration):
            return self._machine.pending(self._state)

    @contextmanager
    def _paying(self, ration: Ration) -> Iterator[None]:
        """Take the fuel of a decision from a ration, also if a rule fails."""
        try:
            yield
        finally:
            ration.left -= self._machine.fuel - self._state.fuel + _STEP

    @property
    def question(self) -> int | None:
        """A number that identifies the question in the rules; None if nobody is asked."""
        return self._pending.ask if self._pending is not None else None

    @property
    def position(self) -> object:
        """Something that stays the same object until an answer is given or taken back."""
        return self._journal

    @property
    def answered(self) -> int | None:
        """The seat that gave the last answer; None before the first."""
        return self._journal[1] if self._journal is not None else None

    @property
    def answers_given(self) -> tuple[Entry, ...]:
        """All answers so far, secret ones included: for a game that is played again, not for players."""
        return tuple(entries_since(self._journal, self._origin[1]))

    @property
    def outcome(self) -> text_rendering.Outcome | None:
        """Who won, who lost, and why; None while the game is running."""
        return text_rendering.outcome_of(self._state, self._machine.tables, self._said, self.campaign_over)

    @property
    def ended_by(self) -> str:
        """The source position of the rule that ended the game; empty while it is running."""
        over = self._state.over
        return self._machine.tables.ending_places.get(over[1][0], "") if over is not None else ""

    def _said(self, text: Said) -> str:
        return text_rendering.said(self._machine.tables, self.players, text)

    @property
    def inside(self) -> bool:
        """Whether the question is a further step of an action that has begun."""
        return self._pending is not None and self._machine.asks[self._pending.ask].step

    @property
    def offers(self) -> bool:
        """Whether the question offers actions, and not what an action or a rule wants to know."""
        if self._pending is None:
            return False
        return isinstance(self._machine.asks[self._pending.ask].form, AskOffer | AskWindow)

    # --- answers -------------------------------------------------------------------------------

    def sample(self, below: Below, seat: int | None = None, weighed: bool = False) -> Answer:
        """Return a random open answer.

        With a seat, only its own actions: interruptions are left to the other seats. If weighed, actions are
        drawn by weight.
        """
        assert self._pending is not None
        sample = self._machine.choosing.sample
        if self._ration is None:  # a context would take longer than the draw
            return sample(self._state, self._pending, below, seat, weighed)
        with self._spending():
            return sample(self._state, self._pending, below, seat, weighed)

    def answers(self, seat: int, most: int) -> list[Answer]:
        """Return the open answers of a seat; if they are not actions, at most `most` of them.

        They mean the same in every determinisation for this seat.
        """
        pending, machine = self._pending, self._machine
        assert pending is not None
        with self._spending():
            found = machine.choosing.answers(self._state, pending, seat, most)
        if pending.answers.__class__ is not WithUnseen:
            return found
        base = machine.asks[pending.ask].base
        return list(map(Positions(self._state, pending.seat, base, pending.answers).hidden, found))

    def open_answers(self, seat: int, most: int) -> list[Answer]:
        """Return `answers`; if there is none for this seat, anybody's.

        Raises:
            RuleError: nobody can answer: whatever is chosen, `such that` refuses it.
        """
        pending = self._pending
        assert pending is not None
        found = self.answers(seat, most)
        if not found and self._machine.menu_asks[pending.ask]:
            return list(pending.answers)
        if not found:
            place = self._machine.asks[pending.ask].place
            raise RuleError(messages.FAULT_AT(place=place, fault=messages.NO_CHOICE_ALLOWED()))
        return found

    def score(self, seat: int) -> int:
        """Rate the position of a seat with the game's own `score`; 0 if it has none.

        The score may read hidden state: a bot that must not know it calls this on a determinised copy.
        """
        score = self._machine.tables.score
        if score is None:
            return 0
        with self._spending(), self._machine.looking(self._state):
            return int(self._machine.backend.value(score)(self._state, seat))

    @property
    def campaign_over(self) -> bool:
        """Whether the game is over and the last one of its campaign, as the game's own value says."""
        number = self._machine.tables.campaign_over
        if number is None or self._state.over is None:
            return False
        try:
            with self._spending(), self._machine.looking(self._state):
                return bool(self._machine.backend.value(number)(self._state))
        except RuleError:  # a result that is there must not be lost
            return False

    @property
    def team(self) -> tuple[int, ...]:
        """The seats that play together, as the game's own `team` says; all of them if it says nothing."""
        team = self._machine.tables.team
        if team is None:
            return tuple(range(len(self.players)))
        with self._spending(), self._machine.looking(self._state):
            return tuple(sorted({int(each) for each in self._machine.backend.value(team)(self._state)}))

    def answer(self, answer: Answer) -> None:
        """Give an answer that is known to be open."""
        pending, state, machine = self._pending, self._state, self._machine
        assert pending is not None
        ask = pending.ask
        told = answer
        if pending.answers.__class__ is WithUnseen:
            answer = revealed(state, answer)
            told = machine.told(state, ask, pending.seat, pending.answers, answer)
        seat = answer[0] if machine.menu_asks[ask] and answer is not None else pending.seat
        if self._ration is not None:
            self._ration.check()
        self._journal = (self._journal, seat, ask, told, state.barrier)
        try:
            self._pending = pending = machine.answer(state, answer)
        finally:
            if self._ration is not None:
                self._ration.left -= machine.fuel - state.fuel + _STEP
        if pending is None:
            self._watch()

    def wander(self, below: Below, most: int = MOST, automatic: Automatic | None = None) -> int:
        """Play on with `sample` and `answer`, to the end or for `decisions`; return how many were made.

        `automatic` gets the questions that had only one answer, except those after the last choice.
        """
        if self._pending is None:
            return 0
        book = Book(self._journal, [] if automatic is None else automatic)
        try:
            made = self._machine.wander(self._state, self._pending, book, below, most)
        finally:
            self._journal = book.journal
            self._pending = self._machine.pending(self._state)
        self._watch()
        return made

    @contextmanager
    def rationed(self, ration: Ration) -> Iterator[None]:
        """Limit the work on this game, and on all copies that are made inside the context.

        The context and everything in it may raise `SpentError` or `StoppedError`. If a ration is set already,
        its flags end this work too, and it pays for it.
        """
        before, self._ration = self._ration, ration
        if before is not None:
            ration.put_inside(before)
        first = ration.left
        try:
            yield
        finally:
            self._ration = before
            if before is not None and first != float("inf"):
                before.left -= first - ration.left

    def leave_ration(self) -> None:
        """Let a copy that is used outside the context in which it was made pay no more from its ration."""
        self._ration = None

    @contextmanager
    def _spending(self) -> Iterator[None]:
        """Take the fuel for looking at this game from its ration."""
        ration = self._ration
        if ration is None:
            yield
            return
        ration.check()
        before = self._state.looked
        try:
            yield
        finally:
            ration.left -= self._state.looked - before + _STEP

    def foresee(self, answer: Answer) -> bool:
        """Answer in a still fork; return whether it reached the next question or the end without chance.

        If not, the fork stops where something would be revealed or drawn at random. It can be viewed there,
        but nobody is asked any more.
        """
        try:
            self.answer(answer)
        except VeilError:
            self._pending = None
            return False
        return True

    def key(self, answer: Answer) -> str:
        """Return the key of an answer to the current question, as the asked seat may know it."""
        pending, machine = self._pending, self._machine
        assert pending is not None
        if pending.answers.__class__ is WithUnseen:
            known = revealed(self._state, answer)
            answer = machine.told(self._state, pending.ask, pending.seat, pending.answers, known)
        return answer_key(machine, self.players, pending.ask, answer)

    # --- copying -------------------------------------------------------------------------------

    def fork(self, still: bool = False) -> Self:
        """Return an independent copy, even while a rule is suspended.

        A still copy stops before anything is revealed or drawn at random: see `foresee`.
        """
        if self._ration is not None:
            self._ration.left -= _STEP + (len(self._state.v) + len(self._state.w)) // _COPIED
            self._ration.check()
        new = self.__class__.__new__(self.__class__)
        new._machine = self._machine
        new._state = self._state.fork(still)
        new.players = self.players
        new._seed = self._seed
        new._options = self._options
        new._kept = self._kept
        new._journal = self._journal
        new._pending = self._pending
        new._origin = self._origin
        new._whole = self._whole
        new._deals = self._deals
        new._ration = self._ration
        return new

    def mark(self) -> int:
        """Return a hash that is equal for the same board at the same question, however it was reached."""
        state = self._state
        return hash((tuple(state.v), tuple(map(tuple, state.p)), tuple(map(tuple, state.stack)), state.ask))

    def learned(self, before: "Play") -> bool:
        """Whether something was revealed or drawn at random since an earlier copy."""
        return self._state.barrier != before._state.barrier

    def unknown(self, seat: int) -> tuple[int, ...]:
        """Return the size of each set of pieces that a seat cannot tell apart, without those in heaps."""
        parts = confused(self._state, seat)
        return tuple(len(part.pieces) for part in parts if part.mixture is None)

    def imagine(
        self,
        seat: int,
        seed: int = 0,
        turning: Turning | None = None,
        believed: Mapping[int, Any] = NOTHING,
    ) -> Self:
        """Return a determinisation: a fork in which everything the seat cannot see is drawn again.

        Variables that it cannot see get the values that are `believed`, as far as that is possible.

        The asked seat must still be able to answer, so this draws until it can; if it never can, the pieces
        that the asked seat sees stay unchanged.
        """
        for attempt in range(_DEALS + 1):
            new = self.fork()
            kept = self.seat if attempt == _DEALS else None
            new._pay_for_drawing()
            with new._spending():
                imagine(self._machine, new._state, seat, mix(seed + attempt), kept, turning, believed)
            new._forget_others(seat)
            try:
                new._pending = new._asked_now()
            except RuleError:
                continue
            new.begin_here()
            return new
        raise RuleError(messages.NO_DEAL())

    def _pay_for_drawing(self) -> None:
        if self._ration is not None:
            self._ration.left -= len(self._state.w) * (_DRAWN + len(self._state.minds))

    def _forget_others(self, seat: int) -> None:
        """Take back what other seats have answered to a question that this seat answers, too."""
        info = None if self._pending is None else self._machine.asks[self._pending.ask]
        if info is not None and info.together is not None:
            frame, (seats, given) = self._state.stack[-1], info.together
            frame[given] = forgotten(frame[seats], frame[given], seat)
            left = still_waiting(frame[seats], frame[given])
            frame[info.seat] = seat if seat in left or not left else left[0]
