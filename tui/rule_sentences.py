"""Tells which rule a line of the log or a reason comes from, in the rule's own words."""

from collections.abc import Sequence

from rules import RuleView, View
from tui.messages import table as say


def rule_sentence(view: View, numbers: Sequence[int]) -> str:
    """The title and the sentence of a rule; of several, if the words do not tell which one it was."""
    told = dict.fromkeys(_told(rule) for rule in (view.rules[number] for number in numbers))
    if len(told) > 1:
        return say.ONE_OF_RULES(rules=" ".join(told))
    return next(iter(told), say.NO_RULE())


def _told(rule: RuleView) -> str:
    title = say.NUMBERED_RULE(number=rule.number, title=rule.title) if rule.number else rule.title
    return say.RULE(title=title, text=rule.text) if rule.text else title
