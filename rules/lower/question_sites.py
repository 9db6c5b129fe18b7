"""Questions where they stand: in a procedure, over the slots of its frame."""

from dataclasses import dataclass

from rules.model import tree


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the procedure it stands in."""

    number: int
    question: tree.Question
    procedure: tree.Procedure
    slots: dict[str, int]
    """The slot of each local of the procedure, by name."""
    slot: int
    """Where the answer goes."""
    seat: int
    """The slot that says who is asked."""
