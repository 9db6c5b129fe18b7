"""Values and lines in words: how a member, a number, a list or a log line reads."""

from collections.abc import Sequence
from typing import Any

from rules.run.program import MemberInfo, Program, Tag
from rules.run.state import Said


def member(program: Program, tag: Tag, value: int) -> MemberInfo:
    """The member of a kind with an id."""
    return program.kinds[tag[1]].members[value]


def label(program: Program, players: Sequence[str], tag: Tag, value: Any) -> str:
    """A value as people read it."""
    return _shown(program, players, tag, value, "label")


def key(program: Program, players: Sequence[str], tag: Tag, value: Any) -> str:
    """A value as people type it and records keep it."""
    return _shown(program, players, tag, value, "name")


def _shown(program: Program, players: Sequence[str], tag: Tag, value: Any, field: str) -> str:
    match tag[0]:
        case "flag":
            return "yes" if value else "no"
        case "kind" if value is not None:
            kind = program.kinds[tag[1]]
            if kind.shape == "player":
                return players[value]
            return str(getattr(kind.members[value], field))
        case "optional" if value is not None:
            return _shown(program, players, tag[1], value, field)
        case "many":
            shown = [_shown(program, players, tag[1], each, field) for each in value]
            return ", ".join(shown) if shown else "none"
        case _:
            return "none" if value is None else str(value)


def said(program: Program, players: Sequence[str], words: Said) -> str:
    """A line with its gaps filled."""
    number, values = words
    parts: list[str] = []
    index = 0
    for part in program.templates[number]:
        if isinstance(part, str):
            parts.append(part)
        else:
            parts.append(label(program, players, part, values[index]))
            index += 1
    return "".join(parts)
