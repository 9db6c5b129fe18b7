"""The rules language: links, checks and compiles scenarios, and plays games.

The names below are the public interface. Importing the package loads nothing else: each name is loaded when
it is first used, and none of them needs the parser or the compiler.

Start with `load_program.py` and `build.py`, which take a scenario all the way. In the order of the data:

- `link/`: finds and reads scenarios, and composes their modules;
- `check/`, `model/`, `errors/`: checks them, with the typed program that comes of it, and the messages about
  mistakes;
- `lower/`, `backends/`: the lowered form, and Python, interpreted or native code made of it;
- `run/`: plays; `engine/`: chooses what plays;
- `flow/`, `warn/`, `guides/`, `tools/`: for authors: secrets that rules tell, warnings, guided games, tests
  and reports;
- `version_and_extras.py`: the version, and what to install for an optional part;
- `all_messages.py`, `pause_garbage_collection.py`: all messages, and a help for whatever builds trees.
"""

from typing import TYPE_CHECKING

from lazaretto.grammar.load_when_used import load_when_used

if TYPE_CHECKING:
    from lazaretto.rules.load_program import Compiling, Loaded, load
    from lazaretto.rules.run.compiled_game import OptionInfo, SwitchInfo
    from lazaretto.rules.run.errors import ChoiceError, RuleError, StartError
    from lazaretto.rules.run.game import Game
    from lazaretto.rules.run.game_setup import Program
    from lazaretto.rules.run.limits import Ration, SpentError, StoppedError
    from lazaretto.rules.run.players_rulebook import Chapter, Entry
    from lazaretto.rules.run.questions.question_forms import (
        AnswerForm,
        Confirm,
        PickNumber,
        PickOne,
        PickSome,
        PutInOrder,
        list_limits,
    )
    from lazaretto.rules.run.records.record_file import Record
    from lazaretto.rules.run.views.decision_wording import Decision, Option
    from lazaretto.rules.run.views.text_rendering import Outcome, Ref
    from lazaretto.rules.run.views.view_builder import OpenWindow
    from lazaretto.rules.run.views.view_types import (
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
    "AnswerForm",
    "AttributeView",
    "Chapter",
    "ChoiceError",
    "Compiling",
    "Confirm",
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
    "PickNumber",
    "PickOne",
    "PickSome",
    "PieceView",
    "PileView",
    "Program",
    "PutInOrder",
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
    "list_limits",
    "load",
]

_NAMES = {
    "load_program": (
        "Compiling",
        "Loaded",
        "load",
    ),
    "run.compiled_game": (
        "OptionInfo",
        "SwitchInfo",
    ),
    "run.views.decision_wording": (
        "Decision",
        "Option",
    ),
    "run.errors": (
        "ChoiceError",
        "RuleError",
        "StartError",
    ),
    "run.game": ("Game",),
    "run.game_setup": ("Program",),
    "run.views.view_builder": ("OpenWindow",),
    "run.views.text_rendering": ("Outcome", "Ref"),
    "run.questions.question_forms": (
        "AnswerForm",
        "Confirm",
        "PickNumber",
        "PickOne",
        "PickSome",
        "PutInOrder",
        "list_limits",
    ),
    "run.limits": (
        "Ration",
        "SpentError",
        "StoppedError",
    ),
    "run.records.record_file": ("Record",),
    "run.players_rulebook": (
        "Chapter",
        "Entry",
    ),
    "run.views.view_types": (
        "ActionView",
        "AttributeView",
        "DecisionView",
        "HeapView",
        "KindView",
        "LinkView",
        "LogLine",
        "MarkerView",
        "MixtureView",
        "PieceView",
        "PileView",
        "RuleView",
        "SeatView",
        "SupplyView",
        "ThingView",
        "TrackView",
        "View",
    ),
}
"""The names in each of our modules."""

if not TYPE_CHECKING:  # or any name would do for the type checker
    __getattr__ = load_when_used(__name__, _NAMES)
