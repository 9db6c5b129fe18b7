"""What a seat may do with a thing it points at, found by trying on copies of the game.

A copy that learns something by trying, because a piece was turned or chance spoke, is thrown away unseen.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules import ChoiceError, Game, Option, Ref, RuleError

DEEP = 2
"""Steps of an action that are looked into: who, then where to."""

WIDE = 8
"""Of a step with more options than this only the one about the thing is of interest."""


@dataclass(frozen=True, slots=True)
class Way:
    """Something that can be done with a thing: what it is called, and the choice that does it."""

    label: str
    key: str


def ways(game: Game, seat: int, ref: Ref) -> tuple[Way, ...]:
    """Every open choice of a seat whose steps come to the thing."""
    if game.seat != seat or game.inside:
        return ()
    return tuple(_ways(game, seat, ref, (), DEEP))


def _ways(game: Game, seat: int, ref: Ref, path: tuple[Option, ...], deep: int) -> Iterator[Way]:
    decision = game.decision
    if decision is None or decision.kind not in ("one", "confirm"):
        return
    mine = [each for each in decision.options if each.seat == seat and each.why_not is None]
    if path:
        found = next((each for each in mine if each.of == ref), None)
        if found is not None:
            yield _way((*path, found))
            return
        if len(mine) > WIDE:
            return
    for option in mine if deep else ():
        tried = game.fork()
        try:
            tried.choose(option.key, seat)
        except (ChoiceError, RuleError):
            continue
        if tried.inside and tried.seat == seat and not tried.learned(game):
            yield from _ways(tried, seat, ref, (*path, option), deep - 1)


def _way(path: tuple[Option, ...]) -> Way:
    first, *rest = path
    between = [each.label for each in rest[:-1]]
    label = f"{first.label} ({', '.join(between)})" if between else first.label
    return Way(label, " > ".join(each.key for each in path))
