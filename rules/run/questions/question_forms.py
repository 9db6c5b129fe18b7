"""Defines the forms of questions: how the rules ask, and how a player answers.

Both unions are closed. Code that treats forms differently matches them and ends with `assert_never`, so a
forgotten form is a type error.
"""

from typing import assert_never

from lazaretto.grammar.node_dataclass import frozen_value, value

__all__ = ["AnswerForm", "Confirm", "PickNumber", "PickOne", "PickSome", "PutInOrder", "list_limits"]
"""What `rules` passes on to those who show questions."""

# --- how the rules ask -------------------------------------------------------------------------------


@value
class AskOne:
    """Choose one; if optional, none is also an answer; if alike, equal candidates count as one."""

    optional: bool = False
    alike: bool = False


@value
class AskSome:
    """Choose several: as many as the bounds say, or all of them where the rules compute no bounds."""

    ordered: bool = False
    """Whether the answer is also in which order; otherwise it means the same in any order."""


@value
class AskNumber:
    """Choose a number."""


@value
class AskConfirm:
    """Say yes or no."""

    consent: bool = False
    """Whether the player consents to an action of somebody else."""


@value
class AskOffer:
    """Choose an action from the player's menus; other seats may interrupt with actions from theirs."""

    menus: tuple[int, ...]
    interrupts: tuple[int, ...]
    secret: tuple[int, ...] = ()
    """Owned piles, possibly hidden, that determine what seats may play as an interruption."""


@value
class AskWindow:
    """Any seat may choose an action until the player continues."""

    interrupts: tuple[int, ...]
    secret: tuple[int, ...] = ()
    """As in `AskOffer`."""


AskForm = AskOne | AskSome | AskNumber | AskConfirm | AskOffer | AskWindow


# --- how a player answers ----------------------------------------------------------------------------


@frozen_value
class PickOne:
    """One of the options."""


@frozen_value
class PickSome:
    """Several of the options."""

    least: int
    most: int


@frozen_value
class PutInOrder:
    """So many of the options, or all of them, in order."""

    count: int


@frozen_value
class PickNumber:
    """One of the options, all of which are numbers."""


@frozen_value
class Confirm:
    """Yes or no."""


AnswerForm = PickOne | PickSome | PutInOrder | PickNumber | Confirm


def answers_at_once(form: AnswerForm) -> bool:
    """Whether choosing a single listed option is the whole answer."""
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
    """Return the answer form of a question that takes from `least` to `most` options."""
    match form:
        case AskOne() | AskOffer() | AskWindow():
            return PickOne()
        case AskSome(ordered=True) if least == most:
            return PutInOrder(most)
        case AskSome():
            return PickOne() if least == most == 1 else PickSome(least, most)
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
        case AskOne() | AskSome() | AskNumber() | AskConfirm():
            return False
        case _:
            assert_never(form)


def takes_several(form: AskForm) -> bool:
    """Whether an answer is a list of candidates rather than a single one."""
    match form:
        case AskSome():
            return True
        case AskOne() | AskNumber() | AskConfirm() | AskOffer() | AskWindow():
            return False
        case _:
            assert_never(form)


def asks_for_order(form: AskForm) -> bool:
    """Whether the order of an answer counts."""
    return isinstance(form, AskSome) and form.ordered


def menus_of(form: AskForm) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the menus of the asked player, and those from which any seat may choose."""
    match form:
        case AskOffer(menus, interrupts):
            return menus, interrupts
        case AskWindow(interrupts):
            return (), interrupts
        case AskOne() | AskSome() | AskNumber() | AskConfirm():
            return (), ()
        case _:
            assert_never(form)


def hidden_piles(form: AskForm) -> tuple[int, ...]:
    """Return the piles, possibly hidden, that determine what seats may play as an interruption."""
    match form:
        case AskOffer(secret=piles) | AskWindow(secret=piles):
            return piles
        case AskOne() | AskSome() | AskNumber() | AskConfirm():
            return ()
        case _:
            assert_never(form)
