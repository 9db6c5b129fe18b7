"""One place says the version, and everything that shows it agrees."""

import re
import tomllib
from pathlib import Path

import pytest

from lazaretto.rules import version_and_extras

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RELEASES = re.findall(r"(?m)^## \[(\d.*?)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
SEMANTIC = re.compile(r"\d+\.\d+\.\d+(rc\d+)?")


def test_the_project_says_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SEMANTIC.fullmatch(PROJECT["version"])
    version_and_extras.version.cache_clear()
    assert version_and_extras.version() == PROJECT["version"]
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"1.2.3 of {name}")
    monkeypatch.setattr(version_and_extras, "PROJECT", tmp_path / "pyproject.toml")
    version_and_extras.version.cache_clear()
    assert version_and_extras.version() == "1.2.3 of lazaretto"
    version_and_extras.version.cache_clear()


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    newest, day = RELEASES[0]
    assert newest == PROJECT["version"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day)


def test_releases_of_the_changelog_go_back_in_time() -> None:
    numbers = [tuple(map(int, re.findall(r"\d+", version))) for version, _ in RELEASES]
    assert numbers == sorted(numbers, reverse=True) and len(set(numbers)) == len(numbers)
    assert [day for _, day in RELEASES] == sorted((day for _, day in RELEASES), reverse=True)


def test_the_changelog_has_only_the_headings_that_readers_know() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"(?m)^### (.*)$", text)) <= kinds
    heads = re.findall(r"(?m)^## (.*)$", text)
    assert heads == ["[Unreleased]", *(f"[{version}] - {day}" for version, day in RELEASES)]


def test_no_other_module_looks_for_the_version() -> None:
    for package in ("grammar", "rules", "lab", "host", "tui", "serve"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert path.name == "version_and_extras.py" or "importlib.metadata" not in text, path
            assert PROJECT["version"] not in text or path.name == "version_and_extras.py", path
