"""Warns about letters of actions that players cannot use: two equal ones in a question, or a sign."""

from collections.abc import Iterator

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import warning_texts as said
from lazaretto.rules.model import tree
from lazaretto.rules.model.actions_side_by_side import exclude_each_other, only_if
from lazaretto.rules.model.tree_walk import walk


def clashing_letters(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each letter of the scenario `own` that cannot choose its action."""
    world = checked.world
    told: set[frozenset[str]] = set()
    for action in world.actions:
        letter = action.looks.get("letter", "a")
        if len(letter) == 1 and not (letter.isascii() and letter.isalnum()) and _is_own(action, own):
            yield diagnose(said.NO_LETTER, action.span, letter=letter, action=action.name)
    for asked, between in _questions(world):
        for one, other in _alike((*asked, *between)):
            pair = frozenset((one.name, other.name))
            meet = one in between or other in between or not exclude_each_other(only_if(one), only_if(other))
            if not meet or pair in told or not (_is_own(one, own) or _is_own(other, own)):
                continue
            told.add(pair)
            yield diagnose(
                said.SAME_LETTER,
                other.span,
                None,
                ((one.span, said.LETTERED_TOO()),),
                letter=one.looks["letter"],
                one=one.name,
                other=other.name,
            )


def _questions(world: World) -> Iterator[tuple[list[tree.Action], list[tree.Action]]]:
    """Yield the actions of each question: those of the asked player, and those for in between."""
    for procedure in world.all_procedures():
        for node in walk(procedure.body):
            if isinstance(node, tree.Offer):
                yield _actions(node.menus), _actions(node.interrupts)
            elif isinstance(node, tree.Window):
                yield [], _actions(node.menus)


def _actions(menus: tuple[tree.Menu, ...]) -> list[tree.Action]:
    return [action for menu in menus for action in menu.actions]


def _alike(actions: tuple[tree.Action, ...]) -> Iterator[tuple[tree.Action, tree.Action]]:
    """Yield each two different actions with the same letter, in the order of the text."""
    by_letter: dict[str, list[tree.Action]] = {}
    for each in actions:
        letter = each.looks.get("letter", "")
        for other in by_letter.get(letter, ()) if letter else ():
            if other.name != each.name:
                yield other, each
        by_letter.setdefault(letter, []).append(each)


def _is_own(action: tree.Action, own: str) -> bool:
    return action.span.file.startswith(f"{own}/")
