"""Turns the errors that prevent a game into refusals: sentences for the player."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lazaretto.host import messages as say
from lazaretto.host.campaign_file import CampaignError
from lazaretto.host.crash_report import only
from lazaretto.host.lobby_protocol import LobbyError
from lazaretto.host.program_loader import MissingError
from lazaretto.host.record_store import StoreError
from lazaretto.rules import ChoiceError, RuleError, StartError
from lazaretto.rules.errors.did_you_mean import either

_REFUSING = (MissingError, StartError, RuleError, ChoiceError, StoreError, CampaignError)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn every error that prevents a game into a `LobbyError`."""
    try:
        with only(LobbyError, *_REFUSING, otherwise=LobbyError):
            yield
    except _REFUSING as error:
        raise LobbyError(_told(error)) from None


def _told(error: Exception) -> str:
    """The sentence of an error, with the nearest names if a name was wrong."""
    near = getattr(error, "nearest", ())
    return say.DID_YOU_MEAN(error=str(error), names=either(near)) if near else str(error)


async def written(write: Callable[[], None]) -> None:
    """Write in a thread.

    Raises:
        LobbyError: it could not be written.
    """
    with refusals():
        await asyncio.to_thread(write)
