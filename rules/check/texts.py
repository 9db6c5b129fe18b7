"""Checks texts: their placeholders, plurals, and texts that are values themselves.

Labels of actions, members and options are plain texts, the same wherever they are read.
"""

from lazaretto.grammar import nodes
from lazaretto.rules.check.expected_types import Demands
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    BROKEN,
    NONE,
    NUMBER,
    SUPPLY,
    TEXT,
    VOID,
    ManyType,
    NumberType,
    PileType,
    Type,
)

Part = str | tree.Expression | tree.Plural


def says_text(node: nodes.Expression) -> bool:
    """Whether an expression is a text, or a choice of texts."""
    match node:
        case nodes.Text():
            return True
        case nodes.Conditional():
            return says_text(node.then) or says_text(node.otherwise)
        case _:
            return False


class Texts(Demands):
    """Checks texts; the subclass checks the expressions in them."""

    def template(self, node: nodes.Text, scope: Scope) -> tree.Template | None:
        """Check a text with placeholders."""
        parts: list[Part] = []
        arguments: list[Type] = []
        whole = True
        for part in node.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            checked: tree.Expression | tree.Plural | None
            if isinstance(part, nodes.Plural):
                checked = self._plural(part, scope, arguments)
                shown = checked.number if checked is not None else None
            else:
                checked = shown = self._shown(part, scope)
            if checked is None:
                whole = False
                continue
            parts.append(checked)
            if shown is not None:
                arguments.append(shown.type)
        return self.world.template(tuple(parts), node.span) if whole else None

    def _shown(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """Check an expression in a placeholder."""
        found = self.meaning(node, scope, TEXT if says_text(node) else None)
        if found is not None and found.type == SUPPLY:
            self.world.report(messages.wrong_type(found.type, "number", node.span, "counted"))
            return None
        return found

    def _plural(self, node: nodes.Plural, scope: Scope, arguments: list[Type]) -> tree.Plural | None:
        """Check a word that depends on a number; `arguments` are the types of the placeholders before it."""
        if node.number is None:
            counted = [at for at, argument in enumerate(arguments) if _counts(argument)]
            if not counted:
                self.world.report(messages.nothing_counted(node.span))
                return None
            return tree.Plural(counted[-1], node.one, node.other, None, node.span)
        number = self.meaning(node.number, scope, None)
        if number is None:
            return None
        if not _counts(number.type):
            hint = "counted" if number.type == SUPPLY else ""
            self.world.report(messages.wrong_type(number.type, NUMBER, node.number.span, hint))
            return None
        return tree.Plural(len(arguments), node.one, node.other, number, node.span)

    def written(self, node: nodes.Text, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        """Check a text as a value: allowed where a text is wanted."""
        if wanted == BROKEN:  # what is wanted is reported where it is declared
            return None
        if wanted != TEXT:
            self.world.report(
                messages.wrong_type(TEXT, wanted or messages.sort("value"), node.span, "quotes")
            )
            return None
        if all(isinstance(part, str) for part in node.parts):
            return tree.Constant(node.plain, TEXT, node.span)
        template = self.template(node, scope)
        return tree.Written(template, TEXT, node.span) if template is not None else None

    def as_text(self, found: tree.Expression) -> tree.Expression:
        """Return a value as the text that shows it; what cannot be shown stays as it is."""
        if found.type in (TEXT, SUPPLY, VOID, NONE):
            return found
        return tree.Written(self.world.template((found,), found.span), TEXT, found.span)


def _counts(kind: Type) -> bool:
    return isinstance(kind, NumberType | ManyType | PileType)


def plain_label(world: World, label: nodes.Text | None, otherwise: str) -> str:
    """Return a label, or what stands for it if there is none; a gap in it is a mistake."""
    if label is None:
        return otherwise
    refuse_gaps(world, label)
    return label.plain


def refuse_gaps(world: World, label: nodes.Text) -> None:
    """Report a label with gaps."""
    if not all(isinstance(part, str) for part in label.parts):
        world.report(messages.bad_value("gaps", label.span))
