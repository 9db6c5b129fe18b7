"""Describes the members of a kind in the rulebook: what is fixed about each, and which have it in common."""

from collections.abc import Iterable, Iterator

from lazaretto.grammar.message import with_commas
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run import text_rendering
from lazaretto.rules.run.compiled_game import (
    CompiledGame,
    KindInfo,
    MemberInfo,
    PileInfo,
    SupplyInfo,
    TrackInfo,
    VariableInfo,
)
from lazaretto.rules.run.rulebook_sections import title_of

HIDDEN = "hidden"
"""The look that, set to `yes`, hides a declaration from players."""

LABEL = "label"
"""The look that holds the players' name for a thing, if it differs from the declared name."""

Held = VariableInfo | PileInfo | SupplyInfo


def facts(tables: CompiledGame, kind: KindInfo, id: int) -> Iterator[str]:
    """Yield what is fixed about a member and carries information: its places and its constant attributes."""
    places = _places(tables, kind, id)
    if places:
        yield places
    for variable in _constants(tables, kind):
        first = tables.kinds[_owner(variable)].first
        value = _values(variable)[id - first] if 0 <= id - first < len(_values(variable)) else None
        if value is True:
            yield name_of(variable)
        elif _tells(variable, value):
            yield labelled(
                name_of(variable), text_rendering.label(tables, _seats(tables), variable.tag, value)
            )


def members_by_value(tables: CompiledGame, number: int) -> Iterator[str]:
    """Yield, for members that are described only as a whole, which of them have which constant attribute.

    So the list of a board's places is complete, with all that sets them apart.
    """
    kind = tables.kinds[number]
    members = tables.kinds[kind.root].members
    ids = [id for id in range(kind.first, kind.first + kind.count) if members[id].kind == number]
    if any(members[id].made_for or members[id].seats or members[id].ends for id in ids):
        return
    for id in ids:
        places = _places(tables, kind, id)
        if places:
            yield labelled(members[id].label, places)
    for variable in _constants(tables, kind):
        first = tables.kinds[_owner(variable)].first
        found = [(members[id], _values(variable)[id - first]) for id in ids]
        yield from _by_value(tables, variable, found)


def _by_value(
    tables: CompiledGame, variable: VariableInfo, found: Iterable[tuple[MemberInfo, object]]
) -> Iterator[str]:
    """Yield which members have which value of a constant attribute."""
    name = name_of(variable)
    pairs: list[tuple[str, str]] = []
    for member, value in found:
        if value is True or _tells(variable, value):
            shown = "" if value is True else text_rendering.label(tables, _seats(tables), variable.tag, value)
            pairs.append((member.label, shown))
    groups: dict[str, list[str]] = {}
    for one, shown in pairs:
        groups.setdefault(shown, []).append(one)
    if not pairs:
        return
    if variable.tag[0] == "flag":
        yield labelled(name, with_commas([one for one, _ in pairs]))
    elif variable.tag[0] == "number":
        yield labelled(
            name, with_commas([messages.WITH_NUMBER(name=one, number=many) for one, many in pairs])
        )
    elif len(groups) == len(pairs):
        yield labelled(name, "; ".join(labelled(one, shown) for one, shown in pairs))
    else:
        for shown, names in groups.items():
            yield messages.WITH_VALUE(name=name, value=shown, names=with_commas(names))


def _constants(tables: CompiledGame, kind: KindInfo) -> Iterator[VariableInfo]:
    """Yield the constant attributes of the members of a kind that players see."""
    for variable in tables.variables:
        if variable.owner is None or variable.values is None or not shown_to_players(variable):
            continue
        owner = tables.kinds[variable.owner]
        meets = owner.first < kind.first + kind.count and kind.first < owner.first + owner.count
        if owner.root == kind.root and meets:
            yield variable


def _seats(tables: CompiledGame) -> tuple[str, ...]:
    """Return what stands for the names of players, whom a rulebook does not know."""
    return tuple(messages.SEAT_NUMBER(number=seat + 1) for seat in range(tables.players[1]))


def _owner(variable: VariableInfo) -> int:
    assert variable.owner is not None
    return variable.owner


def _values(variable: VariableInfo) -> tuple[object, ...]:
    assert variable.values is not None
    return variable.values


def _tells(variable: VariableInfo, value: object) -> bool:
    """Whether a value carries information: no number 0, but the first member of a kind, whose id is 0."""
    if value is None or value is False or value == ():
        return False
    return variable.tag[0] != "number" or value != 0


def _places(tables: CompiledGame, kind: KindInfo, id: int) -> str:
    """Return the places of an area, and nothing for other members."""
    member = tables.kinds[kind.root].members[id]
    if kind.shape != "area" or kind.joins is None:
        return ""
    places = tables.kinds[tables.kinds[kind.joins].root].members
    return with_commas([places[each].label for each in member.bounds])


def name_of(thing: Held | TrackInfo) -> str:
    """Return the name that players read for a thing."""
    label = thing.looks.get(LABEL, "")
    return label[:1].upper() + label[1:] or title_of(thing.name)


def shown_to_players(thing: Held | TrackInfo) -> bool:
    """Whether players see a thing at all."""
    return thing.looks.get(HIDDEN) != "yes"


def labelled(name: str, text: str) -> str:
    """Put the name of a thing before what is said about it."""
    return messages.LABELLED(name=name, text=text)
