"""Judges whether a reader may see what something depends on."""

from enum import Enum

from lazaretto.rules.flow.facts import Facts
from lazaretto.rules.flow.labels import Argument, Atom, Chosen, Secret
from lazaretto.rules.flow.summaries import Reader, Target, Told
from lazaretto.rules.flow.terms import EVERYONE, OTHERS, UNKNOWN, Term, locals_in, mentions
from lazaretto.rules.flow.visibility import Sight, Visibility
from lazaretto.rules.model import tree


class Verdict(Enum):
    """Whether a reader may see something, or that the callers decide it."""

    FINE = "fine"
    OPEN = "open"
    LEAK = "leak"


def judge(
    atom: Atom, reader: Reader, facts: Facts, visibility: Visibility, parameters: frozenset[tree.Local]
) -> Verdict:
    """Judge one dependency, in a rule with these parameters."""
    if isinstance(atom, Argument):
        return Verdict.OPEN
    owner = atom.owner
    if isinstance(reader, Target):
        narrowed = _who_sees(reader, atom, facts, visibility)
        if narrowed is None:
            return Verdict.FINE
        reader = narrowed
    if isinstance(reader, Told):
        if isinstance(atom, Secret):
            seers = visibility.seers(atom.entity, atom.owner)
            if seers is not None and seers == reader.many:
                return Verdict.FINE
        reader = reader.one
    if isinstance(atom, Chosen):
        if reader == owner:
            return Verdict.FINE
        return Verdict.OPEN if mentions(reader, parameters) else Verdict.LEAK
    if reader in atom.seers:
        return Verdict.FINE
    sight = visibility.sees(reader, atom.entity, owner, facts)
    if sight is Sight.YES:
        return Verdict.FINE
    depends = mentions(owner, parameters) if owner is not None else False
    if sight is Sight.MAYBE:
        return Verdict.OPEN if depends or mentions(reader, parameters) else Verdict.FINE
    if (
        atom.entity.seen.word == "nobody"
        or reader == UNKNOWN
        or owner == OTHERS
        or _never_same(reader, owner)
    ):
        return Verdict.LEAK
    if mentions(reader, parameters) or (depends and reader != EVERYONE):
        return Verdict.OPEN
    return Verdict.LEAK


def _never_same(reader: Term, owner: Term | None) -> bool:
    """Whether two players differ whoever is meant, such as `player` and `next(player)`."""
    return owner is not None and reader != owner and locals_in(reader) == locals_in(owner) != set()


def _who_sees(target: Target, atom: Secret | Chosen, facts: Facts, visibility: Visibility) -> Term | None:
    """Return a reader for all who see a variable; None if all of them see what it depends on."""
    variable, owner = target
    if variable.seen.word == "nobody":
        return None
    if isinstance(atom, Secret):
        same = (
            visibility.seers(variable, owner) == visibility.seers(atom.entity, atom.owner)
            if variable.seen.players is not None
            else variable.seen.word == atom.entity.seen.word and owner == atom.owner
        )
        if same and atom.entity.seen.word == variable.seen.word:
            return None
    if visibility.sees(EVERYONE, variable, owner, facts) is not Sight.NO:
        return EVERYONE
    return UNKNOWN if owner is None else owner
