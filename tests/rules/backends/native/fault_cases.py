"""Rules that fail, each in its own way, in one game: compiling it once is enough for all of them."""

import re
from collections.abc import Mapping

from lazaretto.grammar import NOWHERE, Source, parse, render_all
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.link.read_tables import Row
from tests.rules.backends import test_agreement
from tests.rules.run import test_messages
from tests.rules.test_fuzz import BASE
from tests.rules.test_harmless import ENDLESS

CHOSEN = "chosen_fault"
"""The variable that says which rule fails."""
_DECLARED = re.compile(r"^(?:to|value|var|kind|Rule|Role) (\w+)", re.MULTILINE)
_DURING = re.compile(r"before turn\(player\)\n    try_it\(player\)\n")
_SHARED = ("Guide", "Ida", "Rule")
_LIMIT = "value limit(player) : number = 4\n"


def _own_names(text: str, number: int) -> str:
    """Return rules whose names no other rules have."""
    for name in sorted({*_DECLARED.findall(text)} - {*_SHARED}):
        text = re.sub(rf"\b{name}\b", f"{name}_of_{number}", text)
    return text


def _case(number: int, text: str) -> str:
    text = _own_names(re.sub(r"^to (?:try_it|fate)\(", "to fail(", text, flags=re.MULTILINE), number)
    return text.replace(f"fail_of_{number}(", f"fail_{number}(")


def cases() -> dict[str, str]:
    """Return rules that fail by what they show; `to fate(player)` fails in each."""
    found: dict[str, str] = {}
    for name, lines in test_agreement.FAULTS.items():
        found[name] = f"var dial : number 0..3 = 0\nto fate(player)\n    {lines}\n"
    for name, text in test_messages.FAULTS.items():
        if "replace phase" not in text:
            body = _DURING.sub("", text)
            found[name] = (_LIMIT if "change limit" in body else "") + body
    for name, lines in ENDLESS.items():
        if "Pebble" not in lines and "heap" not in lines:
            found[name] = f"var list : set of number\nto fate(player)\n    {lines}\n"
    found |= {name: f"{beside}to fate(player)\n    {lines}\n" for name, (lines, beside) in FURTHER.items()}
    return found


FURTHER: Mapping[str, tuple[str, str]] = {
    "no selection is allowed": (
        "choose 2 town in Town by player as some such that count(some) = 9",
        "",
    ),
    "looking without end": (
        "choose 2 town in Town by player as some such that again(99)",
        "value again(n: number) : flag = n = 0 or (again(n - 1) and again(n - 1))\n",
    ),
    "a list that doubles": (
        "set longer to [1, 2]\n    repeat 99 times\n        set longer to joined(longer, longer)",
        "var longer : set of number\n",
    ),
}
"""Rules that no other test has: each one's statements, and what stands beside them."""


def game_of(cases: Mapping[str, str]) -> Checked:
    """Return one game with all of these rules; a variable chooses the one that runs."""
    text = f"var {CHOSEN} : number = -1\nbefore turn(player)\n"
    for number, _ in enumerate(cases):
        text += f"    {'else ' if number else ''}if {CHOSEN} = {number}\n        fail_{number}(player)\n"
    text += "\n".join(_case(number, case_) for number, case_ in enumerate(cases.values()))
    modules = []
    for name, each in (("base", BASE), ("case", text)):
        module, told = parse(Source(f"{name}.rules", each), name)
        assert not told, render_all(told, {f"{name}.rules": Source(f"{name}.rules", each)})
        modules.append(module)
    road = Row("Road", {"name": "ab", "ends": ["Aden", "Bern"]}, NOWHERE, {}, {}, {})
    found = check(compose(modules, (road,)), (1, 4))
    assert not found.diagnostics, render_all(found.diagnostics, {"case.rules": Source("case.rules", text)})
    return found
