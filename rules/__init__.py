"""The rules language: links, checks and compiles scenarios, and plays games.

The names below are the public interface. Importing it loads neither the parser nor the compiler.
"""

from rules.load_program import Compiling, Loaded, load
from rules.run import question_forms
from rules.run.compiled_game import OptionInfo, SwitchInfo
from rules.run.decision_wording import Decision, Option
from rules.run.errors import ChoiceError, RuleError, StartError
from rules.run.game import Game
from rules.run.game_setup import Program
from rules.run.open_window import OpenWindow
from rules.run.outcome_wording import Outcome
from rules.run.question_forms import *  # noqa: F403
from rules.run.ration import Ration, SpentError, StoppedError
from rules.run.record_file import Record
from rules.run.rulebook_types import Chapter, Entry
from rules.run.text_rendering import Ref
from rules.run.view_types import (
    ActionView,
    AttributeView,
    DecisionView,
    HeapView,
    KindView,
    LinkView,
    LogLine,
    MarkerView,
    MixtureView,
    PieceView,
    PileView,
    RuleView,
    SeatView,
    SupplyView,
    ThingView,
    TrackView,
    View,
)

__all__ = [
    "ActionView",
    "AttributeView",
    "Chapter",
    "ChoiceError",
    "Compiling",
    "Decision",
    "DecisionView",
    "Entry",
    "Game",
    "HeapView",
    "KindView",
    "LinkView",
    "Loaded",
    "LogLine",
    "MarkerView",
    "MixtureView",
    "OpenWindow",
    "Option",
    "OptionInfo",
    "Outcome",
    "PieceView",
    "PileView",
    "Program",
    "Ration",
    "Record",
    "Ref",
    "RuleError",
    "RuleView",
    "SeatView",
    "SpentError",
    "StartError",
    "StoppedError",
    "SupplyView",
    "SwitchInfo",
    "ThingView",
    "TrackView",
    "View",
    "load",
]
__all__ += question_forms.__all__
