"""Names the members that a kind generates: for each member of other kinds, for each seat, and `times`."""

from collections.abc import Iterator
from itertools import product
from math import prod

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model.entities import Kind, Member
from lazaretto.rules.run.rulebook_messages import SEAT_NUMBER


@value
class Generated:
    """A member that is made: its name and label, what it is made for, and its number among its equals."""

    name: str = ""
    label: str = ""
    things: tuple[Member, ...] = ()
    seats: int = 0
    copy: int = 0


DECLARED = Generated()
"""A member that is declared by itself is made for nothing."""


def distinct_factors(
    world: World, node: nodes.KindDeclaration, factors: tuple[Kind, ...]
) -> tuple[Kind, ...]:
    """Return the factors of a kind, each once: each gives its name to an attribute."""
    found: dict[str, Kind] = {}
    for name, kind in zip(node.each, factors, strict=False):
        if kind.name.lower() in found:
            world.report(messages.bad_value("factor", name.span, kind=kind.name))
        found.setdefault(kind.name.lower(), kind)
    return tuple(found.values())


def how_many(kind: Kind, seats: int) -> int:
    """Return how many members a kind makes if all seats are taken."""
    sizes = (seats if each.is_player else sum(1 for _ in each.members()) for each in kind.each)
    return prod(sizes) * kind.times


def generated(kind: Kind, seats: int) -> Iterator[Generated]:
    """Yield the members of a kind in order: the last factor varies first, and copies are neighbours."""
    for things in product(*(_members(each, seats) for each in kind.each)):
        name = " ".join(each.name for each in things) or kind.name
        label = " ".join(each.label for each in things) or kind.name.replace("_", " ")
        taken = max((each.seats for each in things), default=0)
        if kind.times == 1:
            yield Generated(name, label, things, taken)
            continue
        for copy in range(1, kind.times + 1):
            yield Generated(f"{name} {copy}", label, things, taken, copy)


def _members(kind: Kind, seats: int) -> list[Member]:
    """Return the members of a factor; a seat has no name yet, so it is numbered."""
    if not kind.is_player:
        return list(kind.members())
    found: list[Member] = []
    for seat in range(seats):
        name = str(SEAT_NUMBER(number=seat + 1))
        found.append(Member(name, name, name, kind, kind.span, seat, seats=seat + 1))
    return found
