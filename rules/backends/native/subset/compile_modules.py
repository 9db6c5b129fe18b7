"""Compiles modules of helpers together, for the layout of one game or of any."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lazaretto.rules.backends.native.flat.arithmetic import wrapped
from lazaretto.rules.backends.native.flat.nodes import OF_THE_LAYOUT, Get, Number, Step, Value
from lazaretto.rules.backends.native.flat.program import Function
from lazaretto.rules.backends.native.subset.errors import SubsetError
from lazaretto.rules.backends.native.subset.expressions import THROUGH
from lazaretto.rules.backends.native.subset.loops import variables
from lazaretto.rules.backends.native.subset.modules import ARITHMETIC, Helper, Module, read_modules
from lazaretto.rules.backends.native.subset.statements import Statements


@dataclass(slots=True)
class CompiledHelpers:
    """Helpers in flat code, and what they need from somebody else."""

    functions: dict[str, Function] = field(default_factory=dict)
    provided: dict[str, int] = field(default_factory=dict)
    """The functions that somebody else provides, with the number of their parameters."""
    tables: dict[str, int] = field(default_factory=dict)
    """The tables of functions, with the number of parameters of their functions."""


def compile_helpers(
    names: Iterable[str], layout: object, roots: Iterable[str] | None = None
) -> CompiledHelpers:
    """Compile modules by their names, and those that they import.

    The attributes of the layout are integers; without one, variables stand for them. Without roots,
    everything is kept; with roots, only they and what they call.
    """
    return compile_modules(read_modules([*names, ARITHMETIC]), layout, roots)


def compile_modules(
    modules: Mapping[str, Module], layout: object, roots: Iterable[str] | None = None
) -> CompiledHelpers:
    """Compile modules that have been read."""
    known: dict[str, Helper] = {}
    for module in modules.values():
        for helper in module.functions.values():
            if known.setdefault(helper.name, helper) is not helper and not helper.provided:
                other = known[helper.name]
                raise SubsetError(
                    module.path, helper.node, f"{helper.name} is defined in {other.module.path} too"
                )
    found = CompiledHelpers()
    if roots is None:
        waiting = [each for each in known.values() if not each.provided and each.module.name != ARITHMETIC]
    else:
        waiting = [known[each] for each in roots]
    seen: set[str] = set()
    while waiting:
        helper = waiting.pop()
        if helper.name in seen:
            continue
        seen.add(helper.name)
        if helper.name.startswith(THROUGH):
            found.tables[helper.name.removeprefix(THROUGH)] = len(helper.parameters) - 1
        elif helper.provided:
            found.provided[helper.name] = len(helper.parameters)
        else:
            scope = _HelperScope(helper, modules, layout)
            found.functions[helper.name] = scope.compiled()
            waiting += scope.calls.values()
    return found


class _HelperScope:
    """What one helper may refer to."""

    def __init__(self, helper: Helper, modules: Mapping[str, Module], layout: object) -> None:
        self.module = helper.module
        self.variables = variables(helper.node).union(helper.parameters)
        self.calls: dict[str, Helper] = {}
        self._helper = helper
        self._modules = modules
        self._layout = layout
        self._fresh = 0

    def compiled(self) -> Function:
        helper = self._helper
        steps: list[Step] = Statements(self, helper.node, helper.result).block(helper.node.body)
        return Function(helper.name, helper.parameters, steps, helper.result, helper.inline, helper.seldom)

    def layout_constant(self, node: ast.Attribute) -> Value:
        if self._layout is None:
            return Get(f"{OF_THE_LAYOUT}{node.attr}")
        number: object = getattr(self._layout, node.attr, None)
        if not isinstance(number, int):
            raise SubsetError(self.module.path, node, f"the layout has no number {node.attr}")
        return Number(wrapped(int(number)))

    def helper(self, name: str) -> Helper | None:
        if name in self.module.imported:
            source, name = self.module.imported[name]
            return self._modules[source].functions.get(name) if source in self._modules else None
        return self.module.functions.get(name)

    def called(self, helper: Helper) -> None:
        self.calls[helper.name] = helper

    def divider(self, name: str) -> Helper:
        divider = self._modules[ARITHMETIC].functions[name]
        self.called(divider)
        return divider

    def fresh(self) -> str:
        self._fresh += 1
        return f"_{self._fresh}"
