"""Finds what tells pieces of one kind apart: narrower kinds, and constant attributes with few values."""

from collections.abc import Sequence
from dataclasses import dataclass

from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo
from lazaretto.rules.run.judgement_form import MOST_VALUES


@dataclass(frozen=True, slots=True)
class PieceValues:
    """A number for each piece of a kind, -1 if it has none, and what the numbers mean."""

    name: str
    numbers: tuple[int, ...]
    members: tuple[str, ...]
    kind: int | None = None
    """The kind of which the numbers are all members, if there is one."""


def piece_values(tables: CompiledGame, root: int) -> list[PieceValues]:
    """Return everything that tells pieces of a kind apart."""
    count = tables.kinds[root].count
    found: dict[tuple[int, ...], PieceValues] = {}
    for each in (*_narrower(tables, root), *_attributes(tables, root)):
        if len(set(each.numbers)) > 1 and count == len(each.numbers):
            found.setdefault(each.numbers, each)
    return list(found.values())


def _narrower(tables: CompiledGame, root: int) -> list[PieceValues]:
    """Return to which of the narrower kinds each piece belongs, to the narrowest first."""
    kinds = [each for number, each in enumerate(tables.kinds) if each.root == root and number != root]
    kinds = sorted(kinds, key=lambda each: each.count)[:MOST_VALUES]
    numbers = [-1] * tables.kinds[root].count
    for index, kind in enumerate(kinds):
        for piece in range(kind.first, kind.first + kind.count):
            if numbers[piece] < 0:
                numbers[piece] = index
    return [PieceValues("kind", tuple(numbers), tuple(each.name for each in kinds))] if kinds else []


def _attributes(tables: CompiledGame, root: int) -> list[PieceValues]:
    """Return constant attributes of pieces, and constant attributes of what they point to."""
    found: list[PieceValues] = []
    constants = [each for each in tables.variables if each.values is not None and each.owner is not None]
    for variable in constants:
        if tables.kinds[_owner(variable)].root != root:
            continue
        found += _valued(tables, variable, variable.name, variable)
        target = _kind_of(variable)
        for further in constants if target is not None else ():
            if target is not None and tables.kinds[_owner(further)].root == tables.kinds[target].root:
                found += _valued(tables, variable, f"{variable.name} {further.name}", further)
    return found


def _owner(variable: VariableInfo) -> int:
    assert variable.owner is not None
    return variable.owner


def _kind_of(variable: VariableInfo) -> int | None:
    """Return the kind of which a variable holds a member."""
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    return int(tag[1]) if tag[0] == "kind" else None


def _valued(tables: CompiledGame, variable: VariableInfo, name: str, last: VariableInfo) -> list[PieceValues]:
    """Return the values of an attribute, or of the attribute `last` of what it points to."""
    tag = last.tag[1] if last.tag[0] == "optional" else last.tag
    kind = None if tag[0] != "kind" else tables.kinds[tag[1]]
    if tag[0] != "flag" and (kind is None or kind.count > MOST_VALUES):
        return []
    owner = tables.kinds[_owner(variable)]
    numbers = [-1] * tables.kinds[owner.root].count
    for index, value in enumerate(variable.values or ()):
        if last is not variable:
            value = _at(last.values or (), value, tables.kinds[_owner(last)].first)
        if value is not None:
            numbers[owner.first + index] = int(not value) if kind is None else int(value) - kind.first
    if kind is None:
        return [PieceValues(name, tuple(numbers), (name, f"not {name}"))]
    members = tables.kinds[kind.root].members[kind.first : kind.first + kind.count]
    return [PieceValues(name, tuple(numbers), tuple(f"{name} {each.name}" for each in members), tag[1])]


def _at(values: Sequence[object], member: object, first: int) -> object:
    """Return the value of a member; None if it has none."""
    if not isinstance(member, int) or not 0 <= member - first < len(values):
        return None
    return values[member - first]
