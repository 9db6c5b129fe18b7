"""Weaves hooks into the procedures they name, in an order that authors can see.

The order is: forbid, instead, before, the procedure itself, after. A procedure without hooks stays unchanged.
"""

from itertools import combinations

from lazaretto.rules.check.rule_order import comes_after
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.errors import order_diagnostics as order_messages
from lazaretto.rules.link.rule_owners import RuleOwners
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import FLAG, VOID, KindType, ManyType


def weave(world: World) -> None:
    """Give every hooked procedure its shell."""
    for procedure in list(world.procedures.values()):
        _weave(world, procedure)


def in_order(hooks: list[tree.HookRule]) -> list[tree.HookRule]:
    """Sort hooks by what must run before them, then by source order."""
    left = {id(each): each for each in hooks}
    done: list[tree.HookRule] = []
    while left:
        first = next(iter(left.values()))
        ready = next(
            (each for each in left.values() if not any(id(other) in left for other in each.earlier)), first
        )
        done.append(left.pop(id(ready)))
    return done


def _weave(world: World, procedure: tree.Procedure) -> None:
    hooks = {
        word: [each for each in procedure.hooks if each.word == word]
        for word in ("instead", "before", "after")
    }
    if not procedure.hooks and not procedure.forbids and not procedure.phase:
        return
    span = procedure.span
    mine = tuple(tree.LocalValue(each, each.type, span) for each in procedure.parameters)
    rest: list[tree.Statement] = [tree.Enter(procedure, span)] if procedure.phase else []
    for hook in in_order(hooks["before"]):
        rest.append(_statement(hook, ()))
    if hooks["after"]:
        core = tree.Procedure(
            f"{procedure.name} as written", procedure.parameters, procedure.result, span, procedure.module
        )
        core.body, core.locals = procedure.body, procedure.locals
        world.extra.append(core)
        rest.append(tree.Run(tree.CallProcedure(core, mine, VOID, span), span))
        for hook in in_order(hooks["after"]):
            rest.append(_statement(hook, ()))
    else:
        rest.extend(procedure.body)
    shell: list[tree.Statement] = []
    if procedure.forbids:
        shell.append(tree.Forbidden(procedure, mine, span))
    if hooks["instead"]:
        leave = (tree.Return(None, span),)
        for hook in in_order(hooks["instead"]):
            shell.append(_statement(hook, leave))
        inner = procedure.inner
        assert inner is not None
        inner.body = tuple(rest)
        inner.locals = procedure.locals
        shell.append(tree.Run(tree.CallProcedure(inner, mine, VOID, span), span))
    else:
        shell.extend(rest)
    procedure.shell = tuple(shell)


def _statement(hook: tree.HookRule, after: tree.Block) -> tree.Statement:
    """Return a hook as a statement of the shell; in a kind, for each of its members."""
    this, made = hook.this, _of_member(hook, after)
    if this is None or not isinstance(this.type, KindType):
        return made
    members = tree.KindSet(this.type.kind, ManyType(this.type), hook.span)
    return tree.ForEach(this, members, None, (made,), hook.span)


def _of_member(hook: tree.HookRule, after: tree.Block) -> tree.Statement:
    span = hook.span
    body: tree.Block = (tree.Run(tree.CallProcedure(hook.body, hook.arguments, VOID, span), span), *after)
    condition: tree.Expression | None = None
    for each in hook.conditions:
        condition = each if condition is None else tree.Operation("and", (condition, each), FLAG, span)
    if hook.me is not None and hook.players is not None:
        return tree.ForEach(hook.me, hook.players, condition, body, span)
    if condition is None:
        condition = tree.Constant(True, FLAG, span)
    return tree.If(((condition, body),), (), span)


def check_order(world: World, owners: RuleOwners) -> None:
    """Check that two hooks whose order matters declare it; runs after effects are inferred."""
    for procedure in world.procedures.values():
        for hook in procedure.hooks:
            if comes_after(hook, hook):
                circle = [
                    each for each in procedure.hooks if comes_after(each, hook) and comes_after(hook, each)
                ]
                if circle[0] is hook:
                    names = [each.owner for each in (*circle, hook)]
                    world.report(messages.cycle(names, hook.span))
        for one, other in combinations(procedure.hooks, 2):
            if one.word != other.word or one.owner == other.owner:
                continue
            if world.damage and (world.damage.incomplete or _in_doubt(world, one) or _in_doubt(world, other)):
                continue
            if comes_after(one, other) or comes_after(other, one) or _apart(one, other):
                continue
            both = one.body.writes & other.body.writes
            if one.word == "instead" or both:
                changed = sorted(both)[:3] if one.word != "instead" else ()
                apart = other.module if owners.apart(one.module, other.module) else ""
                first = one.module if apart else _called(one, other)
                world.report(
                    order_messages.unordered(procedure.name, changed, other.span, one.span, first, apart)
                )


def _called(one: tree.HookRule, other: tree.HookRule) -> str:
    """Return the name by which another hook can refer to this one."""
    return one.module if one.names[0] == other.names[0] else one.names[0]


def _in_doubt(world: World, hook: tree.HookRule) -> bool:
    """Whether a hook may have lost a clause to a syntax error."""
    return world.damage.doubts(hook.span.file, hook.span.line, hook.span.end_line)


def _apart(one: tree.HookRule, other: tree.HookRule) -> bool:
    """Whether two hooks require different members for the same parameter, and so never run together."""
    wanted = _wanted(one)
    return any(wanted.get(place, member) != member for place, member in _wanted(other).items())


def _wanted(hook: tree.HookRule) -> dict[tree.Local, int]:
    """Return the member that a hook requires for each parameter, if it names one."""
    found: dict[tree.Local, int] = {}
    for each in hook.conditions:
        match each:
            case tree.Operation("=", (tree.LocalValue(local), tree.Constant(int(member), KindType()))):
                found[local] = member
            case _:
                pass
    return found
