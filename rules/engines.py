"""Chooses what runs many games of a program: Python, or native code as WebAssembly or from a C compiler.

Compiling takes seconds and pays only with enough work, so `auto` compares what is left to do in Python with
what it would take otherwise. C has no sandbox: `auto` takes it only for the scenarios that come with us.
Nothing of the native back end is imported before it is needed.
"""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, get_args

from rules import engine_messages as say
from rules import program_cache
from rules.engine_error import EngineError, MissingEngineError
from rules.find_scenarios import built_in
from rules.run.game_setup import Program

if TYPE_CHECKING:
    from rules.backends.native.native_code import Lane
    from rules.backends.native.runner import NativeRunner

Engine = Literal["auto", "python", "wasm", "cc"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
"""The names of the engines, the default first."""


@dataclass(frozen=True, slots=True)
class _Cost:
    compile: float
    """Seconds from the texts of a large game to code that runs."""
    load: float
    """Seconds from the cache."""
    speed: float
    """How many times as fast as Python it is."""


_COSTS: "dict[Lane, _Cost]" = {"wasm": _Cost(5.0, 0.5, 12.0), "cc": _Cost(40.0, 0.5, 25.0)}
"""Cautious estimates, for machines that have other work too."""
_WORTHWHILE = 1.0
"""With fewer seconds of work nothing is compiled or loaded."""


def worthwhile(program: Program, seconds: float) -> "Lane | None":
    """Return the engine that finishes work soonest which takes Python so many seconds; None for Python."""
    if seconds < _WORTHWHILE or program.read is None:
        return None
    mark = program_cache.mark_of(program.digest)
    best: tuple[float, Lane | None] = (seconds, None)
    for lane in _installed(program):
        cost = _COSTS[lane]
        takes = (cost.load if _is_cached(mark, lane) else cost.compile) + seconds / cost.speed
        if takes < best[0]:
            best = takes, lane
    return best[1]


def _installed(program: Program) -> "list[Lane]":
    found: list[Lane] = []
    if find_spec("wasmtime") is not None:
        from rules.backends.native.load_foreign import has_wasmtime  # noqa: PLC0415

        found += ["wasm"] if has_wasmtime() else []
    if is_shipped(program):
        from rules.backends.native.load_foreign import find_compiler  # noqa: PLC0415

        found += ["cc"] if find_compiler() is not None else []
    return found


def _is_cached(mark: str, lane: "Lane") -> bool:
    from rules.backends.native.native_cache import is_kept  # noqa: PLC0415

    return is_kept(mark, lane)


def is_shipped(program: Program) -> bool:
    """Whether a program comes with us, so that its texts can be trusted like our own code."""
    return program.folder.resolve().parent == built_in()


def native_runner(program: Program, lane: "Lane") -> "NativeRunner":
    """Return a program as native code with a memory of its own, from the cache or compiled.

    Raises:
        MissingEngineError: if something is not installed.
        EngineError: if it does not work for this program.
    """
    from rules.backends.native.load_foreign import (  # noqa: PLC0415
        ForeignCodeError,
        find_compiler,
        has_wasmtime,
    )
    from rules.native_program import native_program  # noqa: PLC0415

    if lane == "wasm" and not has_wasmtime():
        raise MissingEngineError(say.NO_WASMTIME())
    if lane == "cc" and find_compiler() is None:
        raise MissingEngineError(say.NO_COMPILER())
    try:
        return native_program(program, lane)
    except ForeignCodeError as error:
        raise EngineError(say.NOT_LOADED(problem=error)) from error
