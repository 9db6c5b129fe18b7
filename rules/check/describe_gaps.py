"""Describes what stands in the gaps of a text, for players who read it before the game, in the rulebook."""

import re

from lazaretto.rules.check.known_values import fixed_value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import KindType, NumberType, OptionalType
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run.rulebook_sections import title_of

GAP = "…"
"""What stands for a gap whose content only the game decides."""

_ARTICLE = re.compile(r"\b(?:the|an?|no|every|each|this|your|another) $", re.IGNORECASE)
"""Words that make an article before a kind unnecessary."""


def described(world: World, text: tree.Template) -> str:
    """Return a text with words for its gaps: a thing becomes its kind, a value the number that it is."""
    found = ""
    numbers = [_number(world, each) for each in text.arguments]
    gap = 0
    things: dict[str, set[str]] = {}
    for part in text.parts:
        if isinstance(part, str):
            found += part
        elif isinstance(part, tree.Plural):
            found += part.one if numbers[part.argument] == "1" else part.other
            gap += part.number is not None
        else:
            found += _thing(part, found, things) or numbers[gap] or GAP
            gap += 1
    return found[:1].upper() + found[1:]


def _thing(gap: tree.Expression, before: str, things: dict[str, set[str]]) -> str:
    """Return a thing as one of its kind, as another one if one was named already; empty if it is no thing.

    `things` are the variables that were described so far, by kind.
    """
    kind = gap.type.item if isinstance(gap.type, OptionalType) else gap.type
    if not isinstance(kind, KindType):
        return ""
    if isinstance(gap, tree.Constant) and gap.value is not None:
        return next(each.label for each in kind.kind.root.members() if each.id == gap.value)
    name = title_of(kind.kind.name).lower()
    seen = things.setdefault(name, set())
    variable = gap.local.name if isinstance(gap, tree.LocalValue) else ""
    another = bool(seen) and variable not in seen
    seen.add(variable)
    if _ARTICLE.search(before):
        return name
    return (messages.WITH_ANOTHER if another else messages.WITH_THE)(kind=name)


def _number(world: World, gap: tree.Expression) -> str:
    """Return the number in a gap, if it is the same whatever happens."""
    match gap:
        case tree.Constant(value=int() as number, type=NumberType()):
            return str(number)
        case tree.CallValue(value=value) if isinstance(value.type, NumberType) and not value.changes:
            return fixed_value(world, value)
        case _:
            return ""
