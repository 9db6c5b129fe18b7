"""Finds the ways on which a seat's own figure gets to a place, over several actions, and what each costs.

The search runs in a determinisation for the seat, and only as far as nothing is revealed or left to chance.
So it uses nothing that the seat does not know, and a journey may still turn out differently.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

from lazaretto.rules import Game, Ration, Ref, RuleError, SeatView, SpentError
from lazaretto.rules.run.errors import VeilError
from lazaretto.rules.run.planning.searched_game import OwnThings, Pieces
from lazaretto.rules.run.questions.legal_answers import Answer

FUEL = 200_000_000
"""The fuel for one search; the journeys found until then are shown."""

LONGEST = 8
"""The most actions of a journey."""

DEEP = 4
"""The most questions within an action."""

WIDE = 60
"""The most answers to a question within an action that are tried."""

IDLE = 3
"""An action that did not move the figure in so many positions is not tried again."""

ALIKE = 2
"""The most ways to a place on the way that give up as many pieces, but other ones."""

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
    answers: tuple[tuple[str, str], ...] = ()
    """The keys and labels of answers to what is asked after it, before the journey goes on."""


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
    any_of: tuple[str, ...] = ()
    """The player chooses on arrival which of these pieces is given up."""
    grown: tuple[str, ...] = ()
    """If it is not certain: the piles of the seat that get something then."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """Somewhere on the way: an offer of actions, or the end."""

    game: Game
    legs: tuple[Leg, ...]
    place: int | None
    pieces: Pieces
    certain: bool = True
    grown: tuple[str, ...] = ()


@dataclass(slots=True)
class _Best:
    """The cheapest ways to each place: the number of actions, and the pieces given up."""

    known: dict[int | None, list[tuple[int, Pieces]]] = field(default_factory=dict)

    def beaten(self, place: int | None, actions: int, given: Pieces) -> bool:
        """Whether a way to a place is known that costs no more."""
        return any(fewer <= actions and less <= given for fewer, less in self.known.get(place, ()))

    def crowded(self, place: int | None, actions: int, given: Pieces) -> bool:
        """Whether enough ways to a place are known that take as many actions and pieces."""
        alike = [
            each for each in self.known.get(place, ()) if (each[0], len(each[1])) == (actions, len(given))
        ]
        return len(alike) >= ALIKE

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
    stops: list[_Stop] = []
    try:
        copy = game.imagine(seat)
        copy.turn_to(seat)
        if copy.standing(own)[0] == goal or copy.seat != seat:
            return ()
        with copy.rationed(Ration(FUEL)):
            search = _Search(copy, seat, own, goal)
            stops.extend(search.steps() if goal is None else search.arrivals())
    except (SpentError, RuleError):
        pass  # those that were found until then
    before = game.glimpse(seat).seats[seat]
    told = [_journey(before, stop, seat) for stop in stops]
    if ref is None:
        return tuple(told)
    worth = [journey for journey in told if not any(_is_better(other, journey) for other in told)]
    return tuple(sorted(_merged(worth), key=_cost)[:MOST])


class _Search:
    """A search for the cheapest ways from a game to a place, breadth first."""

    def __init__(self, game: Game, seat: int, own: OwnThings, goal: int | None) -> None:
        self._seat, self._own, self._goal = seat, own, goal
        place, self._pieces = game.standing(own)
        self._start = _Stop(game, (), place, self._pieces)
        self._best = _Best()
        self._idle: dict[str, int] = {}

    def arrivals(self) -> Iterator[_Stop]:
        """Yield each way to the goal that no other beats: with the fewest pieces, then the fewest actions."""
        self._best.note(self._start.place, 0, frozenset())
        order = 0
        waiting: list[tuple[int, int, int, _Stop]] = [(0, 0, order, self._start)]
        while waiting:
            _, actions, _, stop = heappop(waiting)
            given = self._pieces - stop.pieces
            if stop.place == self._goal:
                yield stop
                continue
            if actions == LONGEST or self._best.beaten(self._goal, actions + 1, given):
                continue
            for then in self._after(stop):
                less = self._pieces - then.pieces
                if self._is_new(then.place, actions + 1, less):
                    self._best.note(then.place, actions + 1, less)
                    order += 1
                    heappush(waiting, (len(less), actions + 1, order, then))

    def _is_new(self, place: int | None, actions: int, given: Pieces) -> bool:
        """Whether a way to a place is worth following."""
        best = self._best
        return not best.beaten(place, actions, given) and (
            place == self._goal or not best.crowded(place, actions, given)
        )

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
        leg = Leg(action, key, tried.ref_of(self._own, place))
        if self._goal is None or place == self._goal:
            grown = () if certain else self._grown(game, answer)
            yield _Stop(tried, (*stop.legs, leg), place, pieces, certain, grown)
        elif certain:
            answers = tuple(self._answered(tried))
            if tried.seat == self._seat and tried.offers_actions and tried.outcome is None:
                place, pieces = tried.standing(self._own)
                yield _Stop(tried, (*stop.legs, replace(leg, answers=answers)), place, pieces)

    def _answered(self, game: Game) -> Iterator[tuple[str, str]]:
        """Answer what is asked after an action, so that a journey goes on: nothing, or the first possible."""
        for _ in range(DEEP):
            if game.seat != self._seat or game.offers_actions or game.outcome is not None:
                return
            answers = game.answers(self._seat, WIDE)
            if not answers:
                return
            answer = None if None in answers else answers[0]
            told = game.key(answer), game.option(answer).label
            try:
                if not game.foresee(answer):
                    return
            except (RuleError, VeilError):
                return
            yield told

    def _grown(self, game: Game, answer: Answer) -> tuple[str, ...]:
        """The piles of the seat that get pieces if an answer is given whose result is not known."""
        tried = game.fork()
        try:
            tried.answer(answer)
        except RuleError:
            return ()
        before, after = (each.glimpse(self._seat).seats[self._seat].piles for each in (game, tried))
        return tuple(
            pile.looks.get("label") or pile.name
            for old, pile in zip(before, after, strict=True)
            if len(pile.pieces) > len(old.pieces)
        )

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
    return Journey(stop.legs, spent, tuple(_given_up(before, after)), stop.certain, grown=stop.grown)


def _given_up(before: SeatView, after: SeatView) -> Iterator[str]:
    """The names of the pieces that have left the piles of a seat, or that went from one to another."""
    for pile, then in zip(before.piles, after.piles, strict=True):
        left = {piece.key for piece in then.pieces if piece is not None}
        for piece in pile.pieces:
            if piece is not None and piece.key not in left:
                yield piece.face or piece.label


def _merged(found: list[Journey]) -> list[Journey]:
    """Make one journey of those that differ only in the piece that their last action takes.

    Of those that differ in a piece given up on the way, the first is kept.
    """
    groups: dict[tuple[object, ...], list[Journey]] = {}
    for journey in found:
        way = tuple((leg.action, leg.to) for leg in journey.legs)
        groups.setdefault((way, journey.spent, len(journey.given_up), journey.certain), []).append(journey)
    return [_any_of(alike) for alike in groups.values()]


def _any_of(alike: list[Journey]) -> Journey:
    """Return a journey that asks which piece to give up at its end, if this is all that differs."""
    first = alike[0]
    same = [
        journey for journey in alike if journey.legs[:-1] == first.legs[:-1] and len(journey.given_up) == 1
    ]
    paths = [journey.legs[-1].key.split(" > ") for journey in same]
    begin = [step for step, *others in zip(*paths, strict=False) if all(other == step for other in others)]
    if len(same) < 2 or len(begin) != len(paths[0]) - 1:
        return first
    last = replace(first.legs[-1], key=" > ".join(begin))
    pieces = tuple(journey.given_up[0] for journey in same)
    return replace(first, legs=(*first.legs[:-1], last), given_up=(), any_of=pieces)


def _is_better(one: Journey, other: Journey) -> bool:
    """Whether a journey takes no more actions than another, and fewer pieces."""
    return len(one.legs) <= len(other.legs) and len(one.given_up) < len(other.given_up)


def _cost(journey: Journey) -> tuple[int, int, int]:
    """What a player rather keeps, from the dearest: pieces, then numbers such as actions."""
    pieces = len(journey.given_up) or min(1, len(journey.any_of))
    return pieces, sum(number for _, number in journey.spent), len(journey.legs)
