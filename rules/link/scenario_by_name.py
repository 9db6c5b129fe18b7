"""Finds scenarios by name in folders of scenarios, which are searched in order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grammar.source import Source, Span
from rules.link.safe_files import FILE, read_file
from rules.link.toml_positions import read_toml


@dataclass(frozen=True, slots=True)
class Standing:
    """A folder with a manifest: what it says of itself as far as it can be read, and what is wrong."""

    name: str
    title: str
    folder: Path
    problem: str = ""
    description: str = ""
    layer: bool = False
    """Whether it is only there for others to use."""


def standing(folder: Path) -> Standing | None:
    """What a folder says about itself, without reading its rules; None where it is no scenario."""
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
    """The name and title that a manifest gives; the folder's name where it gives none."""
    document, problems = read_toml(source)
    if document is None:
        return Standing(folder.name, "", folder, problems[0].message)
    name, title, description = (document.values.get(key, "") for key in ("name", "title", "description"))
    return Standing(
        name if isinstance(name, str) and name else folder.name,
        title if isinstance(title, str) else "",
        folder,
        description=description if isinstance(description, str) else "",
        layer="layer" in document.values,
    )


def within(place: Path) -> Iterator[Standing]:
    """The scenarios that stand directly in a place, by the names of their folders."""
    try:
        folders = sorted(each for each in place.iterdir() if each.is_dir())
    except OSError:
        return
    for folder in folders:
        found = standing(folder)
        if found is not None:
            yield found


def find(name: str, places: Iterable[Path]) -> tuple[Path | None, tuple[str, ...]]:
    """The first folder whose scenario has this name, and otherwise all the names there are."""
    names: dict[str, None] = {}
    for place in places:
        likely = standing(place / name)
        if likely is not None and likely.name == name:
            return likely.folder, ()
        for each in within(place):
            if each.name == name:
                return each.folder, ()
            names[each.name] = None
    return None, tuple(names)
