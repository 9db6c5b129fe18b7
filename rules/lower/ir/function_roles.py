"""Defines the roles of lowered functions, and references to them."""

from enum import Enum
from typing import NamedTuple


class Role(Enum):
    """What a lowered function computes or does. Each comment also gives its number and its parameters."""

    __hash__ = object.__hash__
    # Members are unique, and hashing their names takes longer.

    VALUE = "value"
    """A named value with its changes. Number of the value; its parameters."""
    OUTCOME = "outcome"
    """Checks whether the game is won or lost now. Number of the outcome; none."""
    SHORTAGE = "shortage"
    """Whether a supply that runs out ends the game. Number of the outcome; the supply's owner."""
    INVARIANT = "invariant"
    """Whether an invariant holds. Its number; none."""
    GOAL = "goal"
    """Whether a goal is reached. Its number; none."""
    NEED = "need"
    """The reason why the options do not fit the table, or none. Number of the condition; none."""
    REASON = "reason"
    """The reason why an action, or its rest from a step on, cannot be completed; none if it can."""
    OPEN = "open"
    """Whether an action, or its rest from a step on, can be completed."""
    SKIPPABLE = "skippable"
    """Whether calling a resumable procedure would do nothing. Number of the procedure; its parameters."""
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
    """The candidates of a question. Number of the question; the frame."""
    CLOSED = "closed"
    """The closed candidates that are shown, each with its reason. Number of the question; the frame."""
    BOUNDS = "bounds"
    """The minimum and maximum: of a number, or of how many are chosen. Number of the question; the frame."""
    DECLINED = "declined"
    """Whether an empty answer can complete the action. Number of the question; the frame."""
    PROMPT = "prompt"
    """The text of a question. Its number; the frame."""
    JUDGE = "judge"
    """Why a selection as a whole is not allowed, or none. Its number; the frame and the selection."""
    VISIBLE = "visible"
    """Who sees a variable or pile. Its number; its owner, if it has one."""
    TERM = "term"
    """A part of the score, or what it says, for hints. Its number; the seat, or what is in scope there."""
    LABEL = "label"
    """The label of a member that follows the state. A number for each such kind; the member."""


class Ref(NamedTuple):
    """A lowered function by its role and number; `step` is where the rest of an action begins, or 0."""

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
"""Roles whose functions read the current frame; it is their first parameter."""

PURE = frozenset(Role) - {Role.OUTCOME, Role.SHORTAGE, Role.PROCEDURE, Role.SEGMENT}
"""Roles whose functions change nothing but fuel."""
