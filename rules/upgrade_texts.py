"""Rewrites texts of an older edition of the language where this one refuses them.

The first edition accepted names in patterns that nothing uses; this one wants `_` there.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from grammar.source import Span
from rules.arrangements import arrangements
from rules.build import link, parse_once
from rules.errors.checker_message_texts import UNUSED
from rules.link.read_scenario import read_pack

IGNORED = "_"


def upgraded(folder: Path, search: Sequence[Path] = ()) -> Mapping[Path, str]:
    """Return the new texts of a scenario's own files that must change; empty if it cannot be read."""
    pack, _, _ = read_pack(folder, search=search, partial=True)
    if pack is None:
        return {}
    own, parsing = f"{pack.manifest.name}/", parse_once()
    spans: dict[str, set[Span]] = {}
    texts: dict[str, str] = {}
    for arrangement in arrangements(pack):
        linked = link(folder, arrangement.switches, search, parsing=parsing)
        for mistake in linked.diagnostics:
            if mistake.code == UNUSED.code and mistake.span.file.startswith(own):
                spans.setdefault(mistake.span.file, set()).add(mistake.span)
                texts[mistake.span.file] = linked.sources[mistake.span.file].text
    return {folder / file.removeprefix(own): _rewritten(texts[file], spans[file]) for file in spans}


def _rewritten(text: str, spans: set[Span]) -> str:
    lines = text.split("\n")
    for span in sorted(spans, reverse=True):
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1] + IGNORED + line[span.end_column - 1 :]
    return "\n".join(lines)
