"""The texts that a table is played with: collected, packed as bytes, and unpacked for the rules."""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath

from lazaretto.grammar.read_untrusted_files import parse_json
from lazaretto.grammar.source import Span
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.server.workers.workroom_protocol import Texts
from lazaretto.rules.link.find_scenarios import places
from lazaretto.rules.link.read_scenario import read_texts
from lazaretto.rules.link.safe_files import read_file
from lazaretto.rules.tools.render_diagnostics import mistakes


def packed(texts: Texts) -> bytes:
    """All texts as bytes, the same for the same texts."""
    content = {"scenario": texts.scenario, "files": dict(sorted(texts.files.items()))}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def unpack(content: bytes, digest: str, folder: Path) -> Path:
    """Write the texts below a folder unless they are there; return the folder of the scenario.

    Raises:
        ValueError: the content is damaged, or a path leads out of the folder.
        OSError: the system refuses.
    """
    whole = parse_json(content)
    scenario, files = str(whole["scenario"]), whole["files"]
    there = folder / digest
    if not there.is_dir():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = Path(tempfile.mkdtemp(dir=folder, prefix=".unpack-"))
        try:
            _write(files, path)
            os.rename(path, there)
        except OSError:
            shutil.rmtree(path, ignore_errors=True)
            if not there.is_dir():  # otherwise somebody else was faster
                raise
    return there / scenario


def _write(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise ValueError(name)
        target = folder.joinpath(*path.parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")


ENDINGS = frozenset({".rules", ".toml", ".txt"})
"""The files of a scenario that a table needs: parts that are switched off must be there, too."""


def texts_of(folder: Path, switches: frozenset[str], paths: Sequence[Path] = ()) -> Texts | Faults:
    """All texts of a scenario and of those it uses, or the mistakes."""
    read = read_texts(folder, switches=switches, search=places(paths))
    pack = read.pack
    if pack is None or read.problems:
        text = mistakes(read.problems, read.sources, folder)
        return Faults(tuple(problem.message for problem in read.problems), text)
    files = {name: source.text for name, source in read.sources.items()}
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
