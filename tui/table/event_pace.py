"""How long an event is shown, and which events ring the bell."""

from lazaretto.host.user_settings import Settings
from lazaretto.rules import View

PACES = {"off": 0.0, "quick": 0.3, "slow": 0.9}
"""Seconds to show each event, if there are several."""


def pace_of(settings: Settings, view: View) -> float:
    """Seconds for an event: those of the player's own phases and those of others may differ."""
    own = is_own(view)
    chosen = "same" if own is None else settings.pace_own if own else settings.pace_others
    return PACES[settings.pace if chosen == "same" else chosen]


def is_own(view: View) -> bool | None:
    """Whether an event belongs to the player who sees it; None: to nobody.

    The innermost phase that is about players says whose event it is.
    """
    players = next((who for _, who in reversed(view.phases) if who), ())
    if view.seat is None or not players:
        return None
    return view.seats[view.seat].name in players


def shows_events(settings: Settings) -> bool:
    """Whether any event is shown for itself."""
    chosen = (settings.pace, settings.pace_own, settings.pace_others)
    return any(PACES.get(each, 0.0) for each in chosen)


def moves_a_track(before: View | None, after: View) -> bool:
    """Whether the marker of a track that players see has moved."""
    if before is None:
        return False
    return any(
        one.position != other.position and other.looks.get("hidden") != "yes"
        for one, other in zip(before.tracks, after.tracks, strict=False)
    )
