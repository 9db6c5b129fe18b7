"""The contract between the machine and a back end: whatever runs the rules of a game."""

from collections.abc import Callable
from typing import Any, Protocol

from rules.run.state import Frame, State

Segment = Callable[[State, Frame], None]
Rule = Callable[..., Any]
"""A lowered function; called with the state, the frame where its role reads one, then its parameters."""


class Services(Protocol):
    """What running rules need of the machine."""

    actions: list[Callable[[State, int], None]]
    """How each action is begun for a seat. The machine fills this list after the back end was loaded."""

    def enter(self, s: State, procedure: int, *arguments: Any) -> None:
        """Begin a resumable procedure; checks the depth of the stack and costs a unit of fuel."""

    def settle(self, s: State) -> None:
        """Begin what happens after every action."""

    def hidden(self, s: State, ask: int) -> bool:
        """Whether a hidden pile might hold something to play in the window of a question."""


class Backend(Protocol):
    """The functions of one game, ready to be called; None where the game has no such function."""

    def segment(self, number: int) -> Segment | None:
        """A segment; None also for one that was merged into others and is never entered."""

    def procedure(self, number: int) -> Rule | None:
        """A procedure that never asks."""

    def value(self, number: int) -> Rule:
        """A named value."""

    def invariant(self, number: int) -> Rule:
        """Whether an invariant holds."""

    def visible(self, number: int) -> Rule:
        """Who sees a variable or pile."""

    def skippable(self, procedure: int) -> Rule | None:
        """Whether a call of a procedure would do nothing."""

    def reason(self, action: int) -> Rule:
        """Why an action is closed to a seat, or None."""

    def offered(self, menu: int) -> Rule | None:
        """The open actions of a menu for one seat."""

    def playable(self, menu: int) -> Rule | None:
        """The open actions of a menu for every seat."""

    def candidates(self, question: int) -> Rule | None:
        """What may be answered to a question."""

    def closed(self, question: int) -> Rule | None:
        """What is shown but may not be answered, with the reasons."""

    def bounds(self, question: int) -> Rule | None:
        """The least and the most of a question."""

    def declined(self, question: int) -> Rule | None:
        """Whether answering with nothing leads through."""

    def prompt(self, question: int) -> Rule | None:
        """The words of a question."""

    def judge(self, question: int) -> Rule | None:
        """Why a choice of several is not allowed as a whole, or None."""

    def place(self, fault: BaseException) -> str:
        """Where in the text a fault arose, as `file:line:column`; in an endless recursion the call that
        closes the cycle; empty where that is not known."""


class Code(Protocol):
    """The rules of a compiled game in the form of one back end: plain data that can be pickled."""

    def load(self, services: Services) -> Backend:
        """Make the functions ready to be called."""
