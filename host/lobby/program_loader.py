"""Loads the programs of scenarios on demand, and keeps the last few in a cache of what was used last."""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from lazaretto.host import messages as say
from lazaretto.host.settings.folders_played_from import KnownFolder, KnownFolders
from lazaretto.rules import Compiling, Program, Record, load
from lazaretto.rules.errors.did_you_mean import did_you_mean
from lazaretto.rules.link.find_scenarios import FoundScenario, manifest_head, places, scenarios
from lazaretto.rules.link.pack import Switch
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.run.compiled_game import SwitchInfo
from lazaretto.rules.tools.render_diagnostics import mistakes

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """At most `most` values by key; the least recently used one is dropped first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """The value, if it is still in the cache."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: Key, value: Value) -> None:
        """Add a value."""
        self._values[key] = value
        while len(self._values) > self._most:
            self._values.popitem(last=False)


KEPT = 4
"""How many programs are cached."""


class MissingError(Exception):
    """A program is missing or has mistakes; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The mistakes that prevent a scenario from being played."""

    messages: tuple[str, ...]
    """Each mistake as one sentence."""
    text: str
    """All mistakes with their places, as `lazaretto check` prints them."""


_Key = tuple[Path, frozenset[str]]


@dataclass(slots=True)
class _Loading:
    """A program that is being loaded."""

    lock: Lock = field(default_factory=Lock)
    wanted: int = 0
    """How many threads want it."""


class Programs:
    """The programs of all scenarios that are found; any thread may ask for them."""

    def __init__(self, paths: Sequence[Path] = (), known: KnownFolders | None = None) -> None:
        """Make the loader; without `known`, only the usual folders and `paths` count."""
        self.paths = tuple(paths)
        self._known = known
        self._kept: Recent[_Key, Program] = Recent(KEPT)
        self._loading: dict[_Key, _Loading] = {}
        self._changing = Lock()

    def scenarios(self) -> tuple[FoundScenario, ...]:
        """Every scenario that is found, without reading its rules."""
        return scenarios((*self.paths, *(folder.folder for folder in self._remembered())))

    def note(self, name: str, folder: Path) -> None:
        """Remember that a scenario was played from a folder that the player named."""
        if self._known is not None:
            self._known.note(name, folder, self.search(folder)[len(places()) :])

    def search(self, folder: Path) -> tuple[Path, ...]:
        """The folders to search for scenarios that the one in a folder uses."""
        own = folder.resolve()
        others = (known_folder.search for known_folder in self._remembered() if known_folder.folder == own)
        return places(tuple(dict.fromkeys((*self.paths, *next(others, ())))))

    def _remembered(self) -> tuple[KnownFolder, ...]:
        return () if self._known is None else self._known.all()

    def load(
        self,
        folder: Path,
        switches: frozenset[str] = frozenset(),
        again: bool = False,
        compiling: Compiling = Compiling.KEPT,
    ) -> Program | Faults:
        """The program of a folder or its mistakes; `again` reads the texts even if it is cached."""
        key = (folder.absolute(), switches)
        with self._alone(key):
            with self._changing:
                program = self._kept.get(key)
            if program is not None and not again:
                return program
            search = self.search(folder)
            loaded = load(folder, switches=switches, search=search, compiling=compiling, known=program)
            if loaded.program is None:
                text = mistakes(loaded.diagnostics, loaded.sources, folder)
                return Faults(tuple(diagnostic.message for diagnostic in loaded.diagnostics), text)
            with self._changing:
                self._kept.put(key, loaded.program)
            return loaded.program

    @contextmanager
    def _alone(self, key: _Key) -> Iterator[None]:
        """Make a second request for a program that is being loaded wait for the same result."""
        with self._changing:
            loading = self._loading.setdefault(key, _Loading())
            loading.wanted += 1
        try:
            with loading.lock:
                yield
        finally:
            with self._changing:
                loading.wanted -= 1
                if not loading.wanted:
                    del self._loading[key]

    def cached(self, folder: Path, switches: frozenset[str]) -> Program | None:
        """The program of a folder whose texts never change, if it need not be compiled.

        Raises:
            MissingError: it has mistakes.
        """
        found = self.load(folder, switches, compiling=Compiling.NEVER)
        if isinstance(found, Faults):
            if found.messages:
                raise MissingError(say.CANNOT_BE_PLAYED(scenario=folder.name, mistake=found.messages[0]))
            return None
        return found

    def playable(self, folder: Path, switches: frozenset[str], again: bool = False) -> Program:
        """The program of a folder.

        Raises:
            MissingError: it has mistakes.
        """
        program = self.load(folder, switches, again)
        if isinstance(program, Faults):
            raise MissingError(say.CANNOT_BE_PLAYED(scenario=folder.name, mistake=program.messages[0]))
        return program

    def of(self, record: Record, again: bool = False) -> Program:
        """The program that plays a record.

        Raises:
            MissingError: its scenario is not found or has mistakes.
        """
        return self.at(self.folder_of(record), record, again)

    def to_go_on(self, record: Record, folder: Path | None = None) -> Program:
        """The program that goes on with a record, read again; where it was found is remembered.

        Raises:
            MissingError: its scenario is not found or has mistakes.
        """
        path = folder or self.folder_of(record)
        program = self.at(path, record, again=True)
        self.note(program.name, path)
        return program

    def folder_of(self, record: Record) -> Path:
        """The folder of the scenario that a record names.

        If several have that name, it is the one whose texts are those of the record, or else the first.

        Raises:
            MissingError: there is none.
        """
        found_scenarios, remembered = scenarios(self.paths), self._remembered()
        folders = [scenario.folder for scenario in found_scenarios if scenario.name == record.scenario]
        known = {known_folder.folder for known_folder in folders_named(remembered, record.scenario)}
        folders += [
            known_folder.folder
            for known_folder in remembered
            if known_folder.folder in known - {*map(Path.resolve, folders)}
        ]
        if not folders:
            folders = [
                scenario.folder for scenario in found_scenarios if record.scenario in scenario.formerly
            ]
        if not folders:
            gone = [
                known_folder.folder for known_folder in remembered if known_folder.name == record.scenario
            ]
            if gone:
                raise MissingError(say.FOLDER_GONE(scenario=record.scenario, folder=gone[0]))
            names = [scenario.name for scenario in found_scenarios]
            help = did_you_mean(record.scenario, names, say.IN_ANOTHER_FOLDER())
            raise MissingError(say.NO_SCENARIO(scenario=record.scenario, help=help))
        if len(folders) == 1:
            return folders[0]
        return next((folder for folder in folders if self._has_texts_of(folder, record)), folders[0])

    def _has_texts_of(self, folder: Path, record: Record) -> bool:
        on, search = frozenset(record.switches), self.search(folder)
        pack, _, _ = read_pack(folder, switches=on, search=search)
        if pack is not None and (wanted := _switches(pack.switches, on)) != on:
            pack, _, _ = read_pack(folder, switches=wanted, search=search)
        return pack is not None and pack.digest == record.digest

    def at(self, folder: Path, record: Record, again: bool = False) -> Program:
        """The program of a folder with the parts of a record.

        Raises:
            MissingError: it has mistakes.
        """
        program = self.playable(folder, frozenset(record.switches), again)
        wanted = switches_of(program, record)
        return program if wanted == frozenset(record.switches) else self.playable(folder, wanted, again)


def folders_named(known: Sequence[KnownFolder], name: str) -> Iterator[KnownFolder]:
    """The remembered folders that hold a scenario of that name now."""
    for folder in known:
        there = manifest_head(folder.folder)
        if there is not None and there.name == name and not there.layer:
            yield folder


def switches_of(program: Program, record: Record) -> frozenset[str]:
    """The parts to switch on for a record; those with a leading `-` are switched off."""
    return _switches(program.switches, frozenset(record.switches))


def _switches(parts: Iterable[Switch | SwitchInfo], on: frozenset[str]) -> frozenset[str]:
    return on | {f"-{part.name}" for part in parts if part.default and part.name not in on}
