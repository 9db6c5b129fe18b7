"""Chooses what runs a program: Python, or native code as WebAssembly or from a C compiler.

Compiling takes seconds and pays only with enough work, so `auto` compares what is left to do in Python with
what it would take otherwise. C has no sandbox: `auto` takes it only for the scenarios that come with us.
Nothing of the native back end is imported before it is needed.

What compiling takes is a linear function of the size of a program (`benchmarks/compiling.py`). `auto` knows
the texts that come with Lazaretto by their digest, wherever they lie.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from lazaretto.grammar.cache_dir import engine_mark
from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.backends.python.compiled_code import PythonCode
from lazaretto.rules.engine import messages as say
from lazaretto.rules.engine.engine_names import Engine, EngineError, MissingEngineError
from lazaretto.rules.link.find_scenarios import built_in
from lazaretto.rules.pause_garbage_collection import collection_paused
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.version_and_extras import how_to_install

if TYPE_CHECKING:
    from lazaretto.rules.backends.native.native_code import Lane
    from lazaretto.rules.backends.native.runner import NativeRunner


@value
class _Cost:
    """Seconds of processor time: what `benchmarks/compiling.py` measures, and some more for slow machines."""

    begin: float
    """To import the compiler, and to compile what every game has."""
    megabyte: float
    """For each million bytes of Python code that the rules take."""
    thousand: float
    """For each thousand members of kinds."""
    load: float
    """To load compiled code from the cache, with what is imported for it."""
    speed: float
    """How many times as fast as Python it is."""

    def compile(self, program: Program) -> float:
        """Return what it takes to compile a program from its texts."""
        tables = program.machine.tables
        code = len(tables.code.code) if isinstance(tables.code, PythonCode) else 0
        members = sum(len(kind.members) for kind in tables.kinds)
        return self.begin + self.megabyte * code / 1e6 + self.thousand * members / 1e3


_COSTS: "dict[Lane, _Cost]" = {
    "wasm": _Cost(0.7, 2.5, 0.15, 0.3, 10.0),
    "cc": _Cost(6.0, 35.0, 0.15, 0.3, 15.0),
}
_WORTHWHILE = 1.0
"""With fewer seconds of work nothing is compiled or loaded."""
AT_A_TABLE = 60.0
"""Seconds in Python that bots and hints may well take in a game that people play."""


def worthwhile(program: Program, seconds: float) -> "Lane | None":
    """Return the engine that finishes work soonest which takes Python so many seconds; None for Python."""
    if seconds < _WORTHWHILE or program.read is None:
        return None
    mark = engine_mark(program.digest)
    best: tuple[float, Lane | None] = (seconds, None)
    for lane in _installed(program):
        cost = _COSTS[lane]
        takes = (cost.load if _is_cached(mark, lane) else cost.compile(program)) + seconds / cost.speed
        if takes < best[0]:
            best = takes, lane
    return best[1]


def lane_to_play(program: Program, engine: Engine, any_text_as_c: bool) -> "Lane | None":
    """Return what searches for plans in games that people play; None for Python.

    As C, other texts than our own are compiled only if `any_text_as_c` allows it.
    """
    if engine == "auto":
        return worthwhile(program, AT_A_TABLE)
    if engine == "python" or program.read is None:
        return None
    found = _installed(program, any_text_as_c)
    return "cc" if engine == "cc" and "cc" in found else "wasm" if "wasm" in found else None


def _installed(program: Program, any_text_as_c: bool = False) -> "list[Lane]":
    found: list[Lane] = []
    if find_spec("wasmtime") is not None:
        from lazaretto.rules.backends.native.load_machine_code import has_wasmtime  # noqa: PLC0415

        found += ["wasm"] if has_wasmtime() else []
    if any_text_as_c or is_shipped(program):
        from lazaretto.rules.backends.native.load_machine_code import find_compiler  # noqa: PLC0415

        found += ["cc"] if find_compiler() is not None else []
    return found


def _is_cached(mark: str, lane: "Lane") -> bool:
    from lazaretto.rules.backends.native.native_code import is_kept  # noqa: PLC0415

    return is_kept(mark, lane)


def is_shipped(program: Program) -> bool:
    """Whether the texts of a program are those that come with us, and as good as our own code."""
    if program.read is None:
        return False
    from lazaretto.rules.link.read_scenario import read_texts  # noqa: PLC0415

    switches, _ = program.read
    own = read_texts(built_in() / program.name, switches=switches, search=(built_in(),))
    return own.digest == program.digest


def must_be_installed(engine: Engine) -> None:
    """Check that an engine is installed here; whether it works shows when it is loaded, which takes longer.

    Raises:
        MissingEngineError: if something is not installed.
    """
    if engine == "wasm" and find_spec("wasmtime") is None:
        raise MissingEngineError(say.NO_WASMTIME(install=how_to_install("fast")))
    if engine == "cc":
        from lazaretto.rules.backends.native.load_machine_code import find_compiler  # noqa: PLC0415

        if find_compiler() is None:
            raise MissingEngineError(say.NO_COMPILER())


@collection_paused()
def native_runner(program: Program, lane: "Lane", compile: bool = True) -> "NativeRunner":
    """Return a program as native code with a memory of its own, from the cache or, with `compile`, compiled.

    Raises:
        MissingEngineError: if something is not installed.
        EngineError: if it does not work for this program.
    """
    from lazaretto.rules.backends.native.load_machine_code import ForeignCodeError, has_wasmtime  # noqa: PLC0415
    from lazaretto.rules.engine.native_program import native_program  # noqa: PLC0415

    must_be_installed(lane)
    if lane == "wasm" and not has_wasmtime():
        raise MissingEngineError(say.NO_WASMTIME(install=how_to_install("fast")))
    try:
        return native_program(program, lane, compile)
    except ForeignCodeError as error:
        raise EngineError(say.NOT_LOADED(problem=error)) from error
