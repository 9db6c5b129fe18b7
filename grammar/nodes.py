"""The syntax tree: one frozen class a shape of the language, each with the place it was written at.

The tree says what stands in the text and nothing of what it means. Every union below names all its
alternatives, so that a new shape is a type error wherever it is forgotten.
"""

from dataclasses import dataclass

from grammar.source import Span

# --- expressions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Flag:
    """`yes` or `no`."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Nothing:
    """`none`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A string: plain pieces and the expressions between braces, in order."""

    parts: tuple["str | Expression", ...]
    span: Span

    @property
    def plain(self) -> str:
        """The text with each interpolation shown as `{}`."""
        return "".join(part if isinstance(part, str) else "{}" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Name:
    """A name alone; `me`, `this`, `cost` and `box` are names too."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    """`thing.attribute`; `my.x` arrives as the attribute `x` of the name `me`."""

    thing: "Expression"
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Through:
    """`by link in Kind where condition`: which links a question about the map may use."""

    variable: Name
    kind: Name
    where: "Expression | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`name(arguments)`, with the links to use where the name is a question about the map."""

    name: Name
    arguments: tuple["Expression", ...]
    through: Through | None
    span: Span


@dataclass(frozen=True, slots=True)
class May:
    """`may procedure(arguments)`: would nothing forbid it?"""

    call: Call
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """`not x` or `-x`."""

    operator: str
    operand: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """Two expressions and the operator between them: or and = != < <= > >= in `not in` + - * / mod."""

    operator: str
    left: "Expression"
    right: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class IsA:
    """`x is a Kind`, `x is not a Kind`."""

    operand: "Expression"
    kind: Name
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class On:
    """`supply on holder`: how many of a supply lie there."""

    supply: "Expression"
    holder: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Left:
    """`supply left`: how many are still in the stock."""

    supply: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Only:
    """`set only Kind`: those of that kind."""

    set: "Expression"
    kind: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Listing:
    """`[a, b, c]`."""

    items: tuple["Expression", ...]
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    """`top of pile`, `bottom 3 of pile`; without a count it is one piece, with a count a list."""

    end: str  # "top" or "bottom"
    count: "Expression | None"
    pile: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class RandomOf:
    """`random of set`."""

    set: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class MadeFor:
    """`Kind of thing`: the member of a `for each` kind that belongs to a thing."""

    kind: Name
    thing: "Expression"
    span: Span


@dataclass(frozen=True, slots=True)
class Quantifier:
    """A word over the members of a set.

    `word` is any, all, no, count, first, those (flags, number, optional, list), sum, highest, lowest
    (with `value`), greatest, least (with `value` as the measure). `those` may have a `value`.
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

# --- statements --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Set:
    """`set target to value`."""

    target: Expression
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Add:
    """`add value to target`."""

    value: Expression
    target: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """`let name = value`; a procedure that asks may stand here as the whole value."""

    name: Name
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """A procedure called as a statement."""

    call: Call
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """`return` with or without a value."""

    value: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Stop:
    """`stop`: leave the innermost loop."""

    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if`, its `else if` branches in order, and `else`."""

    branches: tuple[tuple[Expression, "Block"], ...]
    otherwise: "Block | None"
    span: Span


@dataclass(frozen=True, slots=True)
class Case:
    """`when member, member` of a match."""

    members: tuple[Name, ...]
    body: "Block"
    span: Span


@dataclass(frozen=True, slots=True)
class Match:
    """`match value` over the members of an enumeration or kind."""

    value: Expression
    cases: tuple[Case, ...]
    otherwise: "Block | None"
    span: Span


@dataclass(frozen=True, slots=True)
class ForEach:
    """`for each x in set where condition`."""

    variable: Name
    set: Expression
    where: Expression | None
    body: "Block"
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat n times`, `repeat while condition`, `repeat forever` (neither)."""

    times: Expression | None
    condition: Expression | None
    body: "Block"
    span: Span


@dataclass(frozen=True, slots=True)
class MoveSupply:
    """`put`, `take` and `move` of counted pieces; `None` for amount is `all`, for a holder the stock."""

    word: str  # "put", "take" or "move"
    amount: Expression | None
    supply: Expression
    source: Expression | None
    target: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class MovePieces:
    """`move pieces to [top of|bottom of] pile`; `whole` is `move all of pile to ...`."""

    pieces: Expression
    whole: bool
    end: str  # "top" or "bottom"; "top" where nothing is said
    pile: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle pile`."""

    pile: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Spread:
    """`spread pieces through pile`."""

    pieces: Expression
    pile: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll dice`."""

    pieces: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Show:
    """`show pieces to players`."""

    pieces: Expression
    players: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Advance:
    """`advance track by n`; `retreat` is `backwards`."""

    track: Name
    by: Expression | None
    backwards: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Needs:
    """`needs condition else "reason"`."""

    condition: Expression
    reason: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """One or some members of a set, chosen by a player.

    Without bounds it is one; `least`/`most` are the bounds of a choice of some, and `result` its name.
    `optional` is `or none`; with `stops` (`or stop`) declining leaves the procedure. `needs` close single
    candidates with a reason; `such_that` judges the whole choice.
    """

    variable: Name
    set: Expression
    where: Expression | None
    least: Expression | None
    most: Expression | None
    result: Name | None
    optional: bool
    stops: bool
    by: Expression | None
    prompt: Text | None
    empty: Text | None
    such_that: tuple[Expression, Text | None] | None
    needs: tuple[Needs, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ChooseNumber:
    """`choose number n from a to b`."""

    variable: Name
    low: Expression
    high: Expression
    by: Expression | None
    prompt: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Arrange:
    """`arrange list by player as name`: the list in an order of the player's choice."""

    list: Expression
    by: Expression | None
    result: Name
    prompt: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Confirm:
    """`confirm name by player "question"`: yes or no."""

    variable: Name
    by: Expression
    prompt: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Consent:
    """`consent of player "question" when condition`, among the steps of an action."""

    of: Expression
    prompt: Text
    when: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Offer:
    """`offer menus to player with menus`."""

    menus: tuple[Name, ...]
    to: Expression
    interrupts: tuple[Name, ...]
    prompt: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Window:
    """`window menus for player`."""

    menus: tuple[Name, ...]
    player: Expression
    prompt: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Once:
    """`once per phase for values`."""

    phase: Name
    keys: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Say:
    """`say "text"`, or `tell players "text"`."""

    text: Text
    players: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Finish:
    """`win`, `lose` or `draw`, for some players or all."""

    word: str  # "win", "lose" or "draw"
    text: Text
    players: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    """`nothing`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Proceed:
    """`proceed`: inside `instead of`, what would have happened."""

    span: Span


Statement = (
    Set
    | Add
    | Let
    | Do
    | Return
    | Stop
    | If
    | Match
    | ForEach
    | Repeat
    | MoveSupply
    | MovePieces
    | Shuffle
    | Spread
    | Roll
    | Show
    | Advance
    | Needs
    | Choose
    | ChooseNumber
    | Arrange
    | Confirm
    | Consent
    | Offer
    | Window
    | Once
    | Say
    | Finish
    | Pass
    | Proceed
)
"""`Needs` and `Consent` are steps of actions; the checker refuses them elsewhere."""

Block = tuple[Statement, ...]

# --- types -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType:
    """`number`, `flag`, `text` or a kind; `optional` is the `?`; a number may have a range."""

    name: Name
    optional: bool
    low: int | None
    high: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class ChoiceType:
    """`a | b | c`."""

    members: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ManyType:
    """`set of T` or `list of T`."""

    word: str
    item: NamedType
    span: Span


@dataclass(frozen=True, slots=True)
class PileType:
    """`pile of Kind`."""

    kind: Name
    span: Span


@dataclass(frozen=True, slots=True)
class SupplyType:
    """`supply of n`."""

    size: int
    span: Span


@dataclass(frozen=True, slots=True)
class FaceType:
    """`any of expression`."""

    faces: Expression
    span: Span


Type = NamedType | ChoiceType | ManyType | PileType | SupplyType | FaceType

# --- declarations ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeenBy:
    """`seen by all`, `nobody`, `owner`, or a set of players."""

    word: str  # "all", "nobody", "owner" or "players"
    players: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Look:
    """`look key value, key value`; `subject` where it stands alone at the top."""

    subject: Name | None
    pairs: tuple[tuple[Name, Text | Number | Name], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute of a kind."""

    name: Name
    type: Type
    default: Expression | None
    lifetime: Name | None
    seen: SeenBy | None
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class Active:
    """`active for player when condition`, or for nobody in particular, in a kind."""

    variable: Name | None
    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class KindDeclaration:
    """A kind, or an extension of one.

    `parent` is `place`, `piece` or another kind; `members` are those of `is one of`; `links` and `area`
    name the kind they join or bound; `each` and `times` say how its members are made.
    """

    name: Name
    parent: Name | None
    members: tuple[Name, ...]
    links: Name | None
    area: Name | None
    each: Name | None
    times: int | None
    fields: tuple[Field, ...]
    active: Active | None
    looks: tuple[Look, ...]
    documentation: str
    extends: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter with or without a kind."""

    name: Name
    type: NamedType | ManyType | None
    span: Span


@dataclass(frozen=True, slots=True)
class Variable:
    """`var name : type = default per phase seen by ...`."""

    name: Name
    type: Type
    default: Expression | None
    lifetime: Name | None
    seen: SeenBy | None
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class SupplyDeclaration:
    """`supply name of n`."""

    name: Name
    size: int
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class TrackDeclaration:
    """`track name 0..8`, or the values of its spaces one by one."""

    name: Name
    spaces: tuple[int, ...]
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class PileDeclaration:
    """`pile name of Kind seen by ...` with what it starts with."""

    name: Name
    kind: Name
    seen: SeenBy | None
    starts_with: tuple[Name, ...]
    looks: tuple[Look, ...]
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class OptionDeclaration:
    """`option name : type = default "label"`."""

    name: Name
    type: Type
    default: Expression
    label: Text | None
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class ValueDeclaration:
    """`value name(parameters) : type = expression`."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: NamedType | ManyType | None
    value: Expression
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class MenuDeclaration:
    """A named list of actions, with what all of them need and pay."""

    name: Name
    label: Text | None
    cost: Expression | None
    needs: tuple[Needs, ...]
    pay: Block
    documentation: str
    extends: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Procedure:
    """`to name(parameters) : type`, or `phase`."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: NamedType | ManyType | None
    body: Block
    documentation: str
    phase: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Change:
    """`change value(patterns) to|by|at least|at most expression`."""

    target: Name
    patterns: tuple[Name, ...]
    word: str  # "to", "by", "at least" or "at most"
    value: Expression
    when: Expression | None
    over: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Hook:
    """`before`, `after` or `instead` of a procedure."""

    word: str
    target: Name
    patterns: tuple[Name, ...]
    when: Expression | None
    following: tuple[Name, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Forbid:
    """`forbid procedure(patterns) when condition because "text"`."""

    target: Name
    patterns: tuple[Name, ...]
    when: Expression | None
    because: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """What a player may do: steps first, then the effect, all in one body."""

    name: Name
    menus: tuple[Name, ...]
    label: Text | None
    limit: "Limit | None"
    cost: Expression | None
    body: Block
    documentation: str
    span: Span


@dataclass(frozen=True, slots=True)
class Limit:
    """`limit n per phase`."""

    times: Expression
    phase: Name
    span: Span


Rule = Change | Hook | Forbid | Action


@dataclass(frozen=True, slots=True)
class Setting:
    """`attribute = value` inside a member."""

    name: Name
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class MemberDeclaration:
    """A member of a kind with its values and its rules; also `extend Kind name`."""

    kind: Name
    name: Name
    label: Text | None
    settings: tuple[Setting, ...]
    rules: tuple[Rule, ...]
    looks: tuple[Look, ...]
    documentation: str
    extends: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Outcome:
    """`win` or `lose` that watches a condition, or a supply running out."""

    word: str
    text: Text
    players: Expression | None
    condition: Expression | None
    runs_out: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Invariant:
    """A condition that holds between any two steps."""

    text: Text
    condition: Expression
    span: Span


# --- tests -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GivenPlayers:
    """`given players anna, ben`."""

    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GivenOption:
    """`given option name = value`."""

    name: Name
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class GivenSeed:
    """`given seed n`."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class GivenFate:
    """`given fate value, value`: the next results of chance."""

    values: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """`given statement` or `when statement`."""

    word: str  # "given" or "when"
    statement: Statement
    span: Span


@dataclass(frozen=True, slots=True)
class Does:
    """`when player does "choice"`."""

    player: Name
    choice: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenHolds:
    """`then expression`."""

    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class ThenMay:
    """`then player may "choice"`, `then player may not "choice" because "reason"`."""

    player: Name
    choice: str
    negated: bool
    because: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenAsks:
    """`then asks player "prompt"`; without a player: `then nothing asked`."""

    player: Name | None
    prompt: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenEnds:
    """`then won "reason"`, `then lost "reason"`, `then drawn "reason"`."""

    word: str
    reason: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ThenSays:
    """`then says "text"`."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class ThenSees:
    """`then player sees expression`, `then player does not see expression`."""

    player: Name
    thing: Expression
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True)
class LeaveOpen:
    """`leave open`."""

    span: Span


TestLine = (
    GivenPlayers
    | GivenOption
    | GivenSeed
    | GivenFate
    | Step
    | Does
    | ThenHolds
    | ThenMay
    | ThenAsks
    | ThenEnds
    | ThenSays
    | ThenSees
    | LeaveOpen
)


@dataclass(frozen=True, slots=True)
class Test:
    """A `test` block."""

    name: str
    lines: tuple[TestLine, ...]
    span: Span


# --- composition -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replace:
    """`replace declaration`, over what an earlier module put there."""

    declaration: "Plain"
    over: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Remove:
    """`remove word name`: word is a kind's name, or to, phase, value, action, menu, option, test, win."""

    word: Name
    name: Name
    span: Span


Plain = (
    KindDeclaration
    | MemberDeclaration
    | Variable
    | SupplyDeclaration
    | TrackDeclaration
    | PileDeclaration
    | OptionDeclaration
    | ValueDeclaration
    | MenuDeclaration
    | Procedure
    | Change
    | Hook
    | Forbid
    | Action
    | Outcome
    | Invariant
    | Look
    | Test
)

Declaration = Plain | Replace | Remove


@dataclass(frozen=True, slots=True)
class Module:
    """One file: what it says of itself, and its declarations in order."""

    name: str
    documentation: str
    declarations: tuple[Declaration, ...]
    span: Span
