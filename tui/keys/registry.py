"""The key registry: all contexts, actions and lines, by name."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from lazaretto.grammar.message import Message
from lazaretto.tui.keys import (
    app_keys,
    hall_keys,
    launcher_keys,
    reading_keys,
    replay_keys,
    table_keys,
    widget_keys,
)
from lazaretto.tui.keys.registry_types import Action, Context, KeyLine, KeyText

_MODULES = (app_keys, launcher_keys, hall_keys, table_keys, replay_keys, reading_keys, widget_keys)

CONTEXTS: Mapping[str, Context] = MappingProxyType(
    {each.name: each for module in _MODULES for each in module.CONTEXTS}
)

ACTIONS: Mapping[str, Action] = MappingProxyType(
    {each.name: each for context in CONTEXTS.values() for each in context.actions}
)

HINTS: Mapping[str, KeyLine] = MappingProxyType(
    {hint.name: hint for context in CONTEXTS.values() for hint in context.hints}
)


def active(context: str) -> Iterator[Action]:
    """The actions that work in a context: its own, then those of the contexts it includes."""
    yield from CONTEXTS[context].actions
    for include in CONTEXTS[context].includes:
        yield from CONTEXTS[include].actions


def key_texts() -> Iterator[KeyText]:
    """Every text that shows keys, on the hint bar or on a help page."""
    for context in CONTEXTS.values():
        rows = [row for part in context.help for row in part.rows if isinstance(row, KeyLine)]
        for line in (*context.hints, *rows):
            yield line.keys
            yield from (keys for _, keys in line.gaps)
        for paragraph in context.prose:
            yield from (keys for _, keys in paragraph.gaps)


def messages() -> Iterator[Message]:
    """Every message of the registry."""
    for context in CONTEXTS.values():
        yield context.words
        for action in context.actions:
            yield action.words
            yield from action.palette or ()
        for part in context.help:
            yield part.heading
        rows = [row for part in context.help for row in part.rows if isinstance(row, KeyLine)]
        for line in (*context.hints, *rows):
            yield line.words
            yield from (line.also,) if line.also is not None else ()
        yield from (prose.words for prose in context.prose)
    yield from (text.default for text in key_texts())
