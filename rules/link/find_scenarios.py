"""Finds scenarios by name, or lists them: the built-in ones, the user's own, and those in given folders.

It reads only the heads of manifests, so that listing is cheap. Guided games are found by their
files, without reading them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from lazaretto.grammar.node_dataclass import frozen_value, value
from lazaretto.grammar.source import Source, Span
from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.rules.link.safe_files import FILE, read_file
from lazaretto.rules.link.toml_positions import read_toml

MOST_NAMES = 20
"""How many old names a scenario may have."""


@value
class ManifestHead:
    """A folder with a manifest: its name and title as far as they can be read, and its mistakes."""

    name: str
    title: str
    folder: Path
    problem: str = ""
    description: str = ""
    layer: bool = False
    """Whether it only serves as a base for other scenarios."""
    formerly: tuple[str, ...] = ()
    """The old names of the scenario."""
    uses: tuple[str, ...] = ()
    """The scenarios that it builds on."""
    newcomers: bool = False
    """Whether somebody who has played nothing yet should begin with it."""


def manifest_head(folder: Path) -> ManifestHead | None:
    """Return the description of a folder without reading its rules; None if it is not a scenario."""
    try:
        if not (folder / FILE).is_file():
            return None
    except OSError:
        return None
    span = Span(FILE, 1, 1, 1, 1)
    source, problem = read_file(folder, FILE, FILE, span)
    if source is None:
        return ManifestHead(folder.name, "", folder, problem.message if problem else "")
    return head_of(source, folder)


def head_of(source: Source, folder: Path) -> ManifestHead:
    """Return the name and title in a manifest; the folder's name if it has none."""
    document, problems = read_toml(source)
    if document is None:
        return ManifestHead(folder.name, "", folder, problems[0].message)
    name, title, description = (document.values.get(key, "") for key in ("name", "title", "description"))
    present = name if isinstance(name, str) and name else folder.name
    aliases, uses = document.values.get("alias"), document.values.get("uses")
    return ManifestHead(
        present,
        title if isinstance(title, str) else "",
        folder,
        description=description if isinstance(description, str) else "",
        layer="layer" in document.values,
        formerly=_old_names(aliases, present) if isinstance(aliases, dict) else (),
        uses=tuple(use for use in uses if isinstance(use, str)) if isinstance(uses, list) else (),
        newcomers=document.values.get("newcomers") is True,
    )


def _old_names(aliases: dict[str, object], name: str) -> tuple[str, ...]:
    """Return the names that lead to the present one, perhaps through others."""
    found = [name]
    for each in islice(found, MOST_NAMES):
        found += [old for old, new in aliases.items() if new == each and old not in found]
    return tuple(found[1:])


def _scenarios_within(place: Path) -> Iterator[ManifestHead]:
    """Yield the scenarios directly inside a folder, by the names of their folders."""
    try:
        folders = sorted(path for path in place.iterdir() if path.is_dir())
    except OSError:
        return
    for folder in folders:
        head = manifest_head(folder)
        if head is not None:
            yield head


def find_scenario(name: str, places: Iterable[Path]) -> tuple[Path | None, tuple[str, ...]]:
    """Return the first folder whose scenario has this name, or once had it, or else all available names."""
    names: dict[str, None] = {}
    renamed: Path | None = None
    for place in places:
        likely = manifest_head(place / name)
        if likely is not None and likely.name == name:
            return likely.folder, ()
        for head in _scenarios_within(place):
            if head.name == name:
                return head.folder, ()
            if name in head.formerly and renamed is None:
                renamed = head.folder
            names[head.name] = None
    return renamed, tuple(names)


@frozen_value
class FoundScenario:
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


def scenarios(paths: Sequence[Path] = (), *, layers: bool = False) -> tuple[FoundScenario, ...]:
    """Return every playable scenario; with `layers` also those that only serve as a base for others.

    If two have the same name, the name refers to the first. Each of `paths` is a folder of scenario folders,
    or a scenario folder itself.
    """
    found_scenarios: dict[str, FoundScenario] = {}
    for number, place in enumerate(places(paths)):
        origin = ("built-in", "yours")[number] if number < 2 else str(place)
        itself = manifest_head(place)
        for head in (itself,) if itself else _scenarios_within(place):
            if head.layer and not layers:
                continue
            found_scenarios.setdefault(
                head.name,
                FoundScenario(
                    head.name,
                    head.folder,
                    head.problem,
                    head.title,
                    head.description,
                    origin,
                    head.formerly,
                    guide_names(head.folder),
                    head.uses,
                    head.newcomers,
                ),
            )
    return tuple(found_scenarios.values())


def _rank(found: FoundScenario) -> tuple[bool, bool, str]:
    return bool(found.problem), not found.newcomers, (found.title or found.name).casefold()


def in_order(found: Sequence[FoundScenario]) -> tuple[FoundScenario, ...]:
    """Order scenarios for players: those for newcomers first, then by title, damaged ones last.

    A scenario that builds on another one of the list, such as a challenge, comes below it.
    """
    names = {scenario.name for scenario in found}
    below: dict[str, list[FoundScenario]] = {}
    for each in sorted(found, key=_rank):
        base = next((use for use in each.uses if use in names and use != each.name), "")
        below.setdefault(base, []).append(each)
    ordered: dict[str, FoundScenario] = {}
    waiting = list(reversed(below.get("", ())))
    while waiting:
        each = waiting.pop()
        if each.name not in ordered:
            ordered[each.name] = each
            waiting += reversed(below.get(each.name, ()))
    return (*ordered.values(), *(scenario for scenario in found if scenario.name not in ordered))


GUIDE_ENDING = ".guide"
"""The ending of the file of a guide, which stands in the folder of its scenario."""


def guide_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the guides in the folder of a scenario, sorted."""
    try:
        found = [path.name for path in folder.iterdir() if path.suffix == GUIDE_ENDING]
    except OSError:
        return ()
    return tuple(sorted(each.removesuffix(GUIDE_ENDING) for each in found if not each.startswith(".")))
