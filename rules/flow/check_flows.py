"""Checks a linked game for secrets that its rules tell; only `lazaretto check` and tests ask for it.

A label says on which secrets a value depends (`rules/flow/read_secrets.py`), a summary says what a procedure
tells whom (`rules/flow/follow_statements.py`), and `rules/flow/visibility.py` decides whether a reader may
see it. It takes 0.1 s at most.

A leak is described in words, with the way that the secret takes, and reported at the line of the author's own
scenario that reads the secret, not where others tell it.
"""

from collections.abc import Iterable

from lazaretto.grammar.diagnostics import Diagnostic, diagnose, ordered
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.source import Span
from lazaretto.rules.build import Linked
from lazaretto.rules.flow import messages
from lazaretto.rules.flow.facts_from_conditions import EVERYONE
from lazaretto.rules.flow.find_leaks import Leak, find_leaks
from lazaretto.rules.flow.labels import Argument, Atom, Chosen, Secret
from lazaretto.rules.flow.scope import Mark, Reader, Target, Told, marks_in
from lazaretto.rules.flow.work_limit import MOST
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Seen, Variable


def _described(leak: Leak) -> Diagnostic:
    """Return the warning about a leak."""
    origin, sink = leak.origin, leak.sink
    secret, reader = _secret(leak.demand.atom), _reader(leak.demand.reader, leak.demand.atom)
    others: list[tuple[Span, str]] = []
    for word, name, span in origin.via:
        if span != origin.span:
            others.append((span, messages.WAYS[word](name=name)))
    if _inside(origin.span, sink.span) and sink.word in messages.HERE:
        message = messages.HERE[sink.word]
    else:
        many = reader.message in (messages.OTHER_PLAYERS, messages.PLAYERS)
        message = messages.AWAY if many else messages.AWAY_ONE
        others.append((sink.span, messages.THERE[sink.word]()))
    return diagnose(message, origin.span, None, tuple(others), secret=secret, reader=reader)


def _unused(mark: Mark) -> Diagnostic:
    """Return the warning about a mark without use."""
    return diagnose(messages.UNUSED, mark.node.span)


def _too_much(span: Span) -> Diagnostic:
    """Return the warning that not everything could be checked."""
    return diagnose(messages.TOO_MUCH, span)


def _inside(span: Span, outer: Span) -> bool:
    return span.file == outer.file and outer.line <= span.line <= outer.end_line


def _near(leak: Leak) -> bool:
    """Whether a rule tells a secret where it reads it."""
    return _inside(leak.origin.span, leak.sink.span)


def _secret(atom: Atom) -> MessageText:
    match atom:
        case Secret(entity, owner):
            if owner is None:
                return messages.SECRET(name=entity.name)
            if isinstance(owner, tree.Local):
                return messages.SECRET_OF(name=entity.name, owner=owner.word)
            return _owned(entity.name, owner)
        case Chosen(owner):
            return messages.CHOSEN(owner=owner.word if isinstance(owner, tree.Local) else "me")
        case Argument(local):
            return messages.SECRET(name=local.word)


def _owned(name: str, owner: object) -> MessageText:
    match owner:
        case ("variable", Variable(name=holder)):
            return messages.SECRET_OF(name=name, owner=holder)
        case _:
            return messages.SECRET_OF_SOMEBODY(name=name)


def _reader(reader: Reader, atom: Atom) -> MessageText:
    match reader:
        case Target(_, owner) if isinstance(owner, tree.Local):
            return messages.READER(name=owner.word)
        case tree.Local():
            return messages.READER(name=reader.word)
        case ("variable", Variable(name=name)):
            return messages.READER(name=name)
        case Told() | Target():
            return _unseeing(atom)
        case _ if reader == EVERYONE:
            hidden = isinstance(atom, Secret) and atom.entity.seen.word == "nobody"
            return messages.PLAYERS() if hidden else _unseeing(atom)
        case _:
            return messages.THAT_PLAYER()


def _unseeing(atom: Atom) -> MessageText:
    """Name those of all players who cannot see something that some of them see."""
    if not isinstance(atom, Secret) or not _all_but_owner(atom.entity.seen):
        return messages.OTHER_PLAYERS()
    return messages.READER(name=atom.owner.word) if isinstance(atom.owner, tree.Local) else messages.OWNER()


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


LEAK = "L001"
"""The code of a secret that is told."""
MOST_PLACES = 2
"""So many places in the files of others are shown for one line."""


def _at_own_lines(leaks: Iterable[Diagnostic], own: str) -> list[Diagnostic]:
    """Return leaks, those in the files of others once under each line of the scenario that causes them."""
    diagnostics: dict[tuple[Span, str], Diagnostic] = {}
    foreign: list[tuple[Span, Diagnostic]] = []
    for leak in leaks:
        mine = [span for span, _ in leak.others if _is_own(span, own)]
        if mine and not _is_own(leak.span, own):
            foreign.append((mine[-1], leak))
        else:
            diagnostics[leak.span, leak.message] = leak
    own_lines = {span: key for key in diagnostics if _is_own(span := key[0], own)}
    for span, leak in foreign:
        key = own_lines.setdefault(span, (span, leak.message))
        before = diagnostics.get(key)
        places = before.others if before is not None else ()
        if before is None or sum(not _is_own(place, own) for place, _ in places) < MOST_PLACES:
            before = before or leak
            others = (*places, (leak.span, str(messages.TOLD_HERE())))
            diagnostics[key] = Diagnostic(before.code, before.message, span, before.help, others)
    return list(diagnostics.values())


def _is_own(span: Span, own: str) -> bool:
    return span.file.startswith(f"{own}/")


def warnings_of(linked: Linked, own: str | None = None, most: int = MOST) -> tuple[Diagnostic, ...]:
    """Return the warnings about a linked game.

    With the name of a scenario, also about marks in its own modules that have no use. A layer has no such
    name: what it hides depends on the games that use it. `most` bounds the work.
    """
    if linked.checked is None or linked.diagnostics or linked.composed is None:
        return ()
    marks = marks_in(linked.composed.placed, linked.composed.aliases)
    leaks: dict[object, Leak] = {}
    world = linked.checked.world
    result = find_leaks(world, most)
    for leak in sorted(result.leaks, key=_order):
        if not _meant(leak, marks):
            entity = leak.demand.atom.entity if isinstance(leak.demand.atom, Secret) else None
            leaks.setdefault((leak.origin.span, entity), leak)
    diagnostics = [_described(each) for each in leaks.values()]
    if own is not None:
        diagnostics = _at_own_lines(diagnostics, own)
    if not result.complete:
        diagnostics.append(_too_much(world.procedures["game"].span))
    elif own is not None:
        diagnostics += [
            _unused(mark) for mark in marks if not mark.used and mark.node.span.file.startswith(f"{own}/")
        ]
    return ordered(diagnostics)


def _order(leak: Leak) -> tuple[object, ...]:
    return leak.origin.span, not _near(leak), leak.sink.span, leak.sink.word


def _meant(leak: Leak, marks: list[Mark]) -> bool:
    """Whether an author says that this is told on purpose, where it is read, passed on or told."""
    places = (leak.origin.span, leak.sink.span, *(way.span for way in leak.origin.via))
    found = [
        mark for mark in marks if mark.names(leak.demand.atom) and any(mark.covers(place) for place in places)
    ]
    for mark in found:
        mark.used = True
    return bool(found)
