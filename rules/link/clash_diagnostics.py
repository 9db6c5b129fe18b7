"""Creates the diagnostics about names in a manifest that clash with others or come from elsewhere."""

from grammar.diagnostics import Diagnostic, diagnose
from grammar.source import Span
from rules.link.messages import NOT_USED, OPTION_TOO, THE_OPTION


def not_used(span: Span, name: str, scenario: str) -> Diagnostic:
    """A list places a module of a scenario that is not used."""
    return diagnose(NOT_USED, span, name=name, scenario=scenario)


def option_too(span: Span, name: str, option: Span) -> Diagnostic:
    """An optional part has the name of an option."""
    return diagnose(OPTION_TOO, span, None, ((option, THE_OPTION()),), name=name)
