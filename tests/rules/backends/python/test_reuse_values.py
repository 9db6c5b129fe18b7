"""A value that is read again is kept in a name, and functions still return the same."""

import ast
from textwrap import dedent, indent

from lazaretto.rules.backends.python.function_names_and_roles import PyFunction
from lazaretto.rules.backends.python.reuse_values import reuse
from tests.every import every
from tests.rules.backends.python.run_functions import functions, ran

ANSWERS = (0, 1, 2, 5)
"""The last one is no index of a list."""


def reused(text: str) -> list[PyFunction]:
    found = functions(text)
    reuse(found)
    return found


def source(name: str, body: str) -> str:
    return f"def {name}(s, b):\n{indent(dedent(body).strip(), '    ')}"


READ_AGAIN = {
    "in the next statement": """
        if v[0 + b] > 10:
            return 1
        return v[0 + b]
        """,
    "in a branch": "return v[0 + b] + 1 if v[0 + b] > 10 else v[0 + b] + 2",
    "after another condition": "return v[0 + b] > 10 and b > 1 and v[0 + b] < 30",
    "after a condition that does not hold": "return v[0 + b] > 20 or b > 1 or v[0 + b] < 10",
    "after a branch that ends": """
        if not (b < 3 and v[0 + b] > 10):
            return 0
        return v[0 + b]
        """,
    "in a loop": """
        found = [v[0 + b]]
        for a in (1, 2, 3):
            found.append(v[0 + b] + a)
        return found
        """,
    "in every round of a loop": """
        found = []
        for a in (0, 1, 2):
            if v[0 + a] > 10:
                found.append(v[0 + a])
        return found
        """,
    "as part of another one": "return v[v[0 + b] // 10 - 1] + v[0 + b] if b < 3 else v[0 + b]",
    "the size of a pile": "return len(p[b]) if len(p[b]) > 2 else 0",
    "in a chain of comparisons": "return 10 <= v[0 + b] < v[0 + b] + 1 and v[0 + b]",
}
"""Bodies in which a value is kept."""

READ_ONCE = {
    "on one of two ways": "return v[0 + b] if b > 1 else v[0 + b] + 1",
    "on a way that need not be taken": """
        if b > 1 and v[0 + b] > 10:
            return 1
        return b < 2 or v[0 + b]
        """,
    "another value of the same name": """
        c = v[b - 1]
        b = 0
        return c + v[b - 1]
        """,
    "another member of a loop": """
        found = 0
        for a in (0, 1):
            found = found * 100 + v[a + 1]
        for a in (1, 0):
            found = found * 100 + v[a + 1]
        return found
        """,
    "behind a comparison that does not hold": "return (1 <= b < v[b - 1]) or b < 1 or v[b - 1] > 20",
    "inside a scope of its own": "return [a for a in p if v[0 + b] > 1], [a for a in p if v[0 + b] > 2]",
    "a name too cheap to keep": "return b + 1 if b + 1 > 2 else 0",
}
"""Bodies in which none is."""


def kept(function: PyFunction) -> int:
    return sum(isinstance(node, ast.NamedExpr) for node in ast.walk(function.definition))


def finds_the_same(name: str, body: str) -> None:
    text = source(name, body)
    for answer in ANSWERS:
        assert ran(reused(text), name, answer) == ran(functions(text), name, answer)


def test_a_value_that_is_read_again_is_kept() -> None:
    def holds(body: str) -> None:
        finds_the_same("value_1", body)
        (found,) = reused(source("value_1", body))
        assert kept(found)

    every(READ_AGAIN.values(), holds)


def test_a_value_is_not_kept_where_it_may_be_another_or_need_not_be_read() -> None:
    def holds(body: str) -> None:
        finds_the_same("value_1", body)
        (found,) = reused(source("value_1", body))
        assert not kept(found)

    every(READ_ONCE.values(), holds)


def test_a_function_that_changes_something_stays_as_it_is() -> None:
    text = source("procedure_1", READ_AGAIN["in the next statement"])
    (before,), (after,) = functions(text), reused(text)
    assert ast.dump(before.definition) == ast.dump(after.definition)


MENU = """
    found = []
    if b > 0:
        if v[0 + me] > 5:
            found.append(v[0 + me])
    if b < 9:
        found.append(v[0 + me])
    if b > 100:
        found.append(v[0 + b])
        found.append(v[1 + b])
    return found
    """


def early(text: str, name: str) -> list[str]:
    (found,) = reused(f"def {name}(s, me, b):\n{indent(dedent(text).strip(), '    ')}")
    return [
        ast.unparse(statement.value)
        for statement in found.definition.body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]).startswith("early_")
    ]


def test_a_menu_reads_first_what_many_of_its_actions_need() -> None:
    """Only what cannot fail: the menu is for a seat, but `b` may be no index."""
    assert early(MENU, "offered_1") == ["v[0 + me]"]
    assert early(MENU, "playable_1") == early(MENU, "value_1") == []
    text = f"def offered_1(s, me, b):\n{indent(dedent(MENU).strip(), '    ')}"
    for answer in (0, 5, 9):
        assert ran(reused(text), "offered_1", 1, answer) == ran(functions(text), "offered_1", 1, answer)


def test_a_menu_for_all_seats_reads_first_what_it_needs_for_each() -> None:
    text = """
        found = []
        if v[0] > 100:
            found.append(v[0])
        for seat in (0, 1, 2):
            if v[2] > 10:
                found.append(seat)
        return found
        """
    assert early(text, "playable_1") == ["v[2]"]
