"""What a player sets about windows, where players may act although nobody has to: when the table waits.

A player sets it for each moment: each window of a game is one, known by its question. In between, a player
may also pass all windows until something happens.
"""

from dataclasses import dataclass
from typing import Annotated

from lazaretto.host.wire.bounds import Many, OneOf, Text

ALWAYS, CHANGE, TURN, NEVER = "always", "change", "turn", "never"
"""At a moment, the table waits always; only if something has changed since the player's last choice; always
but in this turn; never."""

WAITS = (ALWAYS, CHANGE, TURN, NEVER)

NEXT, CHANGES, TURN_ENDS = "next", "change", "turn"
"""A player passes this window; or all windows until something changes; or until the turn ends."""

UNTIL = ("", NEXT, CHANGES, TURN_ENDS)

MOST = 200
"""The maximum number of moments that a player may set."""

LONGEST = 500
"""The maximum length of the name of a moment, in characters."""

Moments = Annotated[
    tuple[tuple[Annotated[str, Text(LONGEST)], Annotated[str, OneOf(WAITS)]], ...], Many(MOST)
]
"""The names of moments, each with one of `WAITS`."""


@dataclass(frozen=True, slots=True)
class Stops:
    """What a player has set."""

    moments: Moments = ()
    """The names of moments, each with one of `WAITS`; an empty name stands for all that are not listed."""
    until: Annotated[str, OneOf(UNTIL)] = ""
    """Until when the player passes all windows, one of `UNTIL`; empty if the player does not."""

    def at(self, name: str) -> str:
        """How the table waits at a moment."""
        found = dict(self.moments)
        return found.get(name, found.get("", ALWAYS))


def sound(stops: Stops) -> Stops:
    """The settings without what a client must not send: unknown words, and too many or too long names."""
    listed = [moment for moment in stops.moments if moment[1] in WAITS and len(moment[0]) <= LONGEST]
    return Stops(tuple(listed[:MOST]), stops.until if stops.until in UNTIL else "")
