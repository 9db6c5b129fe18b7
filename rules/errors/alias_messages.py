"""Message catalogue of aliases, with a function that fills each message about a line `alias OLD for NEW`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grammar.diagnostics import Diagnostic, diagnose
from grammar.message import Message
from grammar.source import Span
from rules.errors.did_you_mean import did_you_mean

if TYPE_CHECKING:
    from grammar import nodes  # a start from the cache needs no syntax trees

NO_SUCH = Message(
    "R080.unknown",
    "`{name}` is the new name of nothing",
    "after `for` stands the present name of something: `alias OLD for NEW`",
)
REMOVED = Message(
    "R080.removed", "`{name}` was removed, so that it needs no old name", "remove the line, too"
)
WAS_REMOVED = Message("R080.there", "removed here")
OTHER_SORT = Message(
    "R080.sort", "`{name}` is not what `{word}` says, but something else", "write `alias {old} for {name}`"
)
TWICE = Message("R080.twice", "`{name}` is already the old name of something", "an old name means one thing")
FIRST = Message("R080.first", "the first line is here")
CIRCLE = Message(
    "R080.circle", "the aliases of `{name}` lead back to it", "after `for` stands the newer name"
)
IN_USE = Message(
    "R080.used", "`{name}` still means something else, so that it cannot be an old name", "rename that, too"
)
BUILT_IN = Message(
    "R080.built_in",
    "`{name}` is built into the language, so that it cannot be an old name",
    "take the line out",
)
USER = Message("R080.user", "this is called so")
HALF_ATTRIBUTE = Message(
    "R080.attribute",
    "an attribute is named with its kind, before and after `for`",
    "write `alias KIND.OLD for KIND.NEW`",
)
NOT_LISTED = Message(
    "P034.unknown",
    "`{name}` is no part, no file and not the name of this scenario",
    'write `[alias]` and below it `old = "new"`, with the present name at the end',
)
ALREADY = Message(
    "P034.used", "`{name}` is still in use, so that it cannot be an old name", "choose one of both"
)
CLASH = Message(
    "P034.clash",
    "`{name}` is the old name of two things: `{one}` of `{scenario}` and `{other}` here",
    "take out one of the two lines",
)
RENAMED = Message("W020", "`{old}` is now called `{new}`", "`lazaretto fmt --upgrade` rewrites old names")
RENAMED_KIND = Message(
    "W020.kind",
    "the parameter `{old}` has its kind from its name, but that kind is now called `{kind}`",
    "write `{new}`; `lazaretto fmt --upgrade` rewrites old names",
)
HIDES_ALIAS = Message(
    "W020.hides",
    "`{old}` is also the old name of `{new}`, which older texts and records cannot use any more",
    "choose another name",
)


def no_such(node: "nodes.Alias", known: Iterable[str]) -> Diagnostic:
    """The new name means nothing."""
    help = did_you_mean(node.new.text, known) or None
    return diagnose(NO_SUCH, node.new.span, help, name=node.new.text)


def removed(node: "nodes.Alias", place: Span) -> Diagnostic:
    """The thing was removed by the scenario that says its old name."""
    return diagnose(REMOVED, node.new.span, None, ((place, WAS_REMOVED()),), name=node.new.text)


def other_sort(node: "nodes.Alias", word: "nodes.Name") -> Diagnostic:
    """The word before the names does not fit the thing."""
    return diagnose(OTHER_SORT, word.span, name=node.new.text, word=word.text, old=node.old.text)


def alias_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """An old name is given to two things, or twice to one."""
    return diagnose(TWICE, span, None, ((first, FIRST()),), name=name)


def alias_circle(name: str, span: Span) -> Diagnostic:
    """Two names are the old names of each other."""
    return diagnose(CIRCLE, span, name=name)


def alias_in_use(name: str, span: Span, other: Span) -> Diagnostic:
    """An old name is the present name of something else."""
    return diagnose(IN_USE, span, None, ((other, USER()),), name=name)


def alias_built_in(name: str, span: Span) -> Diagnostic:
    """An old name is a word of the language."""
    return diagnose(BUILT_IN, span, name=name)


def half_attribute(node: "nodes.Alias") -> Diagnostic:
    """Only one of both names has a kind."""
    bare = node.new if node.new_kind is None else node.old
    return diagnose(HALF_ATTRIBUTE, bare.span)
