"""Documents taken apart: their headings and their fenced blocks, each with its place."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"(`{3,})(.*)")


class Block(NamedTuple):
    """A fenced block: the words behind its opening fence, the section it stands in, its text."""

    info: tuple[str, ...]
    section: str
    line: int
    text: str


Reader = Callable[[str], tuple[Block, ...]]


def blocks(name: str) -> tuple[Block, ...]:
    """The fenced blocks of a document in `docs`, in order."""
    found: list[Block] = []
    section, fence, info, start = "", "", (), 0
    lines: list[str] = []
    for number, line in enumerate((ROOT / "docs" / name).read_text(encoding="utf-8").splitlines(), 1):
        match = FENCE.fullmatch(line)
        if fence and line == fence:
            found.append(Block(info, section, start, "".join(f"{each}\n" for each in lines)))
            fence = ""
        elif fence:
            lines.append(line)
        elif match:
            fence, info, start, lines = match[1], tuple(match[2].split()), number, []
        elif line.startswith("#"):
            section = line.lstrip("#").strip()
    assert not fence, f"{name}:{start}: this block is never closed"
    return tuple(found)


@pytest.fixture(scope="session")
def reader() -> Reader:
    """Reads the blocks of a document."""
    return blocks
