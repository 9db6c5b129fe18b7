"""Finds scenarios: the built-in ones, the user's own, and those in given folders.

It reads only manifests, so that listing is cheap.
"""

from collections.abc import Sequence
from pathlib import Path

from lazaretto.grammar.cache_dir import data_folder as data_folder
from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.guides.guide import guide_names
from lazaretto.rules.link.scenario_by_name import standing, within


@frozen_value
class Found:
    """A folder that holds a scenario; `problem` says why its manifest cannot be read."""

    name: str
    folder: Path
    problem: str = ""
    title: str = ""
    description: str = ""
    origin: str = ""
    """`built-in`, `yours`, or the folder it was found in."""
    formerly: tuple[str, ...] = ()
    """The old names of the scenario."""
    guides: tuple[str, ...] = ()
    """The names of its guided games."""
    uses: tuple[str, ...] = ()
    """The scenarios that it builds on."""
    newcomers: bool = False
    """Whether somebody who has played nothing yet should begin with it."""


def built_in() -> Path:
    """Return the folder of the built-in scenarios, in a checkout and in an installed wheel."""
    return Path(__file__).resolve().parents[2] / "scenarios"


def places(paths: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return the folders of scenario folders, in search order."""
    return (built_in(), data_folder() / "scenarios", *paths)


def scenarios(paths: Sequence[Path] = (), *, layers: bool = False) -> tuple[Found, ...]:
    """Return every playable scenario; with `layers` also those that only serve as a base for others.

    If two have the same name, the name refers to the first. Each of `paths` is a folder of scenario folders,
    or a scenario folder itself.
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
                Found(
                    each.name,
                    each.folder,
                    each.problem,
                    each.title,
                    each.description,
                    origin,
                    each.formerly,
                    guide_names(each.folder),
                    each.uses,
                    each.newcomers,
                ),
            )
    return tuple(found.values())


def _rank(found: Found) -> tuple[bool, bool, str]:
    return bool(found.problem), not found.newcomers, (found.title or found.name).casefold()


def in_order(found: Sequence[Found]) -> tuple[Found, ...]:
    """Order scenarios for players: those for newcomers first, then by title, damaged ones last.

    A scenario that builds on another one of the list, such as a challenge, comes below it.
    """
    names = {each.name for each in found}
    below: dict[str, list[Found]] = {}
    for each in sorted(found, key=_rank):
        base = next((use for use in each.uses if use in names and use != each.name), "")
        below.setdefault(base, []).append(each)
    ordered: dict[str, Found] = {}
    waiting = list(reversed(below.get("", ())))
    while waiting:
        each = waiting.pop()
        if each.name not in ordered:
            ordered[each.name] = each
            waiting += reversed(below.get(each.name, ()))
    return (*ordered.values(), *(each for each in found if each.name not in ordered))
