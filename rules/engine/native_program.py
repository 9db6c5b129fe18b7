"""Makes native code of a program: from the cache, or from its texts."""

from lazaretto.grammar.cache_dir import engine_mark
from lazaretto.rules import load_program
from lazaretto.rules.backends.native import native_code
from lazaretto.rules.backends.native.load_machine_code import ForeignCodeError
from lazaretto.rules.backends.native.native_code import Lane, NativeCode, NativeGame
from lazaretto.rules.backends.native.runner import NativeRunner
from lazaretto.rules.engine import messages as say
from lazaretto.rules.engine.engine_names import EngineError
from lazaretto.rules.lower.ir import Lowered
from lazaretto.rules.run.game_setup import Program

MOST_MEMORY = 512 * 1024**2
"""The bytes that a game may take; the largest known map takes 83 MB."""


def native_program(program: Program, lane: Lane, compile: bool = True) -> NativeRunner:
    """Return a program as native code; without `compile` only from the cache.

    Raises:
        EngineError: if its texts cannot be compiled, or must not.
        ForeignCodeError: if no machine code can be made or loaded here.
    """
    mark = engine_mark(program.digest)
    game, code = load_program.cached_native(mark), native_code.find(mark, lane)
    if game is not None and code is not None and code.notes == game.mark:
        try:
            return NativeRunner(program.machine, game, code)
        except ForeignCodeError:
            pass  # made by another version of wasmtime, or for another processor
    if not compile:
        raise EngineError(say.NOT_CACHED())
    game, code = _compiled(program, lane)
    runner = NativeRunner(program.machine, game, code)
    load_program.keep_native(mark, game)
    native_code.keep(mark, code)
    return runner


def _compiled(program: Program, lane: Lane) -> tuple[NativeGame, NativeCode]:
    from lazaretto.rules.backends.native.compile_program import compile_program  # noqa: PLC0415
    from lazaretto.rules.backends.native.translate_game import translate_game  # noqa: PLC0415
    from lazaretto.rules.backends.native.wasm.encode_program import LongRuleError  # noqa: PLC0415

    try:
        game = translate_game(program.machine.tables, _lowered_again(program))
    except (LookupError, TypeError, ValueError, AssertionError, NotImplementedError) as error:
        raise EngineError(say.NOT_COMPILED(problem=f"{type(error).__name__} {error}".strip())) from error
    if game.layout.memory > MOST_MEMORY:
        raise EngineError(say.TOO_LARGE(size=game.layout.memory >> 20, most=MOST_MEMORY >> 20))
    try:
        return game, compile_program(game.program, lane, game.mark)
    except LongRuleError:
        raise EngineError(say.RULE_TOO_LONG()) from None


def _lowered_again(program: Program) -> Lowered:
    """Return the lowered form of a program, which only the interpreter keeps: others read the texts again.

    Raises:
        EngineError: if its texts have changed.
    """
    from lazaretto.rules.backends.interpret import InterpretedCode  # noqa: PLC0415
    from lazaretto.rules.build import link  # noqa: PLC0415
    from lazaretto.rules.lower.lower import lower  # noqa: PLC0415

    code = program.machine.tables.code
    if isinstance(code, InterpretedCode):
        return code.lowered
    if program.read is None:
        raise EngineError(say.TEXTS_CHANGED())
    switches, search = program.read
    linked = link(program.folder, switches, search, tests=False)
    if linked.head is None or linked.checked is None or linked.head.digest != program.digest:
        raise EngineError(say.TEXTS_CHANGED())
    return lower(linked.checked)
