"""Tells which rule a line of the log, a reason or an end comes from, in the rule's own words."""

import re
from collections.abc import Iterable, Sequence

from lazaretto.rules import Outcome, RuleView, View
from lazaretto.tui.line.parse_answer import folded
from lazaretto.tui.messages import table as say


def rule_sentence(view: View, numbers: Sequence[int]) -> str:
    """The title and the sentence of a rule; of several, if the words do not tell which one it was."""
    found = dict.fromkeys(told(rule) for rule in (view.rules[number] for number in numbers))
    if len(found) > 1:
        return say.ONE_OF_RULES(rules=" ".join(found))
    return next(iter(found), say.NO_RULE())


def rule_beside(view: View, numbers: Sequence[int], text: str) -> str:
    """The same beside a text: without the sentence if that is the text, empty if there is no more to say."""
    rules = [view.rules[number] for number in numbers]
    if len(rules) == 1 and folded(rules[0].text).rstrip(".") == folded(text).rstrip("."):
        return say.RULE_ALONE(title=_title(rules[0])) if rules[0].number else ""
    return rule_sentence(view, numbers) if any(each.number or each.text for each in rules) else ""


def rule_of_end(view: View, outcome: Outcome) -> str:
    """The rule that ended the game; empty if none says more than the reason."""
    return rule_beside(view, outcome.rules, outcome.reason)


def _title(rule: RuleView) -> str:
    return say.NUMBERED_RULE(number=rule.number, title=rule.title) if rule.number else rule.title


def told(rule: RuleView) -> str:
    """A rule with its number, title and sentence, as far as it has them."""
    return say.RULE(title=_title(rule), text=rule.text) if rule.text else _title(rule)


_COUNT = re.compile(r"\s+\(\d+\)$")
"""How many there are of something, behind its name."""


def without_count(label: str) -> str:
    """A label without the count at its end."""
    return _COUNT.sub("", label)


def further_steps(action: str, steps: Iterable[str]) -> list[str]:
    """The steps of an action without what repeats its name, and without counts."""
    return [short for each in steps if (short := _shortened(action, without_count(each)))]


def _shortened(action: str, step: str) -> str:
    """What a step adds to the name of its action; empty if that contains it."""
    if not step.isdigit() and re.search(rf"\b{re.escape(step)}(?!\w)", action, re.IGNORECASE):
        return ""
    return re.sub(rf"^{re.escape(action)}(:?\s+)", "", step, flags=re.IGNORECASE)
