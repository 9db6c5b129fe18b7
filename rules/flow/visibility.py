"""Decides who sees what, as far as texts tell, and judges whether a reader may see what something depends on.

It knows `seen by`, and what conditions have established.
"""

from collections.abc import Iterator, Mapping
from enum import Enum, IntEnum
from typing import Any

from lazaretto.rules.flow.facts_from_conditions import (
    EVERYONE,
    OTHERS,
    UNKNOWN,
    Facts,
    Term,
    Terms,
    assumed,
    equal,
    equality,
    holds,
    locals_in,
    membership,
    mentions,
    next_of,
    term_of,
)
from lazaretto.rules.flow.labels import Argument, Atom, Chosen, Secret
from lazaretto.rules.flow.scope import Reader, Target, Told
from lazaretto.rules.flow.work_limit import spend
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile, Variable
from lazaretto.rules.model.tree_walk import walk

DEEPEST = 12
"""How deeply values are followed into values."""


class Sight(IntEnum):
    """Whether somebody sees something; `MAYBE` counts as yes until a fact says otherwise."""

    NO = 0
    MAYBE = 1
    YES = 2


class Visibility:
    """Decides who sees what; `bound` holds the locals that run over a set."""

    def __init__(self, bound: set[tree.Local]) -> None:
        self.bound = bound
        self.several = False
        """Whether at least two players take part, so that the next player is somebody else."""
        self._known: dict[object, tuple[Sight, Facts]] = {}
        """What was decided before; it holds on to the facts, so that no others get the same identity."""
        self._spoken: dict[tuple[int, tree.Local], bool] = {}

    def sees(self, reader: Term, entity: Pile | Variable, owner: Term | None, facts: Facts) -> Sight:
        """Whether a player sees an entity of an owner, given some facts."""
        seen = entity.seen
        if seen.word == "all":
            return Sight.YES
        if isinstance(reader, tuple) and reader[0] == "value":
            ways = self._alternatives(reader, facts)
            return min(self.sees(one, entity, owner, given) for one, given in ways)
        if seen.word == "nobody" or reader in (OTHERS, UNKNOWN):
            return Sight.NO
        if reader == owner or (owner is not None and facts.get(equality(reader, owner))):
            reader = owner
        if seen.players is None or seen.word == "owner":
            return Sight.YES if reader == owner else Sight.NO
        key = reader, entity, owner, id(facts)
        found = self._known.get(key)
        if found is None:
            known: Terms = {seen.this: owner} if seen.this is not None and owner is not None else {}
            given = facts
            if self.several and owner is not None and _are_neighbours(reader, owner, facts):
                given = {**facts, equality(reader, owner): False}
            sight = self._member(reader, seen.players, known, given, self._strict(owner), 0)
            found = self._known[key] = sight, facts
        return found[0]

    def _alternatives(self, reader: tuple[Any, ...], facts: Facts) -> Iterator[tuple[Term, Facts]]:
        """Yield whom a value may name, each with the facts under which it does."""
        rule: tree.ValueRule = reader[1]
        known: Terms = dict(zip(rule.parameters, reader[2:], strict=True))
        for change in rule.changes:
            given = facts
            for condition in change.conditions:
                given = assumed(condition, True, known, given)
            term = term_of(change.value, known)
            yield (UNKNOWN if term is None or term == reader else term), given
            if len(change.conditions) == 1 and change.players is None:
                facts = assumed(change.conditions[0], False, known, facts)
        term = term_of(rule.base, known)
        yield (UNKNOWN if term is None or term == reader else term), facts

    def seers(self, entity: Pile | Variable, owner: Term | None) -> Term | None:
        """Return the term of the set of players who see an entity."""
        seen = entity.seen
        if seen.players is None:
            return None
        return term_of(
            seen.players, {seen.this: owner} if seen.this is not None and owner is not None else {}
        )

    def _strict(self, owner: Term | None) -> bool:
        """Whether an exception to who sees something must be assumed to apply to an owner."""
        return owner == OTHERS or (owner is not None and mentions(owner, frozenset(self.bound)))

    def _member(
        self, reader: Term, many: tree.Expression, known: Terms, facts: Facts, strict: bool, depth: int
    ) -> Sight:
        spend()
        term = term_of(many, known)
        if term is not None:
            told = facts.get(membership(reader, term))
            if told is not None:
                return Sight.YES if told else Sight.NO
        if depth > DEEPEST:
            return Sight.NO
        match many:
            case tree.KindSet():
                return Sight.YES
            case tree.ListOf(items=items):
                return Sight.YES if any(term_of(item, known) == reader for item in items) else Sight.NO
            case tree.Quantifier(word="those", value=None) | tree.Quantifier(word="sorted"):
                inner = self._member(reader, many.set, known, facts, strict, depth + 1)
                if many.where is None or inner is Sight.NO:
                    return inner
                known = {**known, many.variable: reader}
                return min(inner, self._where(many.where, many.variable, known, facts))
            case tree.Operation(operator="set +", operands=(left, right)):
                return max(
                    self._member(reader, left, known, facts, strict, depth + 1),
                    self._member(reader, right, known, facts, strict, depth + 1),
                )
            case tree.Operation(operator="set -", operands=(left, right)):
                without = self._member(reader, right, known, facts, strict, depth + 1)
                if without is Sight.NO and reader != EVERYONE:
                    return self._member(reader, left, known, facts, strict, depth + 1)
                return Sight.NO
            case tree.CallValue():
                return self._called(reader, many, known, facts, strict, depth)
            case _:
                return Sight.NO

    def _speaks_of(self, node: tree.Expression, local: tree.Local) -> bool:
        """Whether a condition reads a local."""
        found = self._spoken.get((id(node), local))
        if found is None:
            found = any(isinstance(value, tree.LocalValue) and value.local is local for value in walk(node))
            self._spoken[id(node), local] = found
        return found

    def _where(
        self, where: tree.Expression, variable: tree.Local, known: Mapping[tree.Local, Term], facts: Facts
    ) -> Sight:
        """Whether a reader passes a filter; a part that does not speak of the reader is taken to hold."""
        sight = Sight.YES
        for part in _conjuncts(where):
            told = holds(part, known, facts)
            if told is False or (told is None and self._speaks_of(part, variable)):
                return Sight.NO
            if told is None:
                sight = Sight.MAYBE
        return sight

    def _called(
        self, reader: Term, call: tree.CallValue, known: Terms, facts: Facts, strict: bool, depth: int
    ) -> Sight:
        """Membership in a value: the base, or the changes whose conditions hold."""
        value = call.value
        inner = {
            parameter: term
            for parameter, argument in zip(value.parameters, call.arguments, strict=True)
            if (term := term_of(argument, known)) is not None
        }
        if value.base is None:
            return Sight.NO
        sight = self._member(reader, value.base, inner, facts, strict, depth + 1)
        for change in value.changes:
            parts = [
                holds(conjunct, inner, facts) for one in change.conditions for conjunct in _conjuncts(one)
            ]
            if change.players is not None or change.word != "to":
                parts.append(None)
            if False in parts:
                continue
            changed = self._member(reader, change.value, inner, facts, strict, depth + 1)
            if None not in parts:
                sight = changed
            elif strict or True in parts:
                sight = min(sight, changed)
            elif changed < sight:
                sight = Sight.MAYBE
        return sight


def _are_neighbours(one: Term, other: Term, facts: Facts) -> bool:
    """Whether one of two players is the next one after the other."""
    return any(equal(this, next_of(that), facts) for this, that in ((one, other), (other, one)))


def _conjuncts(node: tree.Expression) -> list[tree.Expression]:
    """Return the conditions that all must hold for one to hold."""
    if isinstance(node, tree.Operation) and node.operator == "and":
        return [part for operand in node.operands for part in _conjuncts(operand)]
    return [node]


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
