"""Renders mistakes as text; file names are relative to the current folder."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, ordered, render_all
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.source import Source
from lazaretto.rules.link.find_scenarios import manifest_head

ONE_REMEDY = frozenset({"W020"})
"""Warnings that the same command mends, whatever they name."""


def mistakes(found: Iterable[Diagnostic], sources: Mapping[str, Source], folder: Path) -> str:
    """Render every mistake of the scenario in a folder, those in its own files first, equal warnings once."""
    found = _once(ordered(found))
    itself = manifest_head(folder)
    name = itself.name if itself else folder.name

    def shown(file: str) -> str:
        start, _, rest = file.partition("/")
        return str(folder / rest) if start == name else file

    def moved(each: Diagnostic) -> Diagnostic:
        others = tuple((span._replace(file=shown(span.file)), words) for span, words in each.others)
        here = each.span._replace(file=shown(each.span.file))
        alike = tuple(span._replace(file=shown(span.file)) for span in each.alike)
        return replace(each, span=here, others=others, breaks=tuple(map(moved, each.breaks)), alike=alike)

    own = {
        shown(diagnostic.span.file) for diagnostic in found if diagnostic.span.file.partition("/")[0] == name
    }
    return render_all(map(moved, found), {shown(file): source for file, source in sources.items()}, own)


def _once(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return mistakes and warnings; of equal warnings the first one, with the places of the others."""
    groups: dict[object, list[Diagnostic]] = {}
    for number, diagnostic in enumerate(found):
        groups.setdefault(_sameness(diagnostic) if diagnostic.code[:1] == "W" else number, []).append(
            diagnostic
        )
    return tuple(
        replace(first, alike=tuple(other.span for other in others)) if others else first
        for first, *others in groups.values()
    )


def _sameness(each: Diagnostic) -> tuple[str, str]:
    if each.code in ONE_REMEDY and isinstance(each.message, MessageText):
        return each.code, each.message.message.key
    return each.code, f"{each.message}\n{each.help}"
