"""Programs of scenarios, loaded when they are asked for; the last few stay at hand."""

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
"""Programs that are kept at hand."""


class MissingError(Exception):
    """There is no such program; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What keeps a scenario from being played."""

    messages: tuple[str, ...]
    """Each mistake in one sentence."""
    text: str
    """All of them with their places, as they are printed when a scenario is checked."""


class Programs:
    """The programs of all scenarios that are found."""

    def __init__(self, paths: Sequence[Path] = ()) -> None:
        self.paths = tuple(paths)
        self._kept: Recent[tuple[Path, frozenset[str]], Program] = Recent(KEPT)
        self._one_by_one = Lock()
        """Who asks for what somebody else is compiling waits, and gets the same."""

    def scenarios(self) -> tuple[Found, ...]:
        """Every scenario there is; their rules are not read."""
        return scenarios(self.paths)

    def load(
        self, folder: Path, switches: frozenset[str] = frozenset(), again: bool = False
    ) -> Program | Faults:
        """The program of a folder or its mistakes; `again` reads it even if it is at hand."""
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
        program = self.playable(folder, frozenset(record.switches), again)
        wanted = switches_of(program, record)
        return program if wanted == frozenset(record.switches) else self.playable(folder, wanted, again)


def switches_of(program: Program, record: Record) -> frozenset[str]:
    """The parts to switch on for a record, and with a `-` in front those to switch off."""
    on = frozenset(record.switches)
    return on | {f"-{each.name}" for each in program.switches if each.default and each.name not in on}
