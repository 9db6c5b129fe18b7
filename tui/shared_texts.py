"""Short texts that the full screen and line mode share: names, numbers, players, rules, steps of actions."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from lazaretto.grammar.message import with_commas
from lazaretto.host.crash_report import is_reported
from lazaretto.rules import DecisionView, Outcome, RuleView, View
from lazaretto.tui.messages import common, table as say

EMPTY = frozenset(("", "none", "no", "nothing", "[]"))
"""Attribute values that are not worth showing."""


LONGEST_LABEL = 40
"""The length from which the name of an optional part is shortened."""


def words(name: str) -> str:
    """A name from the rules, in readable form."""
    return name.replace("_", " ")


def title(name: str) -> str:
    """The same with a capital letter."""
    return sentence(words(name))


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """The text with a small first letter, unless it is an abbreviation."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def folded(text: str) -> str:
    """For comparing: without case, accents and spare space; underscores are spaces, dashes are hyphens."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(plain.casefold().replace("_", " ").replace("–", "-").split())


def part_label(name: str) -> str:
    """The name of an optional part without what it does, if both make a long text."""
    label, colon, _ = name.partition(": ")
    return label if colon and len(name) > LONGEST_LABEL else name


def from_to(low: int, high: int) -> str:
    """A number, or a range of numbers."""
    return f"{low}" if low == high else common.FROM_TO(low=low, high=high)


def counts_up(spaces: tuple[int, ...]) -> bool:
    """Whether the spaces of a track are consecutive numbers, so that the last one shows its length."""
    return spaces == tuple(range(spaces[0], spaces[0] + len(spaces)))


def went_wrong(error: Exception) -> str:
    """The message for the player when a rule fails, or the program itself."""
    if is_reported(str(error)):
        return common.FAILED_INSIDE(error=sentence(str(error)))
    return common.WENT_WRONG(error=error)


def awaited(decision: DecisionView) -> str:
    """The names of the players whom a decision waits for."""
    return with_commas(decision.waiting) if decision.waiting else decision.player


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
    return rule_sentence(view, numbers) if any(rule.number or rule.text for rule in rules) else ""


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
    return [short for step in steps if (short := _shortened(action, without_count(step)))]


def _shortened(action: str, step: str) -> str:
    """What a step adds to the name of its action; empty if that contains it."""
    if not step.isdigit() and re.search(rf"\b{re.escape(step)}(?!\w)", action, re.IGNORECASE):
        return ""
    return re.sub(rf"^{re.escape(action)}(:?\s+)", "", step, flags=re.IGNORECASE)
