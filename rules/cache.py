"""Compiled programs kept between starts, under a mark of everything they were made from.

The cache holds nothing of its own: it may be deleted at any time, and what cannot be read is made anew.
"""

import os
import pickle
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from rules.run.tables import Tables

_HOUSE = Path(__file__).resolve().parent.parent
_MOST = 400
"""Files of a scenario and those it uses; beyond that nothing is kept."""
_LARGEST = 2_000_000


def cache_folder() -> Path:
    """Where programs are kept: the platform's folder for what can be made again."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given:
        return Path(given) / "lazaretto"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "lazaretto" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lazaretto"
    return Path.home() / ".cache" / "lazaretto"


def fingerprint(folder: Path, switches: frozenset[str], search: Sequence[Path]) -> str | None:
    """A mark of the texts, the switches and the engine; None where the folder cannot be read whole."""
    mark = sha256()
    mark.update(repr((sys.version_info[:3], sorted(switches))).encode())
    try:
        for part in ("grammar", "rules"):
            for path in sorted((_HOUSE / part).rglob("*")):
                if path.suffix in {".py", ".lark"}:
                    status = path.stat()
                    mark.update(f"{path.name} {status.st_size} {status.st_mtime_ns}".encode())
        files = list(_files(folder, search, set()))
        if len(files) > _MOST:
            return None
        for path in files:
            if path.stat().st_size > _LARGEST:
                return None
            mark.update(f"\0{path.parent.name}/{path.name}\0".encode())
            mark.update(path.read_bytes())
    except (OSError, ValueError):
        return None
    return mark.hexdigest()


def _files(folder: Path, search: Sequence[Path], seen: set[Path]) -> Iterator[Path]:
    """Every text of a scenario and of those it uses."""
    here = folder.resolve()
    if here in seen or len(seen) > 16:
        return
    seen.add(here)
    manifest = here / "scenario.toml"
    if manifest.stat().st_size > _LARGEST:
        raise ValueError("too large")
    document = tomllib.loads(manifest.read_text(encoding="utf-8"))
    yield from sorted(path for path in here.iterdir() if path.suffix in {".rules", ".toml"})
    uses = document.get("uses", [])
    for name in uses if isinstance(uses, list) else []:
        for place in (here.parent, *search):
            other = place / str(name)
            if (other / "scenario.toml").is_file():
                yield from _files(other, search, seen)
                break


def find(mark: str) -> Tables | None:
    """A kept program."""
    try:
        with (cache_folder() / f"{mark}.program").open("rb") as file:
            found = pickle.load(file)
    except Exception:
        return None
    return found if isinstance(found, Tables) else None


def keep(mark: str, tables: Tables) -> None:
    """Keep a program; a full or read-only disk is no reason to stop."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            pickle.dump(tables, file, protocol=pickle.HIGHEST_PROTOCOL)
        os.replace(file.name, folder / f"{mark}.program")
    except OSError:
        return
