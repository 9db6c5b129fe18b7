"""The attributes of a player that are worth telling, named in one way."""

from collections.abc import Iterator
from typing import NamedTuple

from lazaretto.rules import Ref, SeatView, View
from lazaretto.tui.shared_texts import EMPTY, uncapitalised, words


class Attribute(NamedTuple):
    """An attribute in words, and what it names."""

    name: str
    value: str
    text: str
    """In brief: where the value tells enough, without the name."""
    refs: tuple[Ref, ...]

    @property
    def told(self) -> str:
        """In full."""
        return f"{self.name} {self.value}".rstrip()


def seat_attributes(view: View, seat: SeatView) -> Iterator[Attribute]:
    """What is worth telling: no zeros, nothing that is off, and no flag that all players have."""
    for name, value in seat.attributes.items():
        refs = seat.refs.get(name, ())
        if value in EMPTY or value == "0" or (value == "yes" and _all_have(view, name)):
            continue
        label = uncapitalised(words(name))
        if value == "yes":
            yield Attribute(label, "", label, refs)
            continue
        named = f"{label} {value}"
        yield Attribute(label, value, value if refs and refs[0].kind in view.kinds else named, refs)


def _all_have(view: View, name: str) -> bool:
    """Whether several players have a flag, and nobody is without it."""
    return len(view.seats) > 1 and all(each.attributes.get(name) == "yes" for each in view.seats)
