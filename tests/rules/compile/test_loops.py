"""Loops instead of lists, questions before loops, values read once: rules find what they found."""

import ast
from collections.abc import Callable

import pytest

from rules.compile.early import ask_early
from rules.compile.loops import unfold
from rules.compile.once import keep
from tests.rules.compile.ran import functions, ran

MEMBERS = {"HATS": (0, 1, 2), "MANY": tuple(range(50))}


def finished(text: str) -> list[ast.FunctionDef]:
    found = functions(text)
    unfold(found)
    ask_early(found, MEMBERS)
    keep(found)
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
    "largest and smallest": "return max([a for a in v if a < 30], default=0) - min([a // 10 for a in v])",
}
SEARCHES = {
    "a question about the member and one that is not": """
        for a in v:
            if a > 10 and v[0] == 10:
                return a
        return None
        """,
    "a question that no member answers": """
        for a in v:
            if v[0] == 11:
                if a > 10:
                    return a
        return None
        """,
    "a question that would fail for some": """
        for a in v:
            if a == 20 and 12 // (b - 5) > 0:
                return a
        return None
        """,
    "a question that would fail, where there is no member": """
        for a in p[2]:
            if 12 // (b - 5) > 0:
                return a
        return 'none'
        """,
    "a question that relies on the one before it": """
        for a in (1, 2):
            if a == (None if b == 5 else b) and (7, 8, 9)[None if b == 5 else b] > 3:
                return a
        return 'none'
        """,
    "something between the questions": """
        found = []
        for a in v:
            c = a + b
            if c > 20:
                found.append(c)
        return found
        """,
    "a loop in a loop": """
        found = []
        for a in v:
            for c in v:
                if a > c and b == 5 and v[1] > 5:
                    found.append((a, c))
        return found
        """,
    "a loop that is left": """
        found = []
        for a in v:
            if b == 5:
                if a == 20:
                    found.append(a)
                    break
        return found
        """,
    "a slow question before a quick one": """
        if b in v[0:3]:
            for a in v:
                if v[0] == 10:
                    return a
        return 'none'
        """,
    "what is read often": "return (v[b - 4], v[1] * v[1], v[1], [a + v[1] for a in v], p[1][0] + v[0])",
    "what is read of somebody": """
        if b > 7:
            return v[b] + v[b] + v[b]
        c = b - 4
        return v[c] + v[c] + v[c]
        """,
}


def _body(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(f"    {line[8:]}" for line in lines) if len(lines) > 1 else f"    {text}"


def _same(name: str, text: str) -> None:
    source = f"def {name}(s, b):\n{_body(text)}"
    assert ran(finished(source), name, 5) == ran(functions(source), name, 5)


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("name", ["do_1", "value_1"])
def test_a_list_becomes_a_loop_that_finds_the_same(name: str, text: str) -> None:
    if name == "value_1" and ("act(" in text or "v[2]" in text):
        pytest.skip("a value does not act")
    _same(name, text)


@pytest.mark.parametrize("text", SEARCHES.values(), ids=SEARCHES)
@pytest.mark.parametrize("name", ["value_1", "open_1", "menu_1"])
def test_a_search_finds_what_it_found(name: str, text: str) -> None:
    if name != "value_1" and "v[b]" in text:
        pytest.skip("here it is a seat that is asked")
    _same(name, text)


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_no_list_is_left_in_an_expression(text: str) -> None:
    (found,) = finished(f"def do_1(s, b):\n{_body(text)}")
    assert not any(isinstance(each, ast.ListComp | ast.GeneratorExp) for each in ast.walk(found))


def _first(name: str, text: str, wanted: Callable[[ast.stmt], bool]) -> bool:
    (found,) = finished(f"def {name}(s, b):\n{_body(text)}")
    return wanted(found.body[0])


def test_what_is_the_same_for_all_members_is_asked_first() -> None:
    text = SEARCHES["a question that no member answers"]
    assert _first("value_1", text, lambda each: isinstance(each, ast.If))
    assert _first("do_1", text, lambda each: isinstance(each, ast.For)), (
        "a rule that acts may change the answer"
    )


def test_what_is_read_often_is_kept() -> None:
    text = SEARCHES["what is read often"]
    assert _first("value_1", text, lambda each: isinstance(each, ast.Assign))
    assert _first("do_1", "return v[1] + v[1] + v[1]", lambda each: isinstance(each, ast.Return))


def test_of_whom_something_was_read_another_thing_may_be_asked_early() -> None:
    search = """
        for a in v:
            if a > 10 and v[b] == 20:
                return a
        return 'none'
        """
    assert _first("value_1", search, lambda each: isinstance(each, ast.For)), "it may be nobody"
    after = f"def value_1(s, b):\n    if v[b] == 7:\n        return 'seven'{_body(search)}"
    (found,) = finished(after)
    assert isinstance(found.body[1], ast.If)
    for given in (0, 1):
        assert ran([found], "value_1", given) == ran(functions(after), "value_1", given)
    (found,) = finished(after.replace("if v[b] == 7", "if v[0] == 7 and v[b] == 7"))
    assert isinstance(found.body[1], ast.For), "nothing was read of it where the first did not hold"


FEW = {
    "a search among a few": """
        told = 'none'
        for a in HATS:
            if v[a] > 10:
                told = 'some'
                break
        return told
        """,
    "a search among a few that gives back": """
        for a in HATS:
            if a != 1:
                if v[a] == 30:
                    return 'third'
        return 'none'
        """,
    "a search in vain": """
        for a in HATS:
            if v[a] > 100:
                return 'large'
        return 'none'
        """,
}
OTHERS = {
    "the one that is found matters": """
        for a in HATS:
            if v[a] > 10:
                return a
        return 'none'
        """,
    "all that are found matter": """
        found = []
        for a in HATS:
            if v[a] > 10:
                found.append('one')
        return found
        """,
    "there are many": """
        for a in MANY:
            if a > 40:
                return 'large'
        return 'none'
        """,
    "something else is done with the others": """
        found = []
        for a in HATS:
            if v[a] > 20:
                found.append('large')
                break
            else:
                found.append('small')
        return found
        """,
    "something goes on with the loop": """
        found = []
        for a in HATS:
            if v[a] > 10:
                found.append('one')
                if v[0] > 5:
                    continue
                break
        return found
        """,
}


ONE = """
        found = []
        for a in HATS if b > 4 else (b,):
            if v[a] > 10:
                found.append(a)
                break
        return found
        """


@pytest.mark.parametrize("given", [0, 1, 2, 5])
def test_a_search_among_one_is_no_search(given: int) -> None:
    source = f"def value_1(s, b):\n{_body(ONE)}"
    (after,) = finished(source)
    assert ran([after], "value_1", given, **MEMBERS) == ran(functions(source), "value_1", given, **MEMBERS)
    assert isinstance(after.body[1], ast.If) and not any(isinstance(each, ast.For) for each in after.body)


@pytest.mark.parametrize("text", [*FEW.values(), *OTHERS.values()], ids=[*FEW, *OTHERS])
def test_a_search_among_known_members_finds_what_it_found(text: str) -> None:
    source = f"def value_1(s, b):\n{_body(text)}"
    before, after = functions(source), finished(source)
    assert ran(after, "value_1", 5, **MEMBERS) == ran(before, "value_1", 5, **MEMBERS)
    loops = any(isinstance(each, ast.For) for each in ast.walk(after[0]))
    assert loops is (text in OTHERS.values())
