"""Who sits at the keyboard in line mode: when it passes unseen, and who may take it in between."""

from lazaretto.host import SeatClient, Sitting
from lazaretto.rules import Option, PickOne
from lazaretto.tui.line.parse_answer import Asked
from lazaretto.tui.shared_texts import folded


def must_pass_unseen(sitting: Sitting, last: int | None, next_seat: int) -> bool:
    """Whether the screen is cleared before the next seat reads: one of the two players has secrets."""
    if len(sitting.seats) < 2 or last == next_seat:
        return False
    return any(seat.look().secret for seat in sitting.seats if seat.number in (last, next_seat))


def secret_others(sitting: Sitting, seat: int) -> tuple[str, ...]:
    """The other players at this keyboard whose options would reveal something."""
    return tuple(client.name for client in sitting.seats if client.number != seat and client.look().secret)


def called_to_keyboard(sitting: Sitting, seat: int, typed: str) -> int | None:
    """The seat that a line like `ben:` calls to the keyboard: another one here, if either has secrets."""
    name, colon, rest = typed.partition(":")
    if colon and not rest.strip():
        for client in sitting.seats:
            if folded(client.name) == folded(name) and must_pass_unseen(sitting, seat, client.number):
                return client.number
    return None


def asked_in_between(sitting: Sitting, seat: int) -> Asked | None:
    """What a seat may do while another one is asked; None if it is asked itself or may do nothing."""
    for client in sitting.seats:
        decision = client.look().view.decision
        if client.number == seat and decision is not None and decision.seat != seat and not decision.chosen:
            return _asked(client, decision.options)
    return None


def awaited_at_window(sitting: Sitting) -> Asked | None:
    """What is asked at this keyboard at a window of a player elsewhere, such as a bot; None: nothing."""
    for seat in sitting.seats:
        if seat.look().awaited:
            others = (other.look() for other in sitting.seats if other is seat or not other.look().secret)
            decisions = (sight.view.decision for sight in others)
            return _asked(seat, tuple(option for one in decisions if one for option in one.options))
    return None


def _asked(client: SeatClient, options: tuple[Option, ...]) -> Asked:
    view = client.look().view
    form = None if view.decision is None else view.decision.form
    return Asked(client.number, form or PickOne(), options, tuple(seat.name for seat in view.seats))
