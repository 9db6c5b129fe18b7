"""Every pass handles each node of the typed tree; a test names the passes that forget a new one."""

from inspect import getmembers, isclass
from typing import get_args

from lazaretto.rules.model.tree import Effect, Statement, expressions, statements
from lazaretto.rules.model.tree_walk import _FIELDS, Node

RULES = {
    statements.Action,
    statements.ChangeRule,
    statements.ForbidRule,
    statements.GoalRule,
    statements.HookRule,
    statements.InvariantRule,
    statements.Menu,
    statements.OptionNeed,
    statements.OutcomeRule,
    statements.Procedure,
    statements.ValueRule,
    statements.WrittenRule,
}
"""They consist of statements; the walk begins at their bodies."""


def made_in(module: object) -> set[type]:
    return {
        kind
        for _, kind in getmembers(module, isclass)
        if kind.__module__ == module.__name__ and hasattr(kind, "span")  # type: ignore[attr-defined]
    }


def test_each_class_of_the_tree_is_walked() -> None:
    known = set(get_args(Node))
    forgotten = made_in(statements) - known - RULES
    assert not forgotten, f"add {forgotten} to the union Statement (rules/model/tree/statements.py)"
    forgotten = made_in(expressions) - known - {expressions.Local}
    assert not forgotten, f"add {forgotten} to the union Expression (rules/model/tree/expressions.py)"
    assert set(_FIELDS) == known


def test_each_statement_says_what_it_does() -> None:
    for kind in get_args(Statement):
        assert isinstance(kind.effect, Effect), f"{kind.__name__} lacks `effect: ClassVar = Effect.…`"
        assert "effect" not in kind.__match_args__
