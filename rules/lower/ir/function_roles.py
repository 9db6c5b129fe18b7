"""What lowered functions are for, and how they are referred to."""

from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """What a lowered function computes or does. The comment gives its number and its parameters."""

    VALUE = "value"
    """A named value with its changes. Number of the value; its parameters."""
    OUTCOME = "outcome"
    """Checks whether the game is won or lost now. Number of the outcome; none."""
    SHORTAGE = "shortage"
    """Whether a supply that runs out ends the game. Number of the outcome; the supply's owner."""
    INVARIANT = "invariant"
    """Whether an invariant holds. Its number; none."""
    REASON = "reason"
    """Why an action, or the rest of it from a step on, cannot be carried through; none where it can."""
    OPEN = "open"
    """Whether an action, or the rest of it from a step on, can be carried through."""
    SKIPPABLE = "skippable"
    """Whether a call of a resumable procedure would do nothing. Number of the procedure; its parameters."""
    MAY = "may"
    """The reason why a procedure is forbidden, or none. Number of the procedure; its parameters."""
    PROCEDURE = "procedure"
    """A procedure that never asks. Its number; its parameters."""
    SEGMENT = "segment"
    """A part of a resumable procedure, up to a question, a call or a jump. Its number; the frame."""
    OFFERED = "offered"
    """The open actions of a menu for one seat, as entries. Number of the menu; the seat."""
    PLAYABLE = "playable"
    """The open actions of a menu for every seat, as entries. Number of the menu; none."""
    CANDIDATES = "candidates"
    """What may be answered to a question. Number of the question; the frame."""
    CLOSED = "closed"
    """What is shown but may not be answered, each with its reason. Number of the question; the frame."""
    BOUNDS = "bounds"
    """The least and the most: a number, or how many are chosen. Number of the question; the frame."""
    DECLINED = "declined"
    """Whether answering with nothing leads through. Number of the question; the frame."""
    PROMPT = "prompt"
    """The words of a question. Its number; the frame."""
    JUDGE = "judge"
    """Why a choice of several is not allowed as a whole, or none. Its number; the frame and the choice."""
    VISIBLE = "visible"
    """Who sees a variable or pile. Its number; its owner, where it has one."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A lowered function by its role and number; `step` is where the rest of an action begins, else 0."""

    role: Role
    number: int
    step: int = 0


FRAMED = frozenset(
    {
        Role.SEGMENT,
        Role.CANDIDATES,
        Role.CLOSED,
        Role.BOUNDS,
        Role.DECLINED,
        Role.PROMPT,
        Role.JUDGE,
    }
)
"""Roles whose functions read the frame of the running procedure; it is their first parameter."""

PURE = frozenset(Role) - {Role.OUTCOME, Role.SHORTAGE, Role.PROCEDURE, Role.SEGMENT}
"""Roles whose functions change nothing but fuel."""
