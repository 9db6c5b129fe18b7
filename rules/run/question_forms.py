"""The forms of questions: how the rules ask, and how a player answers.

Both unions are closed. Whoever treats forms differently matches them and ends with `assert_never`, so a new
form is a type error wherever it has been forgotten.
"""

from dataclasses import dataclass
from typing import assert_never

__all__ = ["AnswerForm", "Confirm", "PickNumber", "PickOne", "PickSome", "PutInOrder", "list_limits"]
"""What `rules` passes on to those who show questions."""

# --- how the rules ask -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskOne:
    """Choose one; if it is optional, none is an answer too."""

    optional: bool = False


@dataclass(frozen=True, slots=True)
class AskSome:
    """Choose several."""


@dataclass(frozen=True, slots=True)
class AskOrder:
    """Put all of them in order."""


@dataclass(frozen=True, slots=True)
class AskNumber:
    """Choose a number."""


@dataclass(frozen=True, slots=True)
class AskConfirm:
    """Say yes or no."""


@dataclass(frozen=True, slots=True)
class AskOffer:
    """Choose an action from the player's menus; other seats may interrupt from theirs."""

    menus: tuple[int, ...]
    interrupts: tuple[int, ...]
    secret: tuple[int, ...] = ()
    """Owned piles, perhaps hidden, that decide what may be played in between."""


@dataclass(frozen=True, slots=True)
class AskWindow:
    """Any seat may choose an action, until the player goes on."""

    interrupts: tuple[int, ...]
    secret: tuple[int, ...] = ()
    """As in `AskOffer`."""


AskForm = AskOne | AskSome | AskOrder | AskNumber | AskConfirm | AskOffer | AskWindow


# --- how a player answers ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PickOne:
    """One of the options."""


@dataclass(frozen=True, slots=True)
class PickSome:
    """Several of the options."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class PutInOrder:
    """All of the options, in an order."""

    count: int


@dataclass(frozen=True, slots=True)
class PickNumber:
    """One of the options, which are numbers."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Yes or no."""


AnswerForm = PickOne | PickSome | PutInOrder | PickNumber | Confirm


def answers_at_once(form: AnswerForm) -> bool:
    """Whether choosing one of the listed options is the whole answer."""
    match form:
        case PickOne() | Confirm():
            return True
        case PickSome() | PutInOrder() | PickNumber():
            return False
        case _:
            assert_never(form)


def list_limits(form: AnswerForm) -> tuple[int, int] | None:
    """How many options an answer lists at least and at most; None where it is a single option."""
    match form:
        case PickSome(least, most):
            return least, most
        case PutInOrder(count):
            return count, count
        case PickOne() | PickNumber() | Confirm():
            return None
        case _:
            assert_never(form)


# --- from one to the other ---------------------------------------------------------------------------


def answer_form(form: AskForm, least: int, most: int) -> AnswerForm:
    """How a question is answered if at least and at most so many are chosen."""
    match form:
        case AskOne() | AskOffer() | AskWindow():
            return PickOne()
        case AskSome():
            return PickSome(least, most)
        case AskOrder():
            return PutInOrder(most)
        case AskNumber():
            return PickNumber()
        case AskConfirm():
            return Confirm()
        case _:
            assert_never(form)


def offers_actions(form: AskForm) -> bool:
    """Whether the answers are actions of seats."""
    match form:
        case AskOffer() | AskWindow():
            return True
        case AskOne() | AskSome() | AskOrder() | AskNumber() | AskConfirm():
            return False
        case _:
            assert_never(form)


def takes_several(form: AskForm) -> bool:
    """Whether an answer is a list of what is open; else it is one of them."""
    match form:
        case AskSome() | AskOrder():
            return True
        case AskOne() | AskNumber() | AskConfirm() | AskOffer() | AskWindow():
            return False
        case _:
            assert_never(form)


def menus_of(form: AskForm) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The menus of the player who is asked, and those from which any seat may choose."""
    match form:
        case AskOffer(menus, interrupts):
            return menus, interrupts
        case AskWindow(interrupts):
            return (), interrupts
        case AskOne() | AskSome() | AskOrder() | AskNumber() | AskConfirm():
            return (), ()
        case _:
            assert_never(form)


def hidden_piles(form: AskForm) -> tuple[int, ...]:
    """Piles, perhaps hidden, that decide what may be played in between."""
    match form:
        case AskOffer(secret=piles) | AskWindow(secret=piles):
            return piles
        case AskOne() | AskSome() | AskOrder() | AskNumber() | AskConfirm():
            return ()
        case _:
            assert_never(form)
