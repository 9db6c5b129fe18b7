"""What line mode answers to `help` and `why`: about options, closed ones, lines of the log and rules.

An option may be closed only at a step behind an open one; `closed_behind` finds it there.
"""

import re
from collections.abc import Iterator

from lazaretto.rules import ChoiceError, Option, RuleError, View
from lazaretto.tui.line.information_commands import about
from lazaretto.tui.line.parse_answer import Asked, Misread, Trial, cuts, listed, understand
from lazaretto.tui.line.view import told_line
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.shared_texts import folded, rule_sentence, told
from lazaretto.tui.table.pages.help_at_cursor import option_topic


def begins(option: Option, text: str) -> bool:
    """Whether a text is the beginning of an option's key or label."""
    wanted = folded(text)
    return folded(option.key).startswith(wanted) or folded(option.label).startswith(wanted)


async def closed_behind(
    asked: Asked, text: str, trial: Trial, taken: tuple[str, ...] = (), before: tuple[Option, ...] = ()
) -> tuple[Option, ...]:
    """The closed candidates at the step behind a path; of a longer path, those that its end names.

    That may be a step that takes itself. Nothing is told that the steps would reveal, nor what is offered
    `before` the path and again after it.
    """
    offered = {each.key for each in (*before, *asked.options)}
    for head, tail in ((text, ""), *cuts(text, asked.form)):
        first = _named(asked, head)
        if first is None:
            continue
        keys = (*taken, first.key)
        try:
            ahead = await trial(first.seat, keys)
        except (ChoiceError, RuleError):
            continue
        decision = ahead.decision
        options = decision.options if ahead.known and decision is not None else ()
        closed = (
            *ahead.closed,
            *(option for option in options if option.why_not is not None and option.key not in offered),
        )
        if tail:
            closed = tuple(each for each in closed if begins(each, tail))
            if not closed and decision is not None and decision.form is not None:
                then = Asked(decision.seat, decision.form, decision.options, asked.players)
                closed = await closed_behind(then, tail, trial, keys, (*before, *asked.options))
        if closed:
            return closed
    return ()


def _named(asked: Asked, text: str) -> Option | None:
    """The only open option that a text names, or is the beginning of."""
    options = [option for option in listed(asked) if begins(option, text)]
    exact = [option for option in options if folded(text) in (folded(option.key), folded(option.label))]
    return (exact or options)[0] if len(exact or options) == 1 else None


MOST = 5
"""Help shows no more options than this at once."""


def help_lines(asked: Asked, text: str, view: View) -> list[str]:
    """What an option does that a text or a number names, and what else is called so and where it is."""
    numbered = _numbered(asked, text)
    if numbered is not None:
        return list(_option(view, numbered))
    called = [option for option in asked.options if begins(option, text)]
    lines = [line for each in called[:MOST] for line in _option(view, each)]
    lines += about(view, text, called=bool(called))
    return lines or [say.NOTHING_CALLED(typed=text)]


def _option(view: View, option: Option) -> Iterator[str]:
    """What an option does, why it is closed, and what is known of the thing that it stands for."""
    topic = option_topic(view, option)
    yield say.HELP_ON(option=topic.title, help=topic.text[0])
    yield from (f"    {each}" for each in topic.text[1:])


def _numbered(asked: Asked, text: str) -> Option | None:
    """The option with this number in the list, unless the text begins the name of one."""
    if not text.isdecimal() or any(begins(option, text) for option in asked.options):
        return None
    options = enumerate(listed(asked), 1)
    return next((option for number, option in options if str(number) == text.lstrip("0")), None)


async def why_lines(asked: Asked, text: str, view: View, trial: Trial) -> list[str]:
    """Why options are closed: all, or those that a text names; or which rules lines of the log come from."""
    closed = [option for option in asked.options if option.why_not is not None]
    wanted = [each for each in closed if not text or begins(each, text)]
    if not wanted and (rules := _rules(text, view)):
        return rules
    if text and not wanted:
        wanted = list(await closed_behind(asked, text, trial))
    if not wanted:
        meant = await understand(asked, text, trial) if text else ()
        return [meant.words if isinstance(meant, Misread) else say.NOTHING_CLOSED()]
    lines: list[str] = []
    for each in wanted:
        lines.append(f"  {say.CLOSED_BECAUSE(option=each.label, reason=each.why_not)}")
        if text and each.rules:
            lines.append(f"    {rule_sentence(view, each.rules)}")
    return list(dict.fromkeys(lines))


def _rules(text: str, view: View) -> list[str]:
    """The rules that lines of the log come from, by their numbers, or the rule that has a number."""
    numbered = [rule for rule in view.rules if rule.number and folded(rule.number) == folded(text)]
    if numbered and not text.isdecimal():
        return [f"  {told(numbered[0])}"]
    if not re.fullmatch(r"-?\d{1,9}([\s,]+-?\d{1,9})*", text):
        return [say.NO_SUCH_RULE(typed=text)] if re.fullmatch(r"-?[\d.]+", text) else []
    lines: list[str] = []
    for number in map(int, re.findall(r"-?\d+", text)):
        at = number - 1 if number > 0 else len(view.log) + number
        if number == 0 or not 0 <= at < len(view.log):
            lines.append(say.NO_SUCH_LINE(number=len(view.log)))
            continue
        line = view.log[at]
        lines += (f"  {told_line(line)}", f"    {rule_sentence(view, line.rules)}")
    return lines
