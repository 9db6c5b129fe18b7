"""Inlining changes nothing but the running time."""

import ast

import pytest

from lazaretto.rules.backends.python.function_names_and_roles import PyFunction
from lazaretto.rules.backends.python.inline import inline
from tests.rules.backends.python.run_functions import functions, ran


def calls(function: ast.FunctionDef) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


SAME = {
    "a member has the name of one of the caller's": """
        def value_0(s, a): return any(b == a for b in (1, 2, 3))
        def procedure_9(s, b): return [b for b in (1, 2, 9) if value_0(s, b)]
        """,
    "a parameter has the name of another's argument": """
        def value_0(s, a, b): return a - b
        def procedure_9(s, a): b = 5; return value_0(s, b, a)
        """,
    "what is given has members of its own": """
        def value_0(s, a): return [b for b in (1, 2, 3) if b != a]
        def procedure_9(s, b): return value_0(s, max([b for b in (1, 2)]))
        """,
    "what is given is worked out once where it is long": """
        def value_0(s, a): return a * a
        def procedure_9(s, b): return value_0(s, sum([v[0], v[1], v[2], b, 1, 2, 3]))
        """,
    "what is given acts": """
        def value_0(s, a): return a + a
        def procedure_9(s, b): return value_0(s, act(s, 'once'))
        """,
    "what is given acts though nobody looks at it": """
        def procedure_0(s, a): pass
        def procedure_9(s, b): procedure_0(s, act(s, 'first')); procedure_0(s, act(s, 'second'))
        """,
    "what is given acts, in its order": """
        def procedure_0(s, a, b): note((b, a))
        def procedure_9(s, b): procedure_0(s, act(s, 'first'), act(s, 'second'))
        """,
    "what is given is as it was before the rule changed it": """
        def procedure_0(s, a): v[1] = 0; note(a)
        def procedure_9(s, b): procedure_0(s, v[1])
        """,
    "what a rule keeps for itself has the name of one of the caller's": """
        def procedure_0(s, a):
            b = a + 1
            if b > 2:
                note(b)
        def procedure_9(s, b):
            for c in (1, 2, 3):
                procedure_0(s, c)
                note(b)
        """,
    "a rule that writes over what it was given": """
        def procedure_0(s, a):
            a = a + 1
            note(a)
        def procedure_9(s, b): procedure_0(s, b); note(b)
        """,
    "a rule that leaves early": """
        def procedure_0(s, a):
            if a > 1:
                return
            note(a)
        def procedure_9(s, b):
            for c in (1, 2, 3):
                procedure_0(s, c)
            note('end')
        """,
    "a rule that calls itself": """
        def procedure_0(s, a):
            note(a)
            if a > 0:
                procedure_0(s, a - 1)
        def procedure_9(s, b): procedure_0(s, 3)
        """,
    "a rule that pays": """
        def procedure_0(s, a):
            s.fuel -= 1
            if s.fuel < 0:
                spent(s)
            note(a)
        def procedure_9(s, b):
            procedure_0(s, v[0])
        """,
    "a value with changes": """
        def value_0(s, a):
            x = v[0]
            if a > 1:
                x = 7
            if a > 2:
                x = x + 1
            return x
        def procedure_9(s, b): return [value_0(s, a) for a in (1, 2, 3)]
        """,
    "a value that is changed by itself": """
        def value_0(s, a):
            x = v[a]
            x = x + 1
            if a > 1:
                x = max(x, 50)
            return x
        def procedure_9(s, b): return [value_0(s, a) for a in (0, 1, 2)]
        """,
    "a value that fails before it is changed": """
        def value_0(s, a):
            x = 12 // a
            if a == 0:
                x = 5
            return x
        def procedure_9(s, b): return value_0(s, 0)
        """,
    "what is given fails though nobody looks at it": """
        def value_0(s, a, b): return a
        def value_1(s, a, b): return a and b
        def procedure_9(s, b):
            note(value_0(s, b, v[0]))
            note(value_1(s, False, b // v[0]))
            note(value_0(s, b, v[0:0][0]))
        """,
    "guards one after the other": """
        def open_0(s, a):
            if not a > 1:
                return False
            if a == 3:
                return False
            return True
        def procedure_9(s, b): return [a for a in (1, 2, 3, 4) if open_0(s, a)]
        """,
    "a search that is done once": """
        def open_0(s, a):
            if not a > 0:
                return False
            for b in (1, 2, 3, 4):
                if b == 2:
                    continue
                if b > a:
                    return True
            return False
        def procedure_9(s, b):
            found = []
            for c in (0, 1, 2, 3, 4):
                if b and open_0(s, c):
                    found.append((b, c))
            return found
        """,
    "a search after which something acts": """
        def open_0(s, a):
            for b in v:
                if b > a:
                    return True
            return False
        def procedure_9(s, b):
            if open_0(s, b):
                act(s, b)
            note(b)
        """,
    "what is known beforehand": """
        def open_0(s, a):
            if not True:
                return False
            return True
        def procedure_9(s, b):
            if open_0(s, b):
                note('open')
            else:
                note('shut')
            while open_0(s, b):
                break
        """,
}


TABLES = {"ALL_0": (1, 2, 3), "ROWS_1": ((1, 2), (3,)), "NUMBERS_2": (1, 2)}


def inlined(text: str) -> list[PyFunction]:
    return inline(functions(text), TABLES)


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_a_function_does_what_it_did(text: str) -> None:
    assert ran(inlined(text), "procedure_9", 5) == ran(functions(text), "procedure_9", 5)


def test_small_functions_are_inlined() -> None:
    for name in ("guards one after the other", "a search that is done once", "a rule that pays"):
        found = {function.definition.name: function.definition for function in inlined(SAME[name])}
        assert not calls(found["procedure_9"]) & set(found)


def test_a_function_that_pays_is_called_as_often_as_before() -> None:
    text = """
        def value_0(s, a):
            s.fuel -= 30
            if s.fuel < 0:
                spent(s)
            return a + 1
        def value_1(s, a, b): return a
        def procedure_9(s, b):
            note(value_1(s, b, value_0(s, b)))
            note(s.fuel)
        """
    assert ran(inlined(text), "procedure_9", 5)[1] == [5, 70]


def test_a_tuple_is_not_copied() -> None:
    text = "def procedure_9(s, b): return (tuple(ALL_0), tuple(ROWS_1[b]), tuple(NUMBERS_2[b]), tuple(s.v))"
    (found,) = inlined(text)
    assert ast.unparse(found.definition.body[0]) == (
        "return (ALL_0, ROWS_1[b], tuple(NUMBERS_2[b]), tuple(s.v))"
    )


def test_every_function_comes_after_those_it_calls() -> None:
    found = inlined(
        """
        def procedure_1(s): procedure_2(s)
        def procedure_2(s): procedure_3(s); procedure_1(s)
        def procedure_3(s): pass
        def procedure_4(s): procedure_1(s)
        """
    )
    numbers = [function.ref.number for function in found]
    assert sorted(numbers) == [1, 2, 3, 4]
    assert numbers.index(3) < numbers.index(2) < numbers.index(4)
