"""What `make release` knows without building: which files belong in a package, and with what it is built."""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.house.test_supply_chain import pins
from tests.house.test_version import PROJECT
from tests.interpreter import interpreter
from tests.release.contents import differences, expected, relative_links

pytestmark = interpreter

ROOT = Path(__file__).resolve().parents[2]
VERSION = PROJECT["version"]
PARTS = ("grammar", "rules", "lab", "host", "tui", "serve", "scenarios")
PATTERNS = ["a/**/*.py", "a/b/*.toml", "a/py.typed"]
PAGES = {"CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"}
NAMES = ["a/x.py", "a/b/c/y.py", "a/b/z.toml", "a/py.typed"]


def test_what_fits_is_right() -> None:
    assert differences(NAMES, PATTERNS) == []


@pytest.mark.parametrize(
    "stray", ["a/b/c/z.toml", "b/x.py", "a/x.pyc", "a/py.typed~", "a/xpy", "a/b/.toml/x"]
)
def test_a_stray_file_is_found(stray: str) -> None:
    (told,) = differences([*NAMES, stray], PATTERNS)
    assert told.startswith(f"{stray} is in the package, but no pattern")


def test_a_missing_file_is_found() -> None:
    assert differences(NAMES[:-1], PATTERNS) == ["no file of the package fits the pattern a/py.typed"]


def test_a_file_that_is_there_twice_is_found() -> None:
    assert differences([*NAMES, "a/x.py"], PATTERNS) == ["a/x.py is in the package twice"]


def test_the_page_of_the_index_has_no_relative_links(monkeypatch: pytest.MonkeyPatch) -> None:
    interface = ModuleType("hatchling.metadata.plugin.interface")
    interface.MetadataHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    page = runpy.run_path(str(ROOT / "hatch_build.py"))["Page"]()
    page.root = str(ROOT)
    metadata = {"urls": PROJECT["urls"], "version": VERSION}
    page.update(metadata)
    text, source = metadata["readme"]["text"], PROJECT["urls"]["Source"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert relative_links(readme) and not relative_links(text)
    assert f"({source}/blob/v{VERSION}/docs/playing.md)" in text
    assert f"({source}/raw/v{VERSION}/docs/pictures/pandemic-80x24.svg)" in text
    assert len(text.splitlines()) == len(readme.splitlines())


def tracked() -> list[str]:
    """The files of the checkout that git knows."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("needs a clone, to know which files belong to it")
    return done.stdout.splitlines()


def test_the_list_fits_the_checkout() -> None:
    """A new kind of file in a package is decided about when it is added, not at the release."""
    links = {f"lazaretto/{each}" for each in PARTS}
    files = [each for each in tracked() if each not in links]
    package = [f"lazaretto/{file}" for file in files if file.startswith(tuple(f"{part}/" for part in PARTS))]
    package += [file for file in files if file.startswith("lazaretto/")]
    patterns = [each for each in expected("wheel", VERSION) if each.startswith("lazaretto/")]
    assert differences(package, patterns) == []
    top = f"lazaretto-{VERSION}/"
    alone = {"LICENSE", "pyproject.toml", "hatch_build.py", ".gitignore", *PAGES}
    docs = [f"{top}{file}" for file in files if file.startswith("docs/") or file in alone]
    inside = [f"{top}lazaretto/{each.removeprefix('lazaretto/')}" for each in package]
    assert differences([*docs, *inside, f"{top}PKG-INFO"], expected("sdist", VERSION)) == []


def test_the_tools_are_pinned_as_everything_else_is() -> None:
    tools, others = pins("tests/release/tools.txt"), pins("hashes.txt")
    assert {"build", "twine", "hatchling"} <= tools.keys()
    assert {name: tools[name] for name in tools.keys() & others.keys()} == {
        name: others[name] for name in tools.keys() & others.keys()
    }


def test_make_builds_with_these_tools() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"(?m)^release: .*\.venv/release/", made)
    assert "-r tests/release/tools.txt" in made
