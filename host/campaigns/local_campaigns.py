"""The campaigns of this machine's lobby: lists them, begins their games, goes on, and hands values on."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from lazaretto.host.campaigns import campaign_messages as say
from lazaretto.host.campaigns.campaign_file import (
    Campaign,
    CampaignError,
    CampaignGame,
    CampaignLink,
    CampaignStore,
    StoredCampaign,
)
from lazaretto.host.lobby.lobby_protocol import CampaignInfo, PlayedGame
from lazaretto.host.lobby.program_loader import Programs
from lazaretto.host.records.autosaved_game import Bots, Table, open_table
from lazaretto.host.records.record_store import Store, StoreError
from lazaretto.rules import Program, Record, RuleError
from lazaretto.rules.run.records.record_file import RecordError


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


class LocalCampaigns:
    """What a local lobby does with campaigns, in threads of its own."""

    def __init__(self, store: CampaignStore, records: Store, bots: Bots, programs: Programs) -> None:
        self.store = store
        self._games = CampaignGames(store, records, bots)
        self._programs = programs

    async def all(self) -> tuple[CampaignInfo, ...]:
        """Every campaign by name; a damaged file is listed with its problem."""
        return tuple(map(_info, await asyncio.to_thread(self.store.all)))

    def begin(
        self,
        name: str,
        program: Program,
        players: tuple[str, ...],
        bots: tuple[str, ...],
        options: Mapping[str, str],
        seed: int,
    ) -> Begun:
        """Begin a new campaign with its first game.

        Raises:
            CampaignError, StartError, RuleError, StoreError: as in `CampaignGames.begin`.
        """
        switched = program.machine.tables.switched
        head = Campaign(program.name, program.title, players, bots, switched, dict(options))
        return self._games.begin(name, program, head, seed)

    def under_way(self, name: str) -> tuple[Campaign, str, str]:
        """A campaign, the name of its saved game that is not over, and why that cannot be read.

        Raises:
            CampaignError: there is no such campaign, or its file cannot be used.
        """
        campaign = self._games.campaign(name)
        return campaign, *self._games.under_way(name, campaign)

    def go_on(
        self,
        name: str,
        campaign: Campaign,
        seed: int,
        options: Mapping[str, str],
        folder: Path | None,
        problem: str,
    ) -> Begun:
        """Begin the next game of a campaign; options given now hold from now on.

        Raises:
            CampaignError, MissingError, StartError, StoreError: it cannot be begun.
        """
        program = self._programs.to_go_on(like(campaign), folder)
        if program.name != campaign.scenario:
            raise CampaignError(
                say.ANOTHER_SCENARIO(name=name, scenario=campaign.scenario, other=program.name)
            )
        known = {option.name for option in program.options}
        agreed = {key: text for key, text in campaign.options.items() if key in known} | dict(options)
        try:
            return self._games.go_on(name, program, replace(campaign, options=agreed), seed, problem)
        except RuleError as error:
            number = len(campaign.games) + (campaign.current is None)
            raise CampaignError(say.CANNOT_BEGIN(number=number, name=name, error=error)) from None

    def link(self, record: Record) -> CampaignLink | None:
        """Connect the table of a saved game with its campaign; None if it belongs to none."""
        if not record.campaign:
            return None
        head = Campaign(
            record.scenario, record.title, record.players, record.bots, record.switches, dict(record.options)
        )
        return CampaignLink(record.campaign, record.number, head, self.store)


def like(campaign: Campaign) -> Record:
    """A record that names the scenario, its texts and the parts of a campaign."""
    players, options = campaign.players, campaign.options
    digest = campaign.games[-1].digest if campaign.games else ""
    return Record(campaign.scenario, campaign.title, players, options, campaign.switches, 0, digest, ())


def _info(stored: StoredCampaign) -> CampaignInfo:
    campaign = stored.campaign
    if campaign is None:
        return CampaignInfo(stored.name, stored.path, problem=stored.problem)
    games = tuple(
        PlayedGame(game.record, game.outcome, game.results, game.points, game.ranks)
        for game in campaign.games
    )
    return CampaignInfo(
        stored.name, stored.path, campaign.scenario, campaign.title, campaign.players, campaign.bots,
        campaign.switches, campaign.options, games, over=campaign.over,
    )  # fmt: skip
