"""Defines a question in its context: the procedure that asks, and the slots of its frame."""

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.model import tree


@value
class Asked:
    """A question with the procedure that contains it."""

    number: int
    question: tree.Question
    procedure: tree.Procedure
    slots: dict[str, int]
    """The slot of each local of the procedure, by name."""
    slot: int
    """The slot that receives the answer."""
    seat: int
    """The slot that holds the asked seat."""
    together: tuple[int, int] | None = None
    """If several seats answer at the same time: the slots of these seats and of their answers."""
