"""Reports a leak at the line of the author's own scenario that reads the secret, not where others tell it."""

from collections.abc import Iterable

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.source import Span
from lazaretto.rules.flow import messages

MOST_PLACES = 2
"""So many places in the files of others are shown for one line."""


def at_own_lines(leaks: Iterable[Diagnostic], own: str) -> list[Diagnostic]:
    """Return leaks, those in the files of others once under each line of the scenario that causes them."""
    found: dict[tuple[Span, str], Diagnostic] = {}
    foreign: list[tuple[Span, Diagnostic]] = []
    for leak in leaks:
        mine = [span for span, _ in leak.others if _is_own(span, own)]
        if mine and not _is_own(leak.span, own):
            foreign.append((mine[-1], leak))
        else:
            found[leak.span, leak.message] = leak
    own_lines = {span: key for key in found if _is_own(span := key[0], own)}
    for span, leak in foreign:
        key = own_lines.setdefault(span, (span, leak.message))
        before = found.get(key)
        places = before.others if before is not None else ()
        if before is None or sum(not _is_own(each, own) for each, _ in places) < MOST_PLACES:
            before = before or leak
            others = (*places, (leak.span, str(messages.TOLD_HERE())))
            found[key] = Diagnostic(before.code, before.message, span, before.help, others)
    return list(found.values())


def _is_own(span: Span, own: str) -> bool:
    return span.file.startswith(f"{own}/")
