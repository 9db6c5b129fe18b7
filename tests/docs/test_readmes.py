"""The README of each game lists exactly the files of its folder, and three things to try."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import ROOT, sections

FOLDERS = sorted(path.parent for path in ROOT.glob("scenarios/*/scenario.toml"))
FILE = re.compile(r"^\| `([^`]+)` \| \S.* \|$", re.MULTILINE)


def manifest(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "scenario.toml").read_text(encoding="utf-8"))


def page(folder: Path) -> str:
    return (folder / "README.md").read_text(encoding="utf-8")


def is_a_game(folder: Path) -> bool:
    """Whether it is a game, and not just enabled parts of another game."""
    return not {"layer", "parts"} & set(manifest(folder))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_every_folder_begins_with_a_page_of_its_title(folder: Path) -> None:
    assert page(folder).startswith(f"# {manifest(folder)['title']}\n")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_every_file_has_its_line_and_every_line_its_file(folder: Path) -> None:
    named = FILE.findall(page(folder))
    there = {path.name for path in folder.iterdir() if path.is_file() and path.suffix != ".tests"}
    assert sorted(named) == sorted(there - {"README.md"})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_every_link_leads_somewhere(folder: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page(folder)):
        assert (folder / link).is_file(), link


@pytest.mark.parametrize("folder", [*filter(is_a_game, FOLDERS)], ids=lambda each: each.name)
def test_every_game_has_three_things_to_try(folder: Path) -> None:
    tries = sections(str((folder / "README.md").relative_to(ROOT)))
    assert len(tries) == 3
    for steps in tries.values():
        names = [name for name, _ in steps]
        assert any(name.endswith("/scenario.toml") for name in names)
        assert any(name.endswith(".rules") for name in names)
        assert "" in names, "a command, and what it prints"
