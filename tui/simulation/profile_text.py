"""Prints what the rules of a simulation cost."""

from typing import TYPE_CHECKING

from lazaretto.tui.messages import simulation as say

if TYPE_CHECKING:
    from lazaretto.lab.report import Report
    from lazaretto.rules.backends.python.profiler import Cost

MOST_ROWS = 30
"""How many rules a profile shows."""


def profile_text(costs: "list[Cost]", report: "Report") -> str:
    """What the dearest rules cost as a table: share of the time in rules, calls, time of a call."""
    seconds = sum(each.seconds for each in costs)
    calls = sum(each.calls for each in costs)
    lines: list[str] = [
        say.PROFILED(calls=calls / report.games),
        f"{say.PROFILE_SHARE():>6}  {say.PROFILE_CALLS():>12}  {say.PROFILE_EACH():>9}  {say.PROFILE_RULE()}",
    ]

    def line(share: float, number: int, took: float, words: str) -> str:
        return f"{share:6.1%}  {number / report.games:12,.1f}  {took / number * 1e6:9.2f}  {words}"

    shown = costs[:MOST_ROWS] if len(costs) > MOST_ROWS + 1 else costs
    for each in shown:
        words = say.PROFILE_SORTS[each.sort](rule=each.rule)
        lines.append(line(each.seconds / seconds if seconds else 0, each.calls, each.seconds, words))
    rest = costs[len(shown) :]
    if rest:
        took = sum(each.seconds for each in rest)
        number = sum(each.calls for each in rest)
        lines.append(line(took / seconds if seconds else 0, number, took, say.PROFILE_REST(number=len(rest))))
    return "\n".join(lines)
