"""The types of the key registry: actions, contexts, and the texts that show their keys."""

from collections.abc import Mapping
from typing import NamedTuple

from lazaretto.tui.messages.translated_message import AppMessage


class Action(NamedTuple):
    """An action that a key triggers.

    `table.undo` applies in the context `table`; a screen implements it as the method `action_undo`.
    """

    name: str
    keys: tuple[str, ...]
    """The default keys by Textual's names (`question_mark`); the first one is shown."""
    words: AppMessage
    """The label for the hint bar; its help text is the sentence on the help page."""
    palette: tuple[AppMessage, AppMessage] | None = None
    """Title and sentence in the command palette; None: it is not listed there."""
    fixed: bool = False
    """Whether players cannot change the keys, because a widget handles them itself."""

    @property
    def context(self) -> str:
        """The context in which it applies."""
        return self.name.partition(".")[0]

    @property
    def method(self) -> str:
        """The name of the screen method that implements it."""
        return f"action_{self.name.partition('.')[2]}"


class KeyText(NamedTuple):
    """The keys of some actions, as a line shows them.

    `default` is the text while all of them have their default keys; otherwise the keys are listed.
    """

    default: AppMessage
    actions: tuple[str, ...]


class KeyLine(NamedTuple):
    """Keys and what they do: an entry of the hint bar, or a row of a help page."""

    name: str
    keys: KeyText
    words: AppMessage
    also: AppMessage | None = None
    """More keys, in brackets after the words; omitted if a player changed one of the keys."""
    gaps: tuple[tuple[str, KeyText], ...] = ()
    """Placeholders in the words, and the keys to insert."""


class HelpSection(NamedTuple):
    """A heading and the rows below it."""

    heading: AppMessage
    rows: tuple[KeyLine | str, ...]
    """Each row is a line, or the name of an action that supplies its own row."""


class KeyProse(NamedTuple):
    """A paragraph of a help page; its placeholders hold keys."""

    words: AppMessage
    gaps: tuple[tuple[str, KeyText], ...]


class Context(NamedTuple):
    """A screen, or a state of one, in which a key has one meaning."""

    name: str
    words: AppMessage
    actions: tuple[Action, ...]
    includes: tuple[str, ...] = ("app",)
    """Contexts whose keys work here as well."""
    writes: bool = False
    """Whether the player types letters here, so that no letter can be an action."""
    hints: tuple[KeyLine, ...] = ()
    help: tuple[HelpSection, ...] = ()
    prose: tuple[KeyProse, ...] = ()


def action(
    name: str,
    keys: str,
    label: str,
    help: str,
    palette: tuple[str, str] | None = None,
    *,
    fixed: bool = False,
) -> Action:
    """An action from plain texts; spaces separate the keys."""
    listed = None
    if palette is not None:
        listed = (AppMessage(f"key.{name}.title", palette[0]), AppMessage(f"key.{name}.palette", palette[1]))
    return Action(name, tuple(keys.split()), AppMessage(f"key.{name}", label, help), listed, fixed)


def line(name: str, actions: str, keys: str, words: str, also: str = "", **gaps: tuple[str, str]) -> KeyLine:
    """A line from plain texts; spaces separate the names of the actions."""
    return KeyLine(
        name,
        KeyText(AppMessage(f"key.{name}.keys", keys), tuple(actions.split())),
        AppMessage(f"key.{name}", words),
        AppMessage(f"key.{name}.also", also) if also else None,
        _gaps(name, gaps),
    )


def section(name: str, heading: str, *rows: KeyLine | str) -> HelpSection:
    """A section of a help page from plain texts."""
    return HelpSection(AppMessage(f"key.{name}", heading), rows)


def prose(name: str, words: str, **gaps: tuple[str, str]) -> KeyProse:
    """A paragraph from plain texts; a placeholder gives its actions and the text for their default keys."""
    return KeyProse(AppMessage(f"key.{name}", words), _gaps(name, gaps))


def _gaps(name: str, gaps: Mapping[str, tuple[str, str]]) -> tuple[tuple[str, KeyText], ...]:
    return tuple(
        (gap, KeyText(AppMessage(f"key.{name}.{gap}", keys), tuple(actions.split())))
        for gap, (actions, keys) in gaps.items()
    )
