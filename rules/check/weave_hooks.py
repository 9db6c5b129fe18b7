"""Weaves hooks into the procedures they name, in an order that authors can see.

The order is: forbid, instead, before, the procedure itself, after. A procedure without hooks stays unchanged.
Among hooks and changes, `following`, `over` and `prefer` ask for an order. A name there means the rules of a
member or those that a module has outside of its members; if it has none of these, the rules of all its
members.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages, conflict_diagnostics as order_messages
from lazaretto.rules.link.resolve_owner_names import Preferences, RuleOwners
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import FLAG, VOID, KindType, ManyType


@frozen_value
class OrderClause:
    """A name in the `following` or `over` of a rule, and the owners that it means."""

    rule: tree.HookRule | tree.ChangeRule
    name: nodes.Name
    meant: tuple[str, ...]


def order_rules(
    world: World, clauses: Sequence[OrderClause], preferences: Preferences, owners: RuleOwners
) -> None:
    """Give each hook the hooks that run before it, and each change the owners that it overrides."""
    asked: dict[int, list[OrderClause]] = {}
    for clause in clauses:
        asked.setdefault(id(clause.rule), []).append(clause)
    for procedure in world.procedures.values():
        for hook in procedure.hooks:
            _follow(world, procedure, hook, asked.get(id(hook), []))
        _prefer_hooks(procedure, preferences)
    for value in world.values.values():
        for change in value.changes:
            _override(world, value, change, asked.get(id(change), []))
        _prefer_changes(value, preferences)
        _check_settings(world, value, owners)


def _comes_after(one: tree.HookRule, other: tree.HookRule) -> bool:
    """Whether it is said that one hook runs after the other, directly or by way of others."""
    seen: set[int] = set()
    waiting = list(one.earlier)
    while waiting:
        hook = waiting.pop()
        if hook is other:
            return True
        if id(hook) not in seen:
            seen.add(id(hook))
            waiting.extend(hook.earlier)
    return False


def _follow(world: World, procedure: tree.Procedure, hook: tree.HookRule, asked: list[OrderClause]) -> None:
    for clause in asked:
        found = list(_meant(clause, procedure.hooks))
        hook.earlier += [rule for rule in found if isinstance(rule, tree.HookRule) and rule.word == hook.word]
        if clause.meant and not found and not world.damage:
            known = {rule.names[0] for rule in procedure.hooks if rule is not hook}
            world.report(order_messages.no_hook(clause.meant[0], procedure.name, clause.name.span, known))


def _override(world: World, value: tree.ValueRule, change: tree.ChangeRule, asked: list[OrderClause]) -> None:
    over: list[str] = []
    for clause in asked:
        found = list(_meant(clause, value.changes))
        over += [each.owner for each in found]
        if clause.meant and not found and not world.damage:
            known = {rule.names[0] for rule in value.changes if rule is not change}
            world.report(order_messages.no_change(clause.meant[0], value.name, clause.name.span, known))
    change.over = tuple(dict.fromkeys(each for each in over if each != change.owner))


def _meant(
    clause: OrderClause, rules: Sequence[tree.HookRule] | Sequence[tree.ChangeRule]
) -> Iterator[tree.HookRule | tree.ChangeRule]:
    """Yield the other rules that a clause means."""
    for name in clause.meant:
        others = [rule for rule in rules if rule is not clause.rule]
        direct = [other for other in others if other.names[0] == name]
        yield from direct or (other for other in others if other.module == name)


def _prefer_hooks(procedure: tree.Procedure, preferences: Preferences) -> None:
    """The preferred one of two hooks runs last; of two that replace the procedure it is tried first."""
    for one, other in combinations(procedure.hooks, 2) if preferences.lines else ():
        if one.word != other.word or one.owner == other.owner:
            continue
        wins = preferences.wins(one.names, other.names, procedure.name)
        if wins is not None:
            first, last = (other, one) if wins != (one.word == "instead") else (one, other)
            first.earlier = [rule for rule in first.earlier if rule is not last]
            last.earlier.append(first)


def _prefer_changes(value: tree.ValueRule, preferences: Preferences) -> None:
    for one, other in combinations(value.changes, 2) if preferences.lines else ():
        if one.owner == other.owner:
            continue
        wins = preferences.wins(one.names, other.names, value.name)
        if wins is not None:
            winner, loser = (one, other) if wins else (other, one)
            loser.over = tuple(each for each in loser.over if each != winner.owner)
            winner.over = tuple(dict.fromkeys((*winner.over, loser.owner)))


def _check_settings(world: World, value: tree.ValueRule, owners: RuleOwners) -> None:
    """Report two changes that always set a value, to different things."""
    always = [
        change
        for change in value.changes
        if change.word == "to" and not change.conditions and change.players is None and not world.damage
    ]
    for one, other in combinations(always, 2):
        if other.owner in one.over or one.owner in other.over:
            continue
        values = [rule.value.value for rule in (one, other) if isinstance(rule.value, tree.Constant)]
        if len(values) == 2 and values[0] != values[1]:
            apart = other.module if owners.apart(one.module, other.module) else ""
            first = "" if one.owner == other.owner else one.module if apart else one.names[0]
            world.report(order_messages.set_twice(value.name, other.span, one.span, first, apart))
            return


def weave(world: World) -> None:
    """Give every hooked procedure its shell."""
    for procedure in list(world.procedures.values()):
        _weave(world, procedure)


def in_order(hooks: list[tree.HookRule]) -> list[tree.HookRule]:
    """Sort hooks by what must run before them, then by source order."""
    left = {id(hook): hook for hook in hooks}
    done: list[tree.HookRule] = []
    while left:
        first = next(iter(left.values()))
        ready = next(
            (rule for rule in left.values() if not any(id(other) in left for other in rule.earlier)), first
        )
        done.append(left.pop(id(ready)))
    return done


def _weave(world: World, procedure: tree.Procedure) -> None:
    hooks = {
        word: [rule for rule in procedure.hooks if rule.word == word]
        for word in ("instead", "before", "after")
    }
    if not procedure.hooks and not procedure.forbids and not procedure.phase:
        return
    span = procedure.span
    mine = tuple(tree.LocalValue(parameter, parameter.type, span) for parameter in procedure.parameters)
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
            if _comes_after(hook, hook):
                circle = [
                    rule for rule in procedure.hooks if _comes_after(rule, hook) and _comes_after(hook, rule)
                ]
                if circle[0] is hook:
                    names = [rule.owner for rule in (*circle, hook)]
                    world.report(messages.cycle(names, hook.span))
        for one, other in combinations(procedure.hooks, 2):
            if one.word != other.word or one.owner == other.owner:
                continue
            if world.damage and (world.damage.incomplete or _in_doubt(world, one) or _in_doubt(world, other)):
                continue
            if _comes_after(one, other) or _comes_after(other, one) or _apart(one, other):
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
    for condition in hook.conditions:
        match condition:
            case tree.Operation("=", (tree.LocalValue(local), tree.Constant(int(member), KindType()))):
                found[local] = member
            case _:
                pass
    return found
