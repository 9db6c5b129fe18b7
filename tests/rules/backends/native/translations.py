"""Prepares a game for its translation to native code, without compiling it."""

from lazaretto.rules.backends.native.constant_data import ConstantData
from lazaretto.rules.backends.native.idle_and_shared_values import IdleValues, SharedValues
from lazaretto.rules.backends.native.infer_ranges import Inference
from lazaretto.rules.backends.native.layout import state_layout
from lazaretto.rules.backends.native.survey import Survey
from lazaretto.rules.backends.native.translation import Translation
from lazaretto.rules.build import compile_checked
from lazaretto.rules.lower.lower import LoweredGame
from tests.rules.backends.test_agreement import checked
from tests.rules.backends.twins import HEAD


def translation_of(text: str) -> Translation:
    """Return what is known of a game before its functions are translated."""
    found = checked(text)
    lowered = LoweredGame(found).lowered
    tables = compile_checked(found, HEAD)
    survey = Survey(tables, lowered)
    inference = Inference(survey)
    layout = state_layout(tables, lowered, None)
    data = ConstantData(layout.constants, lowered.constants)
    idle = IdleValues(survey, inference, data, layout.cells)
    shared = SharedValues(survey, inference, idle)
    return Translation(tables, lowered, layout, survey, inference, data, idle, shared, survey.recursive())
