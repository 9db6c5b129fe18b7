"""Connects the table of a campaign's game with the file of the campaign."""

from dataclasses import dataclass
from typing import Protocol

from lazaretto.host import campaign_messages as say
from lazaretto.host.campaign_file import Campaign, CampaignError, CampaignGame
from lazaretto.host.record_store import StoreError
from lazaretto.rules import Game


class CampaignKeeper(Protocol):
    """Keeps campaigns: what a table needs of it."""

    def finish(self, name: str, number: int, head: Campaign, game: CampaignGame) -> bool:
        """Note that a game is over; return False if the campaign has another game of this number.

        Raises:
            CampaignError, StoreError: the campaign cannot be read or written.
        """


@dataclass(slots=True)
class CampaignLink:
    """The place of a game in its campaign."""

    name: str
    number: int
    head: Campaign
    """Who plays what, in case that the file of the campaign is lost."""
    keeper: CampaignKeeper | None
    """Where the campaign is kept; None if nothing is handed on from here."""
    handed_on: bool = False
    """Whether the game is over and the campaign has what it hands on."""

    def finish(self, record: str, game: Game) -> str:
        """Hand on what a finished game leaves, once; return what to tell the players."""
        outcome = game.outcome
        if outcome is None or self.handed_on or self.keeper is None:
            return ""
        played = game.record()
        ended = CampaignGame(
            record, played.seed, played.digest, outcome.reason, outcome.results,
            outcome.points, outcome.ranks, game.handed_on(), outcome.ends_campaign,
        )  # fmt: skip
        try:
            self.handed_on = self.keeper.finish(self.name, self.number, self.head, ended)
        except (CampaignError, StoreError) as error:
            return say.NOT_HANDED_ON(reason=error)
        told = say.LAST_ONE if outcome.ends_campaign else say.HANDED_ON
        told = told if self.handed_on else say.WENT_ON
        return told(name=self.name, number=self.number)
