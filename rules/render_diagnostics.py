"""Renders mistakes as text; file names are relative to the current folder."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from grammar.diagnostics import Diagnostic, render_all
from grammar.source import Source
from rules.link.scenario_by_name import standing


def mistakes(found: Iterable[Diagnostic], sources: Mapping[str, Source], folder: Path) -> str:
    """Render every mistake of the scenario in a folder, those in its own files first."""
    found = tuple(found)
    itself = standing(folder)
    name = itself.name if itself else folder.name

    def shown(file: str) -> str:
        start, _, rest = file.partition("/")
        return str(folder / rest) if start == name else file

    def moved(each: Diagnostic) -> Diagnostic:
        others = tuple((span._replace(file=shown(span.file)), words) for span, words in each.others)
        here = each.span._replace(file=shown(each.span.file))
        return replace(each, span=here, others=others, breaks=tuple(map(moved, each.breaks)))

    own = {shown(each.span.file) for each in found if each.span.file.partition("/")[0] == name}
    return render_all(map(moved, found), {shown(file): source for file, source in sources.items()}, own)
