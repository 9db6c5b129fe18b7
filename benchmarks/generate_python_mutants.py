"""Generates mutants of a Python file, each changed in one spot, for `python_mutants.py`.

A mutant negates a condition, swaps an operator, shifts a number by one, flips a flag, drops a statement, a
`not` or a keyword argument, or returns nothing. Code that no test can or should check stays unchanged:
docstrings, annotations, imports, decorators, `__repr__`, `__slots__`, assertions and code only for type
checkers.
"""

import ast
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete, ast.Continue, ast.Break)
LEFT_ALONE = ("__repr__", "__slots__", "__all__", "TYPE_CHECKING", "assert_never")


@dataclass(frozen=True, slots=True)
class Change:
    """One mutant: the characters from `start` to `end` of a file become `new`."""

    file: str
    line: int
    statement: int
    """The first line of the enclosing statement; 0 outside functions."""
    kind: str
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file}:{self.line}: {self.kind}: {old[:90]}  ->  {new[:90]}"


class _Finder(ast.NodeVisitor):
    """Finds the mutants of one file."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.found: list[Change] = []
        self._statement = 0
        self._inside = False
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._lines = text.splitlines()

    def _offset(self, line: int, column: int) -> int:
        """The offset of a position; AST columns count bytes."""
        before = self._lines[line - 1].encode()[:column].decode() if line <= len(self._lines) else ""
        return self._starts[line - 1] + len(before)

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._offset(node.lineno, node.col_offset)
        return start, self._offset(node.end_lineno, node.end_col_offset)

    def _old(self, node: ast.expr | ast.stmt) -> str:
        start, end = self._span(node)
        return self.text[start:end]

    def _add(self, kind: str, node: ast.expr | ast.stmt, new: str) -> None:
        start, end = self._span(node)
        line = self.text.count("\n", 0, start) + 1
        statement = self._statement if self._inside else 0
        self.found.append(Change(self.file, line, statement, kind, start, end, self.text[start:end], new))

    # --- statements ----------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        """Visit a node, unless it must stay unchanged."""
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert)):
            return
        outer = self._statement
        if isinstance(node, ast.stmt):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                head = self._old(node).partition("\n")[0]
                if any(each in head for each in LEFT_ALONE):
                    return
            self._statement = node.lineno
            self._drop(node)
        super().visit(node)
        self._statement = outer

    def _drop(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        names = isinstance(node, ast.Assign) and any(
            isinstance(target, (ast.Name, ast.Tuple)) for target in node.targets
        )
        if self._inside and isinstance(node, DROPPED) and not names:
            self._add("drop statement", node, "pass")

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name in LEFT_ALONE:
            return
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)  # it is evaluated where the function is defined
        outer, self._inside = self._inside, True
        for statement in node.body:
            self.visit(statement)
        self._inside = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Skip decorators and annotations."""
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Skip decorators and annotations."""
        self._function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Mark that the statements of a class run on import."""
        outer, self._inside = self._inside, False
        for statement in node.body:
            self.visit(statement)
        self._inside = outer

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visit only the value."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Skip docstrings."""
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """Return nothing."""
        if node.value is not None:
            if not (isinstance(node.value, ast.Constant) and node.value.value is None):
                self._add("return None", node.value, "None")
            self.visit(node.value)

    def _condition(self, node: ast.expr) -> None:
        if not isinstance(node, (ast.Compare, ast.Constant)):
            new = self._old(node.operand) if _is_not(node) else f"not ({self._old(node)})"
            self._add("negate condition", node, f"({new})")

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> None:
        """Negate the condition."""
        self._condition(node.test)
        self.generic_visit(node)

    visit_While = visit_IfExp = visit_If  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Negate the conditions."""
        for each in node.ifs:
            self._condition(each)
        self.generic_visit(node)

    # --- expressions ---------------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        """Swap the first comparison operator."""
        parts = [self._old(node.left)]
        for index, (operator, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            word = COMPARISONS[type(operator)]
            if index:
                back = {text: kind for kind, text in COMPARISONS.items()}
                word = COMPARISONS[back[word]]
            parts += [word, self._old(right)]
        if len(node.ops) == 1:
            self._add("swap comparison", node, f"({' '.join(parts)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Swap `and` and `or`."""
        word = " or " if isinstance(node.op, ast.And) else " and "
        self._add("swap and/or", node, f"({word.join(f'({self._old(value)})' for value in node.values)})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Drop a `not`."""
        if isinstance(node.op, ast.Not):
            self._add("drop not", node, f"bool({self._old(node.operand)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Swap arithmetic operators, except on strings."""
        other = ARITHMETIC.get(type(node.op))
        texts = any(
            isinstance(each, ast.JoinedStr)
            or (isinstance(each, ast.Constant) and isinstance(each.value, str))
            for each in (node.left, node.right)
        )
        if other is not None and not texts:
            self._add("swap operator", node, f"({ast.unparse(ast.BinOp(node.left, other(), node.right))})")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Swap the arithmetic operator."""
        other = ARITHMETIC.get(type(node.op))
        if other is not None:
            self._add("swap operator", node, ast.unparse(ast.AugAssign(node.target, other(), node.value)))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Shift numbers and flip flags."""
        if node.value is True or node.value is False:
            self._add("flip flag", node, str(not node.value))
        elif isinstance(node.value, int):
            self._add("shift number", node, str(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        """Drop each keyword argument."""
        for index, keyword in enumerate(node.keywords):
            if keyword.arg is not None:
                rest = [each for at, each in enumerate(node.keywords) if at != index]
                self._add("drop keyword", node, ast.unparse(ast.Call(node.func, node.args, rest)))
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Skip f-strings, because the positions inside them are unreliable before Python 3.12."""


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def changes(file: str, text: str) -> list[Change]:
    """All mutants of one file; some may not be valid Python, see `makes_sense`."""
    finder = _Finder(file, text)
    finder.visit(ast.parse(text))
    return [each for each in finder.found if not _is_negated_not(each)]


def _is_negated_not(change: Change) -> bool:
    """Whether it negates `not x`, which is the same mutant as dropping the `not`."""
    return change.kind == "negate condition" and change.old.startswith("not ")


def makes_sense(change: Change, text: str) -> bool:
    """Whether the mutant is valid Python that differs from the original."""
    try:
        return ast.dump(ast.parse(applied(change, text))) != ast.dump(ast.parse(text))
    except SyntaxError:
        return False


def applied(change: Change, text: str) -> str:
    """The mutated text."""
    return text[: change.start] + change.new + text[change.end :]
