"""The user's cache folder: what lies in it can be made again and may be deleted at any time."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """The platform's folder for what can be made again."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given:
        return Path(given) / "lazaretto"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "lazaretto" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lazaretto"
    return Path.home() / ".cache" / "lazaretto"


def cache_file(name: str) -> Path | None:
    """A file in that folder; None where there can be none."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / name
