"""Creates the diagnostics about names in a manifest that clash with others or come from elsewhere."""

from collections.abc import Sequence

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.errors.did_you_mean import listed
from lazaretto.rules.link.messages import EXCLUDED, NOT_USED, OPTION_TOO, PARTS_APART, THE_OPTION


def not_used(span: Span, name: str, scenario: str) -> Diagnostic:
    """A list places a module of a scenario that is not used."""
    return diagnose(NOT_USED, span, name=name, scenario=scenario)


def excluded(span: Span, one: str, other: str) -> Diagnostic:
    """Two enabled parts exclude each other."""
    return diagnose(EXCLUDED, span, one=one, other=other)


def option_too(span: Span, name: str, option: Span) -> Diagnostic:
    """An optional part has the name of an option."""
    return diagnose(OPTION_TOO, span, None, ((option, THE_OPTION()),), name=name)


def parts_apart(span: Span, names: Sequence[str], broken: Sequence[Diagnostic]) -> Diagnostic:
    """Optional parts make mistakes only if all of them are on."""
    *others, last = names
    made = diagnose(PARTS_APART, span, name=last, others=listed(others), first=others[0])
    return Diagnostic(made.code, made.message, span, made.help, breaks=tuple(broken))
