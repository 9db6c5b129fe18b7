"""Lists the rules of the rulebook with their numbers, and leaves out what decides nothing for players.

Left out are: rules without documentation; procedures that do nothing and values that always say the same
flag, for both only serve what builds on the game; rules that no other rule of the game needs, such as values
for bots.
"""

from collections.abc import Iterator, Mapping

from lazaretto.rules.check.known_values import decided_in_play, known_value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.lower.rule_origins import WrittenRules, own_sentence, title
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Member
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.model.types import FlagType
from lazaretto.rules.run.rule_infos import NumberedRule
from lazaretto.rules.run.rulebook_sections import title_of

_USED_BY_THE_GAME = ("points", "team", "rank", "campaign_over", "game", "settle", "ending")
"""The rules that the game itself uses by their names, and that decide something."""

_CALLED = ("value", "to", "phase", "before", "after", "instead", "change", "forbid")
"""What is only there for the rules that use it, or for the rule that it is about."""


def numbered_rules(
    world: World, infos: TableInfos, written: WrittenRules
) -> tuple[tuple[NumberedRule, ...], Mapping[str, str], frozenset[str]]:
    """Return the rules that players read about, the numbers of things by key, and the files with rules."""
    needed = _needed_rules(world, written)
    people = {each.span: _people(each.players) for each in world.outcomes if each.players is not None}
    moving = _values_decided_in_play(world)
    found: list[NumberedRule] = []
    numbers: dict[str, str] = {}
    for at, rule in enumerate(world.written):
        number = written.number(rule)
        if not number or rule.replaced:
            continue
        numbers[f"{rule.span.file}:{rule.span.line}"] = number
        if rule.word == "menu":
            numbers[f"menu {rule.name}"] = number
        if rule.word == "member" and isinstance(rule.owner, Member):
            kind, id = infos.number(rule.owner)
            numbers[f"{kind} {id}"] = number
        text = rule.documentation or rule.reason
        value = world.values.get(rule.name) if rule.word == "value" else None
        if text and at in needed and not _decides_nothing(world, rule):
            amount = known_value(world, value) if value is not None and value.name not in moving else ""
            found.append(_numbered(rule, number, text, amount, people.get(rule.span, "")))
    for template in world.templates:
        at_rule = written.around(template.span)
        if at_rule is not None:
            numbers[f"text {template.number}"] = written.number(world.written[at_rule])
    return tuple(found), numbers, frozenset(world.written[at].span.file for at in needed)


def _values_decided_in_play(world: World) -> set[str]:
    """Return the values to which their own module gives other values in the game, without a word about it.

    The number without that change is only half of the rule; it often stands for "none".
    """
    told = {each.span for each in world.written if each.word == "change" and own_sentence(each)}
    return {
        value.name
        for value in world.values.values()
        for each in value.changes
        if each.module == value.module and each.span not in told and decided_in_play(each)
    }


def _numbered(rule: tree.WrittenRule, number: str, text: str, amount: str, for_whom: str) -> NumberedRule:
    only_reason = rule.word == "forbid" and not rule.documentation
    forbidden = title_of(rule.name).lower() if only_reason else ""
    return NumberedRule(number, rule.span.file, rule.word, title(rule), text, amount, for_whom, forbidden)


def _decides_nothing(world: World, rule: tree.WrittenRule) -> bool:
    """Whether a rule is only there for others to change it."""
    if rule.word == "value":
        value = world.values.get(rule.name)
        if value is None:
            return True
        fixed = isinstance(value.base, tree.Constant) and not value.changes
        return fixed and isinstance(value.type, FlagType)
    if rule.word == "to":
        procedure = world.procedures.get(rule.name)
        return procedure is None or not procedure.body
    return False


def _needed_rules(world: World, written: WrittenRules) -> set[int]:
    """Return the rules that a game can come to: from its phases and actions, its ends, its declarations."""
    waiting = [at for at, rule in enumerate(world.written) if _begins(rule)]
    renamed = {each.node.new.span for each in world.aliases.lines}
    for name, target in world.uses:
        declared = written.around(name.span) is None and name.span not in renamed
        if isinstance(target, tree.ValueRule) and declared:
            called = written.around(target.span)
            if called is not None:
                waiting.append(called)
    callees: dict[int, list[int]] = {}
    for called, callers in written.callers.items():
        for caller in callers:
            callees.setdefault(caller, []).append(called)
    for at, rule in enumerate(world.written):
        if rule.replaced:  # its replacement, which comes before it, may go on to it
            callees.setdefault(at - 1, []).append(at)
    needed: set[int] = set()
    while waiting:
        at = waiting.pop()
        if at not in needed:
            needed.add(at)
            waiting += callees.get(at, [])
    return needed


def _begins(rule: tree.WrittenRule) -> bool:
    """Whether the game itself comes to a rule, without another rule that calls it."""
    if rule.word in _CALLED:
        return rule.name in _USED_BY_THE_GAME and rule.word in ("value", "to", "phase")
    return True


def ends_for(world: World) -> Mapping[int, str]:
    """Return for whom the game ends, for each text with which it does not end for all."""
    found: dict[int, str] = {}
    for outcome in world.outcomes:
        if outcome.players is not None:
            found[outcome.text.number] = _people(outcome.players)
    for procedure in (*world.procedures.values(), *world.extra):
        for node in walk(procedure.body):
            if isinstance(node, tree.Finish) and node.players is not None:
                found[node.text.number] = _people(node.players)
    return found


def _people(players: tree.Expression) -> str:
    return " ".join(_described(players))


def _described(players: tree.Expression) -> Iterator[str]:
    for node in walk(players):
        if isinstance(node, tree.CallValue):
            yield node.value.documentation or title_of(node.value.name)
