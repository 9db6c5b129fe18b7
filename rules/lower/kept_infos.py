"""Describes what a game hands on to the next one of its campaign, as plain data for the runtime."""

from collections.abc import Iterator

from lazaretto.rules.check.state_layout import all_piles, all_variables
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.model.types import FlagType, KindType, ManyType, NumberType, OptionalType, Type
from lazaretto.rules.run.compiled_game import KeptInfo, KeptType


def kept_infos(infos: TableInfos) -> tuple[KeptInfo, ...]:
    """Describe all variables and piles that are kept, in the order of the state."""
    return tuple(_infos(infos))


def _infos(infos: TableInfos) -> Iterator[KeptInfo]:
    for each in all_variables(infos.world):
        if each.kept:
            owner = infos.kind_numbers[each.owner] if each.owner is not None else None
            count = each.owner.count if each.owner is not None else 1
            yield KeptInfo(each.name, owner, each.offset, count, _type(infos, each.type), False)
    for pile in all_piles(infos.world):
        if pile.kept:
            owner = infos.kind_numbers[pile.owner] if pile.owner is not None else None
            held = ("many", _type(infos, KindType(pile.kind)))
            yield KeptInfo(pile.name, owner, pile.first, pile.count, held, True)


def _type(infos: TableInfos, kind: Type) -> KeptType:
    match kind:
        case NumberType(low, high):
            return ("number", low, high)
        case FlagType():
            return ("flag",)
        case KindType(of):
            return ("kind", infos.kind_numbers[of.root], of.first, of.count)
        case OptionalType(of):
            return ("optional", _type(infos, of))
        case ManyType(item) if item is not None:
            return ("many", _type(infos, item))
        case _:
            raise AssertionError(kind)
