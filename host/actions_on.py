"""Finds what a seat may do with a thing it points at, by trying choices on copies of the game.

A copy that reveals something, such as a face-down piece or a random result, is discarded unseen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grammar.message import with_commas
from host import messages as say
from rules import ChoiceError, Game, Option, Ration, Ref, RuleError, SpentError
from rules.run.question_forms import answers_at_once

DEEP = 2
"""How many steps of an action are searched: who, then where to."""

WIDE = 8
"""In a step with more options than this, only the option about the thing counts."""

FUEL = 40_000_000
"""The fuel for trying all choices; the ways found until then are shown."""


About = Callable[[Option], bool]


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
    """A test for options that stand for the thing, or for one of the seat's own pieces of it."""
    view = game.view(seat)
    piles = view.seats[seat].piles
    keys = {piece.key for pile in piles for piece in pile.pieces if piece is not None and piece.of == ref}
    others = view.kinds.keys() | {link.kind for link in view.links}

    def about(option: Option) -> bool:
        of = option.of
        return of == ref or (
            of is not None and of.key in keys and of.kind not in others and of.key not in game.players
        )

    return about


def _ways(game: Game, seat: int, about: About, path: tuple[Option, ...], deep: int) -> Iterator[Way]:
    decision = game.decision
    if decision is None or not answers_at_once(decision.form):
        return
    mine = [each for each in decision.options if each.seat == seat and each.why_not is None]
    found = [each for each in mine if about(each)]
    yield from (_way((*path, each)) for each in found)
    if path and (found or len(mine) > WIDE):
        return
    for option in mine if deep else ():
        if option in found:
            continue
        tried = game.fork()
        try:
            tried.choose(option.key, seat)
        except (ChoiceError, RuleError):
            continue
        if tried.inside and tried.seat == seat and not tried.learned(game):
            yield from _ways(tried, seat, about, (*path, option), deep - 1)


def _way(path: tuple[Option, ...]) -> Way:
    first, *rest = path
    between = [each.label for each in rest[:-1]]
    label = say.ACTION_WITH_STEPS(action=first.label, steps=with_commas(between)) if between else first.label
    return Way(label, " > ".join(each.key for each in path))
