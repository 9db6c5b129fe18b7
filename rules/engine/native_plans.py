"""Lets bots and hints search for plans of a program inside native code."""

from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.backends.native.native_search import NativeSearch
from lazaretto.rules.engine.choose_engine import native_runner
from lazaretto.rules.run.game_setup import Program


def search_natively(program: Program, lane: Lane, compile: bool = True) -> None:
    """Let every plan in games of a program be searched in native code, from now on.

    Nothing happens if that is so already. Without `compile`, the code must be in the cache. Any thread may
    call this while games are played: plans that have begun go on as they are.

    Raises:
        MissingEngineError: if something is not installed.
        EngineError: if it does not work for this program.
    """
    if lane_of_plans(program) != lane:
        search = program.machine.plan_search = NativeSearch(native_runner(program, lane, compile))
        search.lane = lane


def lane_of_plans(program: Program) -> Lane | None:
    """Return the native code in which plans are searched now; None if Python searches."""
    search = program.machine.plan_search
    return search.lane if isinstance(search, NativeSearch) else None


def fault_of_plans(program: Program) -> str:
    """Return why native code could not finish a search for plans, so that Python had to; empty if it did."""
    search = program.machine.plan_search
    return search.fault if isinstance(search, NativeSearch) else ""
