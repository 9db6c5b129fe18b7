"""Where scenarios are found: those that came along, the user's own, and places named by hand.

Only manifests are read here, so that a list costs nothing.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.link.scenario_by_name import standing, within


@dataclass(frozen=True, slots=True)
class Found:
    """A folder that holds a scenario; `problem` says why its manifest cannot be read."""

    name: str
    folder: Path
    problem: str = ""
    title: str = ""
    description: str = ""
    origin: str = ""
    """`built-in`, `yours`, or the place it was found in."""


def built_in() -> Path:
    """The folder of the scenarios that came along, in a checkout and in an installed wheel."""
    return Path(__file__).resolve().parents[1] / "scenarios"


def data_folder() -> Path:
    """Where this system keeps what belongs to a user: scenarios and records."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "lazaretto"


def places(paths: Sequence[Path] = ()) -> tuple[Path, ...]:
    """The folders of scenario folders, in the order in which they are searched."""
    return (built_in(), data_folder() / "scenarios", *paths)


def scenarios(paths: Sequence[Path] = (), *, layers: bool = False) -> tuple[Found, ...]:
    """Every scenario there is to play, or with `layers` also those that are only there for others to use.

    Of two with the same name the first is meant by it. Each of `paths` is a folder of scenario folders, or a
    scenario folder itself.
    """
    found: dict[str, Found] = {}
    for number, place in enumerate(places(paths)):
        origin = ("built-in", "yours")[number] if number < 2 else str(place)
        itself = standing(place)
        for each in (itself,) if itself else within(place):
            if each.layer and not layers:
                continue
            found.setdefault(
                each.name,
                Found(each.name, each.folder, each.problem, each.title, each.description, origin),
            )
    return tuple(found.values())
