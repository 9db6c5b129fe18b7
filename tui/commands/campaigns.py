"""`lazaretto campaigns`: lists every campaign and its games."""

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import write_out

if TYPE_CHECKING:
    from lazaretto.host.campaigns.campaign_file import StoredCampaign


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "campaigns", "lazaretto campaigns family --json", run)
    parser.add_argument("name", metavar="CAMPAIGN", nargs="?", help=say.CAMPAIGN_NAMED())
    parser.add_argument("--json", action="store_true", help=say.JSON_LIST())


def run(arguments: argparse.Namespace) -> int:
    """Print the list; status 1 if the named campaign does not exist or cannot be used."""
    from lazaretto.host.campaigns.campaign_file import CampaignStore
    from lazaretto.rules.errors.did_you_mean import did_you_mean

    store = CampaignStore()
    campaigns = store.all()
    if arguments.name:
        known = [campaign.name for campaign in campaigns]
        campaigns = tuple(campaign for campaign in campaigns if campaign.name == arguments.name)
        if not campaigns:
            help = did_you_mean(arguments.name, known, say.CAMPAIGNS_SHOWS())
            raise RefusalError(say.NO_CAMPAIGN(name=arguments.name, help=help))
        if campaigns[0].campaign is None:
            raise RefusalError(campaigns[0].problem)
    if arguments.json:
        write_out(json.dumps([_data(campaign) for campaign in campaigns], indent=2))
        return 0
    if not campaigns:
        write_out(say.NO_CAMPAIGNS(folder=store.folder))
    for campaign in campaigns:
        for line in _told(campaign):
            write_out(line)
    return 0


def _told(stored: "StoredCampaign") -> Iterator[str]:
    from lazaretto.tui.line.ending_words import points_of_game

    campaign = stored.campaign
    if campaign is None:
        yield say.CAMPAIGN_UNREADABLE(name=stored.name, problem=stored.problem)
        return
    yield say.CAMPAIGN_TITLE(name=stored.name, title=campaign.title, players=", ".join(campaign.players))
    for number, game in enumerate(campaign.games, 1):
        if not game.over:
            yield say.CAMPAIGN_OPEN(number=number, record=game.record)
        elif game.points:
            points = points_of_game(game.points, game.ranks)
            words = {"number": number, "results": _results(game.results), "outcome": game.outcome}
            yield say.CAMPAIGN_GAME_POINTS(**words, points=points, record=game.record)
        else:
            words = {"number": number, "results": _results(game.results), "outcome": game.outcome}
            yield say.CAMPAIGN_GAME(**words, record=game.record)
    if campaign.over:
        yield say.CAMPAIGN_ENDED()


def _results(results: tuple[str, ...]) -> str:
    """Return the result of all, or of each if they differ."""
    return results[0] if len(set(results)) == 1 else ", ".join(results)


def _data(stored: "StoredCampaign") -> dict[str, object]:
    campaign = stored.campaign
    if campaign is None:
        return {"name": stored.name, "file": str(stored.path), "problem": stored.problem}
    return {
        "name": stored.name,
        "file": str(stored.path),
        "problem": None,
        "scenario": campaign.scenario,
        "title": campaign.title,
        "players": list(campaign.players),
        "over": campaign.over,
        "games": [
            {
                "record": game.record,
                "over": game.over,
                "outcome": game.outcome,
                "results": list(game.results),
                "points": list(game.points),
                "ranks": list(game.ranks),
            }
            for game in campaign.games
        ],
    }
