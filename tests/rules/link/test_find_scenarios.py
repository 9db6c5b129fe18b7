"""Scenarios are found in order: the built-in ones, the user's own, those in given folders."""

import sys
from pathlib import Path

import pytest

from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.rules.link.find_scenarios import built_in, places, scenarios


def lay(folder: Path, name: str, title: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "scenario.toml").write_text(f'name = "{name}"\ntitle = "{title}"\n')
    return folder


def test_the_first_of_a_name_is_meant(tmp_path: Path, own_data: Path) -> None:
    lay(own_data / "scenarios" / "one", "toy", "Mine")
    lay(tmp_path / "more" / "two", "toy", "Another")
    lay(tmp_path / "more" / "three", "ball", "Ball")
    found = {scenario.name: scenario for scenario in scenarios([tmp_path / "more"])}
    assert (found["toy"].title, found["toy"].origin) == ("Mine", "yours")
    assert (found["ball"].title, found["ball"].origin) == ("Ball", str(tmp_path / "more"))


def test_a_place_may_be_a_scenario_itself(tmp_path: Path) -> None:
    folder = lay(tmp_path / "toy", "toy", "Toy")
    assert [scenario.folder for scenario in scenarios([folder])][-1] == folder


def test_a_layer_is_found_only_by_those_who_look_for_it(tmp_path: Path) -> None:
    folder = lay(tmp_path / "toy", "toy", "Toy")
    with (folder / "scenario.toml").open("a") as manifest:
        manifest.write("[layer]\n")
    assert "toy" not in {scenario.name for scenario in scenarios([tmp_path])}
    assert "toy" in {scenario.name for scenario in scenarios([tmp_path], layers=True)}


def test_an_account_without_a_home_finds_what_comes_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", home)
    assert not data_folder().exists()
    assert {scenario.origin for scenario in scenarios()} == {"built-in"}


def test_what_is_no_scenario_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("hello")
    (tmp_path / "odd" / "scenario.toml").mkdir(parents=True)
    before = scenarios()
    assert scenarios([tmp_path, tmp_path / "nowhere", tmp_path / "file"]) == before


def test_a_manifest_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (lay(tmp_path / "bad", "bad", "Bad") / "scenario.toml").write_text("name =\n")
    assert scenarios([tmp_path])[-1].problem.startswith("this is not valid TOML")


def test_the_built_in_place_comes_first() -> None:
    assert places([Path("more")]) == (built_in(), data_folder() / "scenarios", Path("more"))
    assert built_in().name == "scenarios"


@pytest.mark.parametrize(
    ("system", "variables", "expected"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/lazaretto"),
        ("linux", {"HOME": "/me"}, "/me/.local/share/lazaretto"),
        ("darwin", {"HOME": "/me"}, "/me/Library/Application Support/lazaretto"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/lazaretto"),
    ],
)
def test_each_system_has_its_place(
    system: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    assert data_folder().as_posix() == expected
