"""Describes programs, saved games and their states as the plain data of the lobby."""

from lazaretto.host.lobby_protocol import GameSummary, KeptGame, ScenarioInfo, Standing
from lazaretto.host.record_store import Stored
from lazaretto.rules import Game, Program, Record


def info_of(program: Program) -> ScenarioInfo:
    """The facts about a program that are needed to set up a game."""
    return ScenarioInfo(
        program.name,
        program.title,
        program.description,
        program.players,
        program.options,
        program.switches,
        program.digest,
        program.hands_on,
    )


def kept_game(stored: Stored) -> KeptGame:
    """Describe a file of the store."""
    summary = None if stored.record is None else _summary(stored.record)
    return KeptGame(stored.name, stored.path, stored.changed, summary, stored.problem)


def _summary(record: Record) -> GameSummary:
    return GameSummary(
        record.scenario,
        record.title,
        record.players,
        record.options,
        record.switches,
        record.seed,
        len(record.choices),
        record.outcome,
        record.bots,
        record.campaign,
        record.number,
        record.guide,
        "" if record.what_if is None else record.what_if.of,
    )


def standing_of(program: Program, game: Game, notice: str = "") -> Standing:
    """Describe the current state of a game, as far as it is public."""
    asked = "" if game.seat is None else game.players[game.seat]
    outcome = "" if game.outcome is None else game.outcome.reason
    return Standing(game.view(None), program.coast, game.turns, asked, outcome, notice)
