"""Defines the interface between the machine and a back end, which executes the rules of a game.

A back end is a function from a lowered game to `Code`, plain data that can be pickled. `Code.load(services)`
gives a `Backend`: a callable for each lowered function, by role and number, and the place in the text where a
fault arose. `Services` is all that rules may use of the machine. A further back end implements these two
protocols, gets a name in `rules/backends/__init__.py`, may rely on what `rules/lower/verify.py` checks, and
must pass `tests/rules/backends/test_agreement.py`; `test_counting_backend.py` beside it is a small example.
"""

from collections.abc import Callable
from typing import Any, Protocol

from lazaretto.rules.run.state import Frame, State

Segment = Callable[[State, Frame], None]
Rule = Callable[..., Any]
"""A lowered function; its arguments are the state, the frame if its role reads one, then its parameters."""


class Services(Protocol):
    """What a back end needs from the machine."""

    actions: list[Callable[[State, int], None]]
    """The functions that start actions for a seat. The machine fills this list after `load`."""

    def enter(self, s: State, procedure: int, *arguments: Any) -> None:
        """Start a resumable procedure; checks the stack depth and costs fuel."""

    def settle(self, s: State) -> None:
        """Start the procedure that runs after every action."""

    def hidden(self, s: State, ask: int) -> bool:
        """Whether a hidden pile could hold something to play in the window of a question."""


class Backend(Protocol):
    """The functions of one game, ready to call; a method returns None if the game has no such function."""

    def segment(self, number: int) -> Segment | None:
        """Return a segment; None also for one that was merged into others and is never entered."""

    def procedure(self, number: int) -> Rule | None:
        """Return a procedure that never asks a question."""

    def value(self, number: int) -> Rule:
        """Return the function of a named value."""

    def invariant(self, number: int) -> Rule:
        """Return the function that tests an invariant."""

    def outcome(self, number: int) -> Rule | None:
        """Return the function that ends the game if the condition of an outcome holds; None: it has none."""

    def goal(self, number: int) -> Rule:
        """Return the function that says whether a goal is reached."""

    def need(self, number: int) -> Rule:
        """Return the function that gives the reason why the options do not fit the table, or None."""

    def visible(self, number: int) -> Rule:
        """Return the function that computes who sees a variable or pile."""

    def term(self, number: int) -> Rule:
        """Return the function of a part of the score, for hints."""

    def label(self, number: int) -> Rule:
        """Return the function that builds the label of a member."""

    def skippable(self, procedure: int) -> Rule | None:
        """Return the function that tells whether calling a procedure would do nothing."""

    def reason(self, action: int) -> Rule:
        """Return the function that gives the reason why an action is closed to a seat, or None."""

    def offered(self, menu: int) -> Rule | None:
        """Return the function that lists the open actions of a menu for one seat."""

    def playable(self, menu: int) -> Rule | None:
        """Return the function that lists the open actions of a menu for every seat."""

    def candidates(self, question: int) -> Rule | None:
        """Return the function that computes the candidates of a question."""

    def closed(self, question: int) -> Rule | None:
        """Return the function that lists the closed options to show, with the reasons."""

    def bounds(self, question: int) -> Rule | None:
        """Return the function that computes how few and how many candidates a question takes."""

    def declined(self, question: int) -> Rule | None:
        """Return the function that tells whether an empty answer lets the rule continue."""

    def prompt(self, question: int) -> Rule | None:
        """Return the function that builds the text of a question."""

    def judge(self, question: int) -> Rule | None:
        """Return the function that gives the reason why a selection as a whole is not allowed, or None."""

    def place(self, fault: BaseException) -> str:
        """Return the source position of a fault as `file:line:column`; for endless recursion, the call that
        closes the cycle; empty if unknown.
        """

    def here(self) -> str:
        """Return the source position of the rule that is running, as `place` does; empty if unknown."""


class Code(Protocol):
    """The compiled rules of a game for one back end: plain data that can be pickled."""

    def load(self, services: Services) -> Backend:
        """Prepare the functions for calling."""
