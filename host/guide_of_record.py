"""Finds the guide that a recorded game began with."""

from lazaretto.rules import Program, Record
from lazaretto.rules.guides.guide import Guide
from lazaretto.rules.guides.guide_files import guide_names
from lazaretto.rules.guides.play_guide import play_guide
from lazaretto.rules.guides.read_guide import read_guide


def guide_of(program: Program, record: Record) -> Guide | None:
    """The guide of a record; None if it is gone, has mistakes, or belongs to another game by now."""
    if record.guide not in guide_names(program.folder):
        return None
    written = read_guide(program.folder, program.name, record.guide).guide
    if written is None or (written.seed, written.players) != (record.seed, record.players):
        return None
    found = play_guide(program, written)
    return found if isinstance(found, Guide) else None
