"""Reads the manifest of a scenario, `scenario.toml`."""

import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import MISSING, Field, field, fields
from typing import TypeVar

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.message import Message
from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.link import messages
from lazaretto.rules.link.toml_positions import Document, Path, everything_in, start

MOST_PLAYERS = 20
"""The maximum number of seats."""

MOST_ENTRIES = 1_000
"""The maximum number of keys and of items of lists in a manifest."""

NAME = re.compile(r"\w[\w-]{0,63}")
"""A plain name: of a scenario, a module, a table."""

Names = tuple[str, ...]
Made = TypeVar("Made")

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
            default = {
                part for part, optional in manifest.optional.items() if optional.default or part in wished
            }
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
    entries = sum(1 for _ in everything_in(document.values)) - 1
    if entries > MOST_ENTRIES:
        return None, (messages.too_many(start(document.source), "entries", entries, MOST_ENTRIES),)
    problems: list[Diagnostic] = []
    manifest = _Table(document, problems).typed(Manifest, fields(Manifest), document.values, ())
    diagnostics = (*problems,) if manifest is None else tuple(_oddities(document, manifest))
    return (None if diagnostics else manifest), diagnostics


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
    first: dict[str, int] = {}
    for number, name in enumerate(names):
        span = document.place((*path, number)).value
        scenario, mark, rest = name.partition("/")
        if not NAME.fullmatch(rest if mark and scenario in used else name):
            if ending == ".rules" and NAME.fullmatch(scenario) and NAME.fullmatch(rest):
                yield messages.not_used(span, name, scenario)
            else:
                yield messages.not_a_name(span, name, ending)
        elif first.setdefault(name, number) != number:
            yield messages.twice(span, name, document.place((*path, first[name])).value)


class _WrongKindError(Exception):
    """A value is of another kind than its key takes."""


class _Table:
    """Turns tables of a document into typed values, and notes all mistakes in them."""

    def __init__(self, document: Document, problems: list[Diagnostic]) -> None:
        self._document = document
        self._problems = problems

    def typed(
        self,
        make: Callable[..., Made],
        known: tuple[Field[object], ...],
        given: Mapping[str, object],
        path: Path,
    ) -> Made | None:
        """Make a value of a table, whose keys are the fields of its class; None if there are mistakes."""
        before = len(self._problems)
        found: dict[str, object] = {}
        for each in known:
            if each.name in given:
                found[each.name] = self._value(each.name, given[each.name], (*path, each.name))
            elif each.default is MISSING and each.default_factory is MISSING:
                place = self._document.place(path).key
                self._problems.append(messages.missing_key(place, each.name, _EXPECTED[each.name][1]))
        names = [each.name for each in known]
        for key in sorted(given.keys() - {*names}):
            place = self._document.place((*path, key)).key
            self._problems.append(messages.unknown_key(place, key, names))
        return make(**found) if len(self._problems) == before else None

    def _value(self, key: str, value: object, path: Path) -> object:
        try:
            match key:
                case "optional":
                    return self._parts(_table(value), path)
                case "layer":
                    return self.typed(Layer, fields(Layer), _table(value), path)
                case "difficulty":
                    return self.typed(Difficulty, fields(Difficulty), _table(value), path)
                case _:
                    return _READERS[_EXPECTED[key][0]](value)
        except _WrongKindError:
            self._problems.append(messages.wrong_kind(self._document.place(path).value, key, *_EXPECTED[key]))
            return None

    def _parts(self, given: Mapping[str, object], path: Path) -> Mapping[str, Optional | None]:
        optionals: dict[str, Optional | None] = {}
        for name, part in given.items():
            inside = (*path, name)
            if isinstance(part, dict):
                optionals[name] = self.typed(Optional, fields(Optional), part, inside)
            else:
                key = name if name in _EXPECTED else "optional"
                place = self._document.place(inside).value
                self._problems.append(messages.wrong_kind(place, key, *_EXPECTED[key]))
        return optionals


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _WrongKindError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _WrongKindError
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _WrongKindError
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _WrongKindError
    return tuple(map(_text, value))


def _range(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or [type(each) for each in value] != [int, int]:
        raise _WrongKindError
    return value[0], value[1]


def _names(value: object) -> Mapping[str, str]:
    return {key: _text(each) for key, each in _table(value).items()}


_READERS: Mapping[Message, Callable[[object], object]] = {
    messages.TAKES_TEXT: _text,
    messages.TAKES_TEXTS: _texts,
    messages.TAKES_NUMBERS: _range,
    messages.TAKES_FLAG: _flag,
    messages.TAKES_TABLE: _names,
}
