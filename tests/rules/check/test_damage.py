"""Semantic mistakes are reported beside syntax errors, except those that only follow from a syntax error."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from lazaretto.grammar import Diagnostic, Source, nodes, parse, render_all
from lazaretto.grammar.damage import together
from lazaretto.rules import load
from lazaretto.rules.build import link
from lazaretto.rules.check.checker import check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.read_scenario import read_pack
from tests.rules.check.damaging import damaged
from tests.soak import TIMES, longer

HOUSE = Path(__file__).resolve().parents[3]
DATA, SCENARIOS = HOUSE / "tests" / "data", HOUSE / "scenarios"
ERRANDS = DATA / "errands"
SMALL = sorted(each.parent.name for each in DATA.glob("*/scenario.toml"))
LARGE = ["cold_war", "iberia", "on_the_brink", "pandemic", "the_cure"]


@cache
def whole(name: str) -> tuple[Pack, tuple[nodes.Module, ...]]:
    folder = DATA / name if name in SMALL else SCENARIOS / name
    pack, problems, _ = read_pack(folder)
    assert pack is not None and not problems
    return pack, tuple(parse(source, module)[0] for module, source in pack.texts)


def checked(pack: Pack, modules: Sequence[nodes.Module]) -> tuple[Diagnostic, ...]:
    damage = together(module.damage for module in modules)
    if damage.blind:
        return ()
    composed = compose(modules, pack.rows, damage=damage)
    return check(composed, pack.manifest.players, pack.manifest.name).diagnostics


def assert_nothing_follows(name: str, seed: int) -> None:
    pack, modules = whole(name)
    chance = Random(f"{name} {seed}")
    at = chance.randrange(len(modules))
    module, source = pack.texts[at]
    broken = Source(source.name, damaged(source.text, chance))
    tree, told = parse(broken, module)
    if told:
        found = checked(pack, (*modules[:at], tree, *modules[at + 1 :]))
        assert not found, render_all((*told, *found), {broken.name: broken})


@longer
@pytest.mark.parametrize("name", SMALL)
def test_nothing_follows_from_a_broken_line(name: str) -> None:
    for seed in range(10 * TIMES):
        assert_nothing_follows(name, seed)


@longer
@pytest.mark.parametrize("name", LARGE)
def test_nothing_follows_from_a_broken_line_of_a_shipped_game(name: str) -> None:
    for seed in range(TIMES):
        assert_nothing_follows(name, seed)


@longer
def test_most_broken_lines_leave_something_to_check() -> None:
    blind = 0
    for name in SMALL:
        pack, _ = whole(name)
        for seed in range(20 * TIMES):
            chance = Random(f"{name} {seed}")
            module, source = chance.choice(pack.texts)
            blind += parse(Source(source.name, damaged(source.text, chance)), module)[0].damage.blind
    assert blind <= 2 * TIMES


def errands(folder: Path, *edits: tuple[str, str, str]) -> Path:
    """Return a copy of the small game with some text replaced; without old text, something is appended."""
    copy = copytree(ERRANDS, folder / "errands")
    for file, old, new in edits:
        path = copy / file
        text = path.read_text(encoding="utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new, 1) if old else f"{text}\n{new}", encoding="utf-8")
    return copy


def codes(folder: Path) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.span.file.split("/")[-1]) for diagnostic in link(folder).diagnostics]


RULES, TOWNS = "errands.rules", "towns.toml"
MEANING = (
    (RULES, "to player.points", "to player.pionts"),
    (RULES, "    walk(me, town)", "    walk(me)"),
    (RULES, "1..3 = 1", "1..3 = 4"),
    (RULES, "advance clock by pace", "advance clock by pace / 0"),
    (TOWNS, "size = 2", 'size = "two"'),
)
"""Semantic mistakes: a wrong attribute and a wrong call, two numbers, a cell of a table."""

EXPECTED = [
    ("R004", RULES),
    ("R005", RULES),
    ("R033", RULES),
    ("R035", RULES),
    ("R002", TOWNS),
]

SYNTAX = {
    "a head": ("", "to rest(player)) of the day\n    nothing\n"),
    "a kind": ("", "kind Weather is one one of sun, rain\n"),
    "a field": ("", "kind Weather\n    warm flag\n"),
    "a statement": ("", "to rest(player)\n    let = 3\n    return\n"),
    "a member": ("", 'Role Cook "Cook" over over\n    points = 3\n'),
    "a hook": ("", "before walk(player, town) wen yes\n    nothing\n"),
    "a test": ("", 'test "of nothing"\n    then 3 3\n'),
    "a removal": ("", 'remove to rest "now"\n'),
    "a bracket": ("", "value rest() = (3\n"),
}


@pytest.mark.parametrize("name", SYNTAX)
def test_all_mistakes_are_told_together(name: str, tmp_path: Path) -> None:
    alone = codes(errands(tmp_path / "alone", *MEANING))
    assert sorted(alone) == sorted(EXPECTED)
    both = codes(errands(tmp_path / "both", *MEANING, (RULES, *SYNTAX[name])))
    assert sorted(each for each in both if each[0][0] == "R") == sorted(EXPECTED)
    assert [each[0][0] for each in both].count("G") == 1


def test_mistakes_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    folder = errands(tmp_path, *MEANING[:3], (RULES, "phase game()", "phase game():"))
    found = link(folder).diagnostics
    assert [diagnostic.span for diagnostic in found] == sorted(diagnostic.span for diagnostic in found)
    assert load(folder).diagnostics == found


def test_a_broken_table_hides_no_mistake_in_the_rules(tmp_path: Path) -> None:
    folder = errands(tmp_path, MEANING[2], MEANING[3], (TOWNS, "size = 2", "size is 2"))
    found = codes(folder)
    assert [each for each in found if each[1] == RULES] == [("R033", RULES), ("R035", RULES)]
    assert [each[0][0] for each in found if each[1] == TOWNS] == ["P"]
    assert {(diagnostic.code, diagnostic.span.line) for diagnostic in load(folder).diagnostics} == {
        (diagnostic.code, diagnostic.span.line) for diagnostic in link(folder).diagnostics
    }


def test_a_broken_table_alone_is_told_alone(tmp_path: Path) -> None:
    assert [code[0][0] for code in codes(errands(tmp_path, (TOWNS, "size = 2", "size is 2")))] == ["P"]


MISSPELT = (RULES, "    walk(me, town)", "    wlak(me, town)")
WRONG_FORM = {
    "a name with spaces": "to rest a bit(player)\n    nothing\n\nafter walk(one, _)\n    rest_a_bit(one)\n",
    "a member with spaces": 'Role Old Cook "Cook"\n',
    "a value without brackets": "value rest : number = 3\n",
    "a replaced value without brackets": "replace value pace : number = 3\n",
    "a removal without its word": "remove pace\n",
    "a removal with brackets": "remove pace(player)\n",
    "a call outside": "walk(anna, Aden)\n",
    "a statement in a wrong block": "extend action go\n    choose town in Town\n",
}
"""Syntax errors after which the name that was meant is still known."""


@pytest.mark.parametrize("name", WRONG_FORM)
def test_a_misspelt_name_is_told_beside_a_declaration_of_the_wrong_form(name: str, tmp_path: Path) -> None:
    found = [code[0] for code in codes(errands(tmp_path, MISSPELT, (RULES, "", WRONG_FORM[name])))]
    assert [each for each in found if each[0] == "R"] == ["R001"]
    assert any(each[0] == "G" for each in found)


FOLLOWING = {
    "a misspelt name elsewhere is told": (("    walk(me, town)", "    wlak(me, town)"), ["R001"]),
    "a use of the lost name is not": (("", "to again(player)\n    rest(player)\n"), []),
    "a hook into the lost name is not": (("", "after rest(player)\n    nothing\n"), []),
    "a replacement of the lost name is not": (("", "replace to rest(player)\n    nothing\n"), []),
    "what is known of the rest of a rule is not lost": (
        ("", "to again(player)\n    rest(player)\n    set player.points to Aden\n"),
        ["R002"],
    ),
}


@pytest.mark.parametrize("name", FOLLOWING)
def test_what_a_lost_procedure_is_used_for(name: str, tmp_path: Path) -> None:
    edit, expected = FOLLOWING[name]
    lost = (RULES, "", "to rest(player) : : number\n    return 3\n")
    found = [code[0] for code in codes(errands(tmp_path, lost, (RULES, *edit)))]
    assert sorted(found) == sorted(["G020", *expected])
