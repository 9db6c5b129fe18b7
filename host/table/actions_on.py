"""What a seat may do with a thing, and what it is asked after some steps: tried on copies of the game.

A copy that reveals something, such as a face-down piece or a random result, is discarded unseen.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lazaretto.grammar.message import with_commas
from lazaretto.host import messages as say
from lazaretto.rules import ChoiceError, DecisionView, Game, Option, Ration, Ref, RuleError, SpentError
from lazaretto.rules.run.questions.question_forms import answers_at_once

DEEP = 2
"""How many steps of an action are searched: who, then where to."""

WIDE = 8
"""In a step with more options than this, only the option about the thing counts."""

FUEL = 40_000_000
"""The fuel for trying all choices; the ways found until then are shown."""


@dataclass(frozen=True, slots=True)
class About:
    """Which options are about a thing: those that stand for it, or for one of the seat's own pieces of it."""

    ref: Ref
    keys: frozenset[str]
    """The own pieces of the thing."""
    others: frozenset[str]
    """The kinds of the board, whose members are no pieces."""
    players: tuple[str, ...]

    def __call__(self, option: Option) -> bool:
        """Whether an option is about the thing."""
        of = option.of
        if of is None or of == self.ref:
            return of is not None
        return of.key in self.keys and of.kind not in self.others and of.key not in self.players


@dataclass(frozen=True, slots=True)
class Way:
    """An action on a thing: its label, and the key of the choice that does it."""

    label: str
    key: str


def ways(game: Game, seat: int, ref: Ref) -> tuple[Way, ...]:
    """Every open choice of a seat whose steps reach the thing."""
    if seat not in game.waiting or game.inside:
        return ()
    if game.seat != seat:
        game = game.fork()
        game.turn_to(seat)
    found: list[Way] = []
    try:
        with game.rationed(Ration(FUEL)):
            found.extend(_ways(game, seat, _about(game, seat, ref), (), DEEP))
    except SpentError:
        pass  # those that were found until then
    return tuple(found)


def _about(game: Game, seat: int, ref: Ref) -> About:
    """Return which options of a seat are about a thing."""
    view = game.view(seat)
    piles = view.seats[seat].piles
    keys = {piece.key for pile in piles for piece in pile.pieces if piece is not None and piece.of == ref}
    others = view.kinds.keys() | {link.kind for link in view.links}
    return About(ref, frozenset(keys), frozenset(others), game.players)


def _ways(game: Game, seat: int, about: About, path: tuple[Option, ...], deep: int) -> Iterator[Way]:
    decision = game.decision
    if decision is None or not answers_at_once(decision.form):
        return
    mine = [each for each in decision.options if each.seat == seat and each.why_not is None]
    options = [each for each in mine if about(each)]
    yield from (_way((*path, each), about) for each in options)
    if path and (options or len(mine) > WIDE):
        return
    for option in mine if deep else ():
        if option in options:
            continue
        tried = game.fork()
        try:
            tried.choose(option.key, seat)
        except (ChoiceError, RuleError):
            continue
        if tried.inside and tried.seat == seat and not tried.learned(game):
            yield from _ways(tried, seat, about, (*path, option), deep - 1)


def _way(path: tuple[Option, ...], about: About) -> Way:
    first, *rest = path
    between = [option.label for option in rest[:-1]]
    label = say.ACTION_WITH_STEPS(action=first.label, steps=with_commas(between)) if between else first.label
    if rest and path[-1].of != about.ref:
        label = say.ACTION_USING(action=label, piece=path[-1].label)
    return Way(label, " > ".join(option.key for option in path))


@dataclass(frozen=True, slots=True)
class Ahead:
    """Where some steps would lead."""

    known: bool
    """Whether the result is known before the steps are taken."""
    decision: DecisionView | None = None
    """The decision of the same seat; None if it has none."""
    forced: tuple[tuple[str, ...], ...] = ()
    """The answers after the last step that were given automatically, being the only ones: key and labels."""
    closed: tuple[Option, ...] = ()
    """What is closed where an answer was given automatically, with the reasons."""
    new_action: bool = False
    """Whether the decision offers actions: those that the steps belong to are finished."""


def ahead(game: Game, seat: int, keys: tuple[str, ...]) -> Ahead:
    """The decision of a seat after some steps.

    Raises:
        ChoiceError: a step is not open.
        RuleError: a rule fails.
    """
    copy = earlier = game.fork()
    for key in keys:
        earlier = copy.fork()
        copy.choose(key, seat)
        if copy.learned(game):
            return Ahead(False)
    decision = copy.view(seat).decision
    own = decision is not None and decision.seat == seat
    forced = copy.forced(earlier)
    closed = earlier.closed_after(keys[-1], seat) if forced and keys else ()
    return Ahead(True, decision if own else None, forced, closed, own and copy.offers_actions)
