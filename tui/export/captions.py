"""Says in one line what a record is, and what was chosen last, as far as the viewer may know it."""

from collections.abc import Sequence

from lazaretto.host.replay_protocol import Showing
from lazaretto.tui.messages import export as say
from lazaretto.tui.replay.frame_timeline import Frame, Reel
from lazaretto.tui.replay.progress_bar import ended
from lazaretto.tui.sanitize import clean_line


def title_of(showing: Showing, reel: Reel) -> str:
    """The game and its players."""
    return clean_line(say.TITLE(title=showing.info.title, players=", ".join(reel.players)))


def caption(frame: Frame, players: Sequence[str]) -> str:
    """Who chose what, and how the game ended; only who has chosen, if the choice is secret."""
    words = clean_line(_chosen(frame))
    if frame.outcome is None:
        return words
    return say.AND_ENDED(chosen=words, result=clean_line(ended(frame.outcome, players)))


def _chosen(frame: Frame) -> str:
    if not frame.player:
        return say.BEGINNING()
    if not frame.choice:
        return say.HAS_CHOSEN(player=frame.player)
    return say.CHOSE(player=frame.player, choice=frame.choice)
