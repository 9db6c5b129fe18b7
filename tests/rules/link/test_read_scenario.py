"""A folder is read completely, or refused with the position of every mistake."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.grammar.diagnostics import render_all
from lazaretto.grammar.message import messages_of
from lazaretto.rules.build import link
from lazaretto.rules.errors import did_you_mean
from lazaretto.rules.link import messages
from lazaretto.rules.link.manifest import MOST_ENTRIES
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.link.read_scenario import MOST_FILES, MOST_MODULES, MOST_SCENARIOS, read_pack
from lazaretto.rules.tools.check_scenario import check_scenario
from tests.rules.link.test_module_tests import test_a_file_of_tests_holds_nothing_else

GOOD = 'name = "toy"\ntitle = "Toy"\nplayers = [1, 4]\n'
Files = Mapping[str, str | bytes]


def lay(root: Path, files: Files) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root / "toy"


def grid(lines: str) -> Files:
    """Return a scenario with a table that draws a grid."""
    return {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": f"[grid.Spot]\n{lines}\n"}


def read(folder: Path, *switches: str) -> Pack:
    pack, diagnostics, sources = read_pack(folder, switches=frozenset(switches))
    assert pack is not None, render_all(diagnostics, sources)
    assert not diagnostics
    return pack


MISTAKES: dict[str, tuple[str, Files]] = {
    "no folder": ("P001", {"other/scenario.toml": GOOD}),
    "no manifest": ("P002", {"toy/cards.rules": ""}),
    "no module": ("P003", {"toy/scenario.toml": GOOD + 'modules = ["card"]', "toy/cards.rules": ""}),
    "no module, none near": ("P003", {"toy/scenario.toml": GOOD + 'modules = ["actions"]'}),
    "wrong case of a file": (
        "P003",
        {"toy/scenario.toml": GOOD + 'modules = ["Cards"]', "toy/cards.rules": ""},
    ),
    "no table": ("P003", {"toy/scenario.toml": GOOD + 'tables = ["mab"]', "toy/map.toml": ""}),
    "no file of an optional part that is off": (
        "P003",
        {"toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\nmodules = ["more"]'},
    ),
    "a path up": ("P004", {"toy/scenario.toml": GOOD + 'modules = ["../cards"]', "cards.rules": ""}),
    "tests without a module": (
        "P035",
        {"toy/scenario.toml": GOOD + 'modules = ["cards"]', "toy/cards.rules": "", "toy/card.tests": ""},
    ),
    "tests that are a folder": (
        "P008",
        {"toy/scenario.toml": GOOD + 'modules = ["a"]', "toy/a.rules": "", "toy/a.tests/b": ""},
    ),
    "an absolute path": ("P004", {"toy/scenario.toml": GOOD + 'tables = ["/etc/passwd"]'}),
    "a path on another system": ("P004", {"toy/scenario.toml": GOOD + 'tables = ["C:\\\\map"]'}),
    "a path down": ("P004", {"toy/scenario.toml": GOOD + 'modules = ["a/b"]', "toy/a/b.rules": ""}),
    "an empty name": ("P004", {"toy/scenario.toml": GOOD + 'modules = [""]'}),
    "with its ending": (
        "P004",
        {"toy/scenario.toml": GOOD + 'modules = ["cards.rules"]', "toy/cards.rules": ""},
    ),
    "a bad name of the scenario": ("P004", {"toy/scenario.toml": GOOD.replace('"toy"', '"../toy"')}),
    "a bad name of a part": ("P004", {"toy/scenario.toml": GOOD + '[optional."a b"]\ntitle = "Part"'}),
    "too large": (
        "P006",
        {"toy/scenario.toml": GOOD + 'modules = ["cards"]', "toy/cards.rules": b"#" * 10_000_000},
    ),
    "not text": (
        "P007",
        {"toy/scenario.toml": GOOD + 'modules = ["cards"]', "toy/cards.rules": b"# one\n\xff\xfe"},
    ),
    "a module that is a folder": (
        "P008",
        {"toy/scenario.toml": GOOD + 'modules = ["a"]', "toy/a.rules/b": ""},
    ),
    "a text without quotes": (
        "P009",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": "[[Spot]]\nname = New York\n"},
    ),
    "a text without quotes in a list": (
        "P009",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": '[[Way]]\nends = ["A", B]\n'},
    ),
    "a flag as in the rules": (
        "P009",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": "[[Spot]]\nport = yes\n"},
    ),
    "nothing to leave out": (
        "P023",
        {
            "toy/scenario.toml": GOOD + 'uses = ["base"]\nwithout = ["base/maps"]',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"') + 'tables = ["map"]',
            "base/map.toml": "",
        },
    ),
    "nothing to place": (
        "P027",
        {
            "toy/scenario.toml": GOOD + 'uses = ["base"]\nmodules = ["base/card"]',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"') + 'modules = ["cards"]',
            "base/cards.rules": "",
        },
    ),
    "a module of a scenario that is not used": (
        "P004",
        {"toy/scenario.toml": GOOD + 'modules = ["base/cards"]', "base/scenario.toml": GOOD},
    ),
    "a layer that is no table": ("P012", {"toy/scenario.toml": GOOD + "layer = true"}),
    "a layer with an unknown key": ("P010", {"toy/scenario.toml": GOOD + "[layer]\nmodule = []"}),
    "a layer without its board": (
        "P003",
        {"toy/scenario.toml": GOOD + '[layer]\ntables = ["map"]', "toy/maps.toml": ""},
    ),
    "no coast": (
        "P003",
        {"toy/scenario.toml": GOOD + 'coast = "cost.txt"', "toy/coast.txt": ""},
    ),
    "no coast, none near": ("P003", {"toy/scenario.toml": GOOD + 'coast = "coast.txt"'}),
    "a coast elsewhere": ("P004", {"toy/scenario.toml": GOOD + 'coast = "../coast.txt"', "coast.txt": ""}),
    "a coast without its ending": (
        "P004",
        {"toy/scenario.toml": GOOD + 'coast = "coast"', "toy/coast.txt": ""},
    ),
    "a coast that is no text": ("P012", {"toy/scenario.toml": GOOD + "coast = [0, 1]"}),
    "a coast that is too large": (
        "P006",
        {"toy/scenario.toml": GOOD + 'coast = "coast.txt"', "toy/coast.txt": "0,0 " * 60_000},
    ),
    "no number in a coast": (
        "P024",
        {
            "toy/scenario.toml": GOOD + 'coast = "coast.txt"',
            "toy/coast.txt": "# an island\n0,0 10,0 ten,5\n",
        },
    ),
    "a space behind a comma of a coast": (
        "P024",
        {"toy/scenario.toml": GOOD + 'coast = "coast.txt"', "toy/coast.txt": "0, 0 10, 0\n"},
    ),
    "not a number in a long line of a coast": (
        "P024",
        {
            "toy/scenario.toml": GOOD + 'coast = "coast.txt"',
            "toy/coast.txt": "0,0 1.5,-1 " * 50 + "nan,1 " + "0,0 1.5,-1 " * 50,
        },
    ),
    "one point of a coast": (
        "P025",
        {"toy/scenario.toml": GOOD + 'coast = "coast.txt"', "toy/coast.txt": "0,0 1,1\n\n  4,4\n"},
    ),
    "too many points of a coast": (
        "P026",
        {"toy/scenario.toml": GOOD + 'coast = "coast.txt"', "toy/coast.txt": "0,0 1,1\n" * 10_001},
    ),
    "a mistake in the coast of a used scenario": (
        "P025",
        {
            "toy/scenario.toml": GOOD + 'uses = ["base"]',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"') + 'coast = "shore.txt"',
            "base/shore.txt": "3,3\n",
        },
    ),
    "not TOML": ("P009", {"toy/scenario.toml": 'name = "toy"\ntitle Toy\n'}),
    "a table that is not TOML": (
        "P009",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": '[[Spot]]\nname = "a'},
    ),
    "a TOML text that ends too early": (
        "P009",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": '[[Spot]]\nends = ["a",\n'},
    ),
    "a key twice": ("P009", {"toy/scenario.toml": GOOD + 'name = "again"'}),
    "an unknown key": ("P010", {"toy/scenario.toml": GOOD + 'module = ["cards"]'}),
    "an unknown key, none near": ("P010", {"toy/scenario.toml": GOOD + "zzz = 3"}),
    "an unknown key of a part": (
        "P010",
        {"toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\nmodule = ["more"]'},
    ),
    "a missing key": ("P011", {"toy/scenario.toml": 'name = "toy"\nplayers = [1, 2]'}),
    "a part without a title": ("P011", {"toy/scenario.toml": GOOD + "[optional.more]\ndefault = true"}),
    "a number for a text": ("P012", {"toy/scenario.toml": GOOD.replace('"Toy"', "7")}),
    "a text for a list": ("P012", {"toy/scenario.toml": GOOD + 'modules = "cards"'}),
    "a number in a list of texts": ("P012", {"toy/scenario.toml": GOOD + 'modules = ["cards", 3]'}),
    "one number of players": ("P012", {"toy/scenario.toml": GOOD.replace("[1, 4]", "4")}),
    "three numbers of players": ("P012", {"toy/scenario.toml": GOOD.replace("[1, 4]", "[1, 2, 3]")}),
    "a text for a flag": (
        "P012",
        {"toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\ndefault = "yes"'},
    ),
    "a part that is no table": ("P012", {"toy/scenario.toml": GOOD + "[optional]\nmore = 3"}),
    "parts that are no table": ("P012", {"toy/scenario.toml": GOOD + "optional = 3"}),
    "players upside down": ("P013", {"toy/scenario.toml": GOOD.replace("[1, 4]", "[4, 2]")}),
    "no players": ("P013", {"toy/scenario.toml": GOOD.replace("[1, 4]", "[0, 2]")}),
    "a part with players upside down": (
        "P013",
        {"toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\nplayers = [3, 2]'},
    ),
    "parts that leave no number of players": (
        "P013",
        {
            "toy/scenario.toml": GOOD
            + '[optional.a]\ntitle = "A"\ndefault = true\nplayers = [3, 4]\n'
            + '[optional.b]\ntitle = "B"\ndefault = true\nplayers = [1, 2]\n'
        },
    ),
    "an unknown scenario": (
        "P014",
        {"toy/scenario.toml": GOOD + 'uses = ["basis"]', "b/scenario.toml": GOOD.replace('"toy"', '"basic"')},
    ),
    "an unknown scenario, none near": ("P014", {"toy/scenario.toml": GOOD + 'uses = ["basis"]'}),
    "itself": ("P015", {"toy/scenario.toml": GOOD + 'uses = ["toy"]'}),
    "a circle": (
        "P015",
        {
            "toy/scenario.toml": GOOD + 'uses = ["basis"]',
            "basis/scenario.toml": GOOD.replace('"toy"', '"basis"') + 'uses = ["toy"]',
        },
    ),
    "a module twice": (
        "P016",
        {"toy/scenario.toml": GOOD + 'modules = ["cards",\n  "cards"]', "toy/cards.rules": ""},
    ),
    "too many modules": (
        "P017",
        {"toy/scenario.toml": GOOD + f"modules = {[f'm{n}' for n in range(MOST_MODULES + 1)]}"}
        | {f"toy/m{n}.rules": "" for n in range(MOST_MODULES + 1)},
    ),
    "too many names in a manifest": (
        "P017",
        {"toy/scenario.toml": GOOD + "without = [\n" + '"a/b",\n' * MOST_ENTRIES + "]"},
    ),
    "too many files": (
        "P017",
        {"toy/scenario.toml": GOOD + f"tables = {[f't{n}' for n in range(MOST_FILES + 1)]}"}
        | {f"toy/t{n}.toml": "" for n in range(MOST_FILES + 1)},
    ),
    "too much text": (
        "P017",
        {"toy/scenario.toml": GOOD + 'modules = ["a", "b", "c", "d"]'}
        | {f"toy/{name}.rules": "#" * 900_000 for name in "abcd"},
    ),
    "too many scenarios": (
        "P017",
        {"toy/scenario.toml": GOOD + 'uses = ["g0"]'}
        | {f"g{n}/scenario.toml": GOOD.replace("toy", f"g{n}") + f'uses = ["g{n + 1}"]' for n in range(70)},
    ),
    "a part that uses an unknown scenario": (
        "P014",
        {"toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\nuses = ["nothing"]'},
    ),
    "a part that uses a scenario which uses this one": (
        "P015",
        {
            "toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\nuses = ["base"]',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"') + 'uses = ["toy"]',
        },
    ),
    "a part with a module of a scenario that it does not use": (
        "P004",
        {"toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\nmodules = ["base/cards"]'},
    ),
    "a part with a module that a used scenario lacks": (
        "P027",
        {
            "toy/scenario.toml": GOOD
            + '[optional.more]\ntitle = "More"\ndefault = true\nuses = ["base"]\nmodules = ["base/card"]',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"') + 'modules = ["cards"]',
            "base/cards.rules": "",
        },
    ),
    "an unknown part is excluded": (
        "P018",
        {"toy/scenario.toml": GOOD + '[optional.more]\ntitle = "More"\nexcludes = ["mor"]'},
    ),
    "an unknown part is on from the start": (
        "P018",
        {
            "toy/scenario.toml": GOOD + 'uses = ["base"]\nparts = ["mor"]',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"') + '[optional.more]\ntitle = "More"',
        },
    ),
    "a part is on from the start and there are none": (
        "P018",
        {
            "toy/scenario.toml": GOOD + 'uses = ["base"]\nparts = ["more"]',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"'),
        },
    ),
    "parts that exclude each other": (
        "P019",
        {
            "toy/scenario.toml": GOOD
            + '[optional.a]\ntitle = "A"\ndefault = true\nexcludes = ["b"]\n'
            + '[optional.b]\ntitle = "B"\ndefault = true\n'
        },
    ),
    "one entry without a list": (
        "P020",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": '[Spot]\nname = "a"\n'},
    ),
    "a value above the entries": (
        "P020",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": "size = 3\n[[Spot]]\n"},
    ),
    "a grid that is a list": ("P012", grid('rows = "..."')),
    "a grid without rows": ("P011", grid('shape = "hex"')),
    "a kind of grid that is a number": (
        "P012",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": "[grid]\nSpot = 3\n"},
    ),
    "an unknown key of a grid": ("P010", grid('rows = ["."]\nrow = 3')),
    "a table inside a grid": ("P010", grid('rows = ["."]\nStream = [{ ends = ["a1", "b1"] }]')),
    "a flag of a grid that is a number": ("P012", grid('rows = ["."]\ndiagonal = 1')),
    "a word of a grid that is a number": ("P012", grid('rows = ["."]\nlinks = 1')),
    "a shape that does not exist": ("P029", grid('rows = ["."]\nshape = "round"')),
    "a legend that is a text": ("P012", grid('rows = ["."]\nlegend = "#"')),
    "a legend with a word for a sign": ("P030", grid('rows = ["."]\nlegend = { wall = {} }')),
    "a legend with a number for a sign": ("P030", grid("rows = ['#']\nlegend = { '#' = 3 }")),
    "a kind in a legend that is a number": ("P012", grid("rows = ['#']\nlegend = { '#' = { kind = 3 } }")),
    "a sign that is not explained": ("P031", grid('rows = ["..", ".x"]')),
    "names of a grid that are all alike": ("P032", grid('rows = ["."]\nnames = "cell"')),
    "a grid without end": ("P017", grid("rows = [\n" + f"{'.' * 200!r},\n" * 51 + "]")),
    "a line without end": (
        "P021",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": "a." * 400_000 + "b = 1"},
    ),
    "a text without end": (
        "P028",
        {
            "toy/scenario.toml": GOOD + 'tables = ["map"]',
            "toy/map.toml": '[[Spot]]\nname = """' + ("a" * 1_000 + "\n") * 760 + '"""\n',
        },
    ),
    "nested too deep": (
        "P022",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": "Spot = " + "[" * 30 + "]" * 30},
    ),
    "nested beyond Python": (
        "P022",
        {
            "toy/scenario.toml": GOOD + 'tables = ["map"]',
            "toy/map.toml": "Spot = " + "[\n" * 9000 + "]" * 900,
        },
    ),
    "an old name of nothing": ("P034", {"toy/scenario.toml": GOOD + '[alias]\nwind = "storm"\n'}),
    "an old name that is in use": (
        "P034",
        {
            "toy/scenario.toml": GOOD
            + '[optional.wind]\ntitle = "Wind"\n[optional.rain]\ntitle = "Rain"\n[alias]\nwind = "rain"\n'
        },
    ),
    "an old name of two parts": (
        "P034",
        {
            "toy/scenario.toml": GOOD
            + 'uses = ["base"]\n[optional.rain]\ntitle = "Rain"\n[alias]\nwind = "rain"\n',
            "base/scenario.toml": GOOD.replace('"toy"', '"base"')
            + '[optional.hail]\ntitle = "Hail"\n[alias]\nwind = "hail"\n',
        },
    ),
    "old names that are no texts": ("P012", {"toy/scenario.toml": GOOD + "[alias]\nwind = 3\n"}),
    "dotted too deep": (
        "P022",
        {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": ".".join("abc" * 10) + " = 1"},
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_told_once_in_its_place(
    name: str, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    code, files = MISTAKES[name]
    pack, diagnostics, sources = read_pack(lay(tmp_path, files), tests=True)
    assert pack is None
    assert [diagnostic.code for diagnostic in diagnostics] == [code]
    assert render_all(diagnostics, sources) == snapshot


def test_every_code_has_a_case() -> None:
    elsewhere = {"P005", "P033", "P036"}
    assert {code for code, _ in MISTAKES.values()} | elsewhere == set(messages.CODES)


def test_all_mistakes_of_a_manifest_come_at_once(tmp_path: Path) -> None:
    text = 'nam = "toy"\ntitle = 7\nplayers = [1, 2]\nmodules = "x"\n[optional.more]\ndefault = 3\nzzz = 1\n'
    _, diagnostics, _ = read_pack(lay(tmp_path, {"toy/scenario.toml": text}))
    assert [(diagnostic.code, diagnostic.span.line) for diagnostic in diagnostics] == [
        ("P011", 1),
        ("P010", 1),
        ("P012", 2),
        ("P012", 4),
        ("P011", 5),
        ("P012", 6),
        ("P010", 7),
    ]


def test_mistakes_of_a_used_scenario_are_told_in_its_own_file(tmp_path: Path) -> None:
    basis = GOOD.replace('"toy"', '"basis"') + "zzz = 1\n"
    files: Files = {"toy/scenario.toml": GOOD + 'uses = ["basis"]', "basis/scenario.toml": basis}
    _, diagnostics, sources = read_pack(lay(tmp_path, files))
    assert [(diagnostic.code, diagnostic.span.file) for diagnostic in diagnostics] == [
        ("P010", "basis/scenario.toml")
    ]
    assert set(sources) == {"toy/scenario.toml", "basis/scenario.toml"}


def link_to(target: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / "cards.rules").symlink_to(target)

    return make


def outside_through_folder(folder: Path) -> None:
    other = folder.parent / "other"
    other.mkdir()
    (other / "secret").write_text("secret")
    (folder / "cards.rules").symlink_to("../other/secret")


STRANGE_FILES: list[tuple[Callable[[Path], None], str]] = [
    (link_to("/etc/passwd"), "P005"),
    (link_to("/nowhere/at/all"), "P005"),
    (link_to("cards.rules"), "P008"),
    (outside_through_folder, "P005"),
    (lambda folder: os.mkfifo(folder / "cards.rules"), "P008"),
]


@pytest.mark.parametrize(("make", "code"), STRANGE_FILES)
def test_nothing_outside_the_folder_is_read(make: Callable[[Path], None], code: str, tmp_path: Path) -> None:
    folder = lay(tmp_path, {"toy/scenario.toml": GOOD + 'modules = ["cards"]'})
    make(folder)
    pack, diagnostics, sources = read_pack(folder)
    assert pack is None
    assert [diagnostic.code for diagnostic in diagnostics] == [code]
    assert list(sources) == ["toy/scenario.toml"]


def test_each_message_is_said_in_some_case(tmp_path: Path, said: set[str]) -> None:
    for number, (_, files) in enumerate(MISTAKES.values()):
        read_pack(lay(tmp_path / str(number), files), tests=True)
    for number, (make, _) in enumerate(STRANGE_FILES):
        folder = lay(tmp_path / f"strange{number}", {"toy/scenario.toml": GOOD + 'modules = ["cards"]'})
        make(folder)
        read_pack(folder)
    test_a_part_that_is_called_like_an_option_is_a_mistake(tmp_path / "option")
    test_parts_that_do_not_fit_together_are_a_mistake(tmp_path / "parts")
    test_a_file_of_tests_holds_nothing_else(tmp_path / "tests")
    assert set(messages_of((messages, did_you_mean))) - said == set()


def test_a_part_that_is_called_like_an_option_is_a_mistake(tmp_path: Path) -> None:
    files: Files = {
        "toy/scenario.toml": GOOD + 'modules = ["game"]\n[optional.pace]\ntitle = "Pace"\n',
        "toy/game.rules": 'option pace : 1..3 = 2\n\nphase game()\n    win "Done"\n',
    }
    linked = link(lay(tmp_path, files))
    text = render_all(linked.diagnostics, linked.sources)
    assert text.startswith("toy/scenario.toml:5:1: P033 the optional part `pace` has the same name as")
    assert "toy/game.rules:1:8: the option" in text


def test_parts_that_do_not_fit_together_are_a_mistake(tmp_path: Path) -> None:
    part = '[optional.{0}]\ntitle = "{0}"\nmodules = ["{0}"]\n'
    files: Files = {
        "toy/scenario.toml": GOOD + 'modules = ["game"]\n' + part.format("one") + part.format("two"),
        "toy/game.rules": 'phase game()\n    win "Done"\n',
        "toy/one.rules": "var fog : flag = no\n",
        "toy/two.rules": "var fog : flag = no\n",
    }
    found = check_scenario(lay(tmp_path, files))
    assert [(mistake.code, mistake.span.line) for mistake in found.mistakes] == [("P019", 8)]


def test_a_link_within_the_folder_is_read(tmp_path: Path) -> None:
    folder = lay(tmp_path, {"toy/scenario.toml": GOOD + 'modules = ["cards"]', "toy/real.rules": "# hello\n"})
    (folder / "cards.rules").symlink_to("real.rules")
    assert read(folder).texts[0][1].text == "# hello\n"


def chain(tmp_path: Path) -> Path:
    part = '[optional.hard]\ntitle = "Hard"\nmodules = ["hard", "shared"]\n'
    easy = '[optional.easy]\ntitle = "Easy"\nmodules = ["shared"]\ndefault = true\n'
    return lay(
        tmp_path,
        {
            "toy/scenario.toml": GOOD + 'uses = ["left", "right"]\nmodules = ["top"]\n' + part + easy,
            "toy/top.rules": "# top\n",
            "toy/hard.rules": "# hard\n",
            "toy/shared.rules": "# shared\n",
            "left/scenario.toml": GOOD.replace('"toy"', '"left"') + 'uses = ["basis"]\nmodules = ["cards"]\n',
            "left/cards.rules": "# left\n",
            "right/scenario.toml": GOOD.replace('"toy"', '"right"')
            + 'uses = ["basis"]\nmodules = ["cards"]\n',
            "right/cards.rules": "# right\n",
            "basis_folder/scenario.toml": GOOD.replace('"toy"', '"basis"') + 'modules = ["cards"]\n',
            "basis_folder/cards.rules": "# basis\n",
        },
    )


def test_what_is_used_comes_first_and_once(tmp_path: Path) -> None:
    pack = read(chain(tmp_path))
    assert [name for name, _ in pack.texts] == [
        "basis/cards",
        "left/cards",
        "right/cards",
        "toy/top",
        "toy/shared",
    ]
    assert [source.name for _, source in pack.texts] == [
        "basis/cards.rules",
        "left/cards.rules",
        "right/cards.rules",
        "toy/top.rules",
        "toy/shared.rules",
    ]


def test_switches_add_and_take_away(tmp_path: Path) -> None:
    folder = chain(tmp_path)
    assert [name for name, _ in read(folder, "hard").texts][3:] == ["toy/top", "toy/hard", "toy/shared"]
    assert [name for name, _ in read(folder, "-easy").texts][3:] == ["toy/top"]
    assert [
        (switch.name, switch.default, switch.on) for switch in read(folder, "hard", "-easy").switches
    ] == [
        ("hard", False, True),
        ("easy", True, False),
    ]


def test_a_part_of_a_used_scenario_may_be_on_from_the_start(tmp_path: Path) -> None:
    chain(tmp_path)
    folder = tmp_path / "over"
    lay(
        tmp_path,
        {"over/scenario.toml": GOOD.replace('"toy"', '"over"') + 'uses = ["toy"]\nparts = ["hard"]\n'},
    )
    assert [name for name, _ in read(folder).texts][3:] == ["toy/top", "toy/hard", "toy/shared"]
    assert [name for name, _ in read(folder, "-hard").texts][3:] == ["toy/top", "toy/shared"]
    assert [(switch.name, switch.default, switch.on) for switch in read(folder, "-hard").switches] == [
        ("hard", True, False),
        ("easy", True, True),
    ]


def layered(tmp_path: Path, listed: str) -> Path:
    return lay(
        tmp_path,
        {
            "toy/scenario.toml": GOOD + f'uses = ["base"]\nmodules = {listed}\n',
            "toy/one.rules": "",
            "toy/two.rules": "",
            "base/scenario.toml": GOOD.replace('"toy"', '"base"')
            + 'modules = ["cards", "turns"]\n[layer]\nmodules = ["board"]\ntables = ["map"]\n',
            "base/cards.rules": "",
            "base/turns.rules": "",
            "base/board.rules": "",
            "base/map.toml": "[[Spot]]\n",
        },
    )


def test_a_layer_has_its_board_only_by_itself(tmp_path: Path) -> None:
    over = read(layered(tmp_path, '["one"]'))
    assert [name for name, _ in over.texts] == ["base/cards", "base/turns", "toy/one"]
    assert over.rows == ()
    alone = read(tmp_path / "base")
    assert [name for name, _ in alone.texts] == ["base/cards", "base/turns", "base/board"]
    assert len(alone.rows) == 1


def test_a_module_of_a_used_scenario_takes_its_place_where_it_is_listed(tmp_path: Path) -> None:
    pack = read(layered(tmp_path, '["one", "base/cards", "two"]'))
    assert [source.name for _, source in pack.texts] == [
        "base/turns.rules",
        "toy/one.rules",
        "base/cards.rules",
        "toy/two.rules",
    ]


def test_a_module_that_is_placed_may_be_left_out_further_up(tmp_path: Path) -> None:
    layered(tmp_path, '["one", "base/cards", "two"]')
    lay(
        tmp_path,
        {
            "over/scenario.toml": GOOD.replace('"toy"', '"over"')
            + 'uses = ["toy"]\nwithout = ["base/cards"]\n'
        },
    )
    assert [name for name, _ in read(tmp_path / "over").texts] == ["base/turns", "toy/one", "toy/two"]


def test_an_unknown_switch_gives_the_nearest(tmp_path: Path) -> None:
    _, diagnostics, _ = read_pack(chain(tmp_path), switches=frozenset({"hart"}))
    assert [(diagnostic.code, diagnostic.help) for diagnostic in diagnostics] == [
        ("P018", "did you mean `hard`?")
    ]


def test_used_scenarios_are_found_in_search_places(tmp_path: Path) -> None:
    folder = lay(tmp_path / "a", {"toy/scenario.toml": GOOD + 'uses = ["basis"]'})
    lay(tmp_path / "b", {"x/scenario.toml": GOOD.replace('"toy"', '"basis"') + 'description = "b"\n'})
    pack, diagnostics, _ = read_pack(folder, search=[tmp_path / "nowhere", tmp_path / "b"])
    assert pack is not None
    assert diagnostics == ()


def digest(folder: Path, *switches: str) -> str:
    return read(folder, *switches).digest


def test_the_digest_follows_contents_names_and_switches(tmp_path: Path) -> None:
    folder = chain(tmp_path)
    first = digest(folder)
    assert digest(folder) == first
    assert digest(folder, "hard") != first
    top = folder / "top.rules"
    top.write_bytes(b"# top\r\n")
    assert digest(folder) == first, "the end of a line is no content"
    top.write_text("# top!\n")
    assert digest(folder) != first


ISLAND = "# an island\n0,0 10,0 10.5,-5\n\n20,20 21,21\n"


def island(tmp_path: Path, line: str) -> Path:
    return lay(
        tmp_path,
        {
            "toy/scenario.toml": GOOD + 'uses = ["basis"]\n' + line,
            "toy/own.txt": "1,1 2,2",
            "basis/scenario.toml": GOOD.replace('"toy"', '"basis"') + 'coast = "coast.txt"\n',
            "basis/coast.txt": ISLAND,
        },
    )


@pytest.mark.parametrize(
    ("line", "coast"),
    [
        ("", (((0.0, 0.0), (10.0, 0.0), (10.5, -5.0)), ((20.0, 20.0), (21.0, 21.0)))),
        ('coast = "own.txt"', (((1.0, 1.0), (2.0, 2.0)),)),
        ('coast = ""', ()),
    ],
)
def test_a_coast_is_inherited_replaced_or_left_out(line: str, coast: object, tmp_path: Path) -> None:
    assert read(island(tmp_path, line)).coast == coast


def test_the_digest_follows_the_coast(tmp_path: Path) -> None:
    folder = island(tmp_path, "")
    first = digest(folder)
    (tmp_path / "basis" / "coast.txt").write_text(ISLAND + "30,30 31,31\n")
    assert digest(folder) != first


def test_a_coast_outside_the_folder_is_not_read(tmp_path: Path) -> None:
    folder = lay(tmp_path, {"toy/scenario.toml": GOOD + 'coast = "coast.txt"', "secret.txt": ISLAND})
    (folder / "coast.txt").symlink_to("../secret.txt")
    pack, diagnostics, sources = read_pack(folder)
    assert pack is None
    assert [diagnostic.code for diagnostic in diagnostics] == ["P005"]
    assert list(sources) == ["toy/scenario.toml"]


TABLE = '''\
# a map
[[Spot]]
name = "North"   # first
at = [1, 2]
"odd key" = """one
two"""

[[Way]]
ends = [
    "North",  # here
    "South",
]

[[Spot]]
name = 'South'
when = 1979-05-27 07:32:00
inner.depth = 3
inner.more = { a = "}", b = [1, 2] }
[Spot.extra]
x = 1
'''


def spot(text: str, source: str) -> tuple[int, int]:
    before = source[: source.index(text)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def test_rows_know_where_they_stand(tmp_path: Path) -> None:
    folder = lay(tmp_path, {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": TABLE})
    rows = read(folder).rows
    assert [(row.kind, row.span.line) for row in rows] == [("Spot", 2), ("Spot", 14), ("Way", 8)]
    north, south, way = rows
    assert north.values["odd key"] == "one\ntwo"
    span = north.spans["odd key"]
    assert (span.line, span.column, span.end_column) == (5, 1, 10)
    span = north.value_spans["odd key"]
    assert (span.line, span.column, span.end_line, span.end_column) == (5, 13, 6, 7)
    span = way.value_spans["ends"]
    assert (span.line, span.end_line, span.end_column) == (9, 12, 2)
    span = south.value_spans["when"]
    assert (span.column, span.end_column) == (8, 27)
    assert (south.spans["inner"].line, south.spans["extra"].line) == (17, 19)
    span = south.value_spans["name"]
    assert (span.line, span.column) == spot("'South'", TABLE)


def test_entries_may_stand_in_a_list(tmp_path: Path) -> None:
    table = 'Way = [\n    { ends = ["a", "b"] },\n    { ends = ["b", "c"], long = true },\n]\n'
    folder = lay(tmp_path, {"toy/scenario.toml": GOOD + 'tables = ["map"]', "toy/map.toml": table})
    rows = read(folder).rows
    assert [row.span.line for row in rows] == [2, 3]
    span = rows[1].value_spans["long"]
    assert (span.line, span.column, span.end_column) == (3, 33, 37)
    span = rows[1].spans["long"]
    assert (span.line, span.column, span.end_column) == (3, 26, 30)


PARTS: Files = {
    "toy/scenario.toml": GOOD
    + 'modules = ["toy"]\n[optional.snow]\ntitle = "Snow"\nuses = ["winter"]\n'
    + 'modules = ["winter/skis", "winter/sledge", "late"]\nplayers = [2, 3]\n',
    "toy/toy.rules": "",
    "toy/late.rules": "",
    "winter/scenario.toml": GOOD.replace("toy", "winter")
    + 'uses = ["cold"]\nmodules = ["skis", "ice"]\ncoast = "shore.txt"\n'
    + '[optional.fun]\ntitle = "Fun"\nmodules = ["sledge"]\n',
    "winter/skis.rules": "",
    "winter/ice.rules": "",
    "winter/sledge.rules": "",
    "winter/shore.txt": "0,0 1,1",
    "cold/scenario.toml": GOOD.replace("toy", "cold")
    + 'modules = ["frost"]\n[optional.wind]\ntitle = "Wind"\nmodules = ["gale"]\ndefault = true\n',
    "cold/frost.rules": "",
    "cold/gale.rules": "",
}


def linked_files(pack: Pack) -> list[str]:
    return [source.name.removesuffix(".rules") for _, source in pack.texts]


def test_a_part_that_is_off_links_nothing_of_what_it_uses(tmp_path: Path) -> None:
    pack = read(lay(tmp_path, PARTS))
    assert linked_files(pack) == ["toy/toy"]
    assert [switch.name for switch in pack.switches] == ["snow"]
    assert pack.players == (1, 4) and pack.coast == ()


def test_a_part_that_is_on_links_what_it_uses_and_places_their_modules(tmp_path: Path) -> None:
    pack = read(lay(tmp_path, PARTS), "snow")
    assert linked_files(pack) == [
        "cold/frost",
        "cold/gale",
        "winter/ice",
        "toy/toy",
        "winter/skis",
        "winter/sledge",
        "toy/late",
    ]
    assert [(switch.name, switch.on) for switch in pack.switches] == [
        ("wind", True),
        ("fun", False),
        ("snow", True),
    ]
    assert pack.players == (2, 3) and pack.coast != ()
    assert "cold/gale" not in linked_files(read(tmp_path / "toy", "snow", "-wind"))


def test_a_switch_of_a_scenario_that_is_not_linked_is_unknown(tmp_path: Path) -> None:
    pack, diagnostics, _ = read_pack(lay(tmp_path, PARTS), switches=frozenset({"wind"}))
    assert pack is None and [diagnostic.code for diagnostic in diagnostics] == ["P018"]


def test_many_scenarios_together_are_read_quickly(tmp_path: Path) -> None:
    names = [f"g{number}" for number in range(MOST_SCENARIOS - 1)]
    files = {f"{name}/scenario.toml": GOOD.replace("toy", name) + 'modules = ["m"]' for name in names}
    files |= {f"{name}/m.rules": "" for name in names}
    started = process_time()
    pack = read(lay(tmp_path, files | {"toy/scenario.toml": GOOD + f"uses = {names}"}))
    assert len(pack.texts) == MOST_SCENARIOS - 1
    assert process_time() - started < 2
