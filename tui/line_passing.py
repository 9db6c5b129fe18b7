"""Who sits at the keyboard in line mode: when it passes unseen, and who may take it in between."""

from host import Sitting
from rules import PickOne
from tui.parse_answer import Asked, folded


def must_pass_unseen(sitting: Sitting, last: int | None, next_seat: int) -> bool:
    """Whether the screen is cleared before the next seat reads: one of the two players has secrets."""
    if len(sitting.seats) < 2 or last == next_seat:
        return False
    return any(each.look().secret for each in sitting.seats if each.number in (last, next_seat))


def secret_others(sitting: Sitting, seat: int) -> tuple[str, ...]:
    """The other players at this keyboard whose options would reveal something."""
    return tuple(each.name for each in sitting.seats if each.number != seat and each.look().secret)


def called_to_keyboard(sitting: Sitting, seat: int, typed: str) -> int | None:
    """The seat that a line like `ben:` calls to the keyboard: another one here, if either has secrets."""
    name, colon, rest = typed.partition(":")
    if colon and not rest.strip():
        for each in sitting.seats:
            if folded(each.name) == folded(name) and must_pass_unseen(sitting, seat, each.number):
                return each.number
    return None


def asked_in_between(sitting: Sitting, seat: int) -> Asked | None:
    """What a seat may do while another one is asked; None if it is asked itself or may do nothing."""
    for each in sitting.seats:
        view = each.look().view
        decision = view.decision
        if each.number == seat and decision is not None and decision.seat != seat and not decision.chosen:
            players = tuple(one.name for one in view.seats)
            return Asked(seat, decision.form or PickOne(), decision.options, players)
    return None
