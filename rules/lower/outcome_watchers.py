"""Finds the outcomes to check after each write, and where it depends on a secret whether the game ends.

That the game goes on tells as much as that it ends. So a choice before such a condition can neither be undone
nor go on with further steps, whichever way it turns out: otherwise players could try every way.
"""

from collections.abc import Iterable, Iterator

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.check.effects import code, reads
from lazaretto.rules.check.state_layout import all_constants, all_variables
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.rule_numbering import Numbering
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile, Supply, Track, Variable
from lazaretto.rules.model.tree_walk import walk

_Branching = tree.If | tree.ForEach | tree.Repeat


class SecretEndings:
    """The statements that decide by a secret whether the game ends, and the locals that depend on secrets."""

    def __init__(self, world: World) -> None:
        procedures = tuple(world.all_procedures())
        ending = _ending(procedures)
        self._told: set[tree.Local] = set()
        self._found: set[int] = set()
        inside = (walk(code(procedure)) for procedure in procedures if id(procedure) in ending)
        self._may_end = {id(node) for nodes in inside for node in nodes if _ends(node, ending)}
        """The nodes, by identity, in which the game may end."""
        if ending:
            known = -1
            while known != len(self._told):
                known = len(self._told)
                for procedure in procedures:
                    self._block(code(procedure), after=False, secret=False)

    def decides(self, node: tree.Statement) -> bool:
        """Whether a statement decides by a secret whether the game ends."""
        return id(node) in self._found

    def reads_secret(self, root: object) -> bool:
        """Whether an expression depends on a secret; how many pieces a pile holds is none."""
        waiting, seen = [root], set[int]()
        while waiting:
            for node in _without_counted(waiting.pop()):
                match node:
                    case tree.LocalValue(local=local) if local in self._told:
                        return True
                    case tree.VariableValue(variable=holder) | tree.PileValue(pile=holder):
                        if holder.seen.word != "all":
                            return True
                    case (
                        tree.CallValue(value=called)
                        | tree.CallProcedure(procedure=called)
                        | tree.MayCall(procedure=called)
                    ) if id(called) not in seen:
                        seen.add(id(called))
                        waiting.append(_inside(called, isinstance(node, tree.MayCall)))
                    case _:
                        pass
        return False

    def _block(self, block: tree.Block, *, after: bool, secret: bool) -> None:
        """Follow a block; the game may end `after` it, and whether it runs may depend on a `secret`."""
        last = max((place for place, each in enumerate(block) if id(each) in self._may_end), default=-1)
        for place, node in enumerate(block):
            later = after or place < last
            self._calls(node, secret)
            match node:
                case tree.SetLocal() if secret or self.reads_secret(node.value):
                    self._told.add(node.local)
                case tree.If() | tree.ForEach() | tree.Repeat():
                    self._branching(node, after=later, secret=secret)
                case tree.Together():
                    self._block(node.body, after=later, secret=secret)
                case _:
                    pass

    def _branching(self, node: _Branching, *, after: bool, secret: bool) -> None:
        told = any(self.reads_secret(condition) for condition in _conditions(node))
        bodies = _bodies(node)
        if isinstance(node, tree.ForEach) and told:
            self._told.add(node.variable)
        if told and (id(node) in self._may_end or (after and any(map(_leaves, bodies)))):
            self._found.add(id(node))
            told = False  # from here on, players know it
        for body in bodies:
            self._block(body, after=after, secret=secret or told)

    def _calls(self, node: tree.Statement, secret: bool) -> None:
        match node:
            case tree.Run(call=call) | tree.SetLocal(value=tree.CallProcedure() as call):
                for parameter, argument in zip(call.procedure.parameters, call.arguments, strict=True):
                    if secret or self.reads_secret(argument):
                        self._told.add(parameter)
            case _:
                pass


def _ends(node: object, ending: set[int]) -> bool:
    """Whether the game may end in a node, if these are the procedures in which it may."""
    return any(
        isinstance(procedure, tree.Finish)
        or (isinstance(procedure, tree.CallProcedure) and id(procedure.procedure) in ending)
        for procedure in walk(node)
    )


def _ending(procedures: Iterable[tree.Procedure]) -> set[int]:
    """Return the procedures, by identity, in which the game may end, after one walk of each."""
    found, waiting = set[int](), list[int]()
    callers: dict[int, list[int]] = {}
    for procedure in procedures:
        for node in walk(code(procedure)):
            if isinstance(node, tree.Finish):
                waiting.append(id(procedure))
            elif isinstance(node, tree.CallProcedure):
                callers.setdefault(id(node.procedure), []).append(id(procedure))
    while waiting:
        ending = waiting.pop()
        if ending not in found:
            found.add(ending)
            waiting += callers.get(ending, ())
    return found


def _conditions(node: _Branching) -> tuple[tree.Expression | None, ...]:
    match node:
        case tree.If(branches=branches):
            return tuple(condition for condition, _ in branches)
        case tree.ForEach():
            return node.set, node.where
        case tree.Repeat():
            return node.times, node.condition


def _bodies(node: _Branching) -> tuple[tree.Block, ...]:
    return (
        (*(body for _, body in node.branches), node.otherwise) if isinstance(node, tree.If) else (node.body,)
    )


def _leaves(block: tree.Block) -> bool:
    return any(isinstance(each, tree.Return | tree.Stop) for each in walk(block))


def _inside(called: tree.ValueRule | tree.Procedure, may: bool) -> object:
    """Return what decides about the result of a call."""
    if isinstance(called, tree.ValueRule):
        return called.base, tuple(
            (change.conditions, change.value, change.players) for change in called.changes
        )
    if may:
        return tuple((forbid.conditions, forbid.players) for forbid in called.forbids)
    return code(called)


def _without_counted(root: object) -> Iterator[object]:
    """Yield the nodes of an expression, without the piles of which only the number of pieces is asked."""
    counted: set[int] = set()
    for node in walk(root):
        match node:
            case tree.BuiltIn(name="count", arguments=(tree.PileValue() as pile,)):
                counted.add(id(pile))
                yield node
            case _ if id(node) not in counted:
                yield node
            case _:
                pass


Written = Variable | Supply | Track | None
"""What a statement writes to; None stands for any pile."""


@value
class Watchers:
    """The checks that follow a write."""

    outcomes: dict[object, list[int]]
    """For each written thing (None for any pile), the numbers of the outcomes that depend on it."""
    reveals: frozenset[object]
    """What determines who sees a secret; None stands for any pile."""
    secret: frozenset[int]
    """The numbers of the outcomes that depend on a secret."""

    def after(self, things: Iterable[Written]) -> list[ir.Statement]:
        """Return the statements that follow a write to some things.

        If the write may change who sees a secret, or if a secret decides whether it ends the game, it reveals
        something, so undo cannot go back past it.
        """
        written: list[Written] = [*things]
        numbers = {number for each in written for number in self.outcomes.get(each, ())}
        told = not self.reveals.isdisjoint(written) or not self.secret.isdisjoint(numbers)
        barrier = [ir.Barrier()] if told else []
        return [*barrier, *(ir.CheckOutcome(number) for number in sorted(numbers))]


def find_watchers(world: World, numbering: Numbering, endings: SecretEndings) -> Watchers:
    """Find what every outcome and every visibility depends on."""
    outcomes: dict[object, list[int]] = {}
    secret: set[int] = set()
    for outcome in world.outcomes:
        if outcome.condition is not None and outcome.supply is None:
            if endings.reads_secret(outcome.condition):
                secret.add(numbering.outcomes[outcome])
            for thing in {_watched(each) for each in reads(outcome.condition)}:
                outcomes.setdefault(thing, []).append(numbering.outcomes[outcome])
    holders = (*all_variables(world), *all_constants(world))
    reveals = {_watched(each) for holder in holders for each in reads(holder.seen.players)}
    return Watchers(outcomes, frozenset(reveals), frozenset(secret))


def _watched(thing: object) -> object:
    return None if isinstance(thing, Pile) else thing
