"""Reads modules of helpers: their functions, their constants, and what they import from each other."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from lazaretto.rules.backends.native.flat.arithmetic import wrapped
from lazaretto.rules.backends.native.subset.constants import constant_of
from lazaretto.rules.backends.native.subset.errors import SubsetError
from lazaretto.rules.backends.native.subset.intrinsics import INTRINSICS

HELPERS = "lazaretto.rules.backends.native.helpers"
_MEMORY = f"{HELPERS}.memory"
ARITHMETIC = f"{HELPERS}.arithmetic"
MARKS = frozenset(("inline", "seldom"))
"""The decorators of helpers."""


@dataclass(slots=True)
class Helper:
    """A function of a module of helpers."""

    name: str
    """Its name in flat code."""
    node: ast.FunctionDef
    module: "Module"
    parameters: tuple[str, ...]
    result: bool
    inline: bool
    seldom: bool
    provided: bool
    """Whether somebody else provides it: Python, or a translated game."""


@dataclass(slots=True)
class Module:
    """One module of helpers."""

    name: str
    path: Path
    functions: dict[str, Helper] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Functions of other modules by the name they have here: their module and their name there."""
    intrinsics: dict[str, str] = field(default_factory=dict)
    layout: str | None = None
    """The name that stands for the layout."""


def read_modules(names: Iterable[str]) -> dict[str, Module]:
    """Read modules, and every further module of helpers that they import."""
    found: dict[str, Module] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _read_file(name)
            waiting += [module for module, _ in found[name].imported.values()]
    return found


@cache
def _read_file(name: str) -> Module:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name)
    path = Path(spec.origin)
    return read_text(name, path, path.read_text(encoding="utf-8"))


def read_text(name: str, path: Path, text: str) -> Module:
    """Read a module whose text is given."""
    module = Module(name, path)
    for node in ast.parse(text, filename=str(path)).body:
        match node:
            case ast.Expr(ast.Constant(str())):
                pass
            case ast.ImportFrom():
                _read_import(module, node)
            case ast.FunctionDef():
                _read_function(module, node)
            case ast.Assign([ast.Name(target)], value) | ast.AnnAssign(
                ast.Name(target), _, ast.expr() as value
            ):
                number = constant_of(value, module.constants)
                if number is None:
                    raise SubsetError(path, node, f"{target} is not a constant number")
                module.constants[target] = wrapped(number)
            case _:
                raise SubsetError(path, node, f"{type(node).__name__} is not allowed in a module of helpers")
    return module


def _read_import(module: Module, node: ast.ImportFrom) -> None:
    source = node.module or ""
    for alias in node.names:
        here = alias.asname or alias.name
        if source == "typing" or alias.name in MARKS:
            continue
        if alias.name == "at":
            module.layout = here
        elif source == _MEMORY:
            if alias.name not in INTRINSICS:
                raise SubsetError(module.path, node, f"there is no intrinsic {alias.name}")
            module.intrinsics[here] = alias.name
        else:
            number = _imported_constant(module, node, source, alias.name)
            if number is None:
                module.imported[here] = source, alias.name
            else:
                module.constants[here] = wrapped(number)


def _imported_constant(module: Module, node: ast.ImportFrom, source: str, name: str) -> int | None:
    """Return an imported number; None for a function of another module of helpers."""
    if source.startswith(f"{HELPERS}."):
        return _read_file(source).constants.get(name)
    found: object = getattr(import_module(source), name, None)
    if isinstance(found, int):
        return int(found)
    if callable(found):
        return None
    raise SubsetError(module.path, node, f"{name} of {source} is neither a number nor a helper")


def _read_function(module: Module, node: ast.FunctionDef) -> None:
    path, spec = module.path, node.args
    if spec.vararg or spec.kwarg or spec.kwonlyargs or spec.defaults or spec.posonlyargs:
        raise SubsetError(path, node, f"{node.name} has parameters that are not plain")
    for each in spec.args:
        if not _is_number(each.annotation):
            raise SubsetError(path, each, f"parameter {each.arg} of {node.name} is not an int")
    returns = node.returns
    result = _is_number(returns)
    if not result and not (isinstance(returns, ast.Constant) and returns.value is None):
        raise SubsetError(path, node, f"{node.name} returns neither int nor None")
    marks = [each.id if isinstance(each, ast.Name) else "" for each in node.decorator_list]
    if not {*marks} <= MARKS:
        raise SubsetError(path, node, f"{node.name} has a decorator other than {' and '.join(sorted(MARKS))}")
    name = f"{module.name.rpartition('.')[2]}{node.name}" if node.name.startswith("_") else node.name
    parameters = tuple(each.arg for each in spec.args)
    provided = _is_provided(node)
    if node.name in module.functions:
        raise SubsetError(path, node, f"{node.name} is defined twice")
    module.functions[node.name] = Helper(
        name, node, module, parameters, result, "inline" in marks, "seldom" in marks, provided
    )


def _is_number(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in ("int", "bool")


def _is_provided(node: ast.FunctionDef) -> bool:
    match node.body[-1]:
        case ast.Raise(ast.Name("NotImplementedError")):
            return True
        case _:
            return False
