"""All back ends agree: same answers, states, fuel, texts, and faults at the same positions."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from lazaretto.grammar import Source, parse, render_all
from lazaretto.rules.build import link
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.link.compose_modules import compose
from tests.rules.backends.twins import HEAD, Twins
from tests.rules.test_fuzz import BASE, made_up
from tests.rules.test_harmless import ENDLESS, endless

ROOT = Path(__file__).resolve().parents[3]
SMALL = ("auction", "lanterns")
"""Games of choices at the same time, and of choices among unseen pieces."""
GAMES = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war", *SMALL)
games = pytest.mark.parametrize("name", GAMES)
LITTLE = 30_000
"""So little fuel that endless rules stop soon."""


@cache
def twins(name: str) -> Twins:
    folder = ROOT / "tests" / "data" if name in SMALL else ROOT / "scenarios"
    linked = link(folder / name, tests=False)
    assert linked.checked is not None and linked.head is not None
    return Twins(linked.checked, linked.head)


def checked(text: str) -> Checked:
    modules = []
    for name, each in (("base", BASE), ("case", text)):
        module, told = parse(Source(f"{name}.rules", each), name)
        assert not told, render_all(told, {})
        modules.append(module)
    found = check(compose(modules, ()), HEAD.players)
    assert not found.diagnostics, render_all(found.diagnostics, {})
    return found


@pytest.mark.parametrize("name", ("pandemic", "cold_war", *SMALL))
def test_random_games(name: str) -> None:
    assert twins(name).play(0)


@pytest.mark.soak
@games
def test_many_random_games(name: str) -> None:
    for seed in range(60):
        assert twins(name).play(seed)


def made_up_games(seeds: range) -> list[str]:
    """Play games with generated rules, some of which fail; return how each ended."""
    found = []
    for seed in seeds:
        random = Random(seed)
        rules = made_up(random)
        if rules is not None:
            try:
                found.append(Twins(rules, fuel=LITTLE).play(random.randrange(100), 30))
            except Exception as error:
                error.add_note(f"seed {seed}")
                raise
    return found


def test_made_up_rules() -> None:
    ends = made_up_games(range(42))
    assert len(ends) > 20
    assert sum(".rules:" in end for end in ends) > 3


@pytest.mark.soak
def test_many_made_up_rules() -> None:
    made_up_games(range(30, 3_000))


# --- faults ------------------------------------------------------------------------------------


def with_none(line: str) -> str:
    """Return a line that uses a thing which a call sets to none after the test for none."""
    before = "set wish to Bern\n    if wish != none\n        forget()\n"
    return f"{before}        {line}\nto forget()\n    set wish to none"


FAULTS = {
    "none in a sum": with_none("set total to wish.size + 1"),
    "none as an owner": with_none("set wish.size to 3"),
    "none in a comparison": with_none("if wish.size > 3\n            nothing"),
    "none in a search": with_none("set total to count town in Town where town.size > wish.size"),
    "none as a holder": with_none("put 1 of stones on wish"),
    "none as an argument": with_none("visit(player, wish)\n        set total to size_of(wish)")
    + "\nvalue size_of(town) : number = town.size",
    "a division by zero": "set total to 3 / (total - total)",
    "a remainder by zero": "set total to 3 mod (total - total)",
    "an empty pile": "move top of discard to bottom of deck",
    "nothing by chance": "set wish to random of those town in Town where town.size > 99",
    "too few": "put 99 of stones on Bern",
    "fewer than none": "put (total - 1) of stones on Bern",
    "out of range": "set dial to total + 9",
    "a number too large": "set total to 999999999 * 999999999 * 999999999",
    "an endless search": "repeat forever\n        set total to count town in Town where town.size = 1",
    "an endless round of questions": "repeat forever\n        choose town in [Bern] by player",
    "rules that call each other": (
        "again()\nto again()\n    if total = 0\n        other()\nto other()\n    again()"
    ),
    "rules that ask and call each other": (
        "again(player)\nto again(player)\n    other(player)\n    if total = 9\n"
        "        choose town in Town by player\nto other(player)\n    again(player)"
    ),
    "values that call each other": (
        "set total to again(1)\nvalue again(n: number) : number = other(n) + 1\n"
        "value other(n: number) : number = again(n + 1)"
    ),
    "a value that calls itself in a search": (
        "set total to again(1)\nvalue again(n: number) : number = sum again(n) over town in Town"
    ),
    "nothing to choose from": "choose town in Town where town.size > 99 by player",
    "too few to choose from": "choose 9 town in Town by player as some",
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str) -> None:
    text = "var dial : number 0..3 = 0\nbefore turn(player)\n    fate(player)\n"
    text += f"to fate(player)\n    {FAULTS[name]}\n"
    assert "case.rules:" in Twins(checked(text), fuel=LITTLE).play(1, 5)


@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_ends_at_the_same_place(name: str) -> None:
    assert "case.rules:" in Twins(checked(endless(name)), fuel=LITTLE).play(1, 5)


def test_rules_may_be_nested_deeply() -> None:
    text = "to down(n: number) : number\n    if n = 0\n        return 0\n    return down(n - 1) + 1\n"
    text += "before turn(_)\n    set total to down(600)\n"
    for machine in (twin := Twins(checked(text))).machines:
        assert machine.fuel > LITTLE
    assert ".rules:" not in twin.play(1, 5)
