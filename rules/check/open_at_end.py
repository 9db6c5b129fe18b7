"""Decides whether a test ends with a question open, from what it speaks about."""

from collections.abc import Iterable

from lazaretto.grammar import nodes


def ends_open(lines: Iterable[nodes.TestLine]) -> bool:
    """Whether a question must be open at the end of a test; otherwise none may be.

    One is open if the test has answered or mentioned a question since it last started something, unless it
    says after its last answer that nothing is asked or how the game ended. `leave open` says it outright.
    """
    spoken = seen = closed = False
    for line in lines:
        match line:
            case nodes.LeaveOpen():
                return True
            case nodes.Step(word="when") | nodes.NextGame():
                spoken = seen = closed = False
            case nodes.Does():
                spoken, seen, closed = True, False, False
            case nodes.ThenMay(negated=True):
                spoken = True
            case nodes.ThenMay() | nodes.ThenAsks(player=nodes.Name()):
                spoken = seen = True
            case nodes.ThenAsks():
                closed = True
            case nodes.ThenEnds():
                closed = not seen
            case _:
                pass
    return spoken and not closed
