"""Opens the games of campaigns: begins one, goes on with the one under way, and hands on what it leaves."""

from contextlib import suppress
from dataclasses import dataclass, replace

from lazaretto.host import campaign_messages as say
from lazaretto.host.autosaved_game import Bots, Table, open_table
from lazaretto.host.campaign_file import Campaign, CampaignError, CampaignGame
from lazaretto.host.campaign_link import CampaignLink
from lazaretto.host.campaign_store import CampaignStore
from lazaretto.host.record_store import Store, StoreError
from lazaretto.rules import Program, Record
from lazaretto.rules.run.record_file import RecordError


@dataclass(frozen=True, slots=True)
class Begun:
    """A table with a game of a campaign, and what to tell the players."""

    table: Table
    notices: tuple[str, ...] = ()


class CampaignGames:
    """Opens the games of all campaigns of a store."""

    def __init__(self, campaigns: CampaignStore, records: Store, bots: Bots) -> None:
        self.campaigns = campaigns
        self._records = records
        self._bots = bots

    def begin(self, name: str, program: Program, head: Campaign, seed: int) -> Begun:
        """Begin a new campaign with its first game.

        Raises:
            CampaignError: the name is taken or invalid, or the scenario hands nothing on.
            StartError, RuleError, StoreError: the game cannot be started or kept.
        """
        if self.campaigns.find(name) is not None:
            raise CampaignError(say.THERE_IS_ONE(name=name))
        if not program.hands_on:
            raise CampaignError(say.HANDS_ON_NOTHING(title=program.title))
        return self._next(name, program, head, seed)

    def campaign(self, name: str) -> Campaign:
        """The campaign of a name.

        Raises:
            CampaignError: there is none, or its file cannot be used.
        """
        found = self.campaigns.find(name)
        if found is None:
            raise CampaignError(say.THERE_IS_NONE(name=name))
        return found

    def under_way(self, name: str, campaign: Campaign) -> tuple[str, str]:
        """The name of the saved game that is not over, and the problem if there is none to go on with."""
        game, number = campaign.current, len(campaign.games)
        if game is None:
            return "", ""
        try:
            if _belongs(self._records.load(game.record), name, number, game):
                return game.record, ""
        except RecordError as error:
            problem = str(error)
        else:
            problem = ""
        for each in self._records.all():  # it may have been renamed, or go on under another name
            if each.record is not None and _belongs(each.record, name, number, game):
                return each.name, ""
        return "", problem or say.NO_RECORD(name=game.record)

    def go_on(self, name: str, program: Program, campaign: Campaign, seed: int, problem: str = "") -> Begun:
        """Begin the next game, or begin the one under way anew if its record is lost (`problem` says why).

        Raises:
            CampaignError: the file cannot be used.
            StartError, RuleError, StoreError: the game cannot be started or kept.
        """
        if campaign.over:
            raise CampaignError(say.IS_OVER(name=name))
        return self._next(name, program, campaign, seed, problem)

    def _next(self, name: str, program: Program, head: Campaign, seed: int, problem: str = "") -> Begun:
        lost = head.current
        number = len(head.games) + (lost is None)
        kept, dropped = program.fitting(head.players, head.values)
        game = program.start(seed=seed, players=head.players, options=head.options, kept=kept)
        link = CampaignLink(name, number, replace(head, games=()), self.campaigns)
        bots = head.bots if any(head.bots) else ()
        table = open_table(program, game, self._records, bots, self._bots, link)
        try:
            begun = CampaignGame(table.name, seed, program.digest)
            if not link.handed_on and not self.campaigns.begin(name, head, begun, lost):
                raise CampaignError(say.CHANGED_MEANWHILE(name=name))
        except BaseException:
            table.release()
            with suppress(StoreError):
                self._records.delete(table.name)
            raise
        notices = [say.RECORD_GONE(number=number, problem=problem)] if lost is not None else []
        notices += [say.DROPPED(problem=each) for each in dropped]
        return Begun(table, (*notices, say.BEGINS(number=number, name=name)))


def _belongs(record: Record, name: str, number: int, game: CampaignGame) -> bool:
    """Whether a record is a certain game of a campaign."""
    return (record.campaign, record.number, record.seed) == (name, number, game.seed)
