"""Checks what a value says about the position: hints show it where the number has changed."""

from lazaretto.grammar import nodes
from lazaretto.rules.check.expressions import Expressions
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.types import BROKEN, NumberType


def checked_because(
    expressions: Expressions, value: tree.ValueRule, node: nodes.Text
) -> tree.Template | None:
    """Check the text after `because`, in which the parameters of the value have their meaning."""
    if not isinstance(value.type, NumberType):
        if value.type != BROKEN:
            expressions.world.report(messages.because_without_number(value.name, node.span))
        return None
    scope = Scope(Frame(mark="w"), value.name)
    for each in value.parameters:
        scope.names[each.word] = tree.LocalValue(each, each.type, each.span)
    return expressions.template(node, scope)
