"""Rewrites texts of an older edition of the language, or of an older edition of the game that they change.

The first edition accepted names in patterns that nothing uses; this one wants `_` there. Old names of things
become the present ones.
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
from rules.warn.old_names import old_names

IGNORED = "_"


@dataclass(slots=True)
class Upgrade:
    """What is to be rewritten in one file, and what only its author can decide."""

    source: Source
    edits: dict[Span, tuple[str, str]] = field(default_factory=dict)
    """What stands at a place, and what to write there."""
    doubtful: dict[Span, Diagnostic] = field(default_factory=dict)
    """Names that may be misspelt members."""

    @property
    def text(self) -> str:
        """The new text."""
        lines = self.source.text.split("\n")
        for span, (old, new) in sorted(self.edits.items(), reverse=True):
            line, start = lines[span.line - 1], span.column - 1
            lines[span.line - 1] = line[:start] + line[start:].replace(old, new, 1)
        return "\n".join(lines)

    @property
    def lines(self) -> list[int]:
        """The numbers of the lines that change."""
        return sorted({span.line for span in self.edits})


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
            upgrade = found.setdefault(folder / file.removeprefix(own), Upgrade(linked.sources[file]))
            if _may_be_misspelt(mistake):
                upgrade.doubtful[mistake.span] = mistake
            else:
                upgrade.edits[mistake.span] = _written(linked.sources[file], mistake.span), IGNORED
        for each in old_names(linked, pack):
            file = each.span.file
            if file.startswith(own):
                upgrade = found.setdefault(folder / file.removeprefix(own), Upgrade(linked.sources[file]))
                upgrade.edits[each.span] = each.old, each.new
    return found


def _written(source: Source, span: Span) -> str:
    return source.line(span.line)[span.column - 1 : span.end_column - 1]


def _may_be_misspelt(mistake: Diagnostic) -> bool:
    return isinstance(mistake.help, MessageText) and mistake.help.message == UNUSED_BUT
