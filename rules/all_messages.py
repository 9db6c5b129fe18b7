"""Collects all messages of the engine by key, for translations."""

from importlib import import_module

from grammar.message import Message, messages_of

MODULES = (
    "grammar.message",
    "grammar.diagnostics",
    "grammar.file_messages",
    "grammar.layout_messages",
    "grammar.syntax_messages",
    "grammar.toml_messages",
    "rules.engine_messages",
    "rules.errors.alias_messages",
    "rules.errors.did_you_mean",
    "rules.errors.checker_message_texts",
    "rules.errors.checker_message_variants",
    "rules.errors.warning_texts",
    "rules.flow.messages",
    "rules.guides.guide_messages",
    "rules.link.messages",
    "rules.run.messages",
    "rules.run.rulebook_messages",
    "rules.tool_messages",
)
"""The modules that hold messages; they are imported only when all messages are requested."""


def all_messages() -> dict[str, Message]:
    """Return every message of `grammar` and `rules`; fails if two share a key."""
    return messages_of(map(import_module, MODULES))
