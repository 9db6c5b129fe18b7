"""Collects the code of one WebAssembly function: its bytes, variables and blocks."""

from collections.abc import Iterable

from lazaretto.rules.backends.native.wasm import binary_format as wasm


class Emitter:
    """The code of a function, as far as it is written."""

    def __init__(self, parameters: Iterable[str]) -> None:
        self.code = bytearray()
        self._variables = {name: wasm.number(index) for index, name in enumerate(parameters)}
        self._reading: dict[str, bytes] = {}
        self._writing: dict[str, bytes] = {}
        self._labels: list[str | None] = []
        """What each block around is: the way out of a label, `again LABEL`, or nothing that has a name."""
        self._fresh = 0
        self.branches = 0
        """How many blocks there are, and branches to them."""

    @property
    def variables(self) -> int:
        """How many parameters and variables there are."""
        return len(self._variables)

    def reading(self, name: str) -> bytes:
        """Return the instruction that reads a variable."""
        found = self._reading.get(name)
        if found is None:
            found = self._reading[name] = wasm.GET_LOCAL + self._index(name)
        return found

    def writing(self, name: str) -> bytes:
        """Return the instruction that assigns to a variable."""
        found = self._writing.get(name)
        if found is None:
            found = self._writing[name] = wasm.SET_LOCAL + self._index(name)
        return found

    def _index(self, name: str) -> bytes:
        found = self._variables.get(name)
        if found is None:
            found = self._variables[name] = wasm.number(len(self._variables))
        return found

    def new_variable(self) -> str:
        """Return a variable that nothing else uses."""
        return f" {len(self._variables)}"

    def new_label(self) -> str:
        """Return a label that nothing else uses."""
        self._fresh += 1
        return f" {self._fresh}"

    def enter(self, kind: bytes, result: bytes, label: str | None) -> None:
        """Begin a block."""
        self.branches += 1
        self.code += kind + result
        self._labels.append(label)

    def leave(self) -> None:
        """End a block."""
        self.code += wasm.END
        self._labels.pop()

    def branch(self, kind: bytes, label: str) -> None:
        """Leave the innermost block of a label, or go back to its beginning if it is a loop."""
        self.branches += 1
        depth = 0
        while self._labels[-1 - depth] != label:
            depth += 1
        self.code += kind
        self.code += wasm.number(depth)
