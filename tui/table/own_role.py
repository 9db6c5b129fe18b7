"""The role of a player: the first thing among the attributes of a seat."""

from lazaretto.rules import Ref, SeatView, View


def roles_of(view: View, seat: SeatView) -> list[tuple[Ref, str]]:
    """The things among the attributes of a seat, with their names; the first one is its role."""
    return [
        (ref, value)
        for name, value in seat.attributes.items()
        for ref in seat.refs.get(name, ())
        if view.kinds.get(ref.kind) is not None and view.kinds[ref.kind].shape == "thing"
    ]


def name_with_role(view: View, seat: SeatView) -> str:
    """The name of a player with their role, if they have one."""
    roles = roles_of(view, seat)
    return f"{seat.name} ({roles[0][1]})" if roles else seat.name
