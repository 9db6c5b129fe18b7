"""Nodes of expressions."""

from lazaretto.grammar.node_dataclass import node
from lazaretto.grammar.source import Span


@node
class Number:
    """A whole number."""

    value: int
    span: Span


@node
class Flag:
    """`yes` or `no`."""

    value: bool
    span: Span


@node
class Nothing:
    """`none`."""

    span: Span


@node
class Plural:
    """`{number|one|other}`: one of two words, by a number; without one, by the number shown before."""

    number: "Expression | None"
    one: str
    other: str
    span: Span


@node
class Text:
    """A string: plain parts, the expressions between braces, and plurals, in order."""

    parts: tuple["str | Expression | Plural", ...]
    span: Span

    @property
    def plain(self) -> str:
        """The text with each interpolation shown as `{}`."""
        return "".join(part if isinstance(part, str) else "{}" for part in self.parts)


@node
class Name:
    """A name alone; `me`, `this`, `cost` and `box` are names too."""

    text: str
    span: Span


@node
class Attribute:
    """`thing.attribute`; the parser turns `my.x` into the attribute `x` of the name `me`."""

    thing: "Expression"
    name: Name
    span: Span


@node
class Through:
    """`by link in Kind where condition`: which links a map query may use."""

    variable: Name
    kind: Name
    where: "Expression | None"
    span: Span


@node
class Call:
    """`name(arguments)`, with the links to use if the name is a map query."""

    name: Name
    arguments: tuple["Expression", ...]
    through: Through | None
    span: Span


@node
class May:
    """`may procedure(arguments)`: whether nothing forbids it."""

    call: Call
    span: Span


@node
class Unary:
    """`not x` or `-x`."""

    operator: str
    operand: "Expression"
    span: Span


@node
class Binary:
    """Two expressions and the operator between them: or and = != < <= > >= in `not in` + - * / mod."""

    operator: str
    left: "Expression"
    right: "Expression"
    span: Span


@node
class Conditional:
    """`a if condition else b`."""

    test: "Expression"
    then: "Expression"
    otherwise: "Expression"
    span: Span


@node
class Binding:
    """`value as name`, where a condition stands: whether there is a value, which then has a name."""

    value: "Expression"
    name: Name
    span: Span


@node
class IsA:
    """`x is a Kind`, `x is not a Kind`."""

    operand: "Expression"
    kind: Name
    negated: bool
    span: Span


@node
class On:
    """`supply on holder`: how many pieces of a supply it holds."""

    supply: "Expression"
    holder: "Expression"
    span: Span


@node
class Left:
    """`supply left`: how many are still in the stock."""

    supply: "Expression"
    span: Span


@node
class Only:
    """`set only Kind`: the members of that kind."""

    set: "Expression"
    kind: Name
    span: Span


@node
class Listing:
    """`[a, b, c]`."""

    items: tuple["Expression", ...]
    span: Span


@node
class End:
    """`top of pile`, `bottom 3 of pile`; without a count it is one piece, with a count a list."""

    end: str  # "top" or "bottom"
    count: "Expression | None"
    pile: "Expression"
    span: Span


@node
class RandomOf:
    """`random of set`."""

    set: "Expression"
    span: Span


@node
class MadeFor:
    """`Kind of thing`, `Kind of (thing, thing)`: the member that `for each` made for these things."""

    kind: Name
    things: tuple["Expression", ...]
    span: Span


@node
class Quantifier:
    """A quantifier over the members of a set.

    `word` is any, all, no, count, first, those (flags, number, optional, list), list, sum, highest, lowest
    (with `value`), greatest, least, sorted (with `value` as the measure). `those` may have a `value`.
    """

    word: str
    variable: Name
    set: "Expression"
    where: "Expression | None"
    value: "Expression | None"
    span: Span


Expression = (
    Number
    | Flag
    | Nothing
    | Text
    | Name
    | Attribute
    | Call
    | May
    | Unary
    | Binary
    | Conditional
    | IsA
    | On
    | Left
    | Only
    | Listing
    | End
    | RandomOf
    | MadeFor
    | Quantifier
)
