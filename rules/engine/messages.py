"""Message catalogue of the engines: what is missing, and why native code does not run."""

from lazaretto.grammar.message import Message

NO_WASMTIME = Message("engine.no_wasmtime", "the engine `wasm` needs wasmtime: {install}")
NO_COMPILER = Message(
    "engine.no_compiler", "the engine `cc` needs a C compiler, and there is neither cc nor gcc nor clang here"
)
TEXTS_CHANGED = Message(
    "engine.texts_changed", "the texts of the game have changed since it was loaded, or cannot be read again"
)
NOT_CACHED = Message("engine.not_cached", "the game has not been compiled yet")
NOT_COMPILED = Message("engine.not_compiled", "the game cannot be compiled: {problem}")
TOO_LARGE = Message(
    "engine.too_large", "the compiled game would take {size} MB of memory, and {most} MB is the most"
)
RULE_TOO_LONG = Message(
    "engine.rule_too_long", "a rule is too long: compiling it as WebAssembly would take too much memory"
)
NOT_LOADED = Message("engine.not_loaded", "the compiled game cannot be loaded: {problem}")
