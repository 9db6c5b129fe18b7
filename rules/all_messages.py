"""All messages of the engine, by key: what a translation can translate."""

from importlib import import_module

from grammar.message import Message, messages_of

MODULES = (
    "grammar.message",
    "grammar.diagnostics",
    "grammar.layout_messages",
    "grammar.syntax_messages",
    "rules.errors.did_you_mean",
    "rules.errors.checker_message_texts",
    "rules.errors.checker_message_variants",
    "rules.link.messages",
    "rules.run.messages",
    "rules.run.rulebook_messages",
    "rules.tool_messages",
)
"""The modules that hold messages; they are loaded when somebody asks for all of them."""


def all_messages() -> dict[str, Message]:
    """Every message of `grammar` and `rules`; fails where two share a key."""
    return messages_of(map(import_module, MODULES))
