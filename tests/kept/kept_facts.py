"""What a version says about games: the facts that every later version must tell in the same way."""

from pathlib import Path
from typing import Any

from lazaretto.host import Sitting, load_record, replay
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules import Game
from lazaretto.rules.run.views.view_types import DecisionView
from tests.end_to_end.kept import program_of


def replayed(record: Path, scenarios: Path) -> Game:
    """The game that a record leads to; nothing in it may differ."""
    read = load_record(record)
    again = replay(program_of(scenarios / read.scenario), read)
    assert again.difference is None and again.faithful and not again.changed
    assert again.done == len(read.choices)
    return again.game


def facts_of_game(game: Game) -> dict[str, Any]:
    """Where a game stands: its end, or what it asks whom."""
    log = [line.text for line in game.view(None).log]
    if game.outcome is not None:
        return {"outcome": game.outcome.reason, "results": [*map(str, game.outcome.results)], "log": log}
    assert game.seat is not None
    return {**facts_of_question(game.view(game.seat).decision), "log": log}


def facts_of_client(client: SeatClient) -> dict[str, Any]:
    """Where the game of a table stands."""
    found = client.look()
    return {**facts_of_question(found.view.decision), "log": [line.text for line in found.view.log]}


def facts_of_question(decision: DecisionView | None) -> dict[str, Any]:
    """Who is asked what, and what may be answered."""
    assert decision is not None
    options = {option.key: option.why_not for option in decision.options}
    return {"asks": decision.seat, "question": decision.prompt, "options": options}


async def play(sitting: Sitting, *choices: str) -> None:
    """Make choices for whoever is asked."""
    for choice in choices:
        decision = sitting.seats[0].look().view.decision
        assert decision is not None
        await sitting.seats[decision.seat].choose(choice)
