"""Says in words what a rule tells to whom, with the way that the secret takes."""

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.source import Span
from lazaretto.rules.flow import messages as said
from lazaretto.rules.flow.find_leaks import Leak
from lazaretto.rules.flow.labels import Argument, Atom, Chosen, Secret
from lazaretto.rules.flow.marks import Mark
from lazaretto.rules.flow.summaries import Reader, Target, Told
from lazaretto.rules.flow.terms import EVERYONE
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Seen, Variable


def described(leak: Leak) -> Diagnostic:
    """Return the warning about a leak."""
    origin, sink = leak.origin, leak.sink
    secret, reader = _secret(leak.demand.atom), _reader(leak.demand.reader, leak.demand.atom)
    others: list[tuple[Span, str]] = []
    for word, name, span in origin.via:
        if span != origin.span:
            others.append((span, said.WAYS[word](name=name)))
    if _inside(origin.span, sink.span) and sink.word in said.HERE:
        message = said.HERE[sink.word]
    else:
        many = reader.message in (said.OTHER_PLAYERS, said.PLAYERS)
        message = said.AWAY if many else said.AWAY_ONE
        others.append((sink.span, said.THERE[sink.word]()))
    return diagnose(message, origin.span, None, tuple(others), secret=secret, reader=reader)


def unused(mark: Mark) -> Diagnostic:
    """Return the warning about a mark without use."""
    return diagnose(said.UNUSED, mark.node.span)


def too_much(span: Span) -> Diagnostic:
    """Return the warning that not everything could be checked."""
    return diagnose(said.TOO_MUCH, span)


def _inside(span: Span, outer: Span) -> bool:
    return span.file == outer.file and outer.line <= span.line <= outer.end_line


def near(leak: Leak) -> bool:
    """Whether a rule tells a secret where it reads it."""
    return _inside(leak.origin.span, leak.sink.span)


def _secret(atom: Atom) -> MessageText:
    match atom:
        case Secret(entity, owner):
            if owner is None:
                return said.SECRET(name=entity.name)
            if isinstance(owner, tree.Local):
                return said.SECRET_OF(name=entity.name, owner=owner.word)
            return _owned(entity.name, owner)
        case Chosen(owner):
            return said.CHOSEN(owner=owner.word if isinstance(owner, tree.Local) else "me")
        case Argument(local):
            return said.SECRET(name=local.word)


def _owned(name: str, owner: object) -> MessageText:
    match owner:
        case ("variable", Variable(name=holder)):
            return said.SECRET_OF(name=name, owner=holder)
        case _:
            return said.SECRET_OF_SOMEBODY(name=name)


def _reader(reader: Reader, atom: Atom) -> MessageText:
    match reader:
        case Target(_, owner) if isinstance(owner, tree.Local):
            return said.READER(name=owner.word)
        case tree.Local():
            return said.READER(name=reader.word)
        case ("variable", Variable(name=name)):
            return said.READER(name=name)
        case Told() | Target():
            return _unseeing(atom)
        case _ if reader == EVERYONE:
            hidden = isinstance(atom, Secret) and atom.entity.seen.word == "nobody"
            return said.PLAYERS() if hidden else _unseeing(atom)
        case _:
            return said.THAT_PLAYER()


def _unseeing(atom: Atom) -> MessageText:
    """Name those of all players who cannot see something that some of them see."""
    if not isinstance(atom, Secret) or not _all_but_owner(atom.entity.seen):
        return said.OTHER_PLAYERS()
    return said.READER(name=atom.owner.word) if isinstance(atom.owner, tree.Local) else said.OWNER()


def _all_but_owner(seen: Seen) -> bool:
    """Whether only the owner cannot see something: `those other in Player where other != this`."""
    match seen.players:
        case tree.Quantifier(
            word="those",
            set=tree.KindSet(),
            variable=variable,
            where=tree.Operation("!=", (tree.LocalValue(local=one), tree.LocalValue(local=other))),
        ):
            return {one, other} == {variable, seen.this}
        case _:
            return False
