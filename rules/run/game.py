"""The public interface of a running game: decisions, choices, views, forks, records, outcome.

Front ends use a game only through this class and never access its state. `WordedPlay`, its base, puts a game
in words: its log, its answers as options, and the terms of its score for hints. A question that answers
itself, because one answer alone is open, is put to nobody; whoever names a closed candidate of it still gets
its reason.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any

from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import GoalInfo
from lazaretto.rules.run.errors import ChoiceError, RuleError
from lazaretto.rules.run.fast_play import Play
from lazaretto.rules.run.identifier_of_name import identifier
from lazaretto.rules.run.limits import Ration
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.planning.score_breakdown import Share, Term, Terms
from lazaretto.rules.run.planning.searched_game import SearchedGame
from lazaretto.rules.run.questions.legal_answers import Answer, Pending
from lazaretto.rules.run.questions.question_forms import AskConfirm, offers_actions, takes_several
from lazaretto.rules.run.records.campaign_values import CampaignValues
from lazaretto.rules.run.records.choice_history import STEP, Entry, choices_of, entries_since
from lazaretto.rules.run.records.record_file import Deal, Record, WhatIf
from lazaretto.rules.run.secrets.determinize import deal_anew
from lazaretto.rules.run.secrets.knowledge import all_know_of_players, shared
from lazaretto.rules.run.state import Log, State
from lazaretto.rules.run.views.decision_wording import Asking, Decision, Option, forced_names, names_answer
from lazaretto.rules.run.views.text_rendering import Ref
from lazaretto.rules.run.views.view_builder import (
    OpenWindow,
    log_of,
    open_window,
    rendered_log,
    view_of,
    views_of,
)
from lazaretto.rules.run.views.view_types import View


def _closed_when_forced(
    machine: Machine, players: Sequence[str], copy: State, answer: Answer, seat: int
) -> tuple[Option, ...]:
    """Return what is closed at the questions to a seat that answer themselves after an answer, in a copy.

    Only those that come before anything is revealed or left to chance: what follows is not known yet.
    """
    found = _Forced(machine, players, copy, seat)
    with suppress(RuleError):  # whoever gives the answer is told
        machine.answer(copy, answer, found)
    return tuple(found.closed)


class _Forced(list[tuple[Any, ...]]):
    """The answers given automatically, which notes what is closed at each of their questions."""

    def __init__(self, machine: Machine, players: Sequence[str], state: State, seat: int) -> None:
        super().__init__()
        self.machine, self.players, self.state, self.seat = machine, players, state, seat
        self.barrier = state.barrier
        self.closed: list[Option] = []

    def append(self, forced: tuple[Any, ...], /) -> None:
        super().append(forced)
        machine, state, ask = self.machine, self.state, forced[0]
        asked = state.stack[-1][machine.asks[ask].seat]
        if machine.menu_asks[ask] or asked != self.seat or state.barrier != self.barrier:
            return
        fuel = state.fuel
        try:
            with machine.looking(state):
                answers = forced[-1] if takes_several(machine.asks[ask].form) else forced[-1:]
                pending = Pending(ask, asked, answers, len(answers), len(answers))
                asking = Asking(machine, state, self.players, pending)
                self.closed.extend(asking.closed())
        finally:
            state.fuel = fuel


class WordedPlay(Play):
    """A game in progress that can be told in words."""

    __slots__ = ()

    def _asking(self) -> Asking | None:
        if self._pending is None:
            return None
        return Asking(self._machine, self._state, self.players, self._pending)

    def _since(self, log: Log) -> tuple[str, ...]:
        found: list[str] = []
        link = self._state.log
        while link is not None and link is not log:
            link, readers, _, template, *gaps = link
            if readers is None:
                found.append(self._said((template, tuple(gaps))))
        return tuple(reversed(found))

    def log(self, seat: int | None) -> tuple[str, ...]:
        """Return the log as a seat may read it; None: as everybody may."""
        log = rendered_log(self._machine, self._state, self.players)
        return tuple(line.text for line in log_of(log, seat))

    def option(self, answer: Answer) -> Option:
        """Return an open answer to the current question in words."""
        asking = self._asking()
        assert asking is not None
        with self._spending(), self._machine.looking(self._state):
            return asking.option(answer)

    def terms(self, seat: int) -> dict[Term, Share]:
        """Return what each term adds to the score of a seat; empty if the game has no score.

        As with `score`, who must not know hidden state calls this on a determinised copy.
        """
        terms = self._terms()
        if terms is None:
            return {}
        with self._spending(), self._machine.looking(self._state):
            return terms.of(seat)

    def term_words(self, term: Term, share: Share) -> str:
        """Say in words what a term is about in this position."""
        terms = self._terms()
        assert terms is not None
        with self._spending(), self._machine.looking(self._state):
            return terms.words(term.number, share.arguments, self.players)

    def term_refs(self, term: Term, share: Share) -> tuple[Ref, ...]:
        """Return the things that a term is about."""
        terms = self._terms()
        return () if terms is None else terms.refs(term.number, share.arguments, self.players)

    def _terms(self) -> Terms | None:
        machine = self._machine
        tree = machine.tables.terms
        return None if tree is None else Terms(machine.tables, machine.backend, self._state, tree)

    @property
    def is_rated(self) -> bool:
        """Whether the game says how good a position is."""
        return self._machine.tables.score is not None

    @property
    def feared(self) -> dict[str, int]:
        """The position on each track on which a loss depends, by the track's label."""
        tables, state = self._machine.tables, self._state
        tracks = [tables.tracks[number] for number in tables.feared]
        return {track.looks.get("label") or track.name: state.v[track.offset] for track in tracks}


class Game(SearchedGame, WordedPlay):
    """A game in progress."""

    __slots__ = ()

    # --- deciding ------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The current decision; None when the game is over.

        Raises:
            RuleError: a rule that computes a reason or a question failed.
        """
        pending, asking = self._pending, self._asking()
        if pending is None or asking is None:
            return None
        worded: Decision | None = pending.worded
        if worded is None:
            with self._spending(), self._machine.looking(self._state):
                worded = pending.worded = asking.decision()
        return worded

    @property
    def offers_actions(self) -> bool:
        """Whether the current decision is about which action to do, not about something within one."""
        return self._pending is not None and offers_actions(self._machine.asks[self._pending.ask].form)

    @property
    def asks_consent(self) -> bool:
        """Whether a player is asked to consent to an action of somebody else."""
        form = None if self._pending is None else self._machine.asks[self._pending.ask].form
        return isinstance(form, AskConfirm) and form.consent

    @property
    def window(self) -> OpenWindow | None:
        """The window that is open; None if something else is asked.

        Raises:
            RuleError: a rule that computes the question failed.
        """
        asking = self._asking()
        if asking is None:
            return None
        with self._spending(), self._machine.looking(self._state):
            return open_window(asking)

    @property
    def playable(self) -> frozenset[tuple[int, int]]:
        """The actions that are open now, with the seats that may do them; it may tell secrets."""
        pending = self._pending
        if pending is None or not self.offers_actions:
            return frozenset()
        return frozenset(answer for answer in pending.answers if answer is not None)

    @property
    def is_open(self) -> bool:
        """Whether all seats play together and no player's own pile or value is hidden from others by a rule.

        Raises:
            RuleError: a rule that computes the team failed.
        """
        if self._state.veiled or len(self.team) < len(self.players):
            return False
        with self._spending(), self._machine.looking(self._state):
            return all_know_of_players(self._machine.tables, self._machine.backend, self._state)

    @property
    def gauges(self) -> tuple[int, ...]:
        """The positions on all tracks, which everybody sees."""
        return tuple(self._state.v[track.offset] for track in self._machine.tables.tracks)

    def decision_of(self, seat: int | None) -> Decision | None:
        """The current decision, as a question to this seat if several answer at the same time.

        Raises:
            RuleError: as in `decision`.
        """
        pending = self._pending
        if pending is None or seat is None or seat == pending.seat or seat not in self.together:
            return self.decision
        if pending.parts is None:
            pending.parts = {}
        if seat not in pending.parts:
            frame, slot = self._state.stack[-1], self._machine.asks[pending.ask].seat
            frame[slot] = seat
            try:
                part = self._asked_now()
                assert part is not None
                with self._spending(), self._machine.looking(self._state):
                    asking = Asking(self._machine, self._state, self.players, part)
                    pending.parts[seat] = asking.decision()
            finally:
                frame[slot] = pending.seat
        decision: Decision = pending.parts[seat]
        return decision

    def choose(
        self,
        key: str,
        seat: int | None = None,
        watch: Callable[[], None] | None = None,
        by_name: bool = False,
    ) -> tuple[str, ...]:
        """Choose by key, which may name several steps; return the public log lines that followed.

        With `by_name`, pieces that the player does not know may be named: for records and tests only.

        `watch` is called after each line of the log, while the rules run: it may only call `glimpse`.

        Raises:
            ChoiceError: the choice is not open; nothing has changed.
            RuleError: a rule failed; nothing has changed.
        """
        before = self._state.fork(), self._journal, self._pending
        log = self._state.log
        taken: tuple[State, Any, int] | None = None
        try:
            steps = [part.strip() for part in key.split(STEP)]
            while steps:
                if seat is not None:
                    self.turn_to(seat)
                asking = self._asking()
                if asking is None:
                    over = self._state.over is not None and before[2] is None
                    raise ChoiceError(messages.GAME_OVER() if over else messages.NOT_OFFERED(key=steps[0]))
                self._state.looked = 0
                with self._spending(), self._machine.looking(self._state):
                    found = asking.find(steps[0], seat, by_name)
                steps.pop(0)
                taken = (self._state.fork(), found, self._chooser(found)) if steps else None
                with self.watching(watch):
                    self.answer(found)
                if seat is not None and not by_name:
                    self._must_be_known(steps, *before)
                self._skip_forced(steps, before[0], by_name, None if by_name else seat)
        except (ChoiceError, RuleError) as error:
            if isinstance(error, ChoiceError):
                if taken is not None and self._state.forced:
                    error = self._closed_there(steps[0], *taken) or error
                if self._pending is not None:
                    error.place = self._machine.asks[self._pending.ask].place
            self._state, self._journal, self._pending = before
            raise error from None
        return self._since(log)

    def _must_be_known(self, steps: list[str], earlier: State, _journal: Any, pending: Any) -> None:
        """Refuse further steps after one that reveals something or draws it at random.

        Whether they are open would tell what that is, and then nothing would have changed.
        """
        if steps and self._state.barrier != earlier.barrier:
            self._state, self._pending = earlier.fork(), pending
            self._state.forced = []
            raise ChoiceError(messages.REVEALED_BEFORE(key=steps[0]))

    def _chooser(self, answer: Any) -> int:
        """Return the seat that gives an answer to the pending question."""
        pending = self._pending
        assert pending is not None
        return answer[0] if self._machine.menu_asks[pending.ask] and answer is not None else pending.seat

    def _closed_there(self, key: str, earlier: State, answer: Any, seat: int) -> ChoiceError | None:
        """Return the reason why a step is closed that was taken automatically in another way."""
        for closed in _closed_when_forced(self._machine, self.players, earlier, answer, seat):
            names = (closed.key, closed.label, *((identifier(closed.key),) if closed.of is not None else ()))
            if names_answer(key, names):
                return ChoiceError(closed.why_not or messages.NOT_OPEN())
        return None

    def refusal(self, key: str, seat: int) -> ChoiceError | None:
        """Return why a path is refused as a whole, also at a step that takes itself; None if it is not."""
        try:
            self.fork().choose(key, seat, by_name=True)
        except ChoiceError as error:
            return error
        except RuleError:
            pass
        return None

    def closed_after(self, key: str, seat: int) -> tuple[Option, ...]:
        """Return what is closed at the questions that answer themselves after a step of a seat.

        Raises:
            ChoiceError: the step is not open.
        """
        asking = self._asking()
        if asking is None:
            return ()
        with self._spending(), self._machine.looking(self._state):
            found = asking.find(key, seat)
        copy = self.fork()
        ration, before = self._ration or Ration(), copy._state.looked
        try:
            return _closed_when_forced(self._machine, self.players, copy._state, found, self._chooser(found))
        finally:
            ration.left -= self._machine.fuel - copy._state.fuel + copy._state.looked - before

    def watching(self, watch: Callable[[], None] | None) -> AbstractContextManager[None]:
        """Call `watch` after each line of the log while answers are given."""
        return self._state.watched(watch)

    def skip_forced(self, steps: list[str], earlier: "Game", by_name: bool = False) -> None:
        """Skip steps that name an answer which was given automatically, unless the next step takes it.

        `earlier` is the game before the choice: labels may follow its state. Records never name such answers,
        so steps that can be taken as they are stay as they are.
        """
        self._skip_forced(steps, earlier._state, by_name)

    def _skip_forced(self, steps: list[str], earlier: State, by_name: bool, seat: int | None = None) -> None:
        if not steps:
            return
        for names in forced_names(self._machine, self.players, self._state, earlier, by_name):
            if steps and names_answer(steps[0], names) and not self._can_take(steps, seat):
                steps.pop(0)

    def _can_take(self, steps: list[str], seat: int | None) -> bool:
        if not self.inside:
            return False
        try:
            self.fork().choose(STEP.join(steps), seat)
        except (ChoiceError, RuleError):
            return False
        return True

    def forced(self, earlier: "Game", steps: bool = False) -> tuple[tuple[str, ...], ...]:
        """Return the names of each answer given automatically since the last choice, the key first.

        `earlier` is the game before that choice. With `steps`, they end with those of the action.
        """
        return tuple(forced_names(self._machine, self.players, self._state, earlier._state, False, steps))

    # --- views ---------------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return everything a seat may see, as plain data; None: the public view."""
        decision = self.decision_of(seat)
        with self._spending(), self._machine.looking(self._state):
            return view_of(self._machine, self._state, self.players, seat, decision)

    def views(self, sharing: Collection[int] = ()) -> tuple[View, tuple[View, ...]]:
        """Return the public view, and the view of each seat; `sharing` are seats that tell each other all."""
        decision = self.decision
        own = {seat: found for seat in self.together if (found := self.decision_of(seat)) is not None}
        state = shared(self._state, sharing)
        try:
            with self._spending(), self._machine.looking(state):
                return views_of(self._machine, state, self.players, decision, own)
        finally:
            self._state.looked = state.looked

    def glimpse(self, seat: int | None, sharing: Collection[int] = ()) -> View:
        """Return what a seat sees while a rule runs and nobody is asked; for watchers of a choice."""
        fuel, state = self._state.fuel, shared(self._state, sharing)
        try:
            with self._machine.looking(state):
                return view_of(self._machine, state, self.players, seat, None)
        finally:
            self._state.fuel, self._state.looked = fuel, state.looked

    def _entries(self) -> list[Entry]:
        return entries_since(self._journal, self._origin[1])

    def choices(self, seat: int | None) -> tuple[tuple[int, str], ...]:
        """Return who chose what, as far as a seat may know it; everything once the game is over.

        Of others' choices these are the actions, without their steps: a step may be a secret, and how often
        somebody was asked may follow from one. Actions that others choose in secret are left out.
        """
        machine, whole = self._machine, self._state.over is not None
        found: list[tuple[int, str]] = []
        for choice in choices_of(machine, self._entries()):
            if whole or choice.seat == seat:
                found.append((choice.seat, choice.key(machine, self.players)))
            elif choice.public(machine):
                found.append((choice.seat, choice.first_key(machine, self.players)))
        return tuple(found)

    @property
    def secretive(self) -> int | None:
        """The seat that alone may know of the last choice, or what it is offered now; None: everybody may."""
        machine, pending = self._machine, self._pending
        offered = pending.answers if pending is not None and machine.menu_asks[pending.ask] else ()
        if pending is not None and any(each is not None and each[1] in machine.secret for each in offered):
            return pending.seat
        made = choices_of(machine, self._entries())
        return made[-1].seat if made and made[-1].secret else None

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
            tuple((chosen.seat, chosen.key(self._machine, self.players)) for chosen in made),
            outcome.reason if outcome is not None else "",
            kept=self._kept,
            points=self._state.points,
            ranks=self._state.ranks,
            what_if=WhatIf(deals=self.deals) if self._deals else None,
        )

    @property
    def deals(self) -> tuple[Deal, ...]:
        """What was dealt anew during the game: after how many choices, and with which seed."""
        return tuple(Deal(after, seed) for _, after, seed in self._deals)

    def deal_anew(self, seed: int) -> None:
        """Shuffle again what no player knows, and draw other random numbers from here on.

        Nothing that a player knows changes. Undo cannot go back past it.

        Raises:
            ChoiceError: the game is over, or in the middle of a choice that would go on.
            RuleError: a rule failed; nothing has changed.
        """
        entries = self._entries()
        if self._pending is None:
            raise ChoiceError(messages.GAME_OVER())
        if self.inside and entries and entries[-1].seat == self._pending.seat:
            raise ChoiceError(messages.IN_A_CHOICE())
        self._deal_anew(seed)
        self._deals = (*self._deals, (len(entries), len(choices_of(self._machine, entries)), seed))

    def restore(self, earlier: "Game") -> None:
        """Go back to an earlier copy of this game."""
        self._state, self._journal = earlier._state.fork(), earlier._journal
        self._pending, self._deals = earlier._pending, earlier._deals

    def _deal_anew(self, seed: int) -> None:
        self._state, self._pending = deal_anew(self._machine, self._state, seed)

    def handed_on(self) -> dict[str, str]:
        """Return the values that this game hands on to the next one of its campaign, secret ones included."""
        return CampaignValues(self._machine.tables, self.players).handed_on(self._state)

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
        dealt = [(made, seed) for made, _, seed in self._deals if made <= len(entries)]
        self._deals = self._deals[: len(dealt)]
        for number, entry in enumerate((*entries, None)):
            while dealt and dealt[0][0] == number:
                self._deal_anew(dealt.pop(0)[1])
            if entry is not None:
                self.turn_to(entry.seat)
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


def goals_in(game: Play) -> tuple[GoalInfo, ...]:
    """Return all goals of a game, reached or not."""
    return game._machine.tables.goals


def goals_reached(game: Play, seat: int) -> tuple[str, ...]:
    """Return the titles of the goals that a seat has reached; none before the end.

    A goal whose condition fails is not reached: a result that is there must not be lost.
    """
    machine, state = game._machine, game._state
    if state.over is None:
        return ()
    result = state.results[seat]
    won = result is not None and result[0] == "won"
    found: list[str] = []
    for number, goal in enumerate(machine.tables.goals):
        try:
            with machine.looking(state):
                if (won or goal.lost_too) and machine.backend.goal(number)(state):
                    found.append(goal.title)
        except RuleError:
            continue
    return tuple(found)
