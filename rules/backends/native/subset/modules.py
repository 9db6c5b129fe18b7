"""Reads modules of helpers: functions, constants, records, and what they import from each other.

What becomes of a function that `helpers/memory.py` only declares stands here too.
"""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from lazaretto.rules.backends.native.flat.build import wrapped
from lazaretto.rules.backends.native.flat.nodes import Binary, BinaryWord, Copy, Fill, Step, Trap, Value
from lazaretto.rules.backends.native.subset.records import (
    ARRAYS,
    GENERIC,
    RECORDS,
    RecordType,
    Type,
    UnknownTypeError,
    add_fields,
    type_of,
)


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """A function that becomes a node of flat code."""

    operands: int
    word: BinaryWord | None = None


INTRINSICS: Mapping[str, Intrinsic] = {
    "copy": Intrinsic(3),
    "fill": Intrinsic(3),
    "trap": Intrinsic(0),
    "unsigned_less": Intrinsic(2, "<u"),
    "unsigned_divide": Intrinsic(2, "/u"),
    "unsigned_remainder": Intrinsic(2, "%u"),
    "unsigned_shift": Intrinsic(2, ">>u"),
    "divide_towards_zero": Intrinsic(2, "/s"),
    "remainder_towards_zero": Intrinsic(2, "%s"),
}


def intrinsic_value(name: str, operands: list[Value]) -> Value | None:
    """Return what an intrinsic with a result becomes; None if it has none."""
    word = INTRINSICS[name].word
    return None if word is None else Binary(word, operands[0], operands[1])


def intrinsic_step(name: str, operands: list[Value]) -> Step | None:
    """Return what an intrinsic without a result becomes; None if it has one."""
    match name, operands:
        case "copy", [target, source, size]:
            return Copy(target, source, size)
        case "fill", [target, byte, size]:
            return Fill(target, byte, size)
        case "trap", []:
            return Trap()
        case _:
            return None


def constant_of(node: ast.expr, names: Mapping[str, int]) -> int | None:
    """Return the value of a constant expression, whose names are constants; None if it is not constant."""
    match node:
        case ast.Constant(bool() | int() as value):
            return int(value)
        case ast.Name(name):
            return names.get(name)
        case ast.UnaryOp(operator, operand):
            inner = constant_of(operand, names)
            return None if inner is None else _unary(operator, inner)
        case ast.BinOp(left, operator, right):
            first, second = constant_of(left, names), constant_of(right, names)
            return None if first is None or second is None else _binary(operator, first, second)
        case _:
            return None


def _unary(operator: ast.unaryop, value: int) -> int | None:
    match operator:
        case ast.USub():
            return -value
        case ast.Invert():
            return ~value
        case ast.UAdd():
            return value
        case _:
            return None


def _binary(operator: ast.operator, left: int, right: int) -> int | None:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.FloorDiv() if right:
            return left // right
        case ast.Mod() if right:
            return left % right
        case ast.BitAnd():
            return left & right
        case ast.BitOr():
            return left | right
        case ast.BitXor():
            return left ^ right
        case ast.LShift() if 0 <= right < 64:
            return left << right
        case ast.RShift() if 0 <= right < 64:
            return left >> right
        case ast.Pow() if 0 <= right <= 64:
            return int(left**right)
    return None


class SubsetError(Exception):
    """A helper that the subset does not allow."""

    def __init__(self, path: Path, node: ast.AST | None, text: str) -> None:
        line = getattr(node, "lineno", 1)
        super().__init__(f"{path}:{line}: {text}")


HELPERS = "lazaretto.rules.backends.native.helpers"
_MEMORY = f"{HELPERS}.memory_types"
ARITHMETIC = f"{HELPERS}.arithmetic"
MARKS = frozenset(("inline", "seldom"))
"""The decorators of helpers."""
SIZE_OF = "size_of"
"""What gives the size of a record."""
_TYPES = {*ARRAYS, *RECORDS, *GENERIC, SIZE_OF}
"""What the compiler of the subset knows besides, by its name."""


@dataclass(slots=True)
class Helper:
    """A function of a module of helpers."""

    name: str
    """Its name in flat code."""
    node: ast.FunctionDef
    module: "Module"
    parameters: tuple[str, ...]
    types: tuple[Type, ...]
    """The types of the parameters."""
    result: bool
    result_type: Type
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
    records: dict[str, RecordType] = field(default_factory=dict)
    """The classes of records, with those that are imported."""
    known: dict[str, tuple[Type, str | None]] = field(default_factory=dict)
    """What stands at a number of the layout, with the name of that number; None: the game itself."""

    def type_named(self, name: str) -> Type:
        """Return a type by its name; None if there is none."""
        return self.records.get(name) or ARRAYS.get(name)


def read_modules(names: Iterable[str]) -> dict[str, Module]:
    """Read modules, and every further module of helpers that they import."""
    modules: dict[str, Module] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in modules:
            modules[name] = _read_file(name)
            waiting += [module for module, _ in modules[name].imported.values()]
    return modules


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
            case ast.Assign([ast.Name(target)], ast.Call(kind, [place], [])):
                module.known[target] = _read_known(module, target, kind, place)
            case ast.Assign([ast.Name(target)], value) | ast.AnnAssign(
                ast.Name(target), _, ast.expr() as value
            ):
                number = constant_of(value, module.constants)
                if number is None:
                    raise SubsetError(path, node, f"{target} is not a constant number")
                module.constants[target] = wrapped(number)
            case ast.ClassDef(name, [ast.Name(base)], body=body) if base in RECORDS:
                record = module.records[name] = RecordType(name, base == "Places")
                try:
                    add_fields(record, body, module.type_named)
                except UnknownTypeError:
                    raise SubsetError(path, node, f"{name} has a field of an unknown type") from None
            case _:
                raise SubsetError(path, node, f"{type(node).__name__} is not allowed in a module of helpers")
    return module


def _read_known(module: Module, name: str, kind: ast.expr, place: ast.expr) -> tuple[Type, str | None]:
    """Read what stands at a number of the layout."""
    try:
        record_type = type_of(kind, module.type_named)
    except UnknownTypeError:
        raise SubsetError(module.path, kind, f"{name} is not a constant number") from None
    match place:
        case ast.Attribute(ast.Name(name), attribute) if name == module.layout:
            return record_type, attribute
        case ast.Constant(0) if isinstance(record_type, RecordType) and record_type.of_the_layout:
            return record_type, None
        case _:
            raise SubsetError(module.path, kind, f"«{ast.unparse(place)}» is no number of the layout")


def _read_import(module: Module, node: ast.ImportFrom) -> None:
    source = node.module or ""
    for alias in node.names:
        here = alias.asname or alias.name
        if source == "typing" or alias.name in MARKS or (source == _MEMORY and alias.name in _TYPES):
            continue
        other = _read_file(source) if source.startswith(f"{HELPERS}.") and source != _MEMORY else None
        if other is not None and alias.name in other.records:
            module.records[here] = other.records[alias.name]
        elif other is not None and alias.name in other.known:
            module.known[here] = other.known[alias.name]
        elif alias.name == "at":
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
    types = []
    for argument in spec.args:
        try:
            types.append(type_of(argument.annotation, module.type_named))
        except UnknownTypeError:
            raise SubsetError(
                path, argument, f"parameter {argument.arg} of {node.name} is not an int"
            ) from None
    returns = node.returns
    result = not (isinstance(returns, ast.Constant) and returns.value is None)
    try:
        result_type = type_of(returns, module.type_named) if result else None
    except UnknownTypeError:
        raise SubsetError(path, node, f"{node.name} returns neither int nor None") from None
    marks = [expression.id if isinstance(expression, ast.Name) else "" for expression in node.decorator_list]
    if not {*marks} <= MARKS:
        raise SubsetError(path, node, f"{node.name} has a decorator other than {' and '.join(sorted(MARKS))}")
    name = f"{module.name.rpartition('.')[2]}{node.name}" if node.name.startswith("_") else node.name
    parameters = tuple(argument.arg for argument in spec.args)
    provided = _is_provided(node)
    if node.name in module.functions:
        raise SubsetError(path, node, f"{node.name} is defined twice")
    module.functions[node.name] = Helper(
        name,
        node,
        module,
        parameters,
        tuple(types),
        result,
        result_type,
        "inline" in marks,
        "seldom" in marks,
        provided,
    )


def _is_provided(node: ast.FunctionDef) -> bool:
    match node.body[-1]:
        case ast.Raise(ast.Name("NotImplementedError")):
            return True
        case _:
            return False
