"""Replacing comprehensions with loops does not change what functions return."""

import ast

import pytest

from lazaretto.rules.backends.python.comprehensions_to_loops import unfold
from lazaretto.rules.backends.python.function_names_and_roles import PyFunction
from tests.every import every
from tests.rules.backends.python.run_functions import functions, ran


def unfolded(text: str) -> list[PyFunction]:
    found = functions(text)
    unfold(found)
    return found


LISTS = {
    "a list that is given back": "return [a * 2 for a in v if a > b]",
    "a list in a list": "return [a for a in [c + 1 for c in v if c != 20] if a > b]",
    "a list for each member of a list": """
        return [[c for c in v if c != a] for a in v if len([c for c in v if c > a]) > 1]
        """,
    "a list with the name of what is around it": "return [b for b in v if b > 10] + [b]",
    "the same name twice, one inside the other": "return [sum([a for a in v if a != 10]) + a for a in v]",
    "a name that is used before and after": """
        a = 1
        note([a for a in v])
        return a
        """,
    "one list or another": "return tuple([a for a in v if a > 10]) if b > 4 else [a for a in v]",
    "one list or another, inside": "return len([a for a in v] if b < 4 else [a for a in v if a > 10]) + 1",
    "what comes first decides": "return v[0] > 100 and [a for a in v] or b > 4 and [a for a in v if a > 10]",
    "what comes later is not looked at": "return b < 4 and [a // 0 for a in v] or [a for a in v if b > 4]",
    "a list whose members alone matter": """
        if [a for a in v if a > 10]:
            note('some')
        else:
            note('none')
        if not [a for a in v if a > 100]:
            note('none')
        if tuple(list(dict.fromkeys([a for a in v if a > 10]))) and b > 4:
            note('some')
        if len([a for a in v if a > 10]) > 0:
            note('some')
        """,
    "a list whose members alone matter, in a loop": """
        for c in (1, 2, 3):
            if c == 2 and [a for a in v if a > c]:
                continue
            if [a for a in v if a == 10 * c]:
                note(c)
                if c == 3:
                    break
            note('on')
        """,
    "a condition that fails for a later member": """
        if [a for a in v if 12 // (20 - a) > 0]:
            note('some')
        """,
    "a list that is gone through while something changes": """
        for a in [a for a in v if a > 5]:
            act(s, a)
            v[2] = 0
        return [a for a in v]
        """,
    "any and all": """
        note(any(a > 10 for a in v))
        note(all(a > 10 for a in v if a != 10))
        note(any(all(c <= a for c in v) for a in v))
        note(any(a > 100 for a in v) or not all(a for a in v))
        """,
    "whether something is in a list": """
        note(b in [a for a in (1, 5, 9) if a > 3])
        note(b not in [a for a in (1, 5, 9) if a != b])
        note(b in [a + 4 for a in (1, 5, 9)])
        """,
    "whether there are enough in a pile": """
        for c in (0, 1, 2):
            if len([a for a in p[c] if a > 4]) >= 2:
                note(('two', c))
            if b > 4 and len([a for a in p[c] if a > 1]) > 0:
                note(('one', c))
            if len([a for a in p[c] if a > 4]) >= 2:
                note(c)
            else:
                note('few')
        """,
    "the condition of a loop": """
        while any(a < 13 for a in v) and b > 4:
            act(s, [a for a in v if a < 13])
            if v[0] == 11:
                continue
            note(len([a for a in v if a < 12]))
        """,
    "largest and smallest": "return max([a for a in v if a < 30], default=0) - min([a // 10 for a in v])",
}


def _body(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(f"    {line[8:]}" for line in lines) if len(lines) > 1 else f"    {text}"


@pytest.mark.parametrize("name", ["procedure_1", "value_1", "offered_1"])
def test_a_comprehension_becomes_a_loop_that_finds_the_same(name: str) -> None:
    acting = [text for text in LISTS.values() if "act(" in text or "v[2]" in text]
    assert acting
    found = [text for text in LISTS.values() if name == "procedure_1" or text not in acting]
    every(found, lambda text: finds_the_same(name, text))


def finds_the_same(name: str, text: str) -> None:
    source = f"def {name}(s, b):\n{_body(text)}"
    assert ran(unfolded(source), name, 5) == ran(functions(source), name, 5)


def test_no_comprehension_is_left_in_an_expression() -> None:
    every(LISTS.values(), has_no_comprehension_left)


def has_no_comprehension_left(text: str) -> None:
    (found,) = unfolded(f"def procedure_1(s, b):\n{_body(text)}")
    assert not any(isinstance(node, ast.ListComp | ast.GeneratorExp) for node in ast.walk(found.definition))


def test_a_function_that_is_seldom_called_stays_as_it_is() -> None:
    text = f"def reason_1(s, b):\n{_body(LISTS['a list in a list'])}"
    (before,), (after,) = functions(text), unfolded(text)
    assert ast.dump(before.definition) == ast.dump(after.definition)


def test_a_loop_over_a_list_is_merged_only_where_nothing_changes() -> None:
    text = """
        for a in [c for c in v if c > 5]:
            note(a)
        """
    loops = {}
    for name in ("procedure_1", "value_1"):
        (found,) = unfolded(f"def {name}(s, b):\n{_body(text)}")
        loops[name] = sum(isinstance(node, ast.For) for node in ast.walk(found.definition))
    assert loops == {"procedure_1": 2, "value_1": 1}
