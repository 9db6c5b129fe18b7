"""Finds the attributes of places, areas, links and pieces that are shown, how, and with which values."""

from collections.abc import Iterable, Mapping

from lazaretto.rules.run import text_rendering
from lazaretto.rules.run.compiled_game import CompiledGame, TrackInfo, VariableInfo
from lazaretto.rules.run.view_types import AttributeView

ALWAYS, NEVER = "always", "never"
"""Values of the look `when` that are no values of an attribute."""

ON_BOARD = ("place", "area", "link")
"""The shapes of kinds whose members are spots of the board."""

NOTHING = ("", "none", "nothing", "[]")
"""The labels of empty values."""

OTHER = "other"
"""The sort of attributes that a board does not draw."""


def called(variable: VariableInfo) -> str:
    """Return the label of a variable."""
    return variable.looks.get("label") or variable.name


def called_track(track: TrackInfo) -> str:
    """Return the label of a track."""
    return track.looks.get("label") or track.name


def drawn_attributes(tables: CompiledGame, variables: Iterable[VariableInfo]) -> Mapping[str, AttributeView]:
    """Return the attributes among these that can be drawn, by their labels."""
    found: dict[str, AttributeView] = {}
    for each in variables:
        sort, members = _sort(tables, each)
        if sort:
            found[called(each)] = AttributeView(sort, each.looks, _usual(tables, each), members)
    return found


def is_always_told(variable: VariableInfo, shape: str) -> bool:
    """Whether an attribute that no rule changes is shown like one that changes: its look says when."""
    return shape in (*ON_BOARD, "piece") and variable.looks.get("when", NEVER) != NEVER


def is_marker(tables: CompiledGame, variable: VariableInfo) -> bool:
    """Whether a variable of the game marks spots of the board: its value is a place, an area or a link."""
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    hidden = variable.option or variable.owner is not None or variable.looks.get("hidden") == "yes"
    hidden = hidden or variable.looks.get("when") == NEVER
    return bool(not hidden and tag[0] == "kind" and tables.kinds[tag[1]].shape in ON_BOARD)


def piece_attribute(tables: CompiledGame, variable: VariableInfo) -> AttributeView:
    """Return how an attribute of pieces is shown, whatever its type."""
    sort, members = _sort(tables, variable)
    return AttributeView(sort or OTHER, variable.looks, _usual(tables, variable), members)


def is_notable(attribute: AttributeView, value: str) -> bool:
    """Whether a value is shown: what its look `when` says, otherwise one that is not empty or usual."""
    when = attribute.looks.get("when", "")
    if when:
        return when != NEVER and when in (ALWAYS, value)
    match attribute.sort:
        case "flag":
            return value == "yes"
        case "number":
            return value != "0" and value != "none"
        case "player":
            return value != "none"
        case _:
            return value not in NOTHING and (value != attribute.usual or bool(own_sign(attribute, value)))


def own_sign(attribute: AttributeView, value: str) -> Mapping[str, str]:
    """Return the glyph and letter of a member of an enumeration; empty if it has neither."""
    looks = attribute.members.get(value, {})
    return {key: looks[key] for key in ("glyph", "letter") if looks.get(key)}


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
    first = variable.values or tables.values[variable.offset : variable.offset + count]
    if not first or first.count(first[0]) < len(first) or _is_player(tables, variable):
        return ""
    return text_rendering.label(tables, (), variable.tag, first[0])


def _is_player(tables: CompiledGame, variable: VariableInfo) -> bool:
    tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    return bool(tag[0] == "kind" and tables.kinds[tag[1]].shape == "player")
