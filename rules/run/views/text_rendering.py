"""Renders values and log lines as text, and describes how a game ended.

A name or face is shown only to seats that may see it.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import ActionInfo, CompiledGame, MemberInfo, Tag
from lazaretto.rules.run.limits import LONGEST_SHOWN
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.secrets.choose_unseen_pieces import Unseen, position
from lazaretto.rules.run.secrets.determinize import sees
from lazaretto.rules.run.state import Said, State


class Ref(NamedTuple):
    """A member of a kind, or a player, by name: a front end finds it in a view by this."""

    kind: str
    key: str


def refs(tables: CompiledGame, players: Sequence[str], tag: Tag, value: Any) -> tuple[Ref, ...]:
    """Return the members that a value refers to."""
    if value is None:
        return ()
    match tag[0]:
        case "kind":
            if isinstance(value, Unseen):
                return ()
            kind = tables.kinds[tag[1]]
            if kind.shape == "player":
                return (Ref(kind.name, players[value]),)
            if kind.shape == "enumeration":
                return ()
            root = tables.kinds[kind.root]
            return (Ref(root.name, name_of(root.members[value], players)),)
        case "optional":
            return refs(tables, players, tag[1], value)
        case "many":
            return tuple(ref for each in value for ref in refs(tables, players, tag[1], each))
        case _:
            return ()


def member(tables: CompiledGame, tag: Tag, value: int) -> MemberInfo:
    """Return the member of a kind with an id."""
    return tables.kinds[tag[1]].members[value]


def name_of(member: MemberInfo, players: Sequence[str]) -> str:
    """Return the name of a member; one that is made for a seat is named after its player."""
    if not member.words:
        return member.name
    return f"{sort_of(member, players)} {member.copy}" if member.copy else sort_of(member, players)


def label_of(member: MemberInfo, players: Sequence[str]) -> str:
    """Return what players read for a member; equal members are labelled alike."""
    return sort_of(member, players) if member.words else member.label


def sort_of(member: MemberInfo, players: Sequence[str]) -> str:
    """Return the common label of a member and its equals."""
    if not member.words or not member.present(len(players)):
        return member.sort
    return " ".join(players[word] if isinstance(word, int) else word for word in member.words)


def label(tables: CompiledGame, players: Sequence[str], tag: Tag, value: Any) -> str:
    """Render a value for display; a list that is too long ends with the number of its other members."""
    if tag[0] == "many":
        return _list(tables, players, tag[1], value)
    return _shown(tables, players, tag, value, "label")


def _list(tables: CompiledGame, players: Sequence[str], tag: Tag, values: Sequence[Any]) -> str:
    shown: list[str] = []
    length = 0
    for item in values:
        text = _shown(tables, players, tag, item, "label")
        length += len(text) + 2
        if length > LONGEST_SHOWN:
            shown.append(messages.AND_MORE(number=len(values) - len(shown)))
            break
        shown.append(text)
    return ", ".join(shown) if shown else "none"


def key(tables: CompiledGame, players: Sequence[str], tag: Tag, value: Any) -> str:
    """Render a value as players type it and records store it."""
    return _shown(tables, players, tag, value, "name")


def _shown(tables: CompiledGame, players: Sequence[str], tag: Tag, value: Any, field: str) -> str:
    match tag[0]:
        case "flag":
            return "yes" if value else "no"
        case "kind" if value is not None:
            if isinstance(value, Unseen):
                return position(tables, players, tag, value)
            kind = tables.kinds[tag[1]]
            if kind.shape == "player":
                return str(players[value])
            found: MemberInfo = kind.members[value]
            return label_of(found, players) if field == "label" else name_of(found, players)
        case "optional" if value is not None:
            return _shown(tables, players, tag[1], value, field)
        case "text" if isinstance(value, tuple):
            return said(tables, players, (value[0], value[1]))
        case "many":
            shown = [_shown(tables, players, tag[1], each, field) for each in value]
            return ", ".join(shown) if shown else "none"
        case _:
            return "none" if value is None else str(value)


def _number(value: Any) -> int:
    """Return a number, or the length of a list."""
    return value if isinstance(value, int) else len(value)


def said(
    tables: CompiledGame,
    players: Sequence[str],
    words: Said,
    hide: Callable[[Tag, Any], Any] | None = None,
) -> str:
    """Fill the placeholders of a text, and cut it if that makes it too long.

    `hide` replaces what the reader may not know in a value.
    """
    number, values = words
    parts: list[str] = []
    index, room = 0, LONGEST_SHOWN
    for part in tables.templates[number]:
        if isinstance(part, str):
            parts.append(part)
        elif part[0] == "plural":
            _, counted, one, other = part
            index += counted == index
            parts.append(one if _number(values[counted]) == 1 else other)
        else:
            value = values[index] if hide is None else hide(part, values[index])
            nested = part[0] == "text" and isinstance(value, tuple)
            parts.append(
                said(tables, players, (value[0], value[1]), hide)
                if nested
                else label(tables, players, part, value)
            )
            index += 1
        room -= len(parts[-1])
        if room < 0:
            return f"{''.join(parts)[: LONGEST_SHOWN - 1]}…"
    return "".join(parts)


def action_label(tables: CompiledGame, players: Sequence[str], action: ActionInfo) -> str:
    """Return what players read for an action: its label, or its name if the label has placeholders."""
    if action.label is not None and all(isinstance(part, str) for part in tables.templates[action.label]):
        return said(tables, players, (action.label, ()))
    return action.name.replace("_", " ")


@frozen_value
class Outcome:
    """How a game ended: a result and a reason for each seat, the reason for the table, points and ranks."""

    results: tuple[str, ...]
    reason: str
    reasons: tuple[str, ...]
    points: tuple[int, ...] = ()
    """The points of each seat; empty if the game counts none."""
    most: int | None = None
    """The most points that a seat can have, if the game declares it."""
    shared: bool = False
    """Whether the points belong to all seats together."""
    ranks: tuple[int, ...] = ()
    """The rank of each seat; empty if the game has none."""
    ends_campaign: bool = False
    """Whether the campaign of the game is over, too."""
    rules: tuple[int, ...] = ()
    """The rules that the reason for the table comes from, among those of a view."""


def outcome_of(
    state: State, tables: CompiledGame, said: Callable[[Said], str], ends_campaign: bool
) -> Outcome | None:
    """Return who won, who lost, and why; None while the game is running."""
    if state.over is None:
        return None
    results = tuple(result[0] if result is not None else "drawn" for result in state.results)
    reasons = tuple(said(result[1]) if result is not None else "" for result in state.results)
    shared = tables.points is not None and tables.points.shared
    most = tables.points.most if tables.points is not None else None
    ranks = () if shared else state.ranks
    reason, rules = said(state.over[1]), tables.origins[state.over[1][0]]
    return Outcome(results, reason, reasons, state.points, most, shared, ranks, ends_campaign, rules)


def shown_face(
    machine: Machine, state: State, players: Sequence[str], kind: int, id: int, seat: int | None
) -> str | None:
    """Return the label of a piece's face; None if it has no face or the seat may not see it."""
    tables = machine.tables
    for variable in tables.variables:
        if not variable.face or variable.owner is None:
            continue
        owner = tables.kinds[variable.owner]
        index = id - owner.first
        if owner.root == kind and 0 <= index < owner.count and sees(machine, state, variable, index, seat):
            value = state.v[variable.offset + index]
            return None if value is None else label(tables, players, variable.tag, value)
    return None
