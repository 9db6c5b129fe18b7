"""Builds the rulebook of a whole scenario: of the game as it is played, and of each optional part."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from lazaretto.rules.link.read_scenario import read_texts
from lazaretto.rules.load_program import load
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run.compiled_game import SwitchInfo
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.run.players_rulebook import Chapter, sections


def rulebook_with_parts(program: Program, folder: Path, search: Sequence[Path]) -> tuple[Chapter, ...]:
    """Return the rulebook of a game, and after it the sections of rules of the parts that are off.

    A part that cannot be added to the game as it is stays out.
    """
    parts = _Parts(program, folder, search)
    return (*program.rulebook(), *(chapter for group in parts.groups() for chapter in parts.chapters(group)))


class _Parts:
    """The optional parts of a scenario that a game is played without."""

    def __init__(self, program: Program, folder: Path, search: Sequence[Path]) -> None:
        tables = program.machine.tables
        self._on = frozenset(tables.switched)
        self._off = [switch for switch in tables.switches if switch.name not in self._on]
        self._folder, self._search = folder, search
        self._told = {module.file for module in tables.modules}

    def _files(self, parts: Sequence[SwitchInfo]) -> set[str]:
        """Return the files of rules that parts add to the game; none if they do not go together."""
        names = self._on | {part.name for part in parts}
        texts = read_texts(self._folder, switches=names, search=self._search)
        if texts.pack is None or texts.problems:
            return set()
        return {source.name for _, source in texts.pack.texts} - self._told

    def groups(self) -> list[list[SwitchInfo]]:
        """Return the parts in groups that go together, so that each group is compiled once."""
        found: list[list[SwitchInfo]] = []
        for part in self._off:
            fitting = (group for group in found if self._files([*group, part]) > self._files(group))
            group = next(fitting, None)
            if group is not None:
                group.append(part)
            elif self._files([part]):
                found.append([part])
        return found

    def chapters(self, group: Sequence[SwitchInfo]) -> Iterator[Chapter]:
        """Yield the sections of a group of parts, each with the title of its part."""
        names = self._on | {switch.name for switch in group}
        program = load(self._folder, switches=names, search=self._search).program
        if program is None:
            return
        for part in group:
            files = self._files([part])
            for chapter in sections(program.machine.tables, (), files):
                yield replace(chapter, title=messages.PART(title=chapter.title, part=part.title))
            self._told |= files
