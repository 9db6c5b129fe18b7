"""Runs the system's C compiler and loads what it has made: the only module of the rules that does so.

A library is loaded from a copy of its own, since its memory is part of it.
"""

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from rules.backends.native.instance import Function, Imports
from rules.backends.native.native_code import NativeCode
from rules.backends.native.trapped import Trapped

_COMPILERS = ("cc", "gcc", "clang")
_OPTIONS = ("-shared", "-fPIC", "-fwrapv", "-fno-strict-aliasing", "-fno-semantic-interposition", "-w")


class CompilerError(Exception):
    """There is no C compiler, or it has failed."""


def find_compiler() -> str | None:
    """Return the path of the system's C compiler."""
    return next((found for each in _COMPILERS if (found := shutil.which(each))), None)


def compile_c(text: str, level: int = 2) -> bytes:
    """Compile C to a shared library and return its bytes.

    Raises:
        CompilerError: if that is not possible.
    """
    compiler = find_compiler()
    if compiler is None:
        raise CompilerError("no C compiler is installed")
    with tempfile.TemporaryDirectory(prefix="lazaretto-") as folder:
        target = Path(folder, "program.so")
        command = [compiler, *_OPTIONS, f"-O{level}", "-x", "c", "-", "-o", str(target)]
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
        if done.returncode:
            raise CompilerError(done.stderr.decode(errors="replace"))
        return target.read_bytes()


def load_library(native: NativeCode, imports: Imports) -> "LibraryInstance":
    """Load a shared library that `compile_c` has made."""
    number, name = tempfile.mkstemp(prefix="lazaretto-", suffix=".so")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(native.code)
        library = ctypes.CDLL(name)
    finally:
        os.unlink(name)
    return LibraryInstance(library, native, imports)


class LibraryInstance:
    """A program in a shared library."""

    def __init__(self, library: ctypes.CDLL, native: NativeCode, imports: Imports) -> None:
        self._library = library
        self._trapped = ctypes.c_int.in_dll(library, "trapped")
        self._failed: BaseException | None = None
        self._kept = []
        size = max(native.memory, 1)
        self.memory = memoryview((ctypes.c_ubyte * size).in_dll(library, "memory")).cast("B")
        for address, data in native.data:
            self.memory[address : address + len(data)] = data
        for name, count in native.imports.items():
            kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)
            callback = kind(self._guarded(imports[name]))
            self._kept.append(callback)
            pointer = ctypes.c_void_p.in_dll(library, f"import_{name}")
            pointer.value = ctypes.cast(callback, ctypes.c_void_p).value
        self._functions = {name: self._bound(name, count) for name, count in native.exports.items()}

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function."""
        return self._functions[name](*arguments)

    def function(self, name: str) -> Function:
        """Return an exported function, to be called often."""
        return self._functions[name]

    def _bound(self, name: str, count: int) -> Function:
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
