"""The texts a table is played with: kept as one file of bytes, and unpacked to a folder for the rules."""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from lazaretto.grammar.foreign_json import parse_json
from lazaretto.host.server.workroom_protocol import Texts


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
        made = Path(tempfile.mkdtemp(dir=folder, prefix=".unpack-"))
        try:
            _write(files, made)
            os.rename(made, there)
        except OSError:
            shutil.rmtree(made, ignore_errors=True)
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
