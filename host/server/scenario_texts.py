"""Collects the texts of a scenario: a table keeps those that it started with."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from lazaretto.grammar.source import Span
from lazaretto.host.program_loader import Faults
from lazaretto.host.server.workroom_protocol import Texts
from lazaretto.rules.find_scenarios import places
from lazaretto.rules.link.read_scenario import read_texts
from lazaretto.rules.link.safe_files import read_file
from lazaretto.rules.render_diagnostics import mistakes

ENDINGS = frozenset({".rules", ".toml", ".txt"})
"""The files of a scenario that a table needs: parts that are switched off must be there, too."""


def texts_of(folder: Path, switches: frozenset[str], paths: Sequence[Path] = ()) -> Texts | Faults:
    """All texts of a scenario and of those it uses, or the mistakes."""
    read = read_texts(folder, switches=switches, search=places(paths))
    pack = read.pack
    if pack is None or read.problems:
        text = mistakes(read.problems, read.sources, folder)
        return Faults(tuple(each.message for each in read.problems), text)
    files = {name: each.text for name, each in read.sources.items()}
    for folder in pack.folders:
        for path in sorted(each for each in folder.iterdir() if each.suffix in ENDINGS):
            name = f"{folder.name}/{path.name}"
            found, _ = read_file(folder, path.name, name, Span(name, 1, 1, 1, 1))
            if found is not None:
                files.setdefault(name, found.text)
    return Texts(pack.manifest.name, digest_of(files), files)


def digest_of(files: Mapping[str, str]) -> str:
    """A hash of all texts with their names."""
    found = sha256()
    for name, text in sorted(files.items()):
        for each in (name, text):
            found.update(f"{len(each)}:{each}".encode())
    return found.hexdigest()
