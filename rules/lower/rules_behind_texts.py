"""Traces every text of a game back to the rule that says it, and finds a sentence that explains that rule.

Which rule says a text follows from the text alone: rules with the same words between the gaps are named
together. So the origin of a line never tells more than the line and the rulebook.

A log line or a reason is stored as the number of a text and the values of its placeholders, so nothing has to
be recorded during a game. Players read a title and a sentence for the rule: its documentation, the
documentation of the member it belongs to, or that of the nearest rule that calls it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from lazaretto.grammar.source import Span
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Member
from lazaretto.rules.run import rulebook_messages
from lazaretto.rules.run.compiled_game import ModuleInfo, RuleInfo
from lazaretto.rules.run.players_rulebook import title_of

Skeleton = tuple[str | None, ...]


def rule_origins(
    world: World, found: "WrittenRules"
) -> tuple[tuple[RuleInfo, ...], tuple[tuple[int, ...], ...]]:
    """Return the rules that texts come from and, for each text, the numbers of its rules."""
    spoken: dict[Skeleton, set[int]] = {}
    unsaid = {id(action.label) for action in world.actions} | {
        id(menu.prompt) for menu in world.menus.values()
    }
    unsaid |= {id(value.because) for value in world.values.values()}
    for template in world.templates:
        at = found.around(template.span)
        if at is not None and id(template) not in unsaid:
            spoken.setdefault(_skeleton(template), set()).add(at)
    infos: dict[int, RuleInfo] = {at: found.info(at) for at in sorted(set().union(*spoken.values()))}
    numbers = {info: number for number, info in enumerate(dict.fromkeys(infos.values()))}
    origins = (
        tuple(sorted({numbers[infos[at]] for at in spoken.get(_skeleton(template), ())}))
        for template in world.templates
    )
    return tuple(numbers), (*origins, ())


def _skeleton(template: tree.Template) -> Skeleton:
    """Return a text without what is in its gaps; one that has nothing else, with the texts that fill them."""
    if any(isinstance(part, str) for part in template.parts):
        return tuple(part if isinstance(part, str) else None for part in template.parts)
    return tuple(_filling(part) for part in template.parts if not isinstance(part, str))


def _filling(part: tree.Expression | tree.Plural) -> str | None:
    """Return the name of the value that makes the text in a gap; None if something else fills it."""
    return f"{{{part.value.name}}}" if isinstance(part, tree.CallValue) else None


class WrittenRules:
    """The rules as they were written, with an index by place and their callers."""

    def __init__(
        self, world: World, modules: Iterable[ModuleInfo], numbers: Mapping[tuple[str, int], str]
    ) -> None:
        self._rules = world.written
        self._modules = {module.file.removesuffix(".rules"): module.documentation for module in modules}
        self._numbers = numbers
        self._starts: dict[str, list[tuple[int, int]]] = {}
        for number, rule in enumerate(self._rules):
            self._starts.setdefault(rule.span.file, []).append((rule.span.line, number))
        for starts in self._starts.values():
            starts.sort()
        self.callers = self._find_callers(world)

    def around(self, place: Span) -> int | None:
        """Return the number of the rule in which a place lies."""
        starts = self._starts.get(place.file, [])
        index = bisect_right(starts, place.line, key=lambda each: each[0]) - 1
        if index < 0:
            return None
        number = starts[index][1]
        return number if place.line <= self._rules[number].span.end_line else None

    def _find_callers(self, world: World) -> dict[int, dict[int, None]]:
        """Return for each rule those that call it; a hook is called by the rule it is about."""
        heads = {rule.target: number for number, rule in enumerate(self._rules) if rule.target is not None}
        found: dict[int, dict[int, None]] = {}
        for name, target in world.uses:
            if not isinstance(target, tree.Procedure | tree.ValueRule | tree.Menu | tree.Action):
                continue
            called, caller = self.around(target.span), self.around(name.span)
            if called is None or caller is None or called == caller:
                continue
            if name.span in heads:
                called, caller = caller, called
            found.setdefault(called, {})[caller] = None
        return found

    def info(self, number: int) -> RuleInfo:
        """Return what players are told about a rule."""
        rule = self._rules[number]
        place = f"{rule.module}:{rule.span.line}"
        explaining = self._nearest(number)
        if explaining is None:
            words = "" if rule.word == "action" else self._modules.get(rule.module, "")
            return RuleInfo(title(rule), words, place)
        return RuleInfo(title(explaining), own_sentence(explaining), place, self.number(explaining))

    def number(self, rule: tree.WrittenRule) -> str:
        """Return the number of a rule, or of the member that it belongs to; empty if it has none."""
        at = self._numbers.get((rule.span.file, rule.span.line), "")
        if rule.documentation or rule.reason or not isinstance(rule.owner, Member):
            return at
        return self._numbers.get((rule.owner.span.file, rule.owner.span.line), at)

    def _nearest(self, number: int) -> tree.WrittenRule | None:
        """Return the nearest rule with a sentence: the rule itself, or one that calls it."""
        seen, now = {number}, [number]
        while now:
            for each in now:
                for rule in (self._in_force(each), self._rules[each]):
                    if own_sentence(rule):
                        return rule
            now = [caller for each in now for caller in self.callers.get(each, ()) if caller not in seen]
            seen.update(now)
        return None

    def _in_force(self, number: int) -> tree.WrittenRule:
        """Return the rule that has replaced a rule; the rule itself if none has."""
        rule = self._rules[number]
        if not rule.replaced:
            return rule
        same = (written_rule for written_rule in reversed(self._rules[:number]) if not written_rule.replaced)
        return next(
            (
                written_rule
                for written_rule in same
                if (written_rule.word, written_rule.name) == (rule.word, rule.name)
            ),
            rule,
        )


def own_sentence(rule: tree.WrittenRule) -> str:
    """Return the sentence that stands with a rule or with what it belongs to."""
    return rule.documentation or (rule.owner.documentation if rule.owner is not None else "")


def title(rule: tree.WrittenRule) -> str:
    """Return what players call a rule."""
    if rule.word in rulebook_messages.RESULTS:
        return str(rulebook_messages.RESULTS[rule.word]())
    owner = rule.owner
    explained_there = owner is not None and not rule.documentation and bool(owner.documentation)
    if rule.label and not explained_there:
        return rule.label
    if owner is not None and (rule.target is not None or explained_there):
        return owner.label if isinstance(owner, Member) else title_of(owner.name)
    return title_of(rule.name)
