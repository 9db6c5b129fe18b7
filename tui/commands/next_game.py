"""Finds the campaign that `lazaretto play --campaign` goes on with."""

import argparse

from lazaretto.host.lobby.lobby_protocol import NextGame
from lazaretto.tui.commands.command_error import RefusalError, UsageError
from lazaretto.tui.commands.find_scenario import folder_of, program_of
from lazaretto.tui.commands.open_record import scenario_of
from lazaretto.tui.messages import commands as say
from lazaretto.tui.random_seed import drawn


def next_game(arguments: argparse.Namespace) -> NextGame | None:
    """The game to go on with, or None if the campaign is to be begun.

    Raises:
        RefusalError: its file cannot be used, or the request does not fit it.
    """
    from lazaretto.host.campaigns import campaign_messages
    from lazaretto.host.campaigns.campaign_file import CampaignError, CampaignStore
    from lazaretto.host.campaigns.local_campaigns import like

    name = arguments.campaign
    for option in ("resume", "replay"):
        if getattr(arguments, option):
            raise UsageError(say.CAMPAIGN_AND_RECORD(option=option))
    try:
        campaign = CampaignStore().find(name)
    except CampaignError as error:
        raise RefusalError(str(error)) from None
    if campaign is None:
        return None
    if campaign.over:
        raise RefusalError(campaign_messages.IS_OVER(name=name))
    for option in ("players", "names", "bots"):
        if getattr(arguments, option):
            players = ", ".join(campaign.players)
            raise RefusalError(say.CAMPAIGN_HAS_PLAYERS(name=name, players=players, option=option))
    if arguments.scenario:
        folder, paths = folder_of(arguments.scenario, arguments.path), tuple(arguments.path)
    else:
        folder, paths = scenario_of(like(campaign), arguments.path)
    program, options = program_of(str(folder), paths, arguments.option)
    for part, _ in arguments.option:
        if part not in options:
            raise RefusalError(say.CAMPAIGN_HAS_PARTS(name=name, part=part))
    if program.name != campaign.scenario:
        raise RefusalError(
            campaign_messages.ANOTHER_SCENARIO(name=name, scenario=campaign.scenario, other=program.name)
        )
    seed = drawn() if arguments.seed is None else arguments.seed
    return NextGame(name, seed, options, folder)
