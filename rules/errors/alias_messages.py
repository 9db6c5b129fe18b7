"""Message catalogue of aliases, with a function that fills each message about a line `alias OLD for NEW`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import Message
from lazaretto.grammar.source import Span
from lazaretto.rules.errors.did_you_mean import did_you_mean

if TYPE_CHECKING:
    from lazaretto.grammar import nodes  # a start from the cache needs no syntax trees

NO_SUCH = Message(
    "R080.unknown",
    "there is nothing called `{name}`",
    "write the current name after `for`: `alias OLD for NEW`",
)
REMOVED = Message(
    "R080.removed", "`{name}` was removed, so it cannot have an old name", "remove this line, too"
)
WAS_REMOVED = Message("R080.there", "removed here")
OTHER_SORT = Message("R080.sort", "`{name}` was not declared with `{word}`", "write `alias {old} for {name}`")
TWICE = Message(
    "R080.twice", "`{name}` is already the old name of something", "an old name can stand for only one thing"
)
FIRST = Message("R080.first", "the first line is here")
CIRCLE = Message("R080.circle", "the aliases of `{name}` lead back to it", "write the newer name after `for`")
IN_USE = Message(
    "R080.used",
    "`{name}` is still the name of something else, so it cannot be an old name",
    "rename that, too",
)
BUILT_IN = Message(
    "R080.built_in",
    "`{name}` is built into the language, so it cannot be an old name",
    "remove the line",
)
USER = Message("R080.user", "this has that name")
HALF_ATTRIBUTE = Message(
    "R080.attribute",
    "an attribute needs its kind, before and after `for`",
    "write `alias KIND.OLD for KIND.NEW`",
)
NOT_LISTED = Message(
    "P034.unknown",
    "`{name}` is not a part, a file or the name of this scenario",
    'write `[alias]` and below it `old = "new"`, where `new` is the current name',
)
ALREADY = Message(
    "P034.used",
    "`{name}` is still in use, so it cannot be an old name",
    "remove the alias, or rename what is called `{name}`",
)
CLASH = Message(
    "P034.clash",
    "`{name}` is the old name of two things: `{one}` of `{scenario}` and `{other}` here",
    "remove one of the two lines",
)
RENAMED = Message("W020", "`{old}` is now called `{new}`", "`lazaretto fmt --upgrade` rewrites old names")
RENAMED_KIND = Message(
    "W020.kind",
    "the parameter `{old}` gets its kind from its name, but that kind is now called `{kind}`",
    "write `{new}`; `lazaretto fmt --upgrade` rewrites old names",
)
TAKEN_HERE = Message(
    "W020.local",
    "`{old}` is now called `{new}`, but this rule calls something of its own `{new}`",
    "call that something else, and upgrade again",
)
HIDES_ALIAS = Message(
    "W020.hides",
    "`{old}` is also the old name of `{new}`; older texts and records can no longer use it for that",
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
