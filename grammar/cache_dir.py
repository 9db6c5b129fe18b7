"""Finds the user's cache folder, whose contents can be recreated and may be deleted at any time."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return the platform's cache folder."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given:
        return Path(given) / "lazaretto"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "lazaretto" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "lazaretto"
    return Path.home() / ".cache" / "lazaretto"


def cache_file(name: str) -> Path | None:
    """Return the path of a file in that folder; None if there cannot be one."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / name
