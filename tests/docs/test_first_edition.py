"""Texts of the first edition of the language still mean something: `fmt --upgrade` rewrites what has to be.

`tests/data/first_edition.zip` has all games and two documents as they were before the second edition.
"""

from pathlib import Path
from zipfile import ZipFile

import pytest

from lazaretto.grammar import render_all
from lazaretto.rules.build import link
from lazaretto.rules.tools import scenario_tests
from lazaretto.tui.__main__ import main
from tests.docs.pages import ROOT, examples, sections
from tests.soak import soak

GAMES = sorted(path.parent.name for path in ROOT.glob("scenarios/*/scenario.toml"))
QUICK = "on_the_brink"
"""A game that uses Pandemic and the layers, and has something to upgrade in one of its parts."""
PART = frozenset({"virulent_strain"})
NEW_WORDS = [
    *("abs", "nth", "joined", "step", "line", "sorted", "list", "points", "rank"),
    *("together", "prefer", "reveals", "undo", "campaign", "grid", "tiles", "alias"),
]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The texts as they were."""
    folder = tmp_path_factory.mktemp("old")
    with ZipFile(ROOT / "tests" / "data" / "first_edition.zip") as file:
        file.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def upgraded(old: Path) -> Path:
    """The games after `lazaretto fmt --upgrade`."""
    assert main(["fmt", "--upgrade", str(old / "scenarios")]) == 0
    return old / "scenarios"


@soak
def test_upgrading_twice_changes_nothing_more(upgraded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["fmt", "--upgrade", "--check", str(upgraded)]) == 0
    assert "0 to change" in capsys.readouterr().out


@soak
def test_a_game_of_the_first_edition_has_no_mistakes_once_it_is_upgraded(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = old / "scenarios" / QUICK
    assert {diagnostic.code for diagnostic in link(folder, PART).diagnostics} == {"R046"}
    assert main(["fmt", "--upgrade", str(folder)]) == 0
    assert "upgraded" in capsys.readouterr().out
    has_no_mistakes(folder, PART)


def has_no_mistakes(folder: Path, switches: frozenset[str] = frozenset()) -> None:
    linked = link(folder, switches)
    told = render_all(linked.diagnostics, linked.sources)
    assert linked.checked is not None and not linked.diagnostics, told


@soak
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_first_edition_passes_its_tests(upgraded: Path, name: str) -> None:
    has_no_mistakes(upgraded / name)
    tested = scenario_tests.run(upgraded / name)
    assert not [result for result in tested.results if result.failure]


@soak
def test_the_examples_of_the_first_edition_pass_their_tests(old: Path, tmp_path: Path) -> None:
    page = str(old / "docs" / "language.md")
    for name, text in sections(page)["Lighthouse"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for number, files in enumerate(examples(page).values()):
        folder = tmp_path / f"example_{number}"
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    assert main(["fmt", "--upgrade", str(tmp_path)]) == 0
    for folder in sorted(tmp_path.glob("example_*")):
        tested = scenario_tests.run(folder, search=[tmp_path])
        assert not tested.diagnostics, render_all(tested.diagnostics, tested.sources)
        assert not [result for result in tested.results if result.failure]


def test_words_of_the_second_edition_are_still_names(tmp_path: Path) -> None:
    rules = [
        'menu moves "What?"',
        'action rest in moves "Rest"\n    add 1 to total',
        "var total : number = 0",
        'win "Done" when total = 3',
        "phase game()\n    for each player in Player\n        offer moves to player",
    ]
    for word in NEW_WORDS:
        rules += [
            f"var {word} : number = 0",
            f"extend kind Player\n    {word} : number = 0",
            f"to use_{word}(player)\n    set {word} to {word} + player.{word}\n    set total to {word}",
            f"to take_{word}({word}: number)\n    let more = {word} + 1\n    set total to {word} + more",
            f"to count_{word}()\n    for each {word} in Player\n        set total to {word}.{word}",
            f"value value_{word}({word}: number) : number = {word} + 1",
        ]
    (tmp_path / "scenario.toml").write_text(
        'name = "words"\ntitle = "Words"\nplayers = [1, 2]\nmodules = ["words"]\n', encoding="utf-8"
    )
    (tmp_path / "words.rules").write_text("\n\n".join(rules) + "\n", encoding="utf-8")
    has_no_mistakes(tmp_path)
