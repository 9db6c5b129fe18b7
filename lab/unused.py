"""Finds what no game of a simulation used."""

from collections.abc import Set

from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.menu_tables import ActionInfo
from lazaretto.rules.run.text_rendering import action_label


def unused_of(tables: CompiledGame, actions: Set[int], pieces: Set[int]) -> dict[str, list[str]]:
    """Return the actions that nobody did, the cards whose actions nobody did, and the pieces that stayed.

    An action that is in several menus counts as done if it was done from one of them.
    """
    done = {_mark(tables.actions[each]) for each in actions}
    found: dict[str, dict[str, None]] = {"actions": {}, "cards": {}, "pieces": {}}
    acting: set[tuple[int, int]] = set()
    for each in tables.actions:
        if each.member is None:
            sort, label = "actions", action_label(tables, (), each)
        else:
            kind = tables.kinds[tables.kinds[each.member[0]].root]
            label = kind.members[each.member[1]].label
            sort = "cards" if kind.shape == "piece" else "actions"
            if sort == "cards":
                acting.add((tables.kinds[each.member[0]].root, each.member[1]))
            else:
                label = f"{action_label(tables, (), each)} ({label})"
        if _mark(each) not in done:
            found[sort][label] = None
    roots = ((number, each) for number, each in enumerate(tables.kinds) if each.root == number)
    numbered = [
        (number, id, member)
        for number, kind in roots
        if kind.shape == "piece"
        for id, member in enumerate(kind.members)
    ]
    for piece, (number, id, member) in enumerate(numbered):
        if piece not in pieces and (number, id) not in acting:
            found["pieces"][member.sort or member.label] = None
    moved = {each[2].sort or each[2].label for piece, each in enumerate(numbered) if piece in pieces}
    found["pieces"] = {label: None for label in found["pieces"] if label not in moved}
    return {sort: list(labels) for sort, labels in found.items()}


def _mark(action: ActionInfo) -> tuple[str, tuple[int, int] | None]:
    return action.name, action.member
