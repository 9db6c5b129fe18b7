"""Expressions of the typed tree, and templates of texts."""

from typing import TYPE_CHECKING

from grammar.node_dataclass import entity, node
from grammar.source import Span
from rules.model.entities import Kind, Pile, Supply, Track, Value, Variable
from rules.model.types import Type

if TYPE_CHECKING:
    from rules.model.tree.rules import Procedure, ValueRule


@entity
class Local:
    """A variable of one procedure; `name` is unique inside it."""

    name: str
    type: Type
    span: Span

    @property
    def word(self) -> str:
        """What its author called it."""
        return self.name.rpartition("_")[0]


@node
class Constant:
    """A value known when the program is compiled."""

    value: Value
    type: Type
    span: Span


@node
class LocalValue:
    """The value of a local variable; the type may be narrower than the variable's own."""

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
    """A pile; as a value it is the list of what lies in it, topmost last."""

    pile: Pile
    thing: "Expression | None"
    type: Type
    span: Span


@node
class BoxValue:
    """The box: what has left the game."""

    type: Type
    span: Span


@node
class SupplyValue:
    """A supply; only counted and moved, never a value."""

    supply: Supply
    thing: "Expression | None"
    type: Type
    span: Span


@node
class TrackValue:
    """The value of the space a track's marker stands on."""

    track: Track
    type: Type
    span: Span


@node
class TrackPosition:
    """Which space a track's marker stands on, counted from 0."""

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
class IsA:
    """Whether a member belongs to a kind further down."""

    operand: "Expression"
    kind: Kind
    negated: bool
    type: Type
    span: Span


@node
class CountOn:
    """How many of a supply lie on a holder, or on all members of a kind."""

    supply: Supply
    thing: "Expression | None"
    holder: "Expression | None"
    kind: Kind
    type: Type
    span: Span


@node
class StockLeft:
    """How many of a supply are in the stock."""

    supply: Supply
    thing: "Expression | None"
    type: Type
    span: Span


@node
class OnlyKind:
    """Those of a list that belong to a kind further down."""

    set: "Expression"
    kind: Kind
    type: Type
    span: Span


@node
class ListOf:
    """A list written out."""

    items: tuple["Expression", ...]
    type: Type
    span: Span


@node
class EndOf:
    """The top or bottom of a pile: one piece, or a list of some with the topmost first."""

    end: str
    count: "Expression | None"
    pile: "PileValue | BoxValue"
    type: Type
    span: Span


@node
class RandomOf:
    """One of a list by chance, from a stream of its own."""

    set: "Expression"
    stream: str
    type: Type
    span: Span


@node
class MadeFor:
    """The member of a `for each` kind that belongs to a thing."""

    kind: Kind
    thing: "Expression"
    type: Type
    span: Span


@node
class Quantifier:
    """A word over a list; see `nodes.Quantifier`."""

    word: str
    variable: Local
    set: "Expression"
    where: "Expression | None"
    value: "Expression | None"
    type: Type
    span: Span


@node
class Through:
    """Which links a question about the map may use."""

    variable: Local
    kind: Kind
    where: "Expression | None"


@node
class Graph:
    """neighbours, reach, distance, connected, links, ends, across, areas, members."""

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
    """A value worked out, its changes included."""

    value: "ValueRule"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@node
class CallProcedure:
    """A procedure run."""

    procedure: "Procedure"
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


@node
class MayCall:
    """Whether nothing forbids a procedure."""

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
    | IsA
    | CountOn
    | StockLeft
    | OnlyKind
    | ListOf
    | EndOf
    | RandomOf
    | MadeFor
    | Quantifier
    | Graph
    | BuiltIn
    | CallValue
    | CallProcedure
    | MayCall
)


@node
class Template:
    """Words with gaps: `parts` are texts and expressions in turn; `number` is its place in the table."""

    parts: tuple["str | Expression", ...]
    span: Span
    number: int = -1

    @property
    def arguments(self) -> tuple[Expression, ...]:
        """The expressions of the gaps."""
        return tuple(part for part in self.parts if not isinstance(part, str))
