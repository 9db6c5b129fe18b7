"""Collects all messages of the engine by key, for translations."""

from importlib import import_module

from grammar.message import Message, messages_of

MODULES = (
    "grammar.message",
    "grammar.diagnostics",
    "grammar.messages",
    "grammar.syntax_messages",
    "rules.errors.did_you_mean",
    "rules.errors.catalogue",
    "rules.errors.catalogue_by_case",
    "rules.link.messages",
    "rules.run.messages",
    "rules.run.rulebook_messages",
    "rules.tool_messages",
)
"""The modules that hold messages; they are imported only when all messages are requested."""


def all_messages() -> dict[str, Message]:
    """Return every message of `grammar` and `rules`; fails if two share a key."""
    return messages_of(map(import_module, MODULES))
