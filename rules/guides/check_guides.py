"""Checks the guides in the folder of a scenario: reads each, and plays it from its start."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Source
from lazaretto.rules.errors.did_you_mean import did_you_mean, listed
from lazaretto.rules.guides import guide_messages as say
from lazaretto.rules.guides.guide import Guide
from lazaretto.rules.guides.guide_files import ENDING, guide_names
from lazaretto.rules.guides.play_guide import play_guide
from lazaretto.rules.guides.read_guide import WrittenGuide, read_guide
from lazaretto.rules.load_program import load
from lazaretto.rules.run.game_setup import Program


@dataclass(frozen=True, slots=True)
class CheckedGuide:
    """A guide that can be played, or its mistakes."""

    name: str
    file: str
    """The name of the file in mistakes."""
    guide: Guide | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source | None


def check_guides(folder: Path, scenario: str, search: Sequence[Path] = ()) -> Iterator[CheckedGuide]:
    """Yield every guide of a scenario that has no mistakes itself."""
    for name in guide_names(folder):
        read = read_guide(folder, scenario, name)
        found: Guide | tuple[Diagnostic, ...] = read.diagnostics
        if read.guide is not None:
            found = _played(folder, read.guide, search)
        guide, mistakes = (found, ()) if isinstance(found, Guide) else (None, found)
        yield CheckedGuide(name, f"{scenario}/{name}{ENDING}", guide, mistakes, read.source)


def mistakes_of_guides(
    folder: Path, scenario: str, search: Sequence[Path], sources: dict[str, Source]
) -> list[Diagnostic]:
    """Return the mistakes of all guides of a scenario; their texts are added to the sources."""
    checked = tuple(check_guides(folder, scenario, search))
    sources.update({each.file: each.source for each in checked if each.source is not None})
    return [mistake for each in checked for mistake in each.diagnostics]


def _played(folder: Path, written: WrittenGuide, search: Sequence[Path]) -> Guide | tuple[Diagnostic, ...]:
    plain = load(folder, search=search)
    if plain.program is None:
        return plain.diagnostics
    wrong = wrong_parts(plain.program, written)
    if wrong:
        return wrong
    program = plain.program
    if written.parts:
        loaded = load(folder, switches=frozenset(written.parts), search=search)
        if loaded.program is None:
            return loaded.diagnostics
        program = loaded.program
    return play_guide(program, written)


def wrong_parts(program: Program, written: WrittenGuide) -> tuple[Diagnostic, ...]:
    """Return a mistake for each part of a guide that the scenario does not have."""
    known = [each.name for each in program.switches]
    return tuple(
        diagnose(
            say.NO_PART,
            written.parts_span,
            did_you_mean(part, known) or (say.NO_PART.helped(names=listed(known)) if known else ""),
            part=part,
        )
        for part in written.parts
        if part not in known
    )
