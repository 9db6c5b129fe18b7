"""Defines the checked tests of a game: each line runs a small procedure or compares something."""

from lazaretto.grammar.node_dataclass import entity, node
from lazaretto.grammar.source import Span
from lazaretto.rules.model import tree


@node
class Fate:
    """Fixes random results: the procedures that compute them."""

    values: tuple[tree.Procedure, ...]
    span: Span


@node
class Happens:
    """A statement that runs: as set-up (`given`) or as the tested step (`when`)."""

    procedure: tree.Procedure
    given: bool
    span: Span


@node
class Does:
    """A player answers."""

    seat: int
    choice: str
    span: Span


@node
class NextGame:
    """The next game of the campaign begins, with what the last one hands on."""

    span: Span


@node
class Holds:
    """A condition must hold; `sides` tells both sides of a comparison."""

    procedure: tree.Procedure
    span: Span
    sides: tree.Procedure | None = None


@node
class May:
    """A choice must be open, or closed for a reason."""

    seat: int
    choice: str
    negated: bool
    because: str | None
    span: Span


@node
class Asks:
    """Somebody, or nobody, must be asked."""

    seat: int | None
    prompt: str | None
    span: Span


@node
class Ends:
    """The game must be over, for everybody or for the named seat."""

    seat: int | None
    result: str
    reason: str | None
    points: int | None
    rank: int | None
    span: Span


@node
class Goal:
    """A goal must or must not be reached."""

    text: str
    negated: bool
    span: Span


@node
class Says:
    """The log must or must not contain a line."""

    text: str
    negated: bool
    span: Span


@node
class Sees:
    """A player must or must not see a pile or a value."""

    seat: int
    thing: tree.PileValue | tree.VariableValue
    index: tree.Procedure | None
    negated: bool
    span: Span


@node
class Open:
    """The test ends with a decision open."""

    span: Span


CaseStep = Fate | Happens | Does | NextGame | Holds | May | Asks | Ends | Goal | Says | Sees | Open


@entity
class Case:
    """One test."""

    name: str
    players: tuple[str, ...]
    options: dict[str, str]
    seed: int
    steps: tuple[CaseStep, ...]
    span: Span
    ends_open: bool = False
    """Whether a question must be open at its end; otherwise none may be."""
    inherited: bool = False
    """Whether it belongs to a used scenario."""
    unfit: str = ""
    """Why a test of a used scenario cannot run here: its first mistake."""
