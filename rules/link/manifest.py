"""Reads the manifest of a scenario, `scenario.toml`."""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import field, fields

from cattrs import AttributeValidationNote, ClassValidationError, Converter, ForbiddenExtraKeysError

from grammar.diagnostics import Diagnostic
from grammar.node_dataclass import value
from rules.link import messages
from rules.link.clash_diagnostics import not_used
from rules.link.toml_positions import Document, Path

MOST_PLAYERS = 20
"""The maximum number of seats."""

NAME = re.compile(r"\w[\w-]{0,63}")
"""A plain name: of a scenario, a module, a table."""

Names = tuple[str, ...]

COAST_FILE = re.compile(r"\w[\w-]{0,63}\.txt")


@value
class Optional:
    """Modules and tables that players can switch on."""

    title: str
    modules: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    default: bool = False
    excludes: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    """Scenarios that are used only while it is on."""
    players: tuple[int, int] | None = None
    """The number of players, if it differs from the scenario's."""


@value
class Layer:
    """The files that a layer adds to itself when it is checked and tested alone."""

    modules: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


@value
class Difficulty:
    """The option that says how hard the game is."""

    option: str
    levels: Mapping[str, str]
    """What its values are called, the easiest first."""


@value
class Manifest:
    """A scenario's name, its files, and the scenarios it uses."""

    name: str
    title: str
    players: tuple[int, int]
    description: str = ""
    uses: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Files of used scenarios that are left out, as `scenario/file` without its extension."""
    parts: tuple[str, ...] = ()
    """Optional parts of used scenarios that are on here by default."""
    modules: tuple[str, ...] = ()
    """Its own modules, and modules of used scenarios that are linked at this point, as `scenario/module`."""
    tables: tuple[str, ...] = ()
    coast: str | None = None
    """The file with the outline behind the map: None inherits it; empty means no outline."""
    optional: Mapping[str, Optional] = field(default_factory=dict)
    layer: Layer | None = None
    """If it is a layer, not a game: a small board to test it on."""
    newcomers: bool = False
    """Whether somebody who has played nothing yet should begin with it."""
    difficulty: Difficulty | None = None
    """How hard it can be; None inherits that of the scenarios it uses."""
    alias: Mapping[str, str] = field(default_factory=dict)
    """The old names of its parts, of its files and of itself, each with the present name."""

    def all_uses(self) -> Iterator[tuple[Path, Names]]:
        """Yield the lists of used scenarios, each with its position: its own, then those of its parts."""
        yield ("uses",), self.uses
        for name, part in self.optional.items():
            yield ("optional", name, "uses"), part.uses

    def used(self, on: Set[str]) -> set[str]:
        """Return the scenarios it uses while some of its parts are on."""
        parts = (part.uses for name, part in self.optional.items() if name in on)
        return {*self.uses, *(name for uses in parts for name in uses)}

    def files(self, on: set[str] | None = None, alone: bool = True) -> Iterator[tuple[Path, Names, str]]:
        """Yield the lists of files: their position, names and extension; of enabled or all optional parts.

        A layer's own board is included only if the layer stands alone.
        """
        owners: list[tuple[Path, Manifest | Layer | Optional]] = [((), self)]
        if alone and self.layer is not None:
            owners.append((("layer",), self.layer))
        for name, part in self.optional.items():
            if on is None or name in on:
                owners.append((("optional", name), part))
        for path, owner in owners:
            yield (*path, "modules"), owner.modules, ".rules"
            yield (*path, "tables"), owner.tables, ".toml"


def unused_scenarios(manifests: Mapping[str, Manifest], top: str, asked: frozenset[str]) -> set[str]:
    """Return the scenarios that only disabled parts use.

    A manifest comes after those it uses, so what a scenario uses is known before it is looked at.
    """
    used, wished = {top}, set[str]()
    for name, manifest in reversed(list(manifests.items())):
        if name in used:
            wished |= {*manifest.parts}
            default = {part for part, each in manifest.optional.items() if each.default or part in wished}
            off = {part for part in default if f"-{part}" in asked}
            used |= manifest.used((default - off) | asked)
    return {*manifests} - used


_EXPECTED = {
    "name": (messages.TAKES_TEXT, 'name = "my_game"'),
    "title": (messages.TAKES_TEXT, 'title = "My game"'),
    "description": (messages.TAKES_TEXT, 'description = "What it is about"'),
    "players": (messages.TAKES_NUMBERS, "players = [2, 4]"),
    "uses": (messages.TAKES_TEXTS, 'uses = ["other_game"]'),
    "without": (messages.TAKES_TEXTS, 'without = ["other_game/map"]'),
    "parts": (messages.TAKES_TEXTS, 'parts = ["other_part"]'),
    "modules": (messages.TAKES_TEXTS, 'modules = ["cards", "actions"]'),
    "tables": (messages.TAKES_TEXTS, 'tables = ["map"]'),
    "coast": (messages.TAKES_TEXT, 'coast = "coast.txt"'),
    "excludes": (messages.TAKES_TEXTS, 'excludes = ["other_part"]'),
    "default": (messages.TAKES_FLAG, "default = true"),
    "newcomers": (messages.TAKES_FLAG, "newcomers = true"),
    "optional": (messages.TAKES_TABLE, "[optional.my_part]"),
    "layer": (messages.TAKES_TABLE, "[layer]"),
    "alias": (messages.TAKES_TABLE, "[alias]"),
    "difficulty": (messages.TAKES_TABLE, "[difficulty]"),
    "option": (messages.TAKES_TEXT, 'option = "level"'),
    "levels": (messages.TAKES_TABLE, 'levels = { easy = "Easy", hard = "Hard" }'),
}


def read_manifest(document: Document) -> tuple[Manifest | None, tuple[Diagnostic, ...]]:
    """Parse the manifest; return it, or all its mistakes."""
    try:
        manifest = _CONVERTER.structure(document.values, Manifest)
    except ClassValidationError as error:
        return None, tuple(_problems(document, error, ()))
    found = tuple(_oddities(document, manifest))
    return (None if found else manifest), found


def _problems(document: Document, error: BaseException, path: Path) -> Iterator[Diagnostic]:
    if isinstance(error, ClassValidationError):
        for each in error.exceptions:
            notes = [
                note for note in getattr(each, "__notes__", ()) if isinstance(note, AttributeValidationNote)
            ]
            yield from _problems(document, each, (*path, *(note.name for note in notes)))
    elif isinstance(error, _PartError):
        yield from _problems(document, error.error, (*path, error.name))
    elif isinstance(error, ForbiddenExtraKeysError):
        keys = [each.name for each in fields(error.cl or Manifest)]
        for key in sorted(error.extra_fields):
            yield messages.unknown_key(document.place((*path, key)).key, key, keys)
    elif isinstance(error, KeyError):
        key = str(error.args[0])
        yield messages.missing_key(document.place(path[:-1]).key, key, _EXPECTED[key][1])
    else:
        known = next(each for each in map(str, reversed(path)) if each in _EXPECTED)
        yield messages.wrong_kind(document.place(path).value, known, *_EXPECTED[known])


def _oddities(document: Document, manifest: Manifest) -> Iterator[Diagnostic]:
    if not NAME.fullmatch(manifest.name):
        yield messages.not_a_name(document.place(("name",)).value, manifest.name)
    seats: list[tuple[Path, tuple[int, int]]] = [(("players",), manifest.players)]
    for name, part in manifest.optional.items():
        if part.players is not None:
            seats.append((("optional", name, "players"), part.players))
    for path, (least, most) in seats:
        if not 1 <= least <= most <= MOST_PLAYERS:
            yield messages.bad_players(document.place(path).value, MOST_PLAYERS)
    if manifest.coast and not COAST_FILE.fullmatch(manifest.coast):
        yield messages.not_a_coast(document.place(("coast",)).value, manifest.coast)
    for name, part in manifest.optional.items():
        path = ("optional", name)
        if not NAME.fullmatch(name):
            yield messages.not_a_name(document.place(path).key, name)
        for number, other in enumerate(part.excludes):
            if other not in manifest.optional:
                span = document.place((*path, "excludes", number)).value
                yield messages.no_switch(span, other, manifest.optional)
    for path, names in manifest.all_uses():
        yield from _list(document, path, names, "", ())
    for path, names, ending in manifest.files():
        yield from _list(document, path, names, ending, _placeable(manifest, path))


def _placeable(manifest: Manifest, path: Path) -> Names:
    """Return the scenarios whose modules a list may place: those that it can rely on."""
    match path:
        case ("modules",):
            return manifest.uses
        case ("optional", str(name), "modules"):
            return *manifest.uses, *manifest.optional[name].uses
        case _:
            return ()


def _list(document: Document, path: Path, names: Names, ending: str, used: Names) -> Iterator[Diagnostic]:
    for number, name in enumerate(names):
        span = document.place((*path, number)).value
        scenario, mark, rest = name.partition("/")
        if not NAME.fullmatch(rest if mark and scenario in used else name):
            if ending == ".rules" and NAME.fullmatch(scenario) and NAME.fullmatch(rest):
                yield not_used(span, name, scenario)
            else:
                yield messages.not_a_name(span, name, ending)
        elif name in names[:number]:
            yield messages.twice(span, name, document.place((*path, names.index(name))).value)


class _PartError(Exception):
    """Return the mistakes in one optional part."""

    def __init__(self, name: str, error: BaseException) -> None:
        super().__init__()
        self.name, self.error = name, error


def _text(value: object, _: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _flag(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _texts(value: object, _: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(_text(each, str) for each in value)


def _range(value: object, _: object) -> tuple[int, int]:
    if not isinstance(value, list) or [type(each) for each in value] != [int, int]:
        raise TypeError
    return value[0], value[1]


def _parts(value: object, _: object) -> Mapping[str, Optional]:
    if not isinstance(value, dict):
        raise TypeError
    parts: dict[str, Optional] = {}
    errors: list[Exception] = []
    for name, part in value.items():
        try:
            if not isinstance(part, dict):
                raise TypeError
            parts[name] = _CONVERTER.structure(part, Optional)
        except (TypeError, ClassValidationError) as error:
            errors.append(_PartError(name, error))
    if errors:
        raise ClassValidationError("optional", errors, Optional)
    return parts


def _names(value: object, _: object) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise TypeError
    return value


def _difficulty(value: object, _: object) -> Difficulty:
    if not isinstance(value, dict):
        raise TypeError
    return _CONVERTER.structure(value, Difficulty)


def _layer(value: object, _: object) -> Layer:
    if not isinstance(value, dict):
        raise TypeError
    return _CONVERTER.structure(value, Layer)


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(bool, _flag)
    converter.register_structure_hook_func(lambda kind: kind == str | None, _text)
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _texts)
    converter.register_structure_hook_func(
        lambda kind: kind in (tuple[int, int], tuple[int, int] | None), _range
    )
    converter.register_structure_hook_func(lambda kind: kind == Mapping[str, Optional], _parts)
    converter.register_structure_hook_func(lambda kind: kind == Mapping[str, str], _names)
    converter.register_structure_hook_func(lambda kind: kind == Layer | None, _layer)
    converter.register_structure_hook_func(lambda kind: kind == Difficulty | None, _difficulty)
    return converter


_CONVERTER = _converter()
