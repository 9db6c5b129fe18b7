"""The public interface of a running game: decisions, choices, views, forks, records, outcome.

Front ends use a game only through this class and never access its state.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from rules.run import messages, text_rendering
from rules.run.choice_history import STEP, Entry, choices_of, entries_since
from rules.run.decision_wording import Asking, Decision, answer_key
from rules.run.determinize import imagine
from rules.run.errors import ChoiceError, RuleError, VeilError
from rules.run.legal_answers import Answer, Below, Journal, Pending
from rules.run.limits import MOST
from rules.run.machine import Machine
from rules.run.outcome_wording import Outcome, outcome_of
from rules.run.random_streams import mix
from rules.run.record_file import Record
from rules.run.state import Log, Said, State
from rules.run.view_builder import log_of, view_of, views_of
from rules.run.view_types import View

_DEALS = 40
"""How many determinisations are tried."""


class Game:
    """A game in progress."""

    __slots__ = (
        "_journal",
        "_machine",
        "_options",
        "_origin",
        "_pending",
        "_seed",
        "_state",
        "_whole",
        "players",
    )

    def __init__(
        self, machine: Machine, board: State, players: tuple[str, ...], seed: int, options: Mapping[str, str]
    ) -> None:
        self._machine = machine
        self._state = machine.laid(board, seed)
        self.players = players
        self._seed = seed
        self._options = dict(options)
        self._journal: Journal = None
        self._pending: Pending | None = None
        self._origin: tuple[Callable[[], State], Journal] = (partial(machine.laid, board, seed), None)
        """Recreates the state at which this game's journal starts, and the journal at that point."""
        self._whole = False
        """Whether it is played from its beginning; a test of a single rule may simply end."""

    def begin(self) -> "Game":
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

    # --- deciding ------------------------------------------------------------------------------

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
    def decision(self) -> Decision | None:
        """The current decision; None when the game is over.

        Raises:
            RuleError: a rule that computes a reason or a question failed.
        """
        asking = self._asking()
        if asking is None:
            return None
        with self._machine.looking(self._state):
            return asking.decision()

    def _asking(self) -> Asking | None:
        if self._pending is None:
            return None
        return Asking(self._machine, self._state, self.players, self._pending)

    @property
    def question(self) -> int | None:
        """A number that identifies the question in the rules; None if nobody is asked."""
        return self._pending.ask if self._pending is not None else None

    @property
    def answered(self) -> int | None:
        """The seat that gave the last answer; None before the first."""
        return self._journal[1] if self._journal is not None else None

    @property
    def inside(self) -> bool:
        """Whether the question is a further step of an action that has begun."""
        return self._pending is not None and self._machine.asks[self._pending.ask].step

    def choose(
        self, key: str, seat: int | None = None, watch: Callable[[], None] | None = None
    ) -> tuple[str, ...]:
        """Choose by key, which may name several steps; return the public log lines that followed.

        `watch` is called after each line of the log, while the rules run: it may only call `glimpse`.

        Raises:
            ChoiceError: the choice is not open; nothing has changed.
            RuleError: a rule failed; nothing has changed.
        """
        before = self._state.fork(), self._journal, self._pending
        log = self._state.log
        try:
            steps = [part.strip() for part in key.split(STEP)]
            while steps:
                asking = self._asking()
                if asking is None:
                    raise ChoiceError(messages.GAME_OVER())
                with self._machine.looking(self._state):
                    found = asking.find(steps.pop(0), seat)
                with self.watching(watch):
                    self.answer(found)
                self.skip_forced(steps)
        except (ChoiceError, RuleError) as error:
            if isinstance(error, ChoiceError) and self._pending is not None:
                error.place = self._machine.asks[self._pending.ask].place
            self._state, self._journal, self._pending = before
            raise
        return self._since(log)

    def watching(self, watch: Callable[[], None] | None) -> AbstractContextManager[None]:
        """Call `watch` after each line of the log while answers are given."""
        return self._state.watched(watch)

    def skip_forced(self, steps: list[str]) -> None:
        """Skip steps that name an answer which was given automatically."""
        for key in self.forced:
            if steps and steps[0].casefold() == key.casefold():
                steps.pop(0)

    @property
    def forced(self) -> tuple[str, ...]:
        """The keys of answers given automatically since the last choice."""
        return tuple(
            answer_key(self._machine, self.players, ask, answer) for ask, answer in self._state.forced
        )

    def _since(self, log: Log) -> tuple[str, ...]:
        found: list[str] = []
        link = self._state.log
        while link is not None and link is not log:
            link, readers, _, template, *gaps = link
            if readers is None:
                found.append(self._said((template, tuple(gaps))))
        return tuple(reversed(found))

    def _said(self, text: Said) -> str:
        return text_rendering.said(self._machine.tables, self.players, text)

    # --- fast access without texts -------------------------------------------------------------

    def sample(self, below: Below, seat: int | None = None, weighed: bool = False) -> Answer:
        """Return a random open answer.

        With a seat, only its own actions: interruptions are left to the other seats. If weighed, actions are
        drawn by weight.
        """
        assert self._pending is not None
        return self._machine.choosing.sample(self._state, self._pending, below, seat, weighed)

    def answers(self, seat: int, most: int) -> list[Answer]:
        """Return the open answers of a seat; if they are not actions, at most `most` of them."""
        assert self._pending is not None
        return self._machine.choosing.answers(self._state, self._pending, seat, most)

    def score(self, seat: int) -> int:
        """Rate the position of a seat with the game's own `score`; 0 if it has none.

        The score may read hidden state: a bot that must not know it calls this on a determinised copy.
        """
        score = self._machine.tables.score
        if score is None:
            return 0
        with self._machine.looking(self._state):
            return int(self._machine.backend.value(score)(self._state, seat))

    def answer(self, answer: Answer) -> None:
        """Give an answer that is known to be open."""
        pending, state, machine = self._pending, self._state, self._machine
        assert pending is not None
        ask = pending.ask
        seat = answer[0] if machine.menu_asks[ask] and answer is not None else pending.seat
        self._journal = (self._journal, seat, ask, answer, state.barrier)
        self._pending = pending = machine.answer(state, answer)
        if pending is None:
            self._watch()

    def wander(self, below: Below, most: int = MOST) -> int:
        """Play on with `sample` and `answer`, to the end or for `decisions`; return how many were made."""
        if self._pending is None:
            return 0
        book = [self._journal]
        try:
            made = self._machine.wander(self._state, self._pending, book, below, most)
        finally:
            (self._journal,) = book
            self._pending = self._machine.pending(self._state)
        self._watch()
        return made

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
        """Return the key of an answer to the current question."""
        assert self._pending is not None
        return answer_key(self._machine, self.players, self._pending.ask, answer)

    # --- views ---------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """Who won, who lost, and why; None while the game is running."""
        return outcome_of(self._state, self._said)

    def log(self, seat: int | None) -> tuple[str, ...]:
        """Return the log as a seat may read it; None: as everybody may."""
        return tuple(line.text for line in log_of(self._machine, self._state, self.players, seat))

    def view(self, seat: int | None) -> View:
        """Return everything a seat may see, as plain data; None: the public view."""
        decision = self.decision
        with self._machine.looking(self._state):
            return view_of(self._machine, self._state, self.players, seat, decision)

    def views(self) -> tuple[View, tuple[View, ...]]:
        """Return the public view, and the view of each seat."""
        decision = self.decision
        with self._machine.looking(self._state):
            return views_of(self._machine, self._state, self.players, decision)

    def glimpse(self, seat: int | None) -> View:
        """Return what a seat sees while a rule runs and nobody is asked; for watchers of a choice."""
        fuel = self._state.fuel
        try:
            with self._machine.looking(self._state):
                return view_of(self._machine, self._state, self.players, seat, None)
        finally:
            self._state.fuel = fuel

    # --- copying -------------------------------------------------------------------------------

    def fork(self, still: bool = False) -> "Game":
        """Return an independent copy, even while a rule is suspended.

        A still copy stops before anything is revealed or drawn at random: see `foresee`.
        """
        new = Game.__new__(Game)
        new._machine = self._machine
        new._state = self._state.fork(still)
        new.players = self.players
        new._seed = self._seed
        new._options = self._options
        new._journal = self._journal
        new._pending = self._pending
        new._origin = self._origin
        new._whole = self._whole
        return new

    def mark(self) -> int:
        """Return a hash that is equal for the same board at the same question, however it was reached."""
        state = self._state
        return hash((tuple(state.v), tuple(map(tuple, state.p)), tuple(map(tuple, state.stack)), state.ask))

    def learned(self, before: "Game") -> bool:
        """Whether something was revealed or drawn at random since an earlier copy."""
        return self._state.barrier != before._state.barrier

    def imagine(self, seat: int, seed: int = 0) -> "Game":
        """Return a determinisation: a fork in which everything the seat cannot see is drawn again.

        The asked seat must still be able to answer, so this draws until it can; if it never can, the pieces
        that the asked seat sees stay unchanged.
        """
        for attempt in range(_DEALS + 1):
            new = self.fork()
            kept = self.seat if attempt == _DEALS else None
            imagine(self._machine, new._state, seat, mix(seed + attempt), kept)
            try:
                new._pending = self._machine.pending(new._state)
            except RuleError:
                continue
            new.begin_here()
            return new
        raise RuleError(messages.NO_DEAL())

    def _entries(self) -> list[Entry]:
        return entries_since(self._journal, self._origin[1])

    def choices(self, seat: int | None) -> tuple[tuple[int, str | None], ...]:
        """Return who chose what, as a seat may know it; None for others' secrets until the game ends."""
        machine, over = self._machine, self._state.over is not None
        return tuple(
            (each.seat, each.key(machine, self.players) if over or each.open_to(seat) else None)
            for each in choices_of(machine, self._entries())
        )

    @property
    def choices_made(self) -> int:
        """Count the choices so far; a choice of several steps counts once."""
        return len(choices_of(self._machine, self._entries()))

    def record(self) -> Record:
        """Return scenario, options, seed and choices, secret ones included: for storage, not for players."""
        made = choices_of(self._machine, self._entries())
        outcome, tables = self.outcome, self._machine.tables
        return Record(
            tables.name,
            tables.title,
            self.players,
            self._options,
            tables.switched,
            self._seed,
            tables.digest,
            tuple((each.seat, each.key(self._machine, self.players)) for each in made),
            outcome.reason if outcome is not None else "",
        )

    def undo(self) -> None:
        """Undo the last choice.

        Raises:
            ChoiceError: something was revealed or drawn at random since, or there is nothing to undo.
        """
        entries = self._entries()
        if not entries:
            raise ChoiceError(messages.NOTHING_TO_UNDO())
        if entries[-1].barrier != self._state.barrier:
            raise ChoiceError(messages.CANNOT_UNDO())
        self.replay(entries[:-1])

    def replay(self, entries: list[Entry]) -> None:
        """Go back to the start of the journal and give these answers."""
        again, self._journal = self._origin
        self._state = again()
        self._pending = self._machine.pending(self._state)
        for entry in entries:
            self.answer(entry.answer)

    # --- for tests -----------------------------------------------------------------------------

    def snapshot(self) -> tuple[Any, ...]:
        """Return the whole state as one comparable value."""
        return self._state.snapshot()

    def broken(self) -> tuple[str, ...]:
        """Return the invariants that do not hold."""
        with self._machine.looking(self._state):
            return tuple(
                text
                for number, text in enumerate(self._machine.tables.invariants)
                if not self._machine.backend.invariant(number)(self._state)
            )
