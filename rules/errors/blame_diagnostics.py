"""Creates the diagnostics about lines of a mod that break the texts of others."""

from collections.abc import Sequence

from grammar.diagnostics import Diagnostic, diagnose
from grammar.source import Span
from rules.errors.checker_message_variants import BLAMED


def blame(word: str, name: str, span: Span, broken: Sequence[Diagnostic]) -> Diagnostic:
    """A declaration of a mod causes mistakes in the files of others; `BLAMED` lists what it may do."""
    made = diagnose(BLAMED[word], span, name=name)
    return Diagnostic(made.code, made.message, span, made.help, breaks=tuple(broken))
