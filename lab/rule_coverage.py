"""Finds the rules that never ran in the games of a simulation.

The first games are played again with code that notes which rules run, so the result does not depend on what
played them. Bots that think do not think again: their answers are repeated.
"""

from collections.abc import Mapping

from lazaretto.grammar.source import Source
from lazaretto.lab.game_rows import Batch
from lazaretto.lab.series import Series, Setting
from lazaretto.rules import Program, load
from lazaretto.rules.backends import MARKED
from lazaretto.rules.backends.python.rule_marks import MarkedBackend


class RuleCoverage:
    """Which rules ran in the first games of a simulation."""

    def __init__(self, program: Program, sources: Mapping[str, Source], setting: Setting) -> None:
        self._own = f"{program.folder.name}/"
        self._program = program
        self._sources = sources
        self._setting = setting
        self._series = Series(program, setting, "python")
        self.looked = 0
        """How many games were played again."""
        self.seconds = 0.0
        """Processor time of these games."""

    @classmethod
    def of(cls, program: Program, setting: Setting) -> "RuleCoverage | None":
        """Compile a program once more; None if nobody wants it, or if its texts cannot be read any more."""
        if not setting.looked_at or program.read is None:
            return None
        switches, search = program.read
        found = load(program.folder, switches=switches, search=search, backend=MARKED)
        if found.program is None or found.program.digest != program.digest:
            return None
        return cls(found.program, found.sources, setting)

    def look(self, batch: Batch) -> None:
        """Play those games of a batch again that belong to the first ones."""
        self._series.given = batch.answers
        count = min(batch.first + batch.count, self._setting.looked_at) - batch.first
        if count > 0:
            again = self._series.play(batch.first, count)
            self.looked += len(again.rows)
            self.seconds += again.seconds

    def never_ran(self) -> list[str]:
        """Return the place and the first line of each rule that never ran, the scenario's own first.

        Actions are not among them: what nobody did is told by its label.
        """
        backend = self._program.machine.backend
        assert isinstance(backend, MarkedBackend)
        places = {(each.file, each.line) for each in backend.never_ran()}
        found = []
        for file, line in sorted(places, key=lambda place: (not place[0].startswith(self._own), *place)):
            text = self._sources[file].line(line).strip()
            if not text.startswith("action "):
                found.append(f"{file}:{line}  {text}")
        return found
