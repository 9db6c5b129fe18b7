"""Whatever somebody writes as a scenario: checking it takes work and memory in proportion to its length."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lazaretto.grammar.lexer import Ahead, Word, reads_as_name
from lazaretto.grammar.lines_and_blocks import MOST
from lazaretto.grammar.parser import read
from lazaretto.grammar.source import Source
from lazaretto.rules import RuleError, build
from lazaretto.rules.build import Linked, link
from lazaretto.rules.check import name_resolution
from lazaretto.rules.check.checker import Checked, check
from lazaretto.rules.errors import did_you_mean
from lazaretto.rules.link.compose_modules import MOST_TOLD
from lazaretto.rules.link.manifest import MOST_ENTRIES
from lazaretto.rules.tools import blame_mods as blaming
from tests.hostile.growth import calls
from tests.hostile.small_games import BASE, program

MANIFEST = 'name = "{name}"\ntitle = "Hostile"\nplayers = [1, 4]\n'
FILES = {"base.rules": BASE, "case.rules": "", "rows.toml": ""}
HOSTILE = MANIFEST.format(name="hostile") + 'modules = ["base", "case"]\ntables = ["rows"]\n'
LONGER = 4
"""How much longer the second text is: what grows with the square takes 16 times as much work."""

SHAPES: dict[str, Callable[[int], str]] = {
    "mistakes behind a line of the wrong form": lambda count: (
        "remove Aden\n" + "\n" * (10 * count) + "    ))\n" * min(MOST - 10, count)
    ),
    "mistakes behind many lines": lambda count: "a b\n" * (10 * count) + "to f(((\n" * min(MOST - 10, count),
    "mistakes behind many lines of a block": lambda count: (
        "to f()\n" + "    f()\n" * (10 * count) + "    $\n" * min(MOST - 10, count)
    ),
    "mistakes of layout": lambda count: ")\n" * (10 * count),
}
TABLES: dict[str, Callable[[int], str]] = {
    "entries of the same name": lambda count: '[[Town]]\nname = "t"\n' * count,
    "entries without a name": lambda count: "[[Town]]\n" * count,
    "entries of no kind": lambda count: '[[Tawn]]\nname = "t"\n' * count,
}


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write a scenario; return its folder."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def growth(folder: Path, file: str, short: str, long: str) -> float:
    """Return how much more work it is to check the longer text."""
    works = []
    for number, text in enumerate((short, short, long)):  # the first one loads what all need
        files = FILES | {"scenario.toml": HOSTILE, file: f"{text}# {number}\n"}  # tests remember parsed texts
        works.append(calls(partial(link, written(folder / str(number) / "hostile", files))))
    return works[2] / works[1]


@pytest.mark.parametrize("name", SHAPES)
def test_checking_rules_grows_with_their_length(name: str, tmp_path: Path) -> None:
    made = SHAPES[name]
    assert growth(tmp_path, "case.rules", made(40), made(40 * LONGER)) < 1.5 * LONGER


@pytest.mark.parametrize("name", TABLES)
def test_checking_tables_grows_with_their_length(name: str, tmp_path: Path) -> None:
    made = TABLES[name]
    assert growth(tmp_path, "rows.toml", made(300), made(300 * LONGER)) < 1.5 * LONGER


def test_unknown_names_are_compared_with_so_many_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(did_you_mean, "MOST_KNOWN", 150)
    monkeypatch.setattr(name_resolution, "MOST_KNOWN", 150)
    mistakes = "".join(f"value f{each}() : number = town_x{each}\n" for each in range(20))
    works = []
    for number, count in enumerate((100, 100, 400)):
        rows = "".join(f'[[Town]]\nname = "town_{each}"\n' for each in range(count))
        files = FILES | {"scenario.toml": HOSTILE, "rows.toml": rows}
        good, wrong = (
            files | {"case.rules": f"# {number}\n"},
            files | {"case.rules": f"{mistakes}# {number}\n"},
        )
        without = calls(partial(link, written(tmp_path / f"good{number}" / "hostile", good)))
        works.append(calls(partial(link, written(tmp_path / f"wrong{number}" / "hostile", wrong))) - without)
    assert works[2] < works[1]


class CountedWords(list[Word]):
    """Words of a line, which count how often one of them is looked at."""

    looks = 0

    def __getitem__(self, key):  # type: ignore[no-untyped-def]
        found = super().__getitem__(key)
        CountedWords.looks += len(found) if isinstance(key, slice) else 1
        return found


@pytest.mark.parametrize("unit", ["list ( 1 ) ,", "list -", "list list"])
def test_looking_ahead_goes_once_through_a_line(unit: str) -> None:
    texts = unit.split() * 500
    types = {"(": "OPERATOR", ")": "OPERATOR", ",": "OPERATOR", "-": "OPERATOR", "1": "NUMBER"}
    words = CountedWords(Word(types.get(text, "NAME"), text, 1, at, at) for at, text in enumerate(texts))
    ahead, CountedWords.looks = Ahead(), 0
    for at in range(len(words)):
        reads_as_name(words, at, ahead)
    assert CountedWords.looks < 12 * len(words)


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("a over b", True),
        ("( a , b ) over c", True),
        ("a ( over ) over b", True),
        ("a , b over c", False),
        ("a where b over c", False),
        ("( a over b )", False),
        ("a ) over b", False),
        ("( a over b", False),
        ("- a over b", True),
        ("+ a over b", False),
        ("over b", False),
    ],
)
def test_over_follows_inside_the_same_brackets(text: str, leads: bool) -> None:
    types = dict.fromkeys("(),-+", "OPERATOR")
    words = [Word(types.get(each, "NAME"), each, 1, 1, 1) for each in text.split()]
    assert Ahead().leads_to_over(words, 0) is leads


class Uncut(str):
    """A text that nobody may cut into all its lines."""

    def split(self, *_: object) -> list[str]:
        raise AssertionError


def test_a_line_of_a_text_is_found_without_cutting_it_up() -> None:
    source = Source("text", Uncut("a\n\nbc\n"))
    assert [source.line(number) for number in range(-1, 6)] == ["", "", "a", "", "bc", "", ""]
    assert Source("text", "").line(1) == Source("text", "a").line(2) == ""
    assert Source("text", "a\r\u2028b").line(1) == "a\r\u2028b"


def test_a_text_has_at_most_so_many_mistakes_of_layout() -> None:
    _, told = read(Source("case.rules", ")\n" * 5 * MOST))
    assert len(told) == MOST


def test_a_table_has_at_most_so_many_mistakes(tmp_path: Path) -> None:
    rows = '[[Town]]\nname = "t"\n' * 2 * MOST_TOLD
    found = link(written(tmp_path / "hostile", FILES | {"scenario.toml": HOSTILE, "rows.toml": rows}))
    assert MOST_TOLD <= len(found.diagnostics) <= MOST_TOLD + 5


def test_mistakes_are_not_compared_with_every_entry(tmp_path: Path) -> None:
    files = FILES | {"scenario.toml": HOSTILE, "rows.toml": "[[Town]]\n" * 2_000}
    assert calls(partial(link, written(tmp_path / "hostile", files))) < 300 * 2_000


def test_a_manifest_has_at_most_so_many_entries(tmp_path: Path) -> None:
    for number, (count, fits) in enumerate(((MOST_ENTRIES - 10, True), (MOST_ENTRIES, False))):
        names = ",\n".join(f'"m{each}"' for each in range(count))
        text = MANIFEST.format(name="hostile") + f"modules = [{names}]\n"
        found = link(written(tmp_path / str(number) / "hostile", {"scenario.toml": text}))
        told = [
            diagnostic.message for diagnostic in found.diagnostics if "too many keys" in diagnostic.message
        ]
        assert bool(told) is not fits


def _blamed(folder: Path) -> Linked:
    """Check a mod that breaks 10 values of another scenario, each in two ways that hide each other."""
    numbers = range(10)
    values = "value v%() : number = 1\nvalue w%() : number = 1\nvalue f%() : number = v%() + w%()\n"
    changes = 'remove value v%\nreplace value w%() : text = "a"\n'
    other = MANIFEST.format(name="other") + 'modules = ["base", "more"]\n'
    more = "".join(values.replace("%", str(number)) for number in numbers)
    written(folder / "other", {"scenario.toml": other, "base.rules": BASE, "more.rules": more})
    case = "".join(changes.replace("%", str(number)) for number in numbers)
    mod = MANIFEST.format(name="hostile") + 'uses = ["other"]\nmodules = ["case"]\n'
    return link(written(folder / "hostile", {"scenario.toml": mod, "case.rules": case}))


def _counted(checks: list[int], *given: Any, **named: Any) -> Checked:
    checks.append(1)
    return check(*given, **named)


def test_the_causes_of_mistakes_are_searched_with_bounded_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, rounds = [], []
    for number, most in enumerate((1, 3_000, 10**9)):
        checks = list[int]()
        counted = partial(_counted, checks)
        monkeypatch.setattr(blaming, "MOST_CHECKED", most)
        monkeypatch.setattr(build, "check", counted)
        found.append(_blamed(tmp_path / f"{number}"))
        rounds.append(len(checks))
    assert rounds[0] == 2 < rounds[1] < 0.7 * rounds[2]
    assert all(each.diagnostics for each in found)
    assert {diagnostic.message for diagnostic in found[0].diagnostics} <= {
        diagnostic.message for diagnostic in found[2].diagnostics
    }


def test_procedures_that_double_their_calls_stop_when_the_fuel_is_used_up() -> None:
    """Without a loop nothing else would stop them."""
    lines = [
        "action rest in moves\n    nothing\nto p0(player)\n    add 1 to total\n    add 1 to player.points\n"
    ]
    lines += [
        f"to p{each}(player)\n    p{each - 1}(player)\n    p{each - 1}(player)\n" for each in range(1, 60)
    ]
    game = program("".join(lines) + "before turn(player)\n    p59(player)\n")
    with pytest.raises(RuleError, match="forever"):
        game.start(seed=1, players=["anna", "ben"])
