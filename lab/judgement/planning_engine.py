"""Lets bots plan in native code while they play to learn."""

from typing import TYPE_CHECKING

from lazaretto.rules import Program
from lazaretto.rules.engine_error import EngineError, MissingEngineError
from lazaretto.rules.engine_names import Engine
from lazaretto.rules.engines import worthwhile

if TYPE_CHECKING:
    from lazaretto.rules.backends.native.native_code import Lane


def take_engine(program: Program, engine: Engine, seconds: float) -> "tuple[Lane | None, str]":
    """Let plans be searched in native code, if that is possible or asked for; return it, and what failed.

    Raises:
        MissingEngineError: the engine that is asked for is not installed.
    """
    from lazaretto.rules.native_plans import search_natively  # noqa: PLC0415

    if engine == "python":
        return None, ""
    lane = worthwhile(program, seconds) if engine == "auto" else engine
    if lane is None:
        return None, ""
    try:
        search_natively(program, lane)
    except MissingEngineError:
        if engine != "auto":
            raise
        return None, ""
    except EngineError as error:
        return None, str(error)
    return lane, ""
