"""Defines the expressions of the typed tree, and text templates."""

from typing import TYPE_CHECKING

from lazaretto.grammar.node_dataclass import entity, node
from lazaretto.grammar.source import Span
from lazaretto.rules.model.entities import Kind, Pile, Supply, Track, Type, Value, Variable

if TYPE_CHECKING:
    from lazaretto.rules.model.tree.statements import Procedure, ValueRule


@entity
class Local:
    """A variable of one procedure; `name` is unique inside it."""

    name: str
    type: Type
    span: Span

    @property
    def word(self) -> str:
        """The name that the author gave it."""
        return self.name.rpartition("_")[0]


@node
class Constant:
    """A value known at compile time."""

    value: Value
    type: Type
    span: Span


@node
class LocalValue:
    """The value of a local variable; its type may be narrower than the variable's declared type."""

    local: Local
    type: Type
    span: Span


@node
class VariableValue:
    """The value of an attribute or a global variable."""

    variable: Variable
    thing: "Expression | None"
    type: Type
    span: Span


@node
class PileValue:
    """A pile; as a value it is the list of its pieces, with the top piece last."""

    pile: Pile
    thing: "Expression | None"
    type: Type
    span: Span


@node
class BoxValue:
    """The box: everything that has been removed from the game."""

    type: Type
    span: Span


@node
class SupplyValue:
    """A supply; it can be counted and moved, but is not a value."""

    supply: Supply
    thing: "Expression | None"
    type: Type
    span: Span


@node
class TrackValue:
    """The value of the space under a track's marker."""

    track: Track
    type: Type
    span: Span


@node
class TrackPosition:
    """The index of the space under a track's marker, counted from 0."""

    track: Track
    type: Type
    span: Span


@node
class KindSet:
    """All members of a kind."""

    kind: Kind
    type: Type
    span: Span


@node
class Operation:
    """or and not = != < <= > >= in `not in` + - * / mod neg `set +` `set -`."""

    operator: str
    operands: tuple["Expression", ...]
    type: Type
    span: Span


@node
class Conditional:
    """One of two values, depending on a condition; the other one is not evaluated."""

    test: "Expression"
    then: "Expression"
    otherwise: "Expression"
    type: Type
    span: Span


@node
class IsA:
    """Whether a member belongs to a more specific kind."""

    operand: "Expression"
    kind: Kind
    negated: bool
    type: Type
    span: Span


@node
class CountOn:
    """How many pieces of a supply are on a holder, or on all members of a kind."""

    supply: Supply
    thing: "Expression | None"
    holder: "Expression | None"
    kind: Kind
    type: Type
    span: Span


@node
class StockLeft:
    """How many pieces of a supply are in the stock."""

    supply: Supply
    thing: "Expression | None"
    type: Type
    span: Span


@node
class OnlyKind:
    """The members of a list that belong to a more specific kind."""

    set: "Expression"
    kind: Kind
    type: Type
    span: Span


@node
class ListOf:
    """A list literal."""

    items: tuple["Expression", ...]
    type: Type
    span: Span


@node
class EndOf:
    """The top or bottom of a pile: one piece, or a list of pieces with the top one first."""

    end: str
    count: "Expression | None"
    pile: "PileValue | BoxValue"
    type: Type
    span: Span


@node
class RandomOf:
    """A random member of a list, from a stream of its own."""

    set: "Expression"
    stream: str
    type: Type
    span: Span


@node
class MadeFor:
    """The member of a `for each` kind that was generated for some things, one of each factor."""

    kind: Kind
    things: tuple["Expression", ...]
    type: Type
    span: Span


@node
class Written:
    """A text with placeholders as a value, to be shown in another text."""

    template: "Template"
    type: Type
    span: Span


@node
class Quantifier:
    """A quantifier over a list; see `nodes.Quantifier`."""

    word: str
    variable: Local
    set: "Expression"
    where: "Expression | None"
    value: "Expression | None"
    type: Type
    span: Span


@node
class Through:
    """Which links a map query may use."""

    variable: Local
    kind: Kind
    where: "Expression | None"


@node
class Graph:
    """neighbours, reach, distance, connected, links, ends, across, areas, members, step, line."""

    question: str
    arguments: tuple["Expression", ...]
    through: Through | None
    kind: Kind
    type: Type
    span: Span


@node
class BuiltIn:
    """count, min, max, next."""

    name: str
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@node
class CallValue:
    """A call of a named value, including its changes."""

    value: "ValueRule"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@node
class CallProcedure:
    """A call of a procedure."""

    procedure: "Procedure"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@node
class MayCall:
    """Whether no prohibition applies to a procedure."""

    procedure: "Procedure"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


Expression = (
    Constant
    | LocalValue
    | VariableValue
    | PileValue
    | BoxValue
    | SupplyValue
    | TrackValue
    | TrackPosition
    | KindSet
    | Operation
    | Conditional
    | IsA
    | CountOn
    | StockLeft
    | OnlyKind
    | ListOf
    | EndOf
    | RandomOf
    | MadeFor
    | Written
    | Quantifier
    | Graph
    | BuiltIn
    | CallValue
    | CallProcedure
    | MayCall
)


@node
class Plural:
    """One of two words of a text, by the number, or the length of the list, in one of its placeholders.

    `number` is the expression of a placeholder that is not shown itself, None if another one counts.
    """

    argument: int
    one: str
    other: str
    number: Expression | None
    span: Span


@node
class Template:
    """A text with placeholders: `parts` are texts, expressions and plurals; `number` is its table index."""

    parts: tuple["str | Expression | Plural", ...]
    span: Span
    number: int = -1

    @property
    def arguments(self) -> tuple[Expression, ...]:
        """The expressions in the placeholders."""
        found: list[Expression] = []
        for part in self.parts:
            if isinstance(part, Plural):
                found += [] if part.number is None else [part.number]
            elif not isinstance(part, str):
                found.append(part)
        return tuple(found)
