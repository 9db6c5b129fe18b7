"""Looking through many: quantifiers, and questions about the map."""

import ast

from rules.compile import python as py
from rules.compile.bounds import FREE, bound, measured
from rules.compile.places import Places
from rules.compile.searches import had, parts_of, picked
from rules.model import tree
from rules.model.entities import Kind
from rules.model.types import PileType


class Looking(Places):
    """Emits what looks through lists, and through the links of the map."""

    def _looked(self, many: tree.Expression) -> ast.expr:
        """A list to look through, paid for where it is long."""
        found = measured(self.emit(many), many)
        return py.call("charge", py.name("s"), found) if bound(many) > FREE else found

    def searched(
        self, many: tree.Expression, variable: tree.Local, where: tree.Expression | None
    ) -> tuple[ast.expr, list[ast.expr]]:
        """A list to look through while nothing changes, and the conditions its members must meet."""
        if isinstance(many, tree.OnlyKind):
            inside = py.placed(between(py.name(variable.name), many.kind), many.span)
            return self._looked(many.set), [inside, *(self.emit(each) for each in parts_of(where))]
        found = picked(many, variable, where, self._first_count)
        if found is None:
            return self._looked(many), [self.emit(each) for each in parts_of(where)]
        stretch, known = found
        rest = [self.emit(each) for each in parts_of(where) if each is not known]
        made = py.placed(py.call("compress", self._looked(many), stretch), many.span)
        return py.long(made, bound(many)), rest

    def _first_count(self, node: tree.CountOn) -> ast.expr:
        """Where the count of a supply on the first of all holders lies."""
        root = node.kind.root
        return self._owned(node.supply.holders[root], node.supply, node.thing, root.count)

    def _quantifier(self, node: tree.Quantifier) -> ast.expr:
        variable = node.variable.name
        found = self._of_all(node) if node.where is None and node.value is None else None
        if found is not None:
            return found
        here = py.name(variable)
        value = self.stored(node.value) if node.value is not None else None
        if node.word == "all":
            plain = ast.comprehension(py.store(variable), *self.searched(node.set, node.variable, None), 0)
            where = self.emit(node.where) if node.where is not None else py.const(True)
            return py.call("all", ast.GeneratorExp(where, [plain]))
        many, tests = self.searched(node.set, node.variable, node.where)
        filtered = ast.comprehension(py.store(variable), many, tests, 0)
        match node.word:
            case "any" | "no":
                found = had(node.set, node.variable, node.where, self.emit)
                if found is None:
                    filtered.ifs = tests[:-1]
                    last = tests[-1] if tests else py.const(True)
                    found = py.call("any", ast.GeneratorExp(last, [filtered]))
                return py.negated(found) if node.word == "no" else found
            case "count":
                return py.call("len", ast.ListComp(here, [filtered]))
            case "first":
                return py.call("next", ast.GeneratorExp(here, [filtered]), py.const(None))
            case "sum":
                return py.call("sum", ast.ListComp(value or here, [filtered]))
            case "highest" | "lowest":
                best = py.call(
                    "max" if node.word == "highest" else "min", ast.ListComp(value or here, [filtered])
                )
                best.keywords.append(ast.keyword("default", py.const(0)))
                return best
            case "greatest" | "least":
                best = py.call("max" if node.word == "greatest" else "min", ast.ListComp(here, [filtered]))
                best.keywords.append(ast.keyword("key", py.lambda_of(variable, value or here)))
                best.keywords.append(ast.keyword("default", py.const(None)))
                return best
            case _:
                listed = ast.ListComp(value or here, [filtered])
                if value is None:
                    return listed
                unique = ast.Call(ast.Attribute(py.name("dict"), "fromkeys", ast.Load()), [listed], [])
                return py.call("list", unique)

    def _of_all(self, node: tree.Quantifier) -> ast.expr | None:
        """What is asked of a list as a whole; None where its members matter."""
        many = self._looked(node.set)
        match node.word:
            case "any":
                return py.compare(py.call("len", many), ast.Gt(), py.const(0))
            case "no":
                return py.compare(py.call("len", many), ast.Eq(), py.const(0))
            case "count":
                return py.call("len", many)
            case "those":
                return py.call("tuple", many) if isinstance(node.set.type, PileType) else many
            case _:
                return None

    def _graph(self, node: tree.Graph) -> ast.expr:
        emitter, question = self.emitter, node.question
        arguments = [self.emit(each) for each in node.arguments]
        if question in {"ends", "across"}:
            index = py.plus(arguments[0], py.const(-node.kind.first))
            ends = py.item(py.name(emitter.ends(node.kind)), index)
            return ends if question == "ends" else py.call("across", ends, arguments[1])
        if question == "members":
            index = py.plus(arguments[0], py.const(-node.kind.first))
            return py.item(py.name(emitter.bounds(node.kind)), index)
        if question == "areas":
            return py.item(py.name(emitter.areas(node.kind)), arguments[0])
        through = node.through
        if question == "neighbours" and through is None:
            return py.item(py.name(emitter.neighbours(node.kind)), arguments[0])
        ways = py.name(emitter.ways(node.kind, through.kind if through is not None else None))
        allowed: ast.expr = py.const(None)
        if through is not None and through.where is not None:
            allowed = py.lambda_of(through.variable.name, self.emit(through.where))
        if question == "neighbours":
            if isinstance(allowed, ast.Constant):
                allowed = py.lambda_of("one", py.const(True))
            return py.call("neighbours", py.item(ways, arguments[0]), allowed)
        if question == "links":
            return py.call("links", py.item(ways, arguments[0]), allowed)
        if question == "distance" and isinstance(allowed, ast.Constant):
            far = emitter.distances(node.kind, through.kind if through is not None else None)
            if far is not None:
                return py.item(py.item(py.name(far), arguments[0]), arguments[1])
        return py.call(question, py.name("s"), ways, *arguments, allowed)


def between(value: ast.expr, kind: Kind) -> ast.expr:
    """Whether something is of a kind: its members are a range of numbers, and no number is below nought."""
    high = py.const(kind.first + kind.count)
    if kind.first == 0:
        return py.compare(value, ast.Lt(), high)
    return py.within(py.const(kind.first), value, high)
