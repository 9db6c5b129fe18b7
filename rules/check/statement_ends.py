"""Looks through the statements of a procedure: whether all ways return, and whether it calls `inherited`."""

from lazaretto.grammar import nodes
from lazaretto.rules.model import tree

_WITH_BLOCKS = nodes.If | nodes.Match | nodes.Case | nodes.ForEach | nodes.Together | nodes.Repeat
"""Statements with statements inside."""


def inherits(body: nodes.Block) -> bool:
    """Whether a procedure calls `inherited`, the procedure it replaces."""
    waiting: list[object] = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, nodes.Do) and node.call.name.text == "inherited":
            return True
        elif isinstance(node, _WITH_BLOCKS):
            waiting.extend(
                getattr(node, each)
                for each in ("branches", "cases", "body", "otherwise")
                if hasattr(node, each)
            )
    return False


def always_returns(body: tree.Block) -> bool:
    """Whether every way through a block ends with a result, or ends the game."""
    if not body:
        return False
    last = body[-1]
    match last:
        case tree.Return() | tree.Finish(players=None):
            return True
        case tree.If(branches, otherwise):
            return all(always_returns(each) for _, each in branches) and always_returns(otherwise)
        case tree.Repeat(times=None, condition=None):
            return True
        case _:
            return False
