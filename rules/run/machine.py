"""Executes segments until a player must answer, and computes the open answers.

All it knows about a game are the compiled tables and the functions of their back end. When a game is over, it
counts the points and finds the rank of each seat.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.rules.run import messages
from lazaretto.rules.run.backend import Backend, Rule
from lazaretto.rules.run.compiled_game import CompiledGame, rule_at
from lazaretto.rules.run.errors import EndedError, FaultError, RuleError
from lazaretto.rules.run.limits import ALONE, DEEPEST, FUEL, FUEL_EACH, LOOKING, MOST_FUEL, spent
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import PlanSearch
from lazaretto.rules.run.questions.legal_answers import (
    Answer,
    Below,
    Choosing,
    Journal,
    Pending,
    asker,
    hidden,
)
from lazaretto.rules.run.questions.question_forms import hidden_piles
from lazaretto.rules.run.random_streams import MASK, mix, stream_word
from lazaretto.rules.run.secrets.choose_unseen_pieces import Likeness, Positions, WithUnseen, forced
from lazaretto.rules.run.state import Frame, State

_ORDER = {"won": 0, "drawn": 1, "lost": 2}
"""The order of results, best first."""


def count_points(s: State, tables: CompiledGame, backend: Backend) -> None:
    """Store the points and ranks of a finished game; call it only if the game has one of the two."""
    seats = range(s.players)
    if tables.points is not None:
        counted = backend.value(tables.points.number)
        shared = tables.points.shared
        s.points = (
            (int(counted(s)),) * s.players if shared else tuple(int(counted(s, seat)) for seat in seats)
        )
    if tables.rank is not None:
        ranked = backend.value(tables.rank)
        s.ranks = places([int(ranked(s, seat)) for seat in seats])
    else:
        results = [result[0] if result is not None else "drawn" for result in s.results]
        s.ranks = ranked_by_points(results, s.points)


def ranked_by_points(results: Sequence[str], points: Sequence[int]) -> tuple[int, ...]:
    """Rank seats by result and then by points; equal seats share a rank, and the next ones are skipped."""
    keys = [(_ORDER[result], -point) for result, point in zip(results, points, strict=True)]
    return places(keys)


def places(keys: Sequence[int] | Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the place of each key, 1 for the lowest; equal keys share one, and the next ones are skipped."""
    order = sorted(keys)
    return tuple(1 + order.index(key) for key in keys)


HIDDEN = -1
"""The reason of an action that is not shown at all."""
SAMPLES, GRANT = 9, 100
"""How often a decision without fuel may go on, to find out what used it, and for which part of its fuel."""


@changing_node
class Book:
    """Records what random play answers."""

    journal: Journal
    automatic: list[tuple[Any, ...]]
    """Questions that had only one answer, each with it, except those after the last choice."""


class Machine:
    """A compiled game, ready to run; implements `Services` for its back end."""

    judgement: JudgementForm | None = None
    """A learned judgement of positions, if there is one; see `judge_by`."""
    judgement_sought = False
    """Whether it is known if there is one."""
    judgement_note = ""
    """A few words about it, as that the rules have changed since."""
    folder: Path | None = None
    """The folder of its scenario, if it has one."""

    def __init__(self, tables: CompiledGame) -> None:
        self.tables = tables
        members = sum(len(kind.members) for kind in tables.kinds)
        self.fuel = min(FUEL + FUEL_EACH * members, MOST_FUEL)
        """The fuel of one decision of this game."""
        self._metered = self._meter
        self.plan_search: PlanSearch | None = None
        """Finds plans without a call for each decision, if there is a way."""
        self.albums: dict[tuple[str, ...], Any] = {}
        """What all views share, built on first use; for each table, if its members are made for seats."""
        self.seated = any(member.seats for kind in tables.kinds for member in kind.members)
        """Whether some members exist only if enough seats are taken."""
        self.log_lines: dict[Any, Any] = {}
        """Log lines that were rendered already, by the players' names and the line."""
        self.log_size = 0
        """The size of these lines in characters."""
        self.boards: dict[tuple[int, tuple[tuple[str, str], ...]], Any] = {}
        """The initial board for each number of seats and set of options, built on first use."""
        self.asks = tables.asks
        self.choosing = Choosing(tables, self.judged)
        self.menu_asks = self.choosing.menus
        self._slots = [ask.slot for ask in tables.asks]
        self._seats = [ask.seat for ask in tables.asks]
        self._drawn = [
            (ask.slot, ask.seat, menu if single else None, ask.base is not None)
            for ask, menu, single in zip(tables.asks, self.menu_asks, self.choosing.single, strict=True)
        ]
        """For each question the slots of its answer and its seat, whether it offers actions (None: the answer
        is not one of the candidates), and whether the asked seat may not see some candidates."""
        self._secret_piles = [hidden_piles(ask.form) for ask in tables.asks]
        self._stream_words = [stream_word(name) for name in tables.streams]
        self.entries = [(procedure.entry, procedure.size) for procedure in tables.procedures]
        self.actions: list[Callable[[State, int], None]] = []
        """The functions that start each action for a seat."""
        self.backend: Backend = tables.code.load(self)
        self.table: list[Any] = [self.backend.segment(number) for number in range(tables.segments)]
        """The segments; None for one that was merged into others."""
        self._settled = self._nothing_to_settle()
        self.actions.extend(self._beginning(each.procedure) for each in tables.actions)
        self.likeness = Likeness(tables, self.backend)
        self._askers = [
            asker(tables, self.backend, number, self.likeness) for number in range(len(tables.asks))
        ]
        self.secret = {action for each in tables.menus if each.secret for action in each.actions}
        self.judges = [self.backend.judge(number) for number in range(len(tables.asks))]

    def _nothing_to_settle(self) -> Callable[[State], bool]:
        """Return the function that tells whether `settle` would do nothing."""
        settle = self.tables.settle
        if settle is None:
            return lambda _: True
        return self.backend.skippable(settle) or (lambda _: False)

    # --- frames --------------------------------------------------------------------------------

    def enter(self, s: State, procedure: int, *arguments: Any) -> None:
        """Start a resumable procedure."""
        entry, size = self.entries[procedure]
        frame: Frame = [entry, *arguments]
        frame += (None,) * (size - len(frame))
        stack = s.stack
        stack.append(frame)
        s.fuel -= 5
        if s.fuel < 0:
            spent(s)
        if len(stack) > DEEPEST:
            raise FaultError(messages.ENDLESS_CALLS())

    def begin(self, s: State, procedure: int, *arguments: Any) -> None:
        """Start any procedure; a plain one runs to its end at once."""
        if self.entries[procedure][0] is None:
            self.plain(procedure)(s, *arguments)
        else:
            self.enter(s, procedure, *arguments)

    def plain(self, procedure: int) -> Rule:
        """Return the function of a procedure that never asks a question."""
        found = self.backend.procedure(procedure)
        assert found is not None
        return found

    def _beginning(self, procedure: int) -> Callable[[State, int], None]:
        """Return the function that starts an action for a seat; one that asks settles at its own end."""
        info = self.tables.procedures[procedure]
        if info.entry is None:
            do, settle, settled = self.plain(procedure), self.settle, self._settled

            def at_once(s: State, seat: int) -> None:
                do(s, seat)
                if not settled(s):
                    settle(s)

            return at_once
        first, ask = info.question or (info.entry, None)
        rest, segment = [None] * (info.size - 2), self.table[first]

        def framed(s: State, seat: int) -> None:
            frame = [first, seat, *rest]
            s.stack.append(frame)
            if len(s.stack) > DEEPEST:
                raise FaultError(messages.ENDLESS_CALLS())
            if ask is None:
                segment(s, frame)
            else:
                s.ask = ask

        return framed

    def settle(self, s: State) -> None:
        """Start the procedure that runs after every action."""
        assert self.tables.settle is not None
        self.begin(s, self.tables.settle)

    def hidden(self, s: State, ask: int) -> bool:
        """Whether a hidden pile could hold something to play in a window."""
        return hidden(s, self._secret_piles[ask])

    # --- running -------------------------------------------------------------------------------

    def laid(self, board: State, seed: int) -> State:
        """Return a copy of the initial board with random streams from a seed."""
        s = board.fork()
        s.streams = [mix((seed ^ word) & MASK) for word in self._stream_words]
        return s

    def begun(self, laid: Callable[[], State]) -> State:
        """Return a game at its first decision, from its initial board."""
        s = laid()
        self.call(s, self.tables.entry)
        return s

    def _fill(self, s: State) -> None:
        """Give a decision its fuel."""
        s.fuel, s.meter, s.samples = self.fuel, self._metered, None

    def call(self, s: State, procedure: int, *arguments: Any) -> Pending | None:
        """Run a procedure from the start to the first question or to its end."""
        self._fill(s)
        s.looked = 0
        try:
            self.begin(s, procedure, *arguments)
            return self._run(s)
        except EndedError:
            return self._ended(s)
        except _FAULTS as fault:
            raise self._error(fault) from fault

    def answer(self, s: State, answer: Answer, forced: list[tuple[Any, ...]] | None = None) -> Pending | None:
        """Continue with an answer to the next question or to the end; `forced` gets the automatic answers."""
        s.fuel, s.meter, s.samples = self.fuel, self._metered, None
        s.looked = 0
        s.forced = [] if forced is None else forced
        ask = s.ask
        assert ask is not None
        s.stack[-1][self._slots[ask]] = answer
        s.ask = None
        try:
            return self._run(s)
        except EndedError:
            return self._ended(s)
        except _FAULTS as fault:
            raise self._error(fault) from fault

    def pending(self, s: State) -> Pending | None:
        """Recompute the question that a state waits for."""
        if s.ask is None:
            return None
        self._fill(s)
        try:
            answers, _, least, most = self._askers[s.ask](s, s.stack[-1])
        except _FAULTS as fault:
            raise self._error(fault) from fault
        return self._asked(s, answers, least, most)

    def _asked(self, s: State, answers: Sequence[Answer], least: int, most: int) -> Pending:
        assert s.ask is not None
        return Pending(s.ask, s.stack[-1][self._seats[s.ask]], answers, least, most)

    def _run(self, s: State) -> Pending | None:
        table, askers, stack = self.table, self._askers, s.stack
        while stack:
            frame = stack[-1]
            table[frame[0]](s, frame)
            if s.ask is not None:
                answers, forced, least, most = askers[s.ask](s, stack[-1])
                if forced is None:
                    return self._asked(s, answers, least, most)
                self._auto(s, forced[0])
        return None

    def wander(self, s: State, pending: Pending, book: Book, below: Below, decisions: int) -> int:
        """Answer a question and its successors at random, up to `decisions` or the end; return their number.

        Equivalent to repeated calls of `answer`, in one loop. The book records the answers.
        """
        table, askers, stack = self.table, self._askers, s.stack
        choosing, drawn = self.choosing, self._drawn
        journal, fuel, s.meter = book.journal, self.fuel, self._metered
        ask, answers, least, most = pending.ask, pending.answers, pending.least, pending.most
        frame, made = stack[-1], 0
        nothing: Any = None
        try:
            while made < decisions:
                made += 1
                slot, seat_slot, menu, secret = drawn[ask]
                if menu is None:
                    seat = frame[seat_slot]
                    s.looked = 0
                    answer = told = choosing.sample(s, Pending(ask, seat, answers, least, most), below)
                else:
                    answer = told = answers[below(len(answers))]
                    seat = answer[0] if menu and answer is not None else frame[seat_slot]
                if secret and answers.__class__ is WithUnseen:
                    told = self.told(s, ask, seat, answers, answer)
                journal = (journal, seat, ask, told, s.barrier)
                s.fuel, s.samples = fuel, None
                if s.forced:
                    book.automatic += s.forced
                    s.forced = []
                frame[slot] = answer
                s.ask = nothing
                while True:
                    table[frame[0]](s, frame)
                    top = len(stack) - 1  # faster than indexing with -1
                    if top < 0:
                        return made
                    frame = stack[top]
                    if s.ask is not None:
                        ask = s.ask
                        answers, forced, least, most = askers[ask](s, frame)
                        if forced is None:
                            break
                        self._auto(s, forced[0])
        except EndedError:
            self._ended(s)
        except _FAULTS as fault:
            raise self._error(fault) from fault
        finally:
            book.journal = journal
        return made

    def _ended(self, s: State) -> Pending | None:
        s.stack.clear()
        s.ask = None
        if self.tables.points is not None or self.tables.rank is not None:
            s.fuel = self.fuel
            try:
                count_points(s, self.tables, self.backend)
            except _FAULTS as fault:
                raise self._error(fault) from fault
        return None

    # --- questions -----------------------------------------------------------------------------

    def _auto(self, s: State, answer: Answer) -> None:
        """Answer a question that has only one open answer."""
        assert s.ask is not None
        s.fuel -= ALONE
        if self.asks[s.ask].base is None:
            s.forced.append((s.ask, answer))
        else:
            seat = s.stack[-1][self._seats[s.ask]]
            s.forced.append(forced(s.ask, self.told(s, s.ask, seat, (), answer), answer))
        s.stack[-1][self._slots[s.ask]] = answer
        s.ask = None

    def told(self, s: State, ask: int, seat: int, candidates: Sequence[Answer], answer: Answer) -> Answer:
        """Return an answer as its seat may know it: pieces that it does not know are positions."""
        base = self.asks[ask].base
        return answer if base is None else Positions(s, seat, base, candidates).hidden(answer)

    def judge_by(self, judgement: JudgementForm | None, note: str = "") -> None:
        """Let all games of this machine be judged by a judgement from now on; None: by the score."""
        self.judgement, self.judgement_sought, self.judgement_note = judgement, True, note
        if self.plan_search is not None:
            with self.plan_search.lock:
                self.plan_search.set_judgement(judgement)

    def judged(self, s: State, ask: int, chosen: tuple[Any, ...]) -> Any:
        """Return the reason why a selection as a whole is not allowed, or None."""
        judge = self.judges[ask]
        if judge is None:
            return None
        with self.looking(s):
            return judge(s, s.stack[-1], chosen)

    # --- faults --------------------------------------------------------------------------------

    def _meter(self, s: State) -> None:
        """Note which rule is running when the fuel is used up, and go on for a moment, some times.

        The rule that is met most often is most likely the one that used most of it.
        """
        if s.samples is None:
            s.samples = []
        place = self.backend.here()
        s.samples.append(self.tables.dear_calls.get(place) or rule_at(self.tables.rule_lines, place))
        if len(s.samples) == SAMPLES:
            rule, _ = Counter(s.samples).most_common(1)[0]
            raise FaultError(messages.ENDLESS_IN(rule=rule) if rule else messages.ENDLESS())
        s.fuel += self.fuel // GRANT

    @contextmanager
    def looking(self, s: State) -> Iterator[None]:
        """Evaluate rules outside of a decision; faults get a source position here too.

        All looking at one decision shares one tank of fuel; when it is empty, rules that cost fuel fail.
        """
        outermost = not s.looking
        if outermost:
            s.fuel, s.looking = min(self.fuel, LOOKING) - s.looked, True
        before = s.fuel
        try:
            yield
        except _FAULTS as fault:
            raise self._error(fault) from fault
        finally:
            if outermost:
                s.looked += before - s.fuel
                s.looking = False

    def _error(self, fault: BaseException) -> RuleError:
        place = self.backend.place(fault) or getattr(fault, "place", "")
        match fault:
            case FaultError():
                words = fault.text
            case RecursionError():
                words = messages.ENDLESS_CALLS()
            case ZeroDivisionError():
                words = messages.DIVIDED_BY_ZERO()
            case IndexError():
                words = messages.EMPTY_PILE()
            case _:
                words = messages.IS_NONE()
        return RuleError(messages.FAULT_AT(place=place, fault=words) if place else words)


_FAULTS = (FaultError, RecursionError, ZeroDivisionError, IndexError, TypeError)
