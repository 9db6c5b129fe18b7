"""Finds the option by which a scenario sets how hard it is."""

from collections.abc import Sequence
from pathlib import Path

from lazaretto.grammar.source import Span
from lazaretto.rules.link.find_scenarios import find_scenario
from lazaretto.rules.link.manifest import Difficulty, Manifest, read_manifest
from lazaretto.rules.link.safe_files import FILE, read_file
from lazaretto.rules.link.toml_positions import read_toml


def difficulty_of(folder: Path, search: Sequence[Path]) -> Difficulty | None:
    """Return the option for the difficulty: that of the scenario, or of the first it uses that has one."""
    seen: set[Path] = set()
    waiting = [folder]
    while waiting:
        each = waiting.pop(0)
        manifest = None if each in seen else _manifest(each)
        seen.add(each)
        if manifest is None:
            continue
        if manifest.difficulty is not None:
            return manifest.difficulty
        paths = (find_scenario(name, search)[0] for name in manifest.uses)
        waiting[:0] = [used for used in paths if used is not None]
    return None


def _manifest(folder: Path) -> Manifest | None:
    source, _ = read_file(folder, FILE, FILE, Span(FILE, 1, 1, 1, 1))
    document = read_toml(source)[0] if source is not None else None
    return read_manifest(document)[0] if document is not None else None
