"""The tables of menus and actions of a compiled game."""

from collections.abc import Mapping

from lazaretto.grammar.node_dataclass import value


@value
class ActionInfo:
    """An action in one menu."""

    name: str
    label: int | None
    documentation: str
    procedure: int
    member: tuple[int, int] | None
    looks: Mapping[str, str]
    place: str
    only_if: tuple[str, str] | None = None
    """The attribute of a player and the value that it must have, if the action is for no other player."""


@value
class MenuInfo:
    """A menu."""

    name: str
    prompt: int | None
    actions: tuple[int, ...]
    secret: bool
    """Whether only the player who chooses from it knows the choice."""
    documentation: str
