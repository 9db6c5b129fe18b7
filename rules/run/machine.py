"""The machine: runs segments until a player must answer, and works out what may be answered.

It adds nothing to the rules; all it knows of a game is the compiled tables.
"""

import marshal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, combinations, islice, pairwise, permutations
from types import CodeType, TracebackType
from typing import Any

from rules.run.chance import stream_word
from rules.run.errors import EndedError, FaultError, RuleError
from rules.run.runtime import BUILTINS, CALLABLE, JUDGED, MOST, spent
from rules.run.state import Frame, State
from rules.run.tables import LINES, RULES, AskInfo, Tables

FUEL = 500_000
"""What one decision may cost, in turns of a small loop: a few seconds on a slow machine."""
HIDDEN = -1
"""The reason of an action that is not shown at all."""
DEEPEST = 500
"""How deep resumable rules may call each other."""

Answer = Any
"""An answer as the state keeps it: an id, a list of ids, a number, a flag, (seat, action) or None."""


class Pending:
    """A question that waits: who is asked, and the answers that are open."""

    __slots__ = ("answers", "ask", "forced", "least", "most", "seat")

    def __init__(
        self,
        ask: int,
        seat: int,
        answers: Sequence[Answer],
        least: int = 1,
        most: int = 1,
        forced: tuple[Answer] | None = None,
    ) -> None:
        self.ask = ask
        self.seat = seat
        self.answers = answers
        self.least = least
        self.most = most
        self.forced = forced
        """The only answer there is, where there is only one."""


class Machine:
    """One tables, ready to run."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.album: Any = None
        """What views share, made when somebody first looks."""
        self.asks = tables.asks
        self.menu_asks = [each.form in {"offer", "window"} for each in tables.asks]
        self.stream_words = [stream_word(name) for name in tables.streams]
        self.entries = [(each.entry, each.size) for each in tables.procedures]
        space: dict[str, Any] = {"__builtins__": {}, **BUILTINS, **CALLABLE, **tables.constants}
        for each in (self.enter, self.act, self.hidden, self.passed):
            space[each.__name__] = each
        exec(marshal.loads(tables.code), space)
        self.space = space
        self.table: list[Any] = [space.get(f"seg_{index}") for index in range(tables.segments)]
        """The segments; None for one that is part of another."""
        self.table.append(self._settle)
        self._settling = tables.segments
        self._settled = space.get(f"idle_{tables.settle}")
        self._begun = [self._beginning(each.procedure) for each in tables.actions]
        self.offered = [_present(space, "menu", tables, each.menus) for each in tables.asks]
        """For each question the menus of the one who is asked, and what others may play in between."""
        self.between = [_present(space, "everyone", tables, each.interrupts) for each in tables.asks]
        self.who = [space[f"who_{index}"] for index in range(len(tables.asks))]
        self.can = [space.get(f"can_{index}") for index in range(len(tables.asks))]
        self.bounds = [space.get(f"bounds_{index}") for index in range(len(tables.asks))]
        self.declined = [space.get(f"declined_{index}") for index in range(len(tables.asks))]
        self.secret = {action for each in tables.menus if each.secret for action in each.actions}
        self.weights = [_weight(each.looks.get("weight", "1")) for each in tables.actions]
        self.judges = [space.get(f"judge_{index}") for index in range(len(tables.asks))]

    # --- frames --------------------------------------------------------------------------------

    def enter(self, s: State, procedure: int, *arguments: Any) -> None:
        """Begin a resumable procedure."""
        entry, size = self.entries[procedure]
        frame: Frame = [entry, *arguments]
        frame.extend([None] * (size - len(frame)))
        s.stack.append(frame)
        s.fuel -= 1
        if s.fuel < 0:
            spent()
        if len(s.stack) > DEEPEST:
            raise FaultError("these rules call each other without end")

    def begin(self, s: State, procedure: int, *arguments: Any) -> None:
        """Begin any procedure: a plain one is done at once."""
        if self.entries[procedure][0] is None:
            self.space[f"do_{procedure}"](s, *arguments)
        else:
            self.enter(s, procedure, *arguments)

    def _beginning(self, procedure: int) -> tuple[Callable[..., None] | None, int, list[None]]:
        """How an action begins: the function that does it at once, or the entry and the rest of its frame."""
        entry, size = self.entries[procedure]
        if entry is None:
            return self.space[f"do_{procedure}"], 0, []
        return None, entry, [None] * (size - 2)

    def act(self, s: State, chosen: tuple[int, int]) -> None:
        """Do an action; when it is done, things settle."""
        seat, action = chosen
        at_once, entry, rest = self._begun[action]
        if at_once is not None:
            at_once(s, seat)
            self._settle_now(s)
            return
        stack = s.stack
        if self.tables.settle is not None:
            stack.append([self._settling])
        stack.append([entry, seat, *rest])
        if len(stack) > DEEPEST:
            raise FaultError("these rules call each other without end")

    def _settle(self, s: State, frame: Frame) -> None:
        s.stack.pop()
        self._settle_now(s)

    def _settle_now(self, s: State) -> None:
        if self.tables.settle is not None and (self._settled is None or not self._settled(s)):
            self.begin(s, self.tables.settle)

    def hidden(self, s: State, ask: int) -> bool:
        """Whether a hidden pile might hold something to play: then the window opens for everybody alike."""
        return any(s.p[pile] and len(s.seen[pile]) <= s.players for pile in self.asks[ask].secret)

    def passed(self, s: State, ask: int) -> None:
        """A window stays closed."""
        s.fuel -= 10
        s.forced.append((ask, None))

    # --- running -------------------------------------------------------------------------------

    def call(self, s: State, procedure: int, *arguments: Any) -> Pending | None:
        """Run a procedure from the start, to the first question or its end."""
        s.fuel = FUEL
        try:
            self.begin(s, procedure, *arguments)
            return self._run(s)
        except EndedError:
            return self._ended(s)
        except _FAULTS as fault:
            raise self._error(fault) from fault

    def answer(self, s: State, answer: Answer) -> Pending | None:
        """Go on with an answer, to the next question or the end."""
        s.fuel = FUEL
        s.forced = []
        ask = s.ask
        assert ask is not None
        s.stack[-1][self.asks[ask].slot] = answer
        s.ask = None
        try:
            return self._run(s)
        except EndedError:
            return self._ended(s)
        except _FAULTS as fault:
            raise self._error(fault) from fault

    def pending(self, s: State) -> Pending | None:
        """The question a state waits for, worked out anew."""
        if s.ask is None:
            return None
        s.fuel = FUEL
        try:
            return self._question(s)
        except _FAULTS as fault:
            raise self._error(fault) from fault

    def _run(self, s: State) -> Pending | None:
        table, stack = self.table, s.stack
        while stack:
            frame = stack[-1]
            table[frame[0]](s, frame)
            if s.ask is not None:
                pending = self._question(s)
                if pending.forced is None:
                    return pending
                self._auto(s, pending.forced[0])
        return None

    def _ended(self, s: State) -> Pending | None:
        s.stack.clear()
        s.ask = None
        return None

    # --- questions -----------------------------------------------------------------------------

    def _question(self, s: State) -> Pending:
        """The open answers to the question a state waits for."""
        ask = s.ask
        assert ask is not None
        info, frame = self.asks[ask], s.stack[-1]
        seat = self.who[ask](s, frame)
        if self.menu_asks[ask]:
            return self._menus(s, ask, info, seat)
        match info.form:
            case "one":
                return self._one(s, ask, info, seat)
            case "some":
                can = self.can[ask](s, frame)  # type: ignore[misc]
                least, most = self.bounds[ask](s, frame)  # type: ignore[misc]
                least, most = max(0, least), max(0, min(most, len(can)))
                if least > len(can):
                    raise FaultError("there are too few to choose from", info.place)
                forced = (tuple(can)[:most],) if most == 0 or least == most == len(can) else None
                return Pending(ask, seat, can, least, most, forced)
            case "number":
                return self._number(s, ask, info, seat)
            case "order":
                can = self.can[ask](s, frame)  # type: ignore[misc]
                return Pending(ask, seat, can, len(can), len(can), (tuple(can),) if len(can) < 2 else None)
            case _:
                return Pending(ask, seat, (True, False))

    def _one(self, s: State, ask: int, info: AskInfo, seat: int) -> Pending:
        can = self.can[ask](s, s.stack[-1])  # type: ignore[misc]
        if info.optional:
            declined = self.declined[ask]
            if declined is None or declined(s, s.stack[-1]) is None:
                return Pending(ask, seat, [*can, None], forced=None if can else (None,))
        if not can:
            raise FaultError("there is nothing to choose from", info.place)
        return Pending(ask, seat, can, forced=(can[0],) if len(can) == 1 else None)

    def _number(self, s: State, ask: int, info: AskInfo, seat: int) -> Pending:
        low, high = self.bounds[ask](s, s.stack[-1])  # type: ignore[misc]
        if low > high:
            raise FaultError(f"there is no number from {low} to {high}", info.place)
        if high - low > MOST >> 1:
            raise FaultError("there are too many numbers to choose from", info.place)
        numbers = self.can[ask]
        left: Sequence[int] = range(low, high + 1) if numbers is None else numbers(s, s.stack[-1])
        if not left:
            raise FaultError("there is no number to choose", info.place)
        return Pending(ask, seat, left, forced=(left[0],) if len(left) == 1 else None)

    def _menus(self, s: State, ask: int, info: AskInfo, seat: int) -> Pending:
        if info.form == "window":
            return self._window(s, ask, seat)
        answers: list[Answer] = []
        for menu in self.offered[ask]:
            answers += menu(s, seat)
        for others in self.between[ask]:
            answers += others(s)
        return Pending(ask, seat, answers, forced=None if answers else (None,))

    def _window(self, s: State, ask: int, seat: int) -> Pending:
        """What may be played now; a window that opens has looked already."""
        found, s.open = s.open, None
        if found is None:
            found = [answer for others in self.between[ask] for answer in others(s)]
        empty = not found and not (s.veiled and self.hidden(s, ask))
        return Pending(ask, seat, [None, *found], forced=(None,) if empty else None)

    def _auto(self, s: State, answer: Answer) -> None:
        """Answer a question that leaves no choice."""
        assert s.ask is not None
        s.fuel -= 10
        s.forced.append((s.ask, answer))
        s.stack[-1][self.asks[s.ask].slot] = answer
        s.ask = None

    def judged(self, s: State, ask: int, chosen: tuple[Any, ...]) -> Any:
        """The reason why a choice of some is not allowed as a whole, or None."""
        judge = self.judges[ask]
        if judge is None:
            return None
        s.fuel = FUEL
        try:
            return judge(s, s.stack[-1], chosen)
        except _FAULTS as fault:
            raise self._error(fault) from fault

    def sample(
        self,
        s: State,
        pending: Pending,
        below: Callable[[int], int],
        seat: int | None = None,
        weighed: bool = False,
    ) -> Answer:
        """One allowed answer, each step of it evenly by chance, or actions by their weights.

        With a seat, its own actions only, where it has any.
        """
        form, answers = self.asks[pending.ask].form, pending.answers
        if seat is not None and self.menu_asks[pending.ask]:
            answers = [each for each in answers if each is None or each[0] == seat] or answers
        if weighed and self.menu_asks[pending.ask]:
            return self._weighed(answers, below)
        if form not in {"some", "order"}:
            return answers[below(len(answers))]
        pool = list(answers)
        for _ in range(60):
            size = pending.least + below(pending.most - pending.least + 1)
            for index in range(size):
                other = index + below(len(pool) - index)
                pool[index], pool[other] = pool[other], pool[index]
            chosen = tuple(pool[:size])
            if form == "order" or self.judged(s, pending.ask, chosen) is None:
                return chosen
        sizes = range(pending.least, pending.most + 1)
        for chosen in islice(chain.from_iterable(combinations(answers, each) for each in sizes), JUDGED):
            if self.judged(s, pending.ask, chosen) is None:
                return chosen
        raise RuleError(f"{self.asks[pending.ask].place}: no choice is allowed here")

    def _weighed(self, answers: Sequence[Answer], below: Callable[[int], int]) -> Answer:
        """One action by the weights that the looks of actions give; going on weighs one."""
        weights = [1 if each is None else self.weights[each[1]] for each in answers]
        spot = below(sum(weights) or len(answers))
        for answer, weight in zip(answers, weights if any(weights) else [1] * len(answers), strict=True):
            spot -= weight
            if spot < 0:
                return answer
        raise AssertionError("there is an answer for every number below the sum")

    def answers(self, s: State, pending: Pending, seat: int, most: int) -> list[Answer]:
        """What a seat may answer; of a choice of several the first so many that are allowed."""
        form, answers = self.asks[pending.ask].form, pending.answers
        if self.menu_asks[pending.ask]:
            return [each for each in answers if each is None or each[0] == seat]
        if form not in {"some", "order"}:
            return list(islice(answers, most))
        sizes = range(pending.least, pending.most + 1)
        found: Iterable[tuple[Answer, ...]] = (
            permutations(answers)
            if form == "order"
            else chain.from_iterable(combinations(answers, each) for each in sizes)
        )
        allowed = (
            each for each in islice(found, JUDGED) if form == "order" or not self.judged(s, pending.ask, each)
        )
        return list(islice(allowed, most))

    # --- faults --------------------------------------------------------------------------------

    @contextmanager
    def looking(self, s: State) -> Iterator[None]:
        """Rules are looked at outside of a decision: what goes wrong in them has its place too."""
        s.fuel = FUEL
        try:
            yield
        except _FAULTS as fault:
            raise self._error(fault) from fault

    def _error(self, fault: BaseException) -> RuleError:
        endless = isinstance(fault, RecursionError)
        place = self._place(fault.__traceback__, endless) or getattr(fault, "place", "")
        match fault:
            case FaultError():
                words = str(fault)
            case RecursionError():
                words = "these rules call each other without end"
            case ZeroDivisionError():
                words = "this divides by zero"
            case IndexError():
                words = "there is nothing there: a pile is empty"
            case _:
                words = "this is `none` where a thing is needed"
        return RuleError(f"{place}: {words}" if place else words)

    def _place(self, trace: TracebackType | None, endless: bool = False) -> str:
        """Where the innermost rule stands; in an endless chain of calls, the call that closes the circle."""
        steps: list[TracebackType] = []
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == RULES:
                steps.append(trace)
            trace = trace.tb_next
        if not steps:
            return ""
        found = steps[-1]
        called: set[CodeType] = set()
        for caller, step in pairwise(steps) if endless else ():
            called.add(caller.tb_frame.f_code)
            if step.tb_frame.f_code in called:
                found = caller
                break
        code, spot = found.tb_frame.f_code, found.tb_lasti // 2
        line, _, column, _ = next(islice(code.co_positions(), spot, None))
        file, line = divmod(line or 0, LINES)
        return f"{self.tables.files[file]}:{line}:{(column or 0) + 1}"


def _present(
    space: dict[str, Any], word: str, tables: Tables, menus: Iterable[int]
) -> list[Callable[..., list[Answer]]]:
    """The functions of those menus that have actions."""
    return [space[f"{word}_{each}"] for each in menus if tables.menus[each].actions]


def _weight(text: str) -> int:
    return min(int(text), 1_000) if text.isdecimal() and len(text) < 5 else 1


_FAULTS = (FaultError, RecursionError, ZeroDivisionError, IndexError, TypeError)
