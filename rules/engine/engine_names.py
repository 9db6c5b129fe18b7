"""The names of the engines, and the errors of one that does not run; the command line needs nothing else."""

from typing import Literal, get_args

Engine = Literal["auto", "python", "wasm", "cc"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
"""The names of the engines, the default first."""


class EngineError(Exception):
    """An engine does not work here, or not for this game; the text says why."""


class MissingEngineError(EngineError):
    """What an engine needs is not installed."""
