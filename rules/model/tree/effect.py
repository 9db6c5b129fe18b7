"""Defines the effects of statements."""

from enum import Enum


class Effect(Enum):
    """The effects of a statement itself, without the procedures and blocks inside it."""

    LOOKS = "looks"
    ACTS = "acts"
    ASKS = "asks"
