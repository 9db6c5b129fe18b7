"""The language as meaning: scenarios are linked, checked and compiled here, and games are played.

What others may use stands below. Importing it loads neither the parser nor the compiler.
"""

from rules.load import Loaded, load
from rules.run.decisions import Decision, Option
from rules.run.errors import ChoiceError, RuleError, StartError
from rules.run.game import Game, Outcome
from rules.run.record import Record
from rules.run.start import Program
from rules.run.tables import OptionInfo, SwitchInfo
from rules.run.view import (
    DecisionView,
    PieceView,
    PileView,
    SeatView,
    SupplyView,
    ThingView,
    TrackView,
    View,
)

__all__ = [
    "ChoiceError",
    "Decision",
    "DecisionView",
    "Game",
    "Loaded",
    "Option",
    "OptionInfo",
    "Outcome",
    "PieceView",
    "PileView",
    "Program",
    "Record",
    "RuleError",
    "SeatView",
    "StartError",
    "SupplyView",
    "SwitchInfo",
    "ThingView",
    "TrackView",
    "View",
    "load",
]
