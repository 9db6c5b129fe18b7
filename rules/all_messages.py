"""Collects all messages of `grammar` and `rules` by key, for translations."""

from importlib import import_module

from lazaretto.grammar.message import Message, messages_of

MODULES = (
    "lazaretto.grammar.message",
    "lazaretto.grammar.diagnostics",
    "lazaretto.grammar.file_messages",
    "lazaretto.grammar.layout_messages",
    "lazaretto.grammar.syntax_messages",
    "lazaretto.grammar.toml_messages",
    "lazaretto.rules.engine.messages",
    "lazaretto.rules.errors.alias_messages",
    "lazaretto.rules.errors.did_you_mean",
    "lazaretto.rules.errors.checker_message_texts",
    "lazaretto.rules.errors.checker_message_variants",
    "lazaretto.rules.warn.messages",
    "lazaretto.rules.flow.messages",
    "lazaretto.rules.guides.messages",
    "lazaretto.rules.version_and_extras",
    "lazaretto.rules.link.messages",
    "lazaretto.rules.run.messages",
    "lazaretto.rules.run.rulebook_messages",
    "lazaretto.rules.tools.messages",
)
"""The modules that hold messages; they are imported only when all messages are requested."""


def all_messages() -> dict[str, Message]:
    """Return every message of `grammar` and `rules`; fails if two share a key."""
    return messages_of(map(import_module, MODULES))
