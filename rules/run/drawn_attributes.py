"""Finds the attributes of places, areas and links that the board shows, and how."""

from collections.abc import Iterable, Mapping

from rules.run import text_rendering
from rules.run.compiled_game import CompiledGame, VariableInfo
from rules.run.view_types import AttributeView


def called(variable: VariableInfo) -> str:
    """Return the label of a variable."""
    return variable.looks.get("label") or variable.name


def drawn_attributes(tables: CompiledGame, variables: Iterable[VariableInfo]) -> Mapping[str, AttributeView]:
    """Return the attributes among these that can be drawn, by their labels."""
    found: dict[str, AttributeView] = {}
    for each in variables:
        sort, members = _sort(tables, each)
        if sort:
            found[called(each)] = AttributeView(sort, each.looks, _usual(tables, each), members)
    return found


def _sort(tables: CompiledGame, variable: VariableInfo) -> tuple[str, Mapping[str, Mapping[str, str]]]:
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    if tag[0] in ("flag", "number"):
        return tag[0], {}
    kind = tables.kinds[tag[1]] if tag[0] == "kind" else None
    if kind is None or kind.shape not in ("player", "enumeration"):
        return "", {}
    if kind.shape == "player":
        return "player", {}
    return "member", {each.label: each.looks for each in tables.kinds[kind.root].members}


def _usual(tables: CompiledGame, variable: VariableInfo) -> str:
    """The label of the value that all members begin with; empty if they begin with different ones."""
    count = tables.kinds[variable.owner].count if variable.owner is not None else 1
    first = tables.values[variable.offset : variable.offset + count]
    if not first or first.count(first[0]) < len(first) or _is_player(tables, variable):
        return ""
    return text_rendering.label(tables, (), variable.tag, first[0])


def _is_player(tables: CompiledGame, variable: VariableInfo) -> bool:
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    return bool(tag[0] == "kind" and tables.kinds[tag[1]].shape == "player")
