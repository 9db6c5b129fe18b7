"""Lists all actions of a program for front ends, so that each can have the same key in every game."""

from collections.abc import Iterator, Sequence

from lazaretto.rules.run import text_rendering
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.question_forms import menus_of
from lazaretto.rules.run.view_types import ActionView


def action_views(tables: CompiledGame, players: Sequence[str]) -> Iterator[ActionView]:
    """Yield the actions in the order of their definition; one that is in several menus comes once."""
    asked: dict[str, list[int]] = {}
    between: set[str] = set()
    for number, ask in enumerate(tables.asks):
        own, interrupts = menus_of(ask.form)
        for menu in dict.fromkeys((*own, *interrupts)):
            names = {tables.actions[each].name for each in tables.menus[menu].actions}
            for name in names:
                asked.setdefault(name, []).append(number)
            between |= names if menu in interrupts else set()
    seen: set[str] = set()
    for each in tables.actions:
        if each.name not in seen:
            seen.add(each.name)
            yield ActionView(
                each.name,
                text_rendering.action_label(tables, players, each),
                each.looks.get("letter", ""),
                tuple(dict.fromkeys(asked.get(each.name, ()))),
                each.name in between,
                each.only_if,
            )
