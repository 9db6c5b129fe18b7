"""What players see of campaigns: plain data, without the values that games hand on, which may be secret."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a campaign."""

    record: str
    """The name of the saved game."""
    outcome: str = ""
    results: tuple[str, ...] = ()
    """The result of each seat; empty while it is being played."""
    points: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignInfo:
    """A campaign, or the problem with its file."""

    name: str
    path: Path
    scenario: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    games: tuple[PlayedGame, ...] = ()
    problem: str = ""
    over: bool = False
    """Whether no game follows any more."""
