"""Writing a function into another changes nothing but the time it takes."""

import ast

import pytest

from rules.compile.inline import inline
from tests.rules.compile.ran import functions, ran


def calls(function: ast.FunctionDef) -> set[str]:
    return {
        each.func.id
        for each in ast.walk(function)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }


SAME = {
    "a member has the name of one of the caller's": """
        def value_0(s, a): return any(b == a for b in (1, 2, 3))
        def do_9(s, b): return [b for b in (1, 2, 9) if value_0(s, b)]
        """,
    "a parameter has the name of another's argument": """
        def value_0(s, a, b): return a - b
        def do_9(s, a): b = 5; return value_0(s, b, a)
        """,
    "what is given has members of its own": """
        def value_0(s, a): return [b for b in (1, 2, 3) if b != a]
        def do_9(s, b): return value_0(s, max([b for b in (1, 2)]))
        """,
    "what is given is worked out once where it is long": """
        def value_0(s, a): return a * a
        def do_9(s, b): return value_0(s, sum([v[0], v[1], v[2], b, 1, 2, 3]))
        """,
    "what is given acts": """
        def value_0(s, a): return a + a
        def do_9(s, b): return value_0(s, act(s, 'once'))
        """,
    "what is given acts though nobody looks at it": """
        def do_0(s, a): pass
        def do_9(s, b): do_0(s, act(s, 'first')); do_0(s, act(s, 'second'))
        """,
    "what is given acts, in its order": """
        def do_0(s, a, b): note((b, a))
        def do_9(s, b): do_0(s, act(s, 'first'), act(s, 'second'))
        """,
    "what is given is as it was before the rule changed it": """
        def do_0(s, a): v[1] = 0; note(a)
        def do_9(s, b): do_0(s, v[1])
        """,
    "what a rule keeps for itself has the name of one of the caller's": """
        def do_0(s, a):
            b = a + 1
            if b > 2:
                note(b)
        def do_9(s, b):
            for c in (1, 2, 3):
                do_0(s, c)
                note(b)
        """,
    "a rule that writes over what it was given": """
        def do_0(s, a):
            a = a + 1
            note(a)
        def do_9(s, b): do_0(s, b); note(b)
        """,
    "a rule that leaves early": """
        def do_0(s, a):
            if a > 1:
                return
            note(a)
        def do_9(s, b):
            for c in (1, 2, 3):
                do_0(s, c)
            note('end')
        """,
    "a rule that calls itself": """
        def do_0(s, a):
            note(a)
            if a > 0:
                do_0(s, a - 1)
        def do_9(s, b): do_0(s, 3)
        """,
    "a rule that pays": """
        def do_0(s, a):
            s.fuel -= 1
            if s.fuel < 0:
                spent()
            note(a)
        def do_9(s, b):
            do_0(s, v[0])
        """,
    "a value with changes": """
        def value_0(s, a):
            x = v[0]
            if a > 1:
                x = 7
            if a > 2:
                x = x + 1
            return x
        def do_9(s, b): return [value_0(s, a) for a in (1, 2, 3)]
        """,
    "a value that is changed by itself": """
        def value_0(s, a):
            x = v[a]
            x = x + 1
            if a > 1:
                x = max(x, 50)
            return x
        def do_9(s, b): return [value_0(s, a) for a in (0, 1, 2)]
        """,
    "a value that fails before it is changed": """
        def value_0(s, a):
            x = 12 // a
            if a == 0:
                x = 5
            return x
        def do_9(s, b): return value_0(s, 0)
        """,
    "what is given fails though nobody looks at it": """
        def value_0(s, a, b): return a
        def value_1(s, a, b): return a and b
        def do_9(s, b):
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
        def do_9(s, b): return [a for a in (1, 2, 3, 4) if open_0(s, a)]
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
        def do_9(s, b):
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
        def do_9(s, b):
            if open_0(s, b):
                act(s, b)
            note(b)
        """,
    "what is known beforehand": """
        def open_0(s, a):
            if not True:
                return False
            return True
        def do_9(s, b):
            if open_0(s, b):
                note('open')
            else:
                note('shut')
            while open_0(s, b):
                break
        """,
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_a_function_does_what_it_did(text: str) -> None:
    assert ran(inline(functions(text)), "do_9", 5) == ran(functions(text), "do_9", 5)


def test_small_functions_are_written_in() -> None:
    for name in ("guards one after the other", "a search that is done once", "a rule that pays"):
        found = {each.name: each for each in inline(functions(SAME[name]))}
        assert not calls(found["do_9"]) & set(found)


def test_every_function_comes_after_those_it_calls() -> None:
    found = inline(
        functions(
            "def do_1(s): do_2(s)\ndef do_2(s): do_3(s); do_1(s)\ndef do_3(s): pass\ndef do_4(s): do_1(s)"
        )
    )
    names = [each.name for each in found]
    assert sorted(names) == ["do_1", "do_2", "do_3", "do_4"]
    assert names.index("do_3") < names.index("do_2") < names.index("do_4")
