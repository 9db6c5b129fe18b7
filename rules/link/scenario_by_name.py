"""Finds scenarios by name in folders of scenarios, in search order."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.link.safe_files import FILE, read_file
from lazaretto.rules.link.toml_positions import read_toml

MOST_NAMES = 20
"""How many old names a scenario may have."""


@value
class Standing:
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


def standing(folder: Path) -> Standing | None:
    """Return the description of a folder without reading its rules; None if it is not a scenario."""
    try:
        if not (folder / FILE).is_file():
            return None
    except OSError:
        return None
    span = Span(FILE, 1, 1, 1, 1)
    source, problem = read_file(folder, FILE, FILE, span)
    if source is None:
        return Standing(folder.name, "", folder, problem.message if problem else "")
    return named(source, folder)


def named(source: Source, folder: Path) -> Standing:
    """Return the name and title in a manifest; the folder's name if it has none."""
    document, problems = read_toml(source)
    if document is None:
        return Standing(folder.name, "", folder, problems[0].message)
    name, title, description = (document.values.get(key, "") for key in ("name", "title", "description"))
    present = name if isinstance(name, str) and name else folder.name
    aliases, uses = document.values.get("alias"), document.values.get("uses")
    return Standing(
        present,
        title if isinstance(title, str) else "",
        folder,
        description=description if isinstance(description, str) else "",
        layer="layer" in document.values,
        formerly=_old_names(aliases, present) if isinstance(aliases, dict) else (),
        uses=tuple(each for each in uses if isinstance(each, str)) if isinstance(uses, list) else (),
        newcomers=document.values.get("newcomers") is True,
    )


def _old_names(aliases: dict[str, object], name: str) -> tuple[str, ...]:
    """Return the names that lead to the present one, perhaps through others."""
    found = [name]
    for each in islice(found, MOST_NAMES):
        found += [old for old, new in aliases.items() if new == each and old not in found]
    return tuple(found[1:])


def within(place: Path) -> Iterator[Standing]:
    """Yield the scenarios directly inside a folder, by the names of their folders."""
    try:
        folders = sorted(each for each in place.iterdir() if each.is_dir())
    except OSError:
        return
    for folder in folders:
        found = standing(folder)
        if found is not None:
            yield found


def find(name: str, places: Iterable[Path]) -> tuple[Path | None, tuple[str, ...]]:
    """Return the first folder whose scenario has this name, or once had it, or else all available names."""
    names: dict[str, None] = {}
    renamed: Path | None = None
    for place in places:
        likely = standing(place / name)
        if likely is not None and likely.name == name:
            return likely.folder, ()
        for each in within(place):
            if each.name == name:
                return each.folder, ()
            if name in each.formerly and renamed is None:
                renamed = each.folder
            names[each.name] = None
    return renamed, tuple(names)
