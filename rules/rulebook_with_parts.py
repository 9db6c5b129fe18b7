"""Builds the rulebook of a whole scenario: of the game as it is played by default, and of each optional part."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rules.load_program import load
from rules.run import rulebook_messages as messages
from rules.run.game_setup import Program
from rules.run.rulebook_sections import sections
from rules.run.rulebook_types import Chapter


def rulebook_with_parts(program: Program, folder: Path, search: Sequence[Path]) -> tuple[Chapter, ...]:
    """Return the rulebook of a game, and after it the sections of rules of the parts that are off.

    A part that cannot be added to the game as it is stays out.
    """
    chapters = list(program.rulebook())
    tables = program.machine.tables
    told = {each.file for each in tables.modules}
    on = frozenset(tables.switched)
    for switch in tables.switches:
        if switch.name in on:
            continue
        added = load(folder, switches=on | {switch.name}, search=search).program
        if added is None:
            continue
        more = {each.file for each in added.machine.tables.modules} - told
        for chapter in sections(added.machine.tables, (), more):
            title = messages.PART(title=chapter.title, part=switch.title)
            chapters.append(replace(chapter, title=title))
        told |= more
    return tuple(chapters)
