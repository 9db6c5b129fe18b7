"""Loads the programs of scenarios on demand and caches the last few."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from host import messages as say
from host.lru_cache import Recent
from rules import Program, Record, load
from rules.errors.did_you_mean import did_you_mean
from rules.find_scenarios import Found, places, scenarios
from rules.render_diagnostics import mistakes

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


class Programs:
    """The programs of all scenarios that are found."""

    def __init__(self, paths: Sequence[Path] = ()) -> None:
        self.paths = tuple(paths)
        self._kept: Recent[tuple[Path, frozenset[str]], Program] = Recent(KEPT)
        self._one_by_one = Lock()
        """Makes a second request for a program that is being compiled wait for the same result."""

    def scenarios(self) -> tuple[Found, ...]:
        """Every scenario that is found, without reading its rules."""
        return scenarios(self.paths)

    def load(
        self, folder: Path, switches: frozenset[str] = frozenset(), again: bool = False
    ) -> Program | Faults:
        """The program of a folder or its mistakes; `again` reads it even if it is cached."""
        key = (folder.absolute(), switches)
        with self._one_by_one:
            program = None if again else self._kept.get(key)
            if program is not None:
                return program
            loaded = load(folder, switches=switches, search=places(self.paths))
            if loaded.program is None:
                text = mistakes(loaded.diagnostics, loaded.sources, folder)
                return Faults(tuple(each.message for each in loaded.diagnostics), text)
            self._kept.put(key, loaded.program)
            return loaded.program

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
        found = self.scenarios()
        folder = next((each.folder for each in found if each.name == record.scenario), None)
        if folder is None:
            names = [each.name for each in found]
            help = did_you_mean(record.scenario, names, say.IN_ANOTHER_FOLDER())
            raise MissingError(say.NO_SCENARIO(scenario=record.scenario, help=help))
        return self.at(folder, record, again)

    def at(self, folder: Path, record: Record, again: bool = False) -> Program:
        """The program of a folder with the parts of a record.

        Raises:
            MissingError: it has mistakes.
        """
        program = self.playable(folder, frozenset(record.switches), again)
        wanted = switches_of(program, record)
        return program if wanted == frozenset(record.switches) else self.playable(folder, wanted, again)


def switches_of(program: Program, record: Record) -> frozenset[str]:
    """The parts to switch on for a record; those with a leading `-` are switched off."""
    on = frozenset(record.switches)
    return on | {f"-{each.name}" for each in program.switches if each.default and each.name not in on}
