"""Finds the ways on which a seat's own figure gets to a place, over several actions, and what each costs.

The search runs in a determinisation for the seat, and only as far as nothing is revealed or left to chance.
So it uses nothing that the seat does not know, and a journey may still turn out differently.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

from rules import Game, Ration, Ref, RuleError, SeatView, SpentError
from rules.run.errors import VeilError
from rules.run.legal_answers import Answer
from rules.run.own_things import OwnThings, Pieces

FUEL = 30_000_000
"""The fuel for one search; the journeys found until then are shown."""

LONGEST = 8
"""The most actions of a journey."""

DEEP = 4
"""The most questions within an action."""

WIDE = 60
"""The most answers to a question within an action that are tried."""

IDLE = 3
"""An action that did not move the figure in so many positions is not tried again."""

MOST = 9
"""The most journeys that are shown."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One action of a journey."""

    action: str
    """Its label."""
    key: str
    """The key of the whole choice."""
    to: Ref
    """Where the figure is then."""


@dataclass(frozen=True, slots=True)
class Journey:
    """A way to a place."""

    legs: tuple[Leg, ...]
    spent: tuple[tuple[str, int], ...] = ()
    """By how much each number of the seat decreases, such as its actions."""
    given_up: tuple[str, ...] = ()
    """The pieces that leave a pile of the seat."""
    certain: bool = True
    """Whether nothing is revealed or left to chance on arrival."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """Somewhere on the way: an offer of actions, or the end."""

    game: Game
    legs: tuple[Leg, ...]
    place: int | None
    pieces: Pieces
    certain: bool = True


@dataclass(slots=True)
class _Best:
    """The cheapest ways to each place: the number of actions, and the pieces given up."""

    known: dict[int | None, list[tuple[int, Pieces]]] = field(default_factory=dict)

    def beaten(self, place: int | None, actions: int, given: Pieces) -> bool:
        """Whether a way to a place is known that costs no more."""
        return any(fewer <= actions and less <= given for fewer, less in self.known.get(place, ()))

    def note(self, place: int | None, actions: int, given: Pieces) -> None:
        """Keep a way to a place, and drop those that cost more."""
        kept = self.known.setdefault(place, [])
        kept[:] = [each for each in kept if not (actions <= each[0] and given <= each[1])]
        kept.append((actions, given))


def journeys(game: Game, seat: int, ref: Ref | None) -> tuple[Journey, ...]:
    """The ways of a seat to a place within its turn, the cheapest first.

    Without a place: one to each place that a single action leads to, and for which no piece is given up.
    """
    own = game.own_things(seat)
    if own is None or seat not in game.waiting or game.inside or not game.offers_actions:
        return ()
    goal = None if ref is None else game.place_of(own, ref)
    if ref is not None and goal is None:
        return ()
    found: list[_Stop] = []
    try:
        copy = game.imagine(seat)
        copy.turn_to(seat)
        if copy.standing(own)[0] == goal or copy.seat != seat:
            return ()
        with copy.rationed(Ration(FUEL)):
            search = _Search(copy, seat, own, goal)
            found.extend(search.steps() if goal is None else search.arrivals())
    except (SpentError, RuleError):
        pass  # those that were found until then
    before = game.glimpse(seat).seats[seat]
    told = [_journey(before, each, seat) for each in found]
    if ref is None:
        return tuple(told)
    worth = [each for each in told if not any(_is_better(other, each) for other in told)]
    return tuple(sorted(worth, key=_cost)[:MOST])


class _Search:
    """A search for the cheapest ways from a game to a place, breadth first."""

    def __init__(self, game: Game, seat: int, own: OwnThings, goal: int | None) -> None:
        self._seat, self._own, self._goal = seat, own, goal
        place, self._pieces = game.standing(own)
        self._start = _Stop(game, (), place, self._pieces)
        self._best = _Best()
        self._idle: dict[str, int] = {}

    def arrivals(self) -> Iterator[_Stop]:
        """Yield each way to the goal that no other way beats, the one with the fewest actions first."""
        self._best.note(self._start.place, 0, frozenset())
        order = 0
        waiting: list[tuple[int, int, int, _Stop]] = [(0, 0, order, self._start)]
        while waiting:
            actions, _, _, stop = heappop(waiting)
            given = self._pieces - stop.pieces
            if stop.place == self._goal:
                yield stop
                continue
            if actions == LONGEST or self._best.beaten(self._goal, actions + 1, given):
                continue
            for then in self._after(stop):
                less = self._pieces - then.pieces
                if not self._best.beaten(then.place, actions + 1, less):
                    self._best.note(then.place, actions + 1, less)
                    order += 1
                    heappush(waiting, (actions + 1, len(less), order, then))

    def steps(self) -> Iterator[_Stop]:
        """Yield one way to each place that a single action leads to without giving up a piece."""
        reached: set[int | None] = set()
        for stop in self._after(self._start):
            if stop.place not in reached and self._pieces <= stop.pieces:
                reached.add(stop.place)
                yield stop

    def _after(self, stop: _Stop) -> Iterator[_Stop]:
        """Yield where one more action leads."""
        game = stop.game
        for answer in game.answers(self._seat, WIDE):
            if answer is None:  # this passes, or closes a window
                continue
            key = game.key(answer)
            if self._idle.get(key, 0) >= IDLE:
                continue
            moved = False
            for then in self._taken(stop, game, answer, key, game.option(answer).label, DEEP):
                moved = True
                yield then
            self._idle[key] = -LONGEST * WIDE if moved else self._idle.get(key, 0) + 1

    def _taken(
        self, stop: _Stop, game: Game, answer: Answer, key: str, action: str, deep: int
    ) -> Iterator[_Stop]:
        """Yield where an answer and the further steps of its action lead, if the figure moves."""
        tried = game.fork(still=True)
        try:
            certain = tried.foresee(answer)
        except (RuleError, VeilError):
            return
        place, pieces = tried.standing(self._own)
        if certain and tried.inside and tried.seat == self._seat:
            if deep:
                for step in self._steps(tried):
                    path = f"{key} > {tried.key(step)}"
                    yield from self._taken(stop, tried, step, path, action, deep - 1)
            return
        if place == stop.place or place is None:
            return
        goes_on = certain and tried.seat == self._seat and tried.offers_actions and tried.outcome is None
        if self._goal is None or place == self._goal or goes_on:
            leg = Leg(action, key, tried.ref_of(self._own, place))
            yield _Stop(tried, (*stop.legs, leg), place, pieces, certain)

    def _steps(self, game: Game) -> list[Answer]:
        """The answers to try in a step of an action: the place itself, where it is among them."""
        answers = game.answers(self._seat, WIDE)
        if self._goal is not None and self._goal in answers and game.asks_for(self._own):
            return [self._goal]
        return answers


def _journey(before: SeatView, stop: _Stop, seat: int) -> Journey:
    after = stop.game.glimpse(seat).seats[seat]
    spent = tuple(
        (name, int(value) - int(after.attributes[name]))
        for name, value in before.attributes.items()
        if value.isdecimal() and after.attributes.get(name, "").isdecimal()
        if int(after.attributes[name]) < int(value)
    )
    return Journey(stop.legs, spent, tuple(_given_up(before, after)), stop.certain)


def _given_up(before: SeatView, after: SeatView) -> Iterator[str]:
    """The names of the pieces that have left the piles of a seat, or that went from one to another."""
    for pile, then in zip(before.piles, after.piles, strict=True):
        left = {piece.key for piece in then.pieces if piece is not None}
        for piece in pile.pieces:
            if piece is not None and piece.key not in left:
                yield piece.face or piece.label


def _is_better(one: Journey, other: Journey) -> bool:
    """Whether a journey takes no more actions than another, and fewer pieces."""
    return len(one.legs) <= len(other.legs) and len(one.given_up) < len(other.given_up)


def _cost(journey: Journey) -> tuple[int, int, int]:
    return sum(number for _, number in journey.spent), len(journey.given_up), len(journey.legs)
