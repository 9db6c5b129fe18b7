"""Defines the statements of the lowered form: effects on the state, and control flow.

The last five are terminators: nothing follows them in their block. They occur in segments only.
"""

from typing import Literal

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.lower.ir.expressions import Expression, Local, Slot, Words
from lazaretto.rules.lower.ir.function_roles import Ref

Block = list["Statement"]


@changing_node
class Let:
    """Assigns a value to a local name or a frame slot."""

    target: Local | Slot
    value: Expression
    span: Span | None = None


@changing_node
class Store:
    """Assigns a value to a cell of the state."""

    index: Expression
    value: Expression
    span: Span | None = None


@changing_node
class Add:
    """Adds a number to a cell of the state."""

    index: Expression
    value: Expression
    span: Span | None = None


@changing_node
class Reset:
    """Copies a constant table to a range of cells of the same length."""

    first: int
    count: int
    table: str
    span: Span | None = None


@changing_node
class AddToSlot:
    """Adds a number to a frame slot."""

    slot: int
    value: int
    span: Span | None = None


@changing_node
class Pay:
    """Spends fuel, and stops the rule when none is left. Inserted by `cost`.

    Every payment is checked: procedures without a loop that call each other twice take exponential time.
    """

    units: int
    span: Span | None = None


@changing_node
class If:
    """Runs one of two blocks, depending on a condition."""

    test: Expression
    then: Block
    otherwise: Block
    span: Span | None = None


@changing_node
class ForEach:
    """Runs a block for each member of a list, as the list was when the loop began.

    `longest` is the maximum length of the list, if known. A loop that `pays` gets a `Pay` at the head of its
    body; for others `cost` charges the whole loop at once.
    """

    target: Local | Slot
    many: Expression
    body: Block
    longest: int | None = None
    pays: bool = False
    span: Span | None = None


@changing_node
class While:
    """Runs a block while a condition holds; it always pays."""

    test: Expression
    body: Block
    span: Span | None = None


@changing_node
class Break:
    """Leaves the innermost loop of this function."""

    span: Span | None = None


@changing_node
class Continue:
    """Continues the innermost loop of this function with its next member."""

    span: Span | None = None


@changing_node
class Return:
    """Returns from the function; in a segment only `Leave` and the other terminators do that."""

    value: Expression | None
    span: Span | None = None


@changing_node
class Evaluate:
    """Evaluates an expression for its effect."""

    value: Expression
    span: Span | None = None


@changing_node
class Append:
    """Appends a value to a list in a local name."""

    target: Local
    value: Expression
    span: Span | None = None


@changing_node
class SortEntries:
    """Sorts a list of entries in a local name by seat."""

    target: Local
    span: Span | None = None


@changing_node
class MoveCounted:
    """Moves counted pieces from one cell to another.

    If there are too few, the shortages are called with the owner; if none of them ends the game and none
    accepts it, that is a fault.
    """

    source: Expression
    target: Expression
    amount: Expression
    shortages: tuple[Ref, ...]
    owner: Expression
    span: Span | None = None


ActionName = Literal["move", "move_all", "pour", "shuffle", "spread", "show", "arranged"]
"""Functions of `lazaretto.rules.run.runtime_functions` that change piles; all take the state first."""


@changing_node
class Perform:
    """Calls a runtime function that moves, shuffles or shows pieces."""

    name: ActionName
    arguments: tuple[Expression, ...]
    span: Span | None = None


@changing_node
class Log:
    """Logs a line; for everybody, or for the seats in `readers`."""

    words: Words
    readers: Expression | None = None
    span: Span | None = None


@changing_node
class LogPrevented:
    """Logs why something did not happen; `words` is a value of sort words."""

    words: Expression
    span: Span | None = None


@changing_node
class Barrier:
    """Prevents undo of everything before this."""

    span: Span | None = None


@changing_node
class CountTurn:
    """Counts the start of a turn."""

    span: Span | None = None


@changing_node
class CheckOutcome:
    """Checks an outcome after a write to something it depends on."""

    outcome: int
    span: Span | None = None


FinishWord = Literal["win", "lose", "draw"]


@changing_node
class Finish:
    """Makes players (none: all) win, lose or draw; the procedure `ending` runs at the end of the game."""

    word: FinishWord
    words: Words
    players: Expression | None
    ending: Ref | None
    span: Span | None = None


@changing_node
class KeepCandidates:
    """Keeps the computed candidates for the question that follows, so that they are not computed twice."""

    value: Local
    span: Span | None = None


@changing_node
class AnswerAlone:
    """Answers a question that has only one open answer before it is asked."""

    question: int
    answer: Expression
    seat: Expression | None = None
    """The asked seat, if the answer is a piece that it may not know."""
    base: int = 0
    """The number of the first piece of the kind."""
    span: Span | None = None


@changing_node
class Settle:
    """Starts the procedure `settle` after an action."""

    span: Span | None = None


@changing_node
class Goto:
    """Continues with another segment of the same procedure."""

    segment: int
    span: Span | None = None


@changing_node
class Enter:
    """Starts a resumable procedure, then continues with a segment of this one.

    `tail`: nothing is left to do after it, so this frame is popped first. `recursive`: the procedure may call
    itself, directly or indirectly, so the stack depth is checked and the call costs a unit of fuel.
    """

    procedure: int
    arguments: tuple[Expression, ...]
    then: int
    tail: bool = False
    recursive: bool = False
    span: Span | None = None


@changing_node
class Act:
    """Does the action of an entry for its seat, then continues with a segment; `tail` as in `Enter`."""

    entry: Expression
    then: int
    tail: bool = False
    span: Span | None = None


@changing_node
class Ask:
    """Waits for the answer to a question, then continues with a segment."""

    question: int
    then: int
    span: Span | None = None


@changing_node
class Leave:
    """Ends the procedure: pops its frame, returns its value, then runs `after` (settling)."""

    value: Expression | None
    returns: bool
    after: Block
    span: Span | None = None


Terminator = Goto | Enter | Act | Ask | Leave
"""Terminators of segments."""

Statement = (
    Let
    | Store
    | Add
    | Reset
    | AddToSlot
    | Pay
    | If
    | ForEach
    | While
    | Break
    | Continue
    | Return
    | Evaluate
    | Append
    | SortEntries
    | MoveCounted
    | Perform
    | Log
    | LogPrevented
    | Barrier
    | CountTurn
    | CheckOutcome
    | Finish
    | KeepCandidates
    | AnswerAlone
    | Settle
    | Goto
    | Enter
    | Act
    | Ask
    | Leave
)
