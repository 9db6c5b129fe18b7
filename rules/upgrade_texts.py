"""Rewrites texts of an older edition of the language where this one refuses them.

The first edition accepted names in patterns that nothing uses; this one wants `_` there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grammar.diagnostics import Diagnostic
from grammar.message import MessageText
from grammar.source import Source, Span
from rules.arrangements import arrangements
from rules.build import link, parse_once
from rules.errors.checker_message_texts import UNUSED, UNUSED_BUT
from rules.link.read_scenario import read_pack

IGNORED = "_"


@dataclass(slots=True)
class Upgrade:
    """What is to be rewritten in one file, and what only its author can decide."""

    source: Source
    spans: set[Span] = field(default_factory=set)
    doubtful: dict[Span, Diagnostic] = field(default_factory=dict)
    """Names that may be misspelt members."""

    @property
    def text(self) -> str:
        """The new text."""
        lines = self.source.text.split("\n")
        for span in sorted(self.spans, reverse=True):
            line = lines[span.line - 1]
            lines[span.line - 1] = line[: span.column - 1] + IGNORED + line[span.end_column - 1 :]
        return "\n".join(lines)

    @property
    def lines(self) -> list[int]:
        """The numbers of the lines that change."""
        return sorted({span.line for span in self.spans})


def upgrades(folder: Path, search: Sequence[Path] = ()) -> dict[Path, Upgrade] | None:
    """Return what must change in a scenario's own files; None if the scenario cannot be read."""
    pack, _, _ = read_pack(folder, search=search, partial=True)
    if pack is None:
        return None
    own, parsing = f"{pack.manifest.name}/", parse_once()
    found: dict[Path, Upgrade] = {}
    for arrangement in arrangements(pack):
        linked = link(folder, arrangement.switches, search, parsing=parsing)
        for mistake in linked.diagnostics:
            file = mistake.span.file
            if mistake.code != UNUSED.code or not file.startswith(own):
                continue
            source = linked.sources[file]
            upgrade = found.setdefault(folder / file.removeprefix(own), Upgrade(source))
            if _may_be_misspelt(mistake):
                upgrade.doubtful[mistake.span] = mistake
            else:
                upgrade.spans.add(mistake.span)
    return found


def _may_be_misspelt(mistake: Diagnostic) -> bool:
    return isinstance(mistake.help, MessageText) and mistake.help.message == UNUSED_BUT
