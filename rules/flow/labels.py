"""Labels: which secrets a value depends on, and where the rule reads each of them."""

from typing import NamedTuple

from lazaretto.grammar.source import Span
from lazaretto.rules.flow.facts_from_conditions import Term
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile, Variable


class Secret(NamedTuple):
    """A pile, attribute or variable that not everybody sees."""

    entity: Pile | Variable
    owner: Term | None
    """Whose it is; None if it belongs to the whole game."""
    seers: frozenset[Term] = frozenset()
    """Players who are known to see it where it is read."""


class Argument(NamedTuple):
    """Whatever a parameter's value depends on; only a call can tell."""

    local: tree.Local


class Chosen(NamedTuple):
    """What a player has chosen from a menu whose choices the others do not see."""

    owner: Term


Atom = Secret | Argument | Chosen


class Origin(NamedTuple):
    """Where a rule reads a secret, and through which values it gets there."""

    span: Span
    via: tuple["Way", ...] = ()


class Way(NamedTuple):
    """A step on the way of a secret: `word` is one of the catalogue."""

    word: str
    name: str
    span: Span


Label = dict[Atom, Origin]
"""The secrets on which a value depends; never changed once it is made."""

NOTHING: Label = {}


def union(*labels: Label) -> Label:
    """Return everything that some labels hold."""
    found = [label for label in labels if label]
    if not found:
        return NOTHING
    if len(found) == 1:
        return found[0]
    made: Label = {}
    for each in found:
        for atom, origin in each.items():
            made.setdefault(atom, origin)
    return made


def through(label: Label, name: str, span: Span) -> Label:
    """Return a label with the call of a value on its way."""
    return {
        atom: origin
        if isinstance(atom, Argument)
        else Origin(span, (Way("through", name, origin.span), *origin.via))
        for atom, origin in label.items()
    }


def in_change(label: Label, change: tree.ChangeRule) -> Label:
    """Return a label with a change of a value on its way."""
    return {
        atom: origin
        if isinstance(atom, Argument)
        else Origin(change.span, (*origin.via, Way("read", "", origin.span)))
        for atom, origin in label.items()
    }


def also_seen_by(label: Label, readers: frozenset[Term]) -> Label:
    """Return a label whose secrets some more players are known to see."""
    if not readers or not label:
        return label
    return {
        atom._replace(seers=atom.seers | readers) if isinstance(atom, Secret) else atom: origin
        for atom, origin in label.items()
    }
