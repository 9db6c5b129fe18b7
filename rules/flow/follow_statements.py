"""Follows the statements of a rule: what each of them tells to whom, and on what that depends.

A line also depends on every condition that decides whether it runs. A rule that changes something forgets
what conditions have said about it. A piece that a rule itself lays open is no secret in the whole block that
does so: a rule may say which it is before it moves it to a pile that everybody sees.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, assert_never

from lazaretto.rules.check.effects import code, reads
from lazaretto.rules.flow.facts_from_conditions import (
    EVERYONE,
    UNKNOWN,
    Facts,
    Term,
    assigned,
    assumed,
    contained,
    equality,
    is_next,
    locals_in,
    term_of,
    whole_of,
)
from lazaretto.rules.flow.labels import NOTHING, Argument, Label, Origin, Way, also_seen_by, union
from lazaretto.rules.flow.read_secrets import Reading
from lazaretto.rules.flow.scope import (
    Demand,
    Reader,
    Scope,
    Sink,
    Summary,
    Target,
    Told,
    Turned,
    reader_for,
    together,
)
from lazaretto.rules.flow.visibility import Sight, Verdict, judge
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, ManyType, Pile, PileType, Supply, Track, Variable
from lazaretto.rules.model.tree_walk import walk

if TYPE_CHECKING:
    from lazaretto.grammar.source import Span


Summaries = Mapping[tree.Procedure, Summary]
_ALL: frozenset[Term] = frozenset((EVERYONE,))


def turned_by(block: tree.Block, scope: Scope, reading: Reading, summaries: Summaries) -> Turned:
    """Return the pieces that the lines of a block lay open, not counting the blocks inside it."""
    found: Turned = {}
    for statement in block:
        found = together(found, _turned(statement, scope, reading, summaries))
        if isinstance(statement, tree.Show) and isinstance(statement.pieces, tree.PileValue):
            whole = whole_of(term_of(statement.pieces, scope.terms))
            if whole is not None and not _gains(block, statement.pieces.pile):
                found = together(found, {whole: _viewers(statement.players, scope)})
    return found


def _gains(block: tree.Block, pile: Pile) -> bool:
    """Whether a block, or a procedure that it calls, brings pieces or a new order into a pile."""
    waiting: list[object] = [block]
    called: set[tree.Procedure] = set()
    while waiting:
        for node in walk(waiting.pop()):
            match node:
                case tree.MovePieces(pile=goal) | tree.Shuffle(pile=goal) | tree.Spread(pile=goal):
                    if isinstance(goal, tree.PileValue) and goal.pile is pile:
                        return True
                case tree.CallProcedure(procedure=procedure) if procedure not in called:
                    called.add(procedure)
                    waiting.append(code(procedure))
                case _:
                    pass
    return False


def _turned_inside(
    blocks: Iterable[tree.Block], scope: Scope, reading: Reading, summaries: Summaries
) -> Turned:
    """Return the pieces that any of some blocks lays open, also deep inside: for the condition before them.

    Here the end of a pile counts, too: the condition reads it before the block moves it.
    """
    found: Turned = {}
    for block in blocks:
        found = together(found, turned_by(block, scope, reading, summaries))
        for statement in block:
            if isinstance(statement, tree.MovePieces) and isinstance(statement.pieces, tree.EndOf):
                term = _shown(statement.pieces, scope)
                if term is not None and _seen_by_all(statement.pile, scope, reading):
                    found = together(found, {term: _ALL})
            elif isinstance(statement, tree.If):
                inner = (*(body for _, body in statement.branches), statement.otherwise)
                found = together(found, _turned_inside(inner, scope, reading, summaries))
            elif isinstance(statement, tree.ForEach | tree.Repeat):
                found = together(found, _turned_inside((statement.body,), scope, reading, summaries))
    return found


def _turned(node: tree.Statement, scope: Scope, reading: Reading, summaries: Summaries) -> Turned:
    match node:
        case tree.MovePieces(pieces=tree.LocalValue(local=local), pile=pile):
            return {local: _ALL} if _seen_by_all(pile, scope, reading) else {}
        case tree.Show():
            term = _shown(node.pieces, scope)
            return {} if term is None else {term: _viewers(node.players, scope)}
        case tree.Run(call=call):
            return _by_call(call, summaries)
        case tree.SetLocal(value=tree.CallProcedure() as call):
            return _by_call(call, summaries)
        case tree.If(branches=branches, otherwise=otherwise) if otherwise:
            first, *others = (
                turned_by(body, scope, reading, summaries)
                for body in (otherwise, *(one for _, one in branches))
            )
            both = {
                term: readers for term, readers in first.items() if all(term in other for other in others)
            }
            return {
                term: frozenset.intersection(readers, *(other[term] for other in others))
                for term, readers in both.items()
            }
        case tree.ForEach(variable=variable, set=tree.LocalValue(local=local), where=None, body=body):
            readers = turned_by(body, scope, reading, summaries).get(variable)
            return {} if readers is None else {local: readers}
        case _:
            return {}


def _by_call(call: tree.CallProcedure, summaries: Summaries) -> Turned:
    summary = summaries.get(call.procedure)
    if summary is None or not summary.turns:
        return {}
    pairs = zip(call.procedure.parameters, call.arguments, strict=False)
    return {
        pair.local: _ALL
        for local, pair in pairs
        if local in summary.turns and isinstance(pair, tree.LocalValue)
    }


def _seen_by_all(pile: tree.PileValue | tree.BoxValue, scope: Scope, reading: Reading) -> bool:
    if isinstance(pile, tree.BoxValue):
        return False
    owner = term_of(pile.thing, scope.terms) if pile.thing is not None else None
    return reading.visibility.sees(EVERYONE, pile.pile, owner, scope.facts) is Sight.YES


def _shown(pieces: tree.Expression, scope: Scope) -> Term | None:
    """Return the term of what is shown; of the top of a pile, that of the pile."""
    if isinstance(pieces, tree.EndOf):
        pieces = pieces.pile
    return term_of(pieces, scope.terms)


def _viewers(players: tree.Expression, scope: Scope) -> frozenset[Term]:
    if isinstance(players, tree.KindSet):
        return _ALL
    if isinstance(players, tree.ListOf):
        found = (term_of(item, scope.terms) for item in players.items)
        return frozenset(each for each in found if each is not None)
    term = term_of(players, scope.terms)
    return frozenset() if term is None else frozenset((term,))


PILES = "piles"
"""Stands for all piles: a piece that goes to one comes from another."""


class Forgetting:
    """Finds out which facts a change makes doubtful; what a value reads is found once."""

    def __init__(self) -> None:
        self._read: dict[tree.ValueRule, frozenset[str]] = {}
        self._written: dict[tree.Procedure, frozenset[str]] = {}
        self.piles: frozenset[str] = frozenset()
        """The names of all piles."""

    def about(self, local: tree.Local, facts: Facts) -> Facts:
        """Return the facts that do not speak of a local, which gets another value."""
        return {term: truth for term, truth in facts.items() if local not in locals_in(term)}

    def after(self, written: frozenset[str], facts: Facts) -> Facts:
        """Return the facts that hold after something was written, by the names of what was written."""
        if not facts or not written:
            return facts
        return {term: truth for term, truth in facts.items() if written.isdisjoint(self.names(term))}

    def written_by(self, procedure: tree.Procedure) -> frozenset[str]:
        """Return what a procedure may change."""
        found = self._written.get(procedure)
        if found is None:
            found = procedure.writes
            if not found.isdisjoint(self.piles):
                found |= {PILES}
            self._written[procedure] = found
        return found

    def names(self, term: Term) -> set[str]:
        """Return what the truth of a fact depends on."""
        if not isinstance(term, tuple):
            return {PILES} if isinstance(term, Pile) else set()
        found: set[str] = set()
        for each in term:
            if isinstance(each, Variable):
                found.add(each.full_name)
            elif isinstance(each, Pile):
                found.add(PILES)
            elif isinstance(each, tree.ValueRule):
                found |= self._read_by(each)
            else:
                found |= self.names(each)
        return found

    def _read_by(self, value: tree.ValueRule) -> frozenset[str]:
        found = self._read.get(value)
        if found is None:
            changes = tuple((change.conditions, change.players, change.value) for change in value.changes)
            found = frozenset(_name(each) for each in reads((value.base, changes)))
            self._read[value] = found
        return found


def _name(thing: object) -> str:
    match thing:
        case Pile():
            return PILES
        case Variable() | Supply():
            return thing.full_name
        case Track():
            return thing.name
        case _:
            return ""


_Deed = (
    tree.SetVariable
    | tree.MoveSupply
    | tree.MovePieces
    | tree.Shuffle
    | tree.Spread
    | tree.Roll
    | tree.MoveMarker
    | tree.Show
    | tree.Say
    | tree.Forbidden
    | tree.Needs
    | tree.Enter
    | tree.CountUse
    | tree.NoUndo
)

_MOVED = frozenset((PILES,))

LONGEST = 6
"""The longest way of a secret that is described."""

Report = Callable[[Demand, Origin, Sink], None]


class Following:
    """Follows the statements of one rule after the other."""

    def __init__(self, reading: Reading, report: Report) -> None:
        self.reading = reading
        reading.follow = self.on_demand
        self.report = report
        self.summaries: dict[tree.Procedure, Summary] = {}
        self.summary = Summary()
        self.parameters: frozenset[tree.Local] = frozenset()
        self.steps: frozenset[int] = frozenset()
        """The choices that an action is made of: nobody else sees whether they are asked."""
        self.forgetting = Forgetting()
        self._any: dict[int, tree.Local] = {}
        """For each set of players who are told something, any one of them."""

    def on_demand(self, procedure: tree.Procedure) -> None:
        """Follow a procedure while another rule is being followed."""
        before = self.summary, self.parameters, self.steps
        self.procedure(procedure)
        self.summary, self.parameters, self.steps = before

    def procedure(self, procedure: tree.Procedure) -> bool:
        """Follow a procedure; return whether more is known of it than before."""
        self.summary = summary = self.summaries.setdefault(procedure, Summary())
        before = summary.size()
        self.parameters = frozenset(procedure.parameters)
        self.steps = frozenset()
        scope = Scope(
            {parameter: {Argument(parameter): Origin(parameter.span)} for parameter in procedure.parameters}
        )
        block = code(procedure)
        scope.turned = turned_by(block, scope, self.reading, self.summaries)
        self.block(block, scope, NOTHING)
        summary.turns = frozenset(
            parameter for parameter in procedure.parameters if EVERYONE in scope.turned.get(parameter, ())
        )
        self.reading.results[procedure] = summary.result
        return summary.size() != before

    # --- who learns what -----------------------------------------------------------------------

    def tells(self, word: str, label: Label, reader: Reader, span: "Span", scope: Scope) -> None:
        """Somebody learns something that depends on a label."""
        for atom, origin in label.items():
            self.demand(Demand(atom, reader), origin, Sink(word, span), scope)

    def demand(self, demand: Demand, origin: Origin, sink: Sink, scope: Scope) -> None:
        """Judge a dependency: report it, or leave it to the callers."""
        verdict = judge(*demand, scope.facts, self.reading.visibility, self.parameters)
        if verdict is Verdict.LEAK:
            self.report(demand, origin, sink)
        elif verdict is Verdict.OPEN:
            self.summary.demands.setdefault(demand, (origin, sink))

    def effect(self, word: str, label: Label, reader: Reader, span: "Span", scope: Scope, pc: Label) -> None:
        """Something happens that a reader notices, and that depends on a label."""
        self.summary.effects.setdefault(reader, Sink(word, span))
        self.tells(word, label, reader, span, scope)
        for atom, origin in pc.items():
            self.demand(Demand(atom, reader), origin, Sink("whether", span), scope)

    # --- blocks --------------------------------------------------------------------------------

    def block(self, block: tree.Block, scope: Scope, pc: Label) -> Label:
        """Follow a block; return on what it depends whether the lines below it run."""
        left = NOTHING
        for statement in block:
            if id(statement) not in self.steps:
                left = union(left, self.statement(statement, scope, union(pc, left)))
        return left

    def statement(self, node: tree.Statement, scope: Scope, pc: Label) -> Label:
        """Follow a statement; return on what it depends whether the lines below it run."""
        match node:
            case tree.If():
                return self._if(node, scope, pc)
            case tree.ForEach():
                return self._for_each(node, scope, pc)
            case tree.Repeat():
                return self._repeat(node, scope, pc)
            case tree.Together():
                self.together(node, scope, pc)
            case tree.Return():
                value = node.value
                label = union(self.reading.label(value, scope), pc) if value is not None else NOTHING
                self.summary.result = union(self.summary.result, label)
                return pc
            case tree.Stop() | tree.Finish():
                return pc
            case tree.Once(keys=keys):
                return union(*(self.reading.label(key, scope) for key in keys))
            case tree.SetLocal():
                self._set_local(node, scope, pc)
            case tree.Run(call=call):
                self._call(call, scope, pc)
            case _ if isinstance(node, tree.Question):
                self.question(node, scope, pc)
            case _:
                self._deed(node, scope, pc)
        return NOTHING

    def _if(self, node: tree.If, scope: Scope, pc: Label) -> Label:
        decided, left = NOTHING, NOTHING
        facts = scope.facts
        bodies = (*(body for _, body in node.branches), node.otherwise)
        shown = _turned_inside(bodies, scope, self.reading, self.summaries)
        after: list[Scope] = []
        for condition, body in node.branches:
            here = scope.inside(facts, shown)
            decided = union(decided, self.reading.label(condition, here))
            inner = scope.inside(assumed(condition, True, scope.terms, facts))
            inner.turned = together(inner.turned, turned_by(body, inner, self.reading, self.summaries))
            left = union(left, self.block(body, inner, union(pc, decided)))
            after.append(inner)
            facts = assumed(condition, False, scope.terms, facts)
        inner = scope.inside(facts)
        inner.turned = together(inner.turned, turned_by(node.otherwise, inner, self.reading, self.summaries))
        left = union(left, self.block(node.otherwise, inner, union(pc, decided)))
        if left is not NOTHING or any(_leaves(body) for body in bodies):
            left = union(left, decided)
        for body, each in zip(bodies, (*after, inner), strict=True):
            if _always_leaves(body):
                each.facts = scope.facts
            scope.join(each)
        if len(node.branches) == 1 and not node.otherwise and _always_leaves(node.branches[0][1]):
            scope.facts = facts
        return left

    def _for_each(self, node: tree.ForEach, scope: Scope, pc: Label) -> Label:
        bound = self.reading.bind(node.variable, node.set, scope)
        inner = self.reading.with_local(node.variable, bound, scope)
        there = union(bound.there, self.reading.size(node.set, scope) if not bound.there else NOTHING)
        shown = _turned_inside((node.body,), inner, self.reading, self.summaries)
        there = union(there, self.reading.label(node.where, inner.inside(None, shown)))
        inner.facts = assumed(node.where, True, inner.terms, inner.facts)
        inner.turned = together(inner.turned, turned_by(node.body, inner, self.reading, self.summaries))
        return self._loop(node.body, inner, scope, union(pc, there), there)

    def _repeat(self, node: tree.Repeat, scope: Scope, pc: Label) -> Label:
        shown = _turned_inside((node.body,), scope, self.reading, self.summaries)
        decided = union(
            self.reading.label(node.times, scope),
            self.reading.label(node.condition, scope.inside(None, shown)),
        )
        inner = scope.inside(assumed(node.condition, True, scope.terms, scope.facts))
        inner.turned = together(inner.turned, turned_by(node.body, inner, self.reading, self.summaries))
        return self._loop(node.body, inner, scope, union(pc, decided), decided)

    def _loop(self, body: tree.Block, inner: Scope, scope: Scope, pc: Label, decided: Label) -> Label:
        """Follow a body twice, so that what one round puts into a local reaches the next one."""
        start = inner.facts
        left = self.block(body, inner, pc)
        after, inner.facts = inner.facts, start
        left = union(left, self.block(body, inner, union(pc, left)))
        inner.facts = after
        scope.join(inner)
        return union(left, decided) if _returns(body) else NOTHING

    # --- locals and calls ----------------------------------------------------------------------

    def _set_local(self, node: tree.SetLocal, scope: Scope, pc: Label) -> None:
        if isinstance(node.value, tree.CallProcedure):
            self._call(node.value, scope, pc)
        label = union(self.reading.label(node.value, scope), pc)
        scope.terms.pop(node.local, None)
        scope.picked.discard(node.local)
        scope.facts = self.forgetting.about(node.local, scope.facts)
        scope.labels[node.local] = label
        if isinstance(node.local.type, ManyType | PileType):
            scope.sizes[node.local] = union(self.reading.size(node.value, scope), pc)
        if isinstance(node.value, tree.LocalValue | tree.VariableValue | tree.PileValue) or is_next(
            node.value
        ):
            term = term_of(node.value, scope.terms)
            lasting = term is not None and node.local not in locals_in(term)
            if term is not None and lasting and isinstance(node.local.type, KindType):
                scope.facts = {**scope.facts, equality(node.local, term): True}
                if isinstance(term, tree.Local):
                    scope.terms[node.local] = term

    def _call(self, call: tree.CallProcedure, scope: Scope, pc: Label) -> None:
        procedure = call.procedure
        summary = self.summaries.get(procedure)
        if summary is None:
            return
        known = self.reading.arguments(procedure.parameters, call.arguments, scope)
        terms = {local: term for local, (term, _) in known.items()}
        for demand, (origin, sink) in list(summary.demands.items()):
            reader = reader_for(demand.reader, terms)
            passed = self.reading.passed_atom(demand.atom, origin, known, terms, scope.facts)
            for atom, came in passed.items():
                if len(came.via) < LONGEST:
                    word = "passed" if isinstance(demand.atom, Argument) else "called"
                    came = Origin(came.span, (*came.via, Way(word, procedure.name, call.span)))
                self.demand(Demand(atom, reader), came, sink, scope)
        for effect, sink in list(summary.effects.items()):
            reader = reader_for(effect, terms)
            self.summary.effects.setdefault(reader, sink)
            for atom, came in pc.items():
                self.demand(Demand(atom, reader), came, Sink("whether", sink.span), scope)
        scope.facts = self.forgetting.after(self.forgetting.written_by(procedure), scope.facts)

    # --- deeds ---------------------------------------------------------------------------------

    def _deed(self, node: _Deed, scope: Scope, pc: Label) -> None:
        label = self.reading.label
        match node:
            case tree.SetVariable(target=target, span=span):
                value = node.value
                written = frozenset((target.variable.full_name,))
                owner = self.reading.owner(target.thing, scope)
                shown = target.variable.seen.word == "all"
                reader: Reader = EVERYONE if shown else Target(target.variable, owner)
                found = union(label(value, scope), label(target.thing, scope))
                self.effect("set", found, reader, span, scope, pc)
                scope.facts = self.forgetting.after(written, scope.facts)
                now = term_of(value, scope.terms)
                if written.isdisjoint(self.forgetting.names(now)):
                    scope.facts = assigned(term_of(target, scope.terms), now, scope.facts)
            case tree.MoveSupply(supply=supply, span=span):
                amount, source, goal = node.amount, node.source, node.target
                found = union(*(label(each, scope) for each in (amount, supply.thing, source, goal)))
                self.effect("moved", found, EVERYONE, span, scope, pc)
            case tree.MovePieces():
                self._move_pieces(node, scope, pc)
            case tree.Shuffle(pile=pile, span=span):
                self.effect("moved", label(pile.thing, scope), EVERYONE, span, scope, pc)
            case tree.Spread(span=span) | tree.Roll(span=span):
                self.effect("moved", self._amount(node.pieces, scope), EVERYONE, span, scope, pc)
            case tree.MoveMarker(span=span):
                self.effect("moved", label(node.by, scope), EVERYONE, span, scope, pc)
            case tree.Show(span=span):
                for reader in self.readers(node.players, scope):
                    self.effect("shown", NOTHING, reader, span, scope, pc)
            case tree.Say(text=text, span=span):
                found = label(text, scope)
                for reader in self.readers(node.players, scope):
                    self.effect("text", found, reader, span, scope, pc)
            case tree.Forbidden(procedure=procedure, arguments=arguments):
                for found, forbid in self.reading.forbidden(procedure, arguments, scope):
                    self.effect("forbid", found, EVERYONE, forbid.span, scope, pc)
            case tree.Needs() | tree.Enter() | tree.CountUse() | tree.NoUndo():
                pass  # guards are steps of actions; nobody sees phases, counters and what can be undone
            case _:
                assert_never(node)

    def _amount(self, pieces: tree.Expression, scope: Scope) -> Label:
        many = isinstance(pieces.type, ManyType | PileType)
        return self.reading.size(pieces, scope) if many else NOTHING

    def _move_pieces(self, node: tree.MovePieces, scope: Scope, pc: Label) -> None:
        found = self._amount(node.pieces, scope)
        pile = node.pile
        if isinstance(pile, tree.PileValue):
            found = union(found, self.reading.label(pile.thing, scope))
        self.effect("moved", found, EVERYONE, node.span, scope, pc)
        scope.facts = self.forgetting.after(_MOVED, scope.facts)
        if isinstance(pile, tree.PileValue) and isinstance(node.pieces, tree.LocalValue):
            local = node.pieces.local
            before = scope.labels.get(local)
            if before:  # whoever sees the pile sees the piece now, and whoever knew it still knows it
                owner = self.reading.owner(pile.thing, scope)
                now = self.reading.secret(pile.pile, owner, node.span, scope)
                scope.labels[local] = also_seen_by(now, self.reading.who_knows(before, scope.facts))

    def readers(self, players: tree.Expression | None, scope: Scope) -> list[Reader]:
        """Return who reads what is told to some players."""
        if players is None or isinstance(players, tree.KindSet):
            return [EVERYONE]
        if isinstance(players, tree.ListOf):
            return [self.one_reader(item, scope) for item in players.items]
        if not isinstance(players.type, ManyType | PileType):
            return [self.one_reader(players, scope)]
        one = self._any.get(id(players))
        if one is None:
            one = self._any[id(players)] = tree.Local("reader_0", players.type, players.span)
        scope.facts = contained(one, players, scope.terms, scope.facts)
        return [Told(term_of(players, scope.terms), one)]

    def one_reader(self, player: tree.Expression, scope: Scope) -> Reader:
        """Return a player who reads something."""
        term = term_of(player, scope.terms)
        return UNKNOWN if term is None else term

    def question(self, node: tree.Question, scope: Scope, pc: Label) -> None:
        """Follow a question; the module for questions does it."""
        raise NotImplementedError

    def together(self, node: tree.Together, scope: Scope, pc: Label) -> None:
        """Follow a question to several players; the module for questions does it."""
        raise NotImplementedError


def _leaves(block: tree.Block) -> bool:
    """Whether a block may leave the lines below it out."""
    return any(
        isinstance(each, tree.Return | tree.Stop)
        or (isinstance(each, tree.If) and any(_leaves(body) for body in _bodies(each)))
        or (isinstance(each, tree.ForEach | tree.Repeat) and _returns(each.body))
        for each in block
    )


def _returns(block: tree.Block) -> bool:
    """Whether a block may leave the procedure."""
    return any(
        isinstance(each, tree.Return)
        or (isinstance(each, tree.If) and any(_returns(body) for body in _bodies(each)))
        or (isinstance(each, tree.ForEach | tree.Repeat) and _returns(each.body))
        for each in block
    )


def _always_leaves(block: tree.Block) -> bool:
    return bool(block) and isinstance(block[-1], tree.Return | tree.Stop)


def _bodies(node: tree.If) -> Iterable[tree.Block]:
    yield from (body for _, body in node.branches)
    yield node.otherwise
