"""The page about security names files that exist and numbers that hold."""

import re
from pathlib import Path

from grammar import cache_dir
from host import crash_files
from tui import sanitize
from tui.terminal import input_queue

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())


def test_its_files_exist() -> None:
    files = [each for each in re.findall(r"`([\w./]+/[\w.]+\.(?:py|md|txt))`", PAGE) if "~" not in each]
    assert len(files) > 4
    assert [each for each in files if not (ROOT / each).is_file()] == []


def test_its_numbers_hold() -> None:
    assert sanitize.MARKS == 8 and "up to eight on a letter" in WORDS
    assert f"the last {crash_files.KEPT} of them" in WORDS
    assert f"beyond {input_queue.MOST} messages, {input_queue.MOST_ALIKE} of the same key" in WORDS
    assert f"{input_queue.LONGEST_PASTE:,} characters of a paste" in WORDS
    assert f"{cache_dir.SWITCH}=off" in WORDS and "off" in cache_dir.OFF


def test_its_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?m)^make (\w+) ", PAGE)
    assert len(targets) == 2
    assert all(re.search(rf"(?m)^{each}:", makefile) for each in targets)


def test_readers_find_it() -> None:
    assert "(docs/security.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
