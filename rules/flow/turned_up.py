"""Finds the pieces that a rule itself lays open: it moves them to a pile that everybody sees, or shows them.

Such a piece is no secret in the whole block that lays it open: a rule may say which it is before it moves it.
"""

from collections.abc import Iterable, Mapping

from lazaretto.rules.check.effects import code
from lazaretto.rules.flow.read_secrets import Reading
from lazaretto.rules.flow.scope import Scope, Turned, together
from lazaretto.rules.flow.summaries import Summary
from lazaretto.rules.flow.terms import EVERYONE, Term, term_of, whole_of
from lazaretto.rules.flow.visibility import Sight
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile
from lazaretto.rules.model.tree_walk import walk

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


def turned_inside(
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
                found = together(found, turned_inside(inner, scope, reading, summaries))
            elif isinstance(statement, tree.ForEach | tree.Repeat):
                found = together(found, turned_inside((statement.body,), scope, reading, summaries))
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
            both = {term: readers for term, readers in first.items() if all(term in each for each in others)}
            return {
                term: frozenset.intersection(readers, *(each[term] for each in others))
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
        each.local: _ALL
        for local, each in pairs
        if local in summary.turns and isinstance(each, tree.LocalValue)
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
        found = (term_of(each, scope.terms) for each in players.items)
        return frozenset(each for each in found if each is not None)
    term = term_of(players, scope.terms)
    return frozenset() if term is None else frozenset((term,))
