"""Remembers from which folders this user has played, so that a saved game finds its scenario again.

The list is a file in the user's own data folder. Only folders that the user named, on the command line or in
the launcher, get into it; no record and no campaign file can add one.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lazaretto.grammar.foreign_toml import parse_toml
from lazaretto.grammar.read_untrusted_files import read_text
from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.host.records.record_lock import folder_lock
from lazaretto.host.records.record_store import replace_file
from lazaretto.rules.link.find_scenarios import places

FILE = "scenario_folders.toml"
MOST = 50
"""How many folders are remembered; the one that was played from longest ago is forgotten first."""
LARGEST = 500_000
"""The maximum length of the file in characters."""


@dataclass(frozen=True, slots=True)
class KnownFolder:
    """A folder that the user has played from."""

    name: str
    """The name that its scenario had."""
    folder: Path
    search: tuple[Path, ...] = ()
    """The other folders that were named with it, where scenarios lie that it uses."""


class KnownFolders:
    """The list, in a file of the user."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()) / FILE

    def all(self) -> tuple[KnownFolder, ...]:
        """Every folder, the latest first; none if the file cannot be used."""
        try:
            values = parse_toml(read_text(self.path, LARGEST))
        except (OSError, ValueError):
            return ()
        found = values.get("scenario")
        return tuple(filter(None, map(_known, found[:MOST]))) if isinstance(found, list) else ()

    def note(self, name: str, folder: Path, search: Sequence[Path] = ()) -> None:
        """Put a folder at the top of the list, unless its scenarios are found anyway.

        If the file cannot be written, or the path is no text in this locale, nothing is remembered.
        """
        own = folder.resolve()
        if own.parent in {place.resolve() for place in places()}:
            return
        others = tuple(each for each in (path.resolve() for path in search) if each not in (own, own.parent))
        new, before = KnownFolder(name, own, others), self.all()
        if before[:1] == (new,):
            return
        with suppress(OSError, UnicodeEncodeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with folder_lock(self.path.parent):
                kept = [known_folder for known_folder in self.all() if known_folder.folder != own]
                replace_file(self.path, _text([new, *kept][:MOST]))


def _known(value: object) -> KnownFolder | None:
    """A folder from the file; None for what nobody wrote there but an editor."""
    if not isinstance(value, dict):
        return None
    name, folder, search = value.get("name"), value.get("folder"), value.get("search", [])
    texts = [folder, *search] if isinstance(search, list) else []
    if not isinstance(name, str) or not texts:
        return None
    paths = [Path(text) for text in texts if isinstance(text, str) and "\0" not in text]
    if len(paths) < len(texts) or not all(path.is_absolute() for path in paths):
        return None
    return KnownFolder(name, paths[0], tuple(paths[1:]))


def _text(found: Sequence[KnownFolder]) -> str:
    import tomli_w  # noqa: PLC0415

    rows = [
        {"name": folder.name, "folder": str(folder.folder), "search": [*map(str, folder.search)]}
        for folder in found
    ]
    return tomli_w.dumps({"scenario": rows})
