"""Splits the documents into fenced blocks: every block that is a file of a scenario, by section."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"(`{3,})(.*)")

WORKED = [
    "docs/authoring.md",
    *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("scenarios/*/README.md")),
]
"""The documents whose sections the tests execute, file by file and command by command."""

Step = tuple[str, str]
"""A file to write, with its name, or commands to type, without a name."""

Files = dict[str, str]
"""The texts of some files by name."""

MANIFEST = """\
name = "example"
title = "Example"
players = [1, 4]
uses = ["lighthouse"]
modules = {modules}
tables = {tables}
"""


def blocks(document: str) -> Iterator[tuple[str, str, str]]:
    """Yield each fenced block: its section, the words after its opening fence, its text."""
    section = fence = info = ""
    lines: list[str] = []
    for line in (ROOT / document).read_text(encoding="utf-8").splitlines():
        match = FENCE.fullmatch(line)
        if fence and line == fence:
            yield section, info, "".join(f"{each}\n" for each in lines)
            fence = ""
        elif fence:
            lines.append(line)
        elif match:
            fence, info, lines = match[1], match[2].strip(), []
        elif line.startswith("#"):
            section = line.lstrip("#").strip()
    assert not fence, f"{document}: a block is never closed"


def sections(document: str) -> dict[str, list[Step]]:
    """Return the steps of each section; a block `rules` alone is the module `example`."""
    found: dict[str, list[Step]] = {}
    for section, info, text in blocks(document):
        word, _, name = info.partition(" ")
        if word in ("rules", "tests", "toml") and "." not in name:
            name = f"{name or 'example'}.{word}"
        if word in ("rules", "tests", "toml", "console") or (word == "text" and name):
            found.setdefault(section, []).append((name, text))
    return found


def named(document: str) -> dict[str, list[Step]]:
    """Return the steps of each section, by a name that is unique among the documents."""
    folder = Path(document).parent.name
    return {f"{folder}: {section}": steps for section, steps in sections(document).items()}


def examples(document: str = "docs/language.md") -> dict[str, Files]:
    """Return the small scenarios of the reference, each with its manifest."""
    found: dict[str, Files] = {}
    for section, steps in sections(document).items():
        files = dict(steps)
        assert len(files) == len(steps), f"{section} has a file twice"
        modules = [Path(file).stem for file in files if file.endswith(".rules")]
        tables = [Path(file).stem for file in files if file.endswith(".toml")]
        files.setdefault("scenario.toml", MANIFEST.format(modules=modules, tables=tables))
        found[section] = files
    del found["Lighthouse"]
    return found
