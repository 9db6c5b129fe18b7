"""Compiles and loads machine code, with the system's C compiler or with wasmtime; no other module does.

A library is loaded from a copy of its own, since its memory is part of it. WebAssembly runs in a sandbox, but
what wasmtime has compiled already is machine code: it must come from this process or from a safe cache.
"""

import atexit
import ctypes
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from weakref import WeakSet

from lazaretto.rules.backends.native.native_code import NativeCode

if TYPE_CHECKING:
    import wasmtime


Function = Callable[..., int]
"""A function of a loaded program, or one that Python provides: integers of 64 bits in and out."""

Imports = Mapping[str, Function]


class Instance(Protocol):
    """A loaded program with a memory of its own; one thread at a time may use it."""

    memory: memoryview
    """All bytes of the memory; they can be written."""

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function; one without a result gives 0.

        Raises:
            Trapped: if the program stops in the middle.
            Exception: whatever a function that Python provides has raised; the program has stopped, too.
        """

    def function(self, name: str) -> Function:
        """Return an exported function, to be called often."""


class Trapped(Exception):  # noqa: N818  (the word of flat code)
    """Everything that ran in an instance has stopped; the reason stands in its memory."""


_STACK = 1 << 20
"""Bytes that calls in WebAssembly may take; every thread has more."""

_COMPILERS = ("cc", "gcc", "clang")
_OPTIONS = ("-shared", "-fPIC", "-fwrapv", "-fno-strict-aliasing", "-fno-semantic-interposition", "-w")


class ForeignCodeError(Exception):
    """Machine code cannot be made here, or not be loaded."""


def find_compiler() -> str | None:
    """Return the path of the system's C compiler."""
    return next((found for compiler in _COMPILERS if (found := shutil.which(compiler))), None)


def compile_c(text: str, level: int = 2) -> bytes:
    """Compile C to a shared library and return its bytes.

    Raises:
        ForeignCodeError: if that is not possible.
    """
    compiler = find_compiler()
    if compiler is None:
        raise ForeignCodeError("no compiler")
    import subprocess  # noqa: PLC0415  (WebAssembly needs none)

    with tempfile.TemporaryDirectory(prefix="lazaretto-") as folder:
        target = Path(folder, "program.so")
        command = [compiler, *_OPTIONS, f"-O{level}", "-x", "c", "-", "-o", str(target)]
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
        if done.returncode:
            raise ForeignCodeError(done.stderr.decode(errors="replace"))
        return target.read_bytes()


def load_library(native: NativeCode, imports: Imports) -> "LibraryInstance":
    """Load a shared library that `compile_c` has made.

    Raises:
        ForeignCodeError: if it was made for another machine, or if there is no room for its memory.
    """
    number, name = tempfile.mkstemp(prefix="lazaretto-", suffix=".so")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(native.code)
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ForeignCodeError(str(error)) from error
    finally:
        with suppress(OSError):  # Windows keeps what is loaded
            os.unlink(name)
    return LibraryInstance(library, native, imports)


def _found(library: ctypes.CDLL, name: str) -> int:
    """Return the address that a function of a library returns."""
    find = library[name]
    find.restype = ctypes.c_void_p
    address: int | None = find()
    return address or 0


class LibraryInstance:
    """A program in a shared library."""

    def __init__(self, library: ctypes.CDLL, native: NativeCode, imports: Imports) -> None:
        self._library = library
        self._trapped = ctypes.c_int.from_address(_found(library, "find_trapped"))
        self._failed: BaseException | None = None
        self._kept = []
        size = max(native.memory, 1)
        start = _found(library, "find_memory")
        if not start:
            raise ForeignCodeError("no memory")
        cells = (ctypes.c_ubyte * size).from_address(start)
        self.memory = memoryview(cells).cast("B")
        for address, data in native.data:
            self.memory[address : address + len(data)] = data
        for name, count in native.imports.items():
            kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)
            callback = kind(self._guarded(imports[name]))
            self._kept.append(callback)
            pointer = ctypes.c_void_p.in_dll(library, f"import_{name}")
            pointer.value = ctypes.cast(callback, ctypes.c_void_p).value
        self._native = native
        self._functions: dict[str, Function] = {}

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function."""
        return self.function(name)(*arguments)

    def function(self, name: str) -> Function:
        """Return an exported function, to be called often."""
        if name not in self._functions:
            self._functions[name] = self._bound(name)
        return self._functions[name]

    def _bound(self, name: str) -> Function:
        count, _ = self._native.exports[name]
        foreign = self._library[f"export_{name}"]
        foreign.argtypes = [ctypes.c_int64] * count
        foreign.restype = ctypes.c_int64
        trapped = self._trapped

        def call(*arguments: int) -> int:
            result: int = foreign(*arguments)
            if trapped.value:
                self._stopped()
            return result

        return call

    def _guarded(self, function: Function) -> Function:
        """Return a function that never raises: it notes the exception and lets the program stop."""

        def call(*arguments: int) -> int:
            try:
                return function(*arguments)
            except BaseException as error:
                self._failed = error
                self._trapped.value = 1
                return 0

        return call

    def _stopped(self) -> None:
        self._trapped.value = 0
        failed, self._failed = self._failed, None
        raise failed or Trapped


def has_wasmtime() -> bool:
    """Tell whether wasmtime is installed, and works here."""
    try:
        import wasmtime  # noqa: F401, PLC0415  (an extra that may be absent)
    except (ImportError, OSError, RuntimeError):
        return False
    return True


_alive: WeakSet["wasmtime.Engine | wasmtime.Module | wasmtime.Store"] = WeakSet()
"""What wasmtime has made; it cannot be freed any more when Python takes its modules apart."""


@atexit.register
def _leave_to_the_system() -> None:
    for each in list(_alive):
        each._consume()


@cache
def _engine(interruptible: bool) -> "wasmtime.Engine":
    import wasmtime  # noqa: PLC0415

    config = wasmtime.Config()
    config.strategy = "cranelift"
    config.cranelift_opt_level = "speed"
    config.parallel_compilation = True
    config.memory_may_move = False
    config.max_wasm_stack = _STACK
    config.epoch_interruption = interruptible
    engine = wasmtime.Engine(config)
    _alive.add(engine)
    return engine


def compile_wasm(module: bytes, interruptible: bool = False) -> bytes:
    """Compile a WebAssembly module to machine code, in a form for `load_wasm`.

    Raises:
        ForeignCodeError: if wasmtime is not installed, or does not work here or for this module.
    """
    if not has_wasmtime():
        raise ForeignCodeError("no wasmtime")
    import wasmtime  # noqa: PLC0415

    try:
        return bytes(wasmtime.Module(_engine(interruptible), module).serialize())
    except wasmtime.WasmtimeError as error:
        raise ForeignCodeError(str(error)) from error


def load_wasm(native: NativeCode, imports: Imports, interruptible: bool = False) -> "WasmInstance":
    """Load machine code that `compile_wasm` has made, for the same way of running.

    Raises:
        ForeignCodeError: if another version of wasmtime has made it, or for another machine, or if there is
            no room for its memory.
    """
    import wasmtime  # noqa: PLC0415

    engine = _engine(interruptible)
    try:
        module = wasmtime.Module.deserialize(engine, native.code)
        _alive.add(module)
        return WasmInstance(engine, module, native, imports, interruptible)
    except wasmtime.WasmtimeError as error:
        raise ForeignCodeError(str(error)) from error


def interrupt_all() -> None:
    """Stop every interruptible program that runs in another thread of this process."""
    _engine(True).increment_epoch()


class WasmInstance:
    """A program in wasmtime."""

    def __init__(
        self,
        engine: "wasmtime.Engine",
        module: "wasmtime.Module",
        native: NativeCode,
        imports: Imports,
        interruptible: bool,
    ) -> None:
        import wasmtime  # noqa: PLC0415

        self._wasmtime = wasmtime
        self._interruptible = interruptible
        self._store = wasmtime.Store(engine)
        _alive.add(self._store)
        pages = -(-native.memory // 65536)
        self._store.set_limits(memory_size=pages * 65536, instances=1, memories=1)
        self._failed: BaseException | None = None
        self._kept: list[object] = []
        given = [self._imported(imports[name], count) for name, count in native.imports.items()]
        self._exports = wasmtime.Instance(self._store, module, given).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        cells = memory.get_buffer_ptr(self._store)
        vars(cells)["store"] = self._store  # the memory is gone with its store
        self.memory = memoryview(cells).cast("B")[: native.memory]
        self._native = native
        self._functions: dict[str, Function] = {}

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function."""
        return self.function(name)(*arguments)

    def function(self, name: str) -> Function:
        """Return an exported function, to be called often."""
        if name not in self._functions:
            self._functions[name] = self._bound(name)
        return self._functions[name]

    def _bound(self, name: str) -> Function:
        """Return a function that passes plain numbers; wasmtime's own way looks up types at each call."""
        count, result = self._native.exports[name]
        function = self._exports[name]
        assert isinstance(function, self._wasmtime.Func)
        ffi = self._wasmtime._ffi
        kind = ctypes.CFUNCTYPE(
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_void_p,
        )
        code = kind(ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value or 0)
        size = max(count, 1)
        cells = (ctypes.c_int64 * (2 * size))()  # a value of WebAssembly takes 16 bytes
        trap = ctypes.c_void_p()
        places = (  # ctypes passes objects on faster than numbers
            ctypes.cast(self._store._context(), ctypes.c_void_p),
            ctypes.c_void_p(ctypes.addressof(function._func)),
            ctypes.c_void_p(ctypes.addressof(cells)),
            ctypes.c_size_t(size),
            ctypes.c_void_p(ctypes.addressof(trap)),
        )
        self._kept.append(function)

        def call(*arguments: int) -> int:
            if len(arguments) != count:
                raise TypeError(len(arguments))
            index = 0
            for argument in arguments:
                cells[index] = argument
                index += 2
            error = code(*places)
            if error or trap.value:
                self._stopped(error, trap)
            return cells[0] if result else 0

        def call_until_interrupted(*arguments: int) -> int:
            self._store.set_epoch_deadline(1)
            return call(*arguments)

        return call_until_interrupted if self._interruptible else call

    def _imported(self, function: Function, count: int) -> "wasmtime.Func":
        api = self._wasmtime
        ffi = api._ffi

        def call(_: int, __: int, place: int, ___: int) -> int:
            try:
                cells = (ctypes.c_int64 * (2 * max(count, 1))).from_address(place)
                cells[0] = function(*cells[: 2 * count : 2])
            except BaseException as error:
                self._failed = error
                trap = api.Trap("import failed")._consume()
                return ctypes.cast(trap, ctypes.c_void_p).value or 0
            return 0

        kept = ctypes.CFUNCTYPE(
            ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t
        )(call)
        self._kept.append(kept)
        callback = ctypes.cast(kept, ffi.wasmtime_func_unchecked_callback_t)
        number = api.ValType.i64()
        kind = api.FuncType([number] * count, [number])
        found = ffi.wasmtime_func_t()
        never = ctypes.cast(0, ctypes.CFUNCTYPE(None, ctypes.c_void_p))
        ffi.wasmtime_func_new_unchecked(
            self._store._context(), kind.ptr(), callback, None, never, ctypes.byref(found)
        )
        imported: wasmtime.Func = api.Func._from_raw(found)
        return imported

    def _stopped(self, error: int | None, trap: ctypes.c_void_p) -> None:
        """Raise what has stopped the program, and free what wasmtime has made for it."""
        api, failed = self._wasmtime, self._failed
        ffi = api._ffi
        self._failed = None
        if error:
            pointer = ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t))
            reason = str(api.WasmtimeError._from_ptr(pointer))
        else:
            pointer = ctypes.cast(trap, ctypes.POINTER(ffi.wasm_trap_t))
            trap.value = None
            code = api.Trap._from_ptr(pointer).trap_code  # its text takes much longer
            reason = code.name if code else ""
        raise failed or Trapped(reason)
