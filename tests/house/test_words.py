"""No Python module knows a game: the words of the games occur only in their own texts."""

import ast
import re
from pathlib import Path

import pytest

from tests.house.python_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]

STEMS = """
    cit(?:y|ies)  disease  cubes?\\b  epidemic  outbreak  infect  cured?\\b  eradicat  pandemic  medic\\b
    scientist  researcher  dispatcher  quarantine  contingency  hospital  railroad  railway  purif  satellite
    biohazard  vaccin  terrorist  virulent  iberia  airlift  forecast  pawns?\\b  atlanta  virus  plague
    missions?\\b  agents?\\b
"""
GAME_WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(STEMS.split())})", re.IGNORECASE)
HIDDEN = re.compile(r"(?:issue|session|helper|ticket)s?\s*#?\d+|/(?:home|root|work|tmp)/", re.IGNORECASE)


def texts(*folders: str) -> list[Path]:
    endings = {".py", ".lark", ".tcss", ".js", ".css", ".html"}
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in endings)


@pytest.mark.parametrize("folder", ["grammar", "rules", "lab", "host", "tui", "serve"])
def test_no_game_word_in_python(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in texts(folder)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if GAME_WORD.search(line)
    ]
    assert found == []


def test_the_words_are_found_where_they_are() -> None:
    assert all(
        GAME_WORD.search(each) for each in ("class City", "cities", "the_cube", "INFECT", "a cure", "medic")
    )
    assert not any(
        GAME_WORD.search(each) for each in ("capacity", "secure", "procured", "medical", "simplicity")
    )


MOST_LINES = 700
"""A module is a subject that one can hold in mind; past this it is probably two."""

LONG = {"grammar/language.lark"}
"""Exempt, because one file defines the whole syntax."""


def test_no_file_grows_without_end() -> None:
    long = {
        path: len(path.read_text(encoding="utf-8").splitlines())
        for path in texts("grammar", "rules", "lab", "host", "tui", "serve")
    }
    over = {path.relative_to(ROOT).as_posix() for path, lines in long.items() if lines > MOST_LINES}
    assert over <= LONG


SCREEN = 50
"""The maximum length of a function in lines; a list of cases, one for each form, may be longer."""


def test_no_function_needs_scrolling() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for path in texts("grammar", "rules", "lab", "host", "tui", "serve")
        if path.suffix == ".py"
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (node.end_lineno or 0) - node.lineno >= SCREEN and not isinstance(node.body[-1], ast.Match)
    ]
    assert found == []


def test_nothing_speaks_of_where_it_was_made() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in texts("grammar", "rules", "lab", "host", "tui", "serve")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if HIDDEN.search(line)
    ]
    assert found == []
