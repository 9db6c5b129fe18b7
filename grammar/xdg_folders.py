"""Finds the folders in which this system keeps a user's files: cache, data and state.

A folder that the environment names counts only if its path is absolute, as the XDG specification says: a
relative one would depend on where the program was started, which may be a folder of somebody else.
"""

import os
import sys
from pathlib import Path

NAME = "lazaretto"
NOWHERE = Path("/nonexistent")
"""The home of accounts that have none, such as that of a service: nothing is there."""


def cache_folder() -> Path:
    """Return the folder for what can be made again."""
    given = _given("XDG_CACHE_HOME")
    if given is not None:
        return given / NAME
    if sys.platform == "win32":
        return (_given("LOCALAPPDATA") or _home()) / NAME / "cache"
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / NAME
    return _home() / ".cache" / NAME


def data_folder() -> Path:
    """Return the folder for scenarios, records and settings."""
    if sys.platform == "win32":
        return (_given("APPDATA") or _home() / "AppData" / "Roaming") / NAME
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / NAME
    return (_given("XDG_DATA_HOME") or _home() / ".local" / "share") / NAME


def state_folder() -> Path:
    """Return the folder for notes of the program itself, such as those about crashes."""
    if sys.platform in ("win32", "darwin"):
        return data_folder() / "state"
    return (_given("XDG_STATE_HOME") or _home() / ".local" / "state") / NAME


def _home() -> Path:
    """Return the home of this account."""
    try:
        return Path.home()
    except RuntimeError:
        return NOWHERE


def _given(variable: str) -> Path | None:
    """Return the folder that a variable names, unless its path is relative or empty."""
    text = os.environ.get(variable, "")
    return Path(text) if os.path.isabs(text) else None
