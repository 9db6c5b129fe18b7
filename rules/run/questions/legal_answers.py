"""Computes the open answers of questions, and draws random answers.

Each question has one function for its form, created when a game is loaded. The rules compute who is asked and
which candidates are open.

If several seats answer at the same time, the frame contains their answers; the pending question is that of
one seat, and `Play.turn_to` switches to another. A piece that the player does not know is a position wherever
an answer is stored or shown.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations, islice, permutations
from typing import Any, assert_never

from lazaretto.rules.run import messages
from lazaretto.rules.run.backend import Backend, Rule
from lazaretto.rules.run.compiled_game import ActionInfo, AskInfo, CompiledGame
from lazaretto.rules.run.errors import FaultError, RuleError
from lazaretto.rules.run.limits import JUDGED, MOST
from lazaretto.rules.run.questions.question_forms import (
    AskConfirm,
    AskNumber,
    AskOffer,
    AskOne,
    AskSome,
    AskWindow,
    offers_actions,
    takes_several,
)
from lazaretto.rules.run.secrets.choose_unseen_pieces import Likeness, ordered
from lazaretto.rules.run.state import Frame, State

Answer = Any
"""An answer as the state stores it: an id, a list of ids, a number, a flag, (seat, action) or None.

In the journal and for bots, a piece that its chooser does not know is an `Unseen` instead of an id."""

Journal = tuple["Journal", int, int, Answer, int] | None
"""All answers as a chain: the previous link, the seat, the question, the answer, and the barrier then."""

Below = Callable[[int], int]
"""A random source: returns a number from 0 up to n - 1."""

Found = tuple[Sequence[Answer], tuple[Answer] | None, int, int]
"""The open answers, the only answer if there is just one, and how few and how many are chosen."""


class Pending:
    """A pending question: who is asked, and the open answers."""

    __slots__ = ("answers", "ask", "least", "most", "parts", "seat", "worded")

    def __init__(self, ask: int, seat: int, answers: Sequence[Answer], least: int, most: int) -> None:
        self.ask = ask
        self.seat = seat
        self.answers = answers
        self.least = least
        self.most = most
        self.worded: Any = None
        """The question with its options in words, once somebody has looked at them."""
        self.parts: dict[int, Any] | None = None
        """The same for other seats that answer at the same time."""


Asker = Callable[[State, Frame], Found]


def hidden(s: State, piles: Iterable[int]) -> bool:
    """Whether a hidden pile could hold something to play; if so, a window opens in any case."""
    held, seen, players = s.p, s.seen, s.players
    for pile in piles:  # noqa: SIM110  (faster than `any`, and often asked)
        if held[pile] and len(seen[pile]) <= players:
            return True
    return False


def asker(tables: CompiledGame, backend: Backend, ask: int, likeness: Likeness) -> Asker:
    """Return the function that computes the open answers of a question."""
    info = tables.asks[ask]
    plain = _asker(tables, backend, ask, info, likeness)
    safe = plain if info.base is None else _in_safe_order(plain, info, info.base)
    return safe if info.together is None else _together(safe, info, *info.together)


def _together(inner: Asker, info: AskInfo, seats: int, given: int) -> Asker:
    """Ask one of the seats that answer at the same time; that only one answer is open would tell something.

    Before anybody has answered, this finds out whether all of them can.
    """
    slot = info.seat

    def ask(s: State, frame: Frame) -> Found:
        pending = frame[slot]
        if not any(frame[given]):
            try:
                for seat in frame[seats]:
                    frame[slot] = seat
                    inner(s, frame)
            finally:
                frame[slot] = pending
        answers, _, least, most = inner(s, frame)
        return answers, None, least, most

    return ask


def _in_safe_order(plain: Asker, info: AskInfo, base: int) -> Asker:
    """Order the candidates so that their order tells nothing about pieces that the asked seat cannot see."""
    slot, several = info.seat, takes_several(info.form)

    def ask(s: State, frame: Frame) -> Found:
        found = plain(s, frame)
        seat, seen, w = frame[slot], s.seen, s.w
        last = -1
        for each in found[0]:
            if each is not None and w[base + each] != last:  # most are in the same pile as the one before
                last = w[base + each]
                if seat not in seen[last]:
                    answers = ordered(s, seat, base, found[0])
                    _, forced, least, most = found
                    forced = (tuple(answers)[:most],) if forced is not None and several else forced
                    return answers, forced, least, most
        return found

    return ask


def _asker(tables: CompiledGame, backend: Backend, ask: int, info: AskInfo, likeness: Likeness) -> Asker:
    match info.form:
        case AskOffer() as form:
            return _offer(form, info.seat, tables, backend)
        case AskWindow() as form:
            return _window(form, tables, backend)
        case AskOne(optional, alike):
            return _one(info, optional, backend, ask, likeness if alike else None)
        case AskSome(ordered):
            return _some(info, ordered, backend, ask)
        case AskNumber():
            return _number(info, backend, ask)
        case AskConfirm():
            return _confirm
        case _:
            assert_never(info.form)


def _of_menus(
    tables: CompiledGame, function: Callable[[int], Rule | None], menus: Iterable[int]
) -> list[Callable[..., list[Answer]]]:
    """Return the functions of those menus that have actions."""
    return [_needed(function(each)) for each in menus if tables.menus[each].actions]


def _needed(rule: Rule | None) -> Rule:
    assert rule is not None
    return rule


def _offer(form: AskOffer, slot: int, tables: CompiledGame, backend: Backend) -> Asker:
    menus = _of_menus(tables, backend.offered, form.menus)
    between = _of_menus(tables, backend.playable, form.interrupts)

    if not menus:
        menus = [lambda s, seat: []]
    first, *further = menus

    def offer(s: State, frame: Frame) -> Found:
        seat = frame[slot]
        answers = first(s, seat)
        for menu in further:
            answers += menu(s, seat)
        for others in between:
            more = others(s)
            if more:
                answers += more
        return answers, None if answers else (None,), 1, 1

    return offer


def _window(form: AskWindow, tables: CompiledGame, backend: Backend) -> Asker:
    between, secret = _of_menus(tables, backend.playable, form.interrupts), form.secret

    def window(s: State, frame: Frame) -> Found:
        found, s.open = s.open, None
        if found is None:
            found = [answer for others in between for answer in others(s)]
        empty = not found and not (s.veiled and hidden(s, secret))
        return [None, *found], (None,) if empty else None, 1, 1

    return window


def _one(
    info: AskInfo, optional: bool, backend: Backend, ask: int, likeness: Likeness | None = None
) -> Asker:
    can, declined = _needed(backend.candidates(ask)), backend.declined(ask)

    def one(s: State, frame: Frame) -> Found:
        found, s.open = s.open, None
        if found is None:
            found = can(s, frame)
        if likeness is not None and len(found) > 1:
            found = likeness.one_of_each(s, info.tag[1], found, frame[info.seat])
        if len(found) == 1:
            return found, (found[0],), 1, 1
        if not found:
            raise FaultError(messages.NOTHING_TO_CHOOSE(), info.place)
        return found, None, 1, 1

    def one_or_none(s: State, frame: Frame) -> Found:
        if declined is not None and not declined(s, frame):
            return one(s, frame)
        found = can(s, frame)
        return [*found, None], None if found else (None,), 1, 1

    return one_or_none if optional else one


def _some(info: AskInfo, ordered: bool, backend: Backend, ask: int) -> Asker:
    can, bounds = _needed(backend.candidates(ask)), backend.bounds(ask)

    def some(s: State, frame: Frame) -> Found:
        found = can(s, frame)
        size = len(found)
        least, most = (size, size) if bounds is None else bounds(s, frame)
        least, most = max(0, least), max(0, min(most, size))
        if least > size:
            raise FaultError(messages.TOO_FEW_TO_CHOOSE(), info.place)
        if least > most > 0:
            raise FaultError(messages.LEAST_ABOVE_MOST(least=least, most=most), info.place)
        alone = most == 0 or (least == most == size and (size == 1 or not ordered))
        return found, (tuple(found)[:most],) if alone else None, least, most

    return some


def _number(info: AskInfo, backend: Backend, ask: int) -> Asker:
    can, bounds = backend.candidates(ask), _needed(backend.bounds(ask))

    def number(s: State, frame: Frame) -> Found:
        low, high = bounds(s, frame)
        if low > high:
            raise FaultError(messages.EMPTY_NUMBERS(low=low, high=high), info.place)
        if high - low > MOST >> 1:
            raise FaultError(messages.TOO_MANY_NUMBERS(), info.place)
        left: Sequence[int] = range(low, high + 1) if can is None else can(s, frame)
        if not left:
            raise FaultError(messages.NO_NUMBER(), info.place)
        return left, (left[0],) if len(left) == 1 else None, 1, 1

    return number


def _confirm(s: State, frame: Frame) -> Found:
    return (True, False), None, 1, 1


class Choosing:
    """Selects answers without reading texts: at random, or by enumeration."""

    def __init__(self, tables: CompiledGame, judged: Callable[[State, int, tuple[Any, ...]], Any]) -> None:
        self.asks = tables.asks
        self.menus = [offers_actions(ask.form) for ask in tables.asks]
        """For each question, whether it offers actions."""
        self._judged = judged
        self.single = [not takes_several(ask.form) for ask in tables.asks]
        """For each question, whether its answer is exactly one of the candidates."""
        self._weights = [weight_of(action) for action in tables.actions]

    def sample(
        self,
        s: State,
        pending: Pending,
        below: Below,
        seat: int | None = None,
        weighed: bool = False,
    ) -> Answer:
        """Return a random allowed answer, each step uniform, or actions by weight.

        With a seat, only its own actions, if it has any.
        """
        ask, answers = pending.ask, pending.answers
        if self.menus[ask]:
            if seat is not None:
                answers = [answer for answer in answers if answer is None or answer[0] == seat] or answers
            if weighed:
                return self._weighed(answers, below)
        if self.single[ask]:
            return answers[below(len(answers))]
        return self._several(s, pending, below)

    def _several(self, s: State, pending: Pending, below: Below) -> Answer:
        """Return some of the candidates, or all in some order."""
        answers = pending.answers
        pool = list(answers)
        for _ in range(60):
            size = pending.least + below(pending.most - pending.least + 1)
            for index in range(size):
                other = index + below(len(pool) - index)
                pool[index], pool[other] = pool[other], pool[index]
            chosen = tuple(pool[:size])
            if self._judged(s, pending.ask, chosen) is None:
                return chosen
        sizes = range(pending.least, pending.most + 1)
        for chosen in islice(chain.from_iterable(combinations(answers, each) for each in sizes), JUDGED):
            if self._judged(s, pending.ask, chosen) is None:
                return chosen
        place = self.asks[pending.ask].place
        raise RuleError(messages.FAULT_AT(place=place, fault=messages.NO_CHOICE_ALLOWED()))

    def _weighed(self, answers: Sequence[Answer], below: Below) -> Answer:
        """Return an action, drawn by the weights in the looks of actions; going on has weight one."""
        weights = [1 if each is None else self._weights[each[1]] for each in answers]
        spot = below(sum(weights) or len(answers))
        for answer, weight in zip(answers, weights if any(weights) else [1] * len(answers), strict=True):
            spot -= weight
            if spot < 0:
                return answer
        raise AssertionError("there is an answer for every number below the sum")

    def answers(self, s: State, pending: Pending, seat: int, most: int) -> list[Answer]:
        """Return the answers open to a seat; if they are not actions, the first `most` allowed ones."""
        form, answers = self.asks[pending.ask].form, pending.answers
        match form:
            case AskOffer() | AskWindow():
                return [answer for answer in answers if answer is None or answer[0] == seat]
            case AskOne() | AskNumber() | AskConfirm():
                return list(islice(answers, most))
            case AskSome(ordered):
                sizes = range(pending.least, pending.most + 1)
                several = permutations if ordered else combinations
                found = chain.from_iterable(several(answers, size) for size in sizes)
                tried = islice(found, JUDGED)
                return list(islice((each for each in tried if not self._judged(s, pending.ask, each)), most))
            case _:
                assert_never(form)


def weight_of(action: ActionInfo) -> int:
    """Return how likely an action is when actions are drawn by weight."""
    text = action.looks.get("weight", "1")
    return min(int(text), 1_000) if text.isdecimal() and len(text) < 5 else 1


Given = tuple[tuple[Any] | None, ...]
"""For each asked seat its answer, as a tuple of one value; None until it has answered."""


def unanswered(seats: Sequence[int]) -> Given:
    """Return the answers before anybody has answered."""
    return (None,) * len(seats)


def answered(seats: Sequence[int], given: Given, seat: int, answer: Any) -> Given:
    """Return the answers with that of one seat, which may replace an earlier one."""
    return tuple((answer,) if each == seat else old for each, old in zip(seats, given, strict=True))


def still_waiting(seats: Sequence[int], given: Given) -> tuple[int, ...]:
    """Return the seats that have not answered."""
    return tuple(seat for seat, answer in zip(seats, given, strict=True) if answer is None)


def forgotten(seats: Sequence[int], given: Given, seat: int) -> Given:
    """Return the answers as one seat knows them: its own."""
    return tuple(old if each == seat else None for each, old in zip(seats, given, strict=True))


def waiting(seats: Sequence[int], given: Given) -> int | None:
    """Return the first seat that has not answered; None if all have."""
    return next((seat for seat, answer in zip(seats, given, strict=True) if answer is None), None)
