"""What line mode answers to `help` and `why`: about options, closed ones, lines of the log and rules."""

import re
from collections.abc import Iterator

from rules import LogLine, Option, View
from tui.closed_behind import begins, closed_behind
from tui.line_places import about
from tui.messages import line_mode as say
from tui.parse_answer import Asked, Misread, Trial, folded, listed, understand
from tui.rule_sentences import rule_sentence, told

MOST = 5
"""Help shows no more options than this at once."""


def told_line(line: LogLine) -> str:
    """A line of the log; one that not everybody reads is marked."""
    return say.ONLY_YOU_KNOW(line=line.text) if line.private else line.text


def help_lines(asked: Asked, text: str, view: View) -> Iterator[str]:
    """What the options do that a text or a number names, or else what is known about a thing or player."""
    found = _called(asked, text)
    for each in found[:MOST]:
        yield say.HELP_ON(option=each.label, help=each.help or say.NO_HELP())
        if each.why_not is not None:
            yield f"    {say.NOT_OPEN(reason=each.why_not)}"
    if not found:
        yield from list(about(view, text)) or [say.NOTHING_CALLED(typed=text)]


def _called(asked: Asked, text: str) -> list[Option]:
    """The options that begin with a text, or the one with this number in the list."""
    found = [each for each in asked.options if begins(each, text)]
    if not found and text.isdecimal():
        options = listed(asked)
        return [each for number, each in enumerate(options, 1) if str(number) == text.lstrip("0")]
    return found


async def why_lines(asked: Asked, text: str, view: View, trial: Trial) -> list[str]:
    """Why options are closed: all, or those that a text names; or which rules lines of the log come from."""
    closed = [each for each in asked.options if each.why_not is not None]
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
