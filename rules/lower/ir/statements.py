"""Statements of the lowered form: what a rule does to the state, and how control goes on.

The last five are terminators: nothing follows them in their block. They occur in segments only.
"""

from dataclasses import dataclass
from typing import Literal

from grammar.source import Span
from rules.lower.ir.expressions import Expression, Words
from rules.lower.ir.function_roles import Ref
from rules.lower.ir.leaf_expressions import Local, Slot

Block = list["Statement"]


@dataclass(slots=True, eq=False)
class Let:
    """A local name or a slot of the frame gets a value."""

    target: Local | Slot
    value: Expression
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Store:
    """A cell of the state gets a value."""

    index: Expression
    value: Expression
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Add:
    """A number is added to a cell of the state."""

    index: Expression
    value: Expression
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Reset:
    """A stretch of cells gets the values of a constant table; the stretch is as long as the table."""

    first: int
    count: int
    table: str
    span: Span | None = None


@dataclass(slots=True, eq=False)
class AddToSlot:
    """A number is added to a slot of the frame."""

    slot: int
    value: int
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Pay:
    """Fuel is spent; `checked`: and the rule is stopped where none is left. Inserted by `cost`."""

    units: int
    checked: bool = True
    span: Span | None = None


@dataclass(slots=True, eq=False)
class If:
    """One block or another, by a condition."""

    test: Expression
    then: Block
    otherwise: Block
    span: Span | None = None


@dataclass(slots=True, eq=False)
class ForEach:
    """A block for each member of a list, as it was when the loop began.

    `longest` is how many members the list can have, where that is known. A loop that `pays` gets a `Pay`
    at the head of its body, one that does not is paid for as a whole by `cost`.
    """

    target: Local | Slot
    many: Expression
    body: Block
    longest: int | None = None
    pays: bool = False
    span: Span | None = None


@dataclass(slots=True, eq=False)
class While:
    """A block as long as a condition holds; it always pays."""

    test: Expression
    body: Block
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Break:
    """The innermost loop of this function ends."""

    span: Span | None = None


@dataclass(slots=True, eq=False)
class Continue:
    """The innermost loop of this function goes on with its next member."""

    span: Span | None = None


@dataclass(slots=True, eq=False)
class Return:
    """The function returns; in a segment only `Leave` and the other terminators do."""

    value: Expression | None
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Evaluate:
    """An expression is evaluated for what it does."""

    value: Expression
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Append:
    """A value is appended to a list in a local name."""

    target: Local
    value: Expression
    span: Span | None = None


@dataclass(slots=True, eq=False)
class SortEntries:
    """A list of entries in a local name is put in the order of the seats."""

    target: Local
    span: Span | None = None


@dataclass(slots=True, eq=False)
class MoveCounted:
    """Counted pieces go from one cell to another.

    Where there are too few, the shortages are asked with the owner; if none of them ends the game and none
    accepts it, that is a fault.
    """

    source: Expression
    target: Expression
    amount: Expression
    shortages: tuple[Ref, ...]
    owner: Expression
    span: Span | None = None


ActionName = Literal["move", "move_all", "pour", "shuffle", "spread", "show", "arranged"]
"""Functions of `rules.run.move_pieces` that change piles; all take the state first."""


@dataclass(slots=True, eq=False)
class Perform:
    """A function of the run time that moves, shuffles or shows pieces."""

    name: ActionName
    arguments: tuple[Expression, ...]
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Log:
    """A line in the log; for everybody, or for the seats in `readers`."""

    words: Words
    readers: Expression | None = None
    span: Span | None = None


@dataclass(slots=True, eq=False)
class LogPrevented:
    """A line in the log that says why something did not happen; `words` is a value of sort words."""

    words: Expression
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Barrier:
    """What happened before this cannot be undone."""

    span: Span | None = None


@dataclass(slots=True, eq=False)
class CountTurn:
    """One more turn begins."""

    span: Span | None = None


@dataclass(slots=True, eq=False)
class CheckOutcome:
    """An outcome is checked after a write of what it depends on."""

    outcome: int
    span: Span | None = None


FinishWord = Literal["win", "lose", "draw"]


@dataclass(slots=True, eq=False)
class Finish:
    """Players (none: all) win, lose or draw; `ending` is the procedure that is run at the end of the game."""

    word: FinishWord
    words: Words
    players: Expression | None
    ending: Ref | None
    span: Span | None = None


@dataclass(slots=True, eq=False)
class KeepCandidates:
    """What was computed as the answers to the question that follows is kept, so it is not computed twice."""

    value: Local
    span: Span | None = None


@dataclass(slots=True, eq=False)
class AnswerAlone:
    """A question that leaves no choice is answered before it is asked."""

    question: int
    answer: Expression
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Settle:
    """After an action the procedure `settle` is begun."""

    span: Span | None = None


@dataclass(slots=True, eq=False)
class Goto:
    """Go on with another segment of the same procedure."""

    segment: int
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Enter:
    """Begin a resumable procedure, then go on with a segment of this one.

    `tail`: nothing is left to do after it, so this frame is popped first. `recursive`: the procedure may
    come to call itself, so the depth of the stack is checked and the call costs a unit of fuel.
    """

    procedure: int
    arguments: tuple[Expression, ...]
    then: int
    tail: bool = False
    recursive: bool = False
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Act:
    """Do the action of an entry for its seat, then go on with a segment; `tail` as in `Enter`."""

    entry: Expression
    then: int
    tail: bool = False
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Ask:
    """Wait for the answer to a question, then go on with a segment."""

    question: int
    then: int
    span: Span | None = None


@dataclass(slots=True, eq=False)
class Leave:
    """The procedure ends: its frame is popped, its value returned, then `after` is done (settling)."""

    value: Expression | None
    returns: bool
    after: Block
    span: Span | None = None


Terminator = Goto | Enter | Act | Ask | Leave
"""What ends a segment."""

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
