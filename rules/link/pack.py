"""Holds what is read from a scenario's folder: its texts, and after parsing its rows and outlines."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, ordered
from lazaretto.grammar.node_dataclass import changed, value
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.link.manifest import Manifest
from lazaretto.rules.link.nameable_modules import NO_SCENARIOS, Naming, Sections
from lazaretto.rules.link.old_name_use import OldName
from lazaretto.rules.link.read_coastlines import Coast, read_coast
from lazaretto.rules.link.read_tables import Row, parse_table
from lazaretto.rules.link.toml_positions import Document


@value
class Switch:
    """An optional part of a scenario, and whether it is enabled."""

    name: str
    scenario: str
    title: str
    default: bool
    on: bool
    span: Span
    """Its name in the manifest."""


@value
class Pack:
    """All texts and rows of a scenario in link order: those of used scenarios come first."""

    manifest: Manifest
    folder: Path
    texts: tuple[tuple[str, Source], ...]
    """The name of each module, with its scenario, and its text."""
    switches: tuple[Switch, ...]
    players: tuple[int, int]
    """The minimum and maximum number of players for the scenario with all enabled parts."""
    digest: str
    """A hash of names, contents and switches, equal on every machine."""
    rows: tuple[Row, ...] = ()
    coast: Coast = ()
    """The outlines behind the map."""
    gaps: bool = False
    """Whether rows are missing, because a table could not be read."""
    folders: tuple[Path, ...] = ()
    """The folders of the scenario and of those it uses."""
    naming: Naming = NO_SCENARIOS
    """What names of modules can mean."""
    sections: Sections = field(default_factory=dict)
    """The sections of the rulebook."""
    layers: frozenset[str] = frozenset()
    """The layers that it builds on; what their modules say of themselves is meant for authors of games."""
    old_names: tuple[OldName, ...] = ()
    """Where manifests use old names of scenarios, files and parts."""
    former_parts: Mapping[str, str] = field(default_factory=dict)
    """The present name for each old name of an optional part."""
    uses: Mapping[str, Span] = field(default_factory=dict)
    """Where its manifest names the scenarios that it and its parts use."""
    tests: tuple[tuple[str, Source], ...] = ()
    """The texts of tests beside modules and whole scenarios, by the name of the module; if asked for."""


@value
class Texts:
    """The texts of a scenario and of those it uses; its tables and outlines are not parsed yet."""

    pack: Pack | None
    """The pack without rows and outlines; None if a manifest has mistakes."""
    tables: tuple[Source, ...]
    outlines: Source | None
    problems: tuple[Diagnostic, ...]
    sources: dict[str, Source]
    manifest: Document | None = None
    """The manifest of the scenario as it was read."""

    @property
    def digest(self) -> str | None:
        """The digest of the scenario; None if something cannot be read."""
        return None if self.pack is None or self.problems else self.pack.digest

    def parsed(self, partial: bool = False) -> tuple[Pack | None, tuple[Diagnostic, ...], dict[str, Source]]:
        """Parse tables and outlines; if there are mistakes, the pack is None.

        With `partial` the pack is returned despite mistakes in tables and outlines, because all texts are
        still readable.
        """
        if self.pack is None:
            return None, self.problems, self.sources
        rows: list[Row] = []
        wrong: list[Diagnostic] = []
        for table in self.tables:
            found, problems = parse_table(table)
            rows += found
            wrong += problems
        coast, unclear = read_coast(self.outlines) if self.outlines is not None else ((), ())
        problems = ordered((*self.problems, *wrong, *unclear))
        if self.problems or (problems and not partial):
            return None, problems, self.sources
        pack = changed(self.pack, rows=tuple(rows), coast=coast, gaps=bool(wrong), uses=self._uses())
        return pack, problems, self.sources

    def _uses(self) -> dict[str, Span]:
        if self.pack is None or self.manifest is None:
            return {}
        return {
            name: self.manifest.place((*path, number)).value
            for path, names in self.pack.manifest.all_uses()
            for number, name in enumerate(names)
        }
