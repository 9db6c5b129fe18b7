"""Defines a whole game in the lowered form: its functions, resumable procedures and constants."""

from collections.abc import Mapping

from lazaretto.grammar.node_dataclass import changing_node, value
from lazaretto.grammar.source import Span
from lazaretto.rules.lower.ir.expressions import Local, Sort
from lazaretto.rules.lower.ir.function_roles import Ref
from lazaretto.rules.lower.ir.statements import Block


@changing_node
class Function:
    """One lowered function; those in `FRAMED` roles read the frame besides their parameters."""

    ref: Ref
    title: str
    """The name of the rule it comes from, for people."""
    parameters: tuple[Local, ...]
    body: Block
    span: Span
    cost: int = 0
    """What a call costs its caller, in parts; set by `cost`. A function that pays for itself costs 1."""
    recursive: bool = False
    """Whether it may call itself, directly or indirectly: not too many such calls may be nested."""


@value
class FrameSlot:
    """A frame slot: its name and its sort."""

    name: str
    sort: Sort


@value
class Resumable:
    """A procedure that may ask, split into segments.

    Its segments are the functions `Ref(SEGMENT, entry)` to `Ref(SEGMENT, entry + count - 1)`.
    """

    procedure: int
    entry: int
    count: int
    slots: tuple[FrameSlot, ...]
    """Slot 0 is the next segment, then come the parameters, then the locals."""
    parameters: int
    brief: bool
    """Whether its frame may be popped before its last call: neither a phase nor one that returns a value."""
    recursive: bool
    """Whether it may call itself, directly or indirectly."""
    question: tuple[int, int] | None
    """If it begins with a question: the segment after it, and the number of the question. Its first segment
    is then never run: the caller pushes a frame at that segment and asks.
    """
    span: Span


@value
class Lowered:
    """A game in the lowered form: everything a back end needs, without references to the checked tree."""

    functions: Mapping[Ref, Function]
    resumables: Mapping[int, Resumable]
    """By the number of the procedure."""
    constants: Mapping[str, object]
    streams: tuple[str, ...]
    """Named random streams; the number of a stream is its index here."""
    skippable: frozenset[int]
    """Procedures that have a function of role SKIPPABLE."""
    segments: int
