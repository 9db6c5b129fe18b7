"""The page about security names files that exist and numbers that hold."""

import re
import tomllib
from pathlib import Path

from lazaretto.grammar import cache_dir
from lazaretto.grammar.foreign_toml import DEEPEST
from lazaretto.host import crash_report
from lazaretto.host.lobby import fill_native_cache, native_engine
from lazaretto.host.table.hint_search import PLANNING
from lazaretto.rules.backends.native import load_machine_code
from lazaretto.rules.engine.native_program import MOST_MEMORY
from lazaretto.tui import safe_output
from lazaretto.tui.terminal import typed_input
from tests.hostile.scenarios import CHECKED, DECIDED, MOST_DECIDED, MOST_LOADED
from tests.hostile.toml_shapes import SHAPES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())


def test_its_files_exist() -> None:
    files = [each for each in re.findall(r"`([\w./]+/[\w.]+\.(?:py|md|txt))`", PAGE) if "~" not in each]
    assert len(files) > 4
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_its_numbers_hold() -> None:
    assert safe_output.MARKS == 8 and "up to eight on a letter" in WORDS
    assert f"the last {crash_report.KEPT} of them" in WORDS
    assert f"beyond {typed_input.MOST} messages, {typed_input.MOST_ALIKE} of the same key" in WORDS
    assert f"{typed_input.LONGEST_PASTE:,} characters of a paste" in WORDS
    assert f"at most {DEEPEST} levels" in WORDS
    assert f"{len(SHAPES)} shapes of hostile TOML" in WORDS
    assert f"within {CHECKED:.0f} seconds and {MOST_LOADED} MB" in WORDS
    assert f"take at most {DECIDED:.0f} seconds and {MOST_DECIDED} MB" in WORDS
    limit = fill_native_cache.LONGEST, fill_native_cache.MEMORY >> 30
    assert "limits of {} seconds and {} GB".format(*limit) in WORDS
    assert (
        f"({MOST_MEMORY >> 20} MB at most" in WORDS
        and f"{load_machine_code._STACK >> 20} MB of stack" in WORDS
    )
    assert native_engine.MOST == 8 and "at most eight programs" in WORDS
    assert f"not used for {round(cache_dir.LONGEST_UNUSED / 86_400)} days" in WORDS
    assert f"larger than {cache_dir.MOST_BYTES // 1_000_000} MB" in WORDS
    assert f"at most {PLANNING:.0f} seconds of processor time" in WORDS
    assert f"{cache_dir.SWITCH}=off" in WORDS and "off" in cache_dir.OFF


def test_its_packages_are_those_that_are_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert len(project["dependencies"]) == 5 and "Five packages, asyncssh for a server, and wasmtime" in WORDS
    assert [[extra.partition(">")[0] for extra in extras[name]] for name in ("serve", "fast")] == [
        ["asyncssh"],
        ["wasmtime"],
    ]
    assert all(">=" in each for each in (*project["dependencies"], *extras["serve"], *extras["fast"]))


def test_its_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?m)^make (\w+) ", PAGE)
    assert len(targets) == 2
    assert all(re.search(rf"(?m)^{target}:", makefile) for target in targets)


def test_readers_find_it() -> None:
    assert "(docs/security.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
