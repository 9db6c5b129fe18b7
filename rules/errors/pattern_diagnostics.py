"""Creates the diagnostics about names in patterns."""

from collections.abc import Iterable

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.errors import checker_message_texts as said
from lazaretto.rules.errors.did_you_mean import either, nearest


def no_such_member(name: str, kind: str, members: Iterable[str], span: Span) -> Diagnostic:
    """A name in a pattern looks like a member, but no member of the parameter's kind has it."""
    near = nearest(name, members)
    help = said.NO_MEMBER_BUT(names=either(near)) if near else None
    return diagnose(said.NO_MEMBER, span, help, kind=kind, name=name)


def member_of_another_kind(name: str, other: str, kind: str, span: Span) -> Diagnostic:
    """A name in a pattern is a member of another kind than the parameter's."""
    return diagnose(said.OTHER_MEMBER, span, name=name, other=other, kind=kind)


def unused_pattern(name: str, members: Iterable[str], span: Span) -> Diagnostic:
    """A name in a pattern takes an argument that the rule never uses."""
    near = nearest(name, members)
    help = said.UNUSED_BUT(names=either(near)) if near else None
    return diagnose(said.UNUSED, span, help, name=name)
