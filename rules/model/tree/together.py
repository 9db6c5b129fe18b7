"""Defines the statement by which several players answer at the same time, and the one that ends undo."""

from typing import TYPE_CHECKING, ClassVar

from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.source import Span
from lazaretto.rules.model.tree.effect import Effect
from lazaretto.rules.model.tree.expressions import Expression, Local

if TYPE_CHECKING:
    from lazaretto.rules.model.tree.statements import Block, Choose, ChooseNumber, Confirm


@node
class Together:
    """Asks several players a question at once; when all have answered, runs a body for each of them."""

    effect: ClassVar = Effect.ASKS
    variable: Local
    seats: Expression
    question: "Choose | ChooseNumber | Confirm"
    body: "Block"
    span: Span


@node
class NoUndo:
    """Prevents that earlier choices are undone."""

    effect: ClassVar = Effect.ACTS
    span: Span
