"""The campaigns of this machine's lobby: lists them, begins them, and goes on with them."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from lazaretto.host import campaign_messages as say
from lazaretto.host.autosaved_game import Bots
from lazaretto.host.campaign_file import Campaign, CampaignError
from lazaretto.host.campaign_games import Begun, CampaignGames
from lazaretto.host.campaign_link import CampaignLink
from lazaretto.host.campaign_protocol import CampaignInfo, PlayedGame
from lazaretto.host.campaign_store import CampaignStore, StoredCampaign
from lazaretto.host.program_loader import Programs
from lazaretto.host.record_store import Store
from lazaretto.rules import Program, Record, RuleError


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
        known = {each.name for each in program.options}
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
    found = stored.campaign
    if found is None:
        return CampaignInfo(stored.name, stored.path, problem=stored.problem)
    games = tuple(
        PlayedGame(each.record, each.outcome, each.results, each.points, each.ranks) for each in found.games
    )
    return CampaignInfo(
        stored.name, stored.path, found.scenario, found.title, found.players, found.bots, found.switches,
        found.options, games, over=found.over,
    )  # fmt: skip
