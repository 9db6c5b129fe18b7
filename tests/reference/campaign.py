"""What a game of a campaign hands on, as the language reference says it: values, without texts."""

from collections.abc import Mapping
from typing import Any

from lazaretto.rules.check.state_layout import Layout, all_piles, all_variables
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.run.state import State

Kept = Mapping[tuple[str, int], Any]
"""Values by the name of what holds them, and the index of the owner."""


def handed_on(world: World, state: State) -> Kept:
    """Return all kept values and piles at the end of a game."""
    found: dict[tuple[str, int], Any] = {}
    for variable in all_variables(world):
        count = variable.owner.count if variable.owner is not None else 1
        if variable.owner is not None and variable.owner.is_player:
            count = state.players
        found |= {
            (variable.full_name, index): state.v[variable.offset + index]
            for index in range(count)
            if variable.kept
        }
    for pile in all_piles(world):
        found |= {
            (pile.full_name, index): list(state.p[pile.first + index])
            for index in range(pile.count)
            if pile.kept
        }
    return found


def begin_with(world: World, layout: Layout, state: State, kept: Kept) -> None:
    """Change the first board: kept piles as they were, their other pieces in the box, the rest as ever."""
    if not kept:
        return
    for variable in all_variables(world):
        count = variable.owner.count if variable.owner is not None else 1
        for index in range(count) if variable.kept else ():
            if (variable.full_name, index) in kept:
                state.v[variable.offset + index] = kept[variable.full_name, index]
    for pile in all_piles(world):
        for index in range(pile.count) if pile.kept else ():
            place = pile.first + index
            box = layout.boxes[pile.kind.root]
            state.p[box] = sorted({*state.p[box], *state.p[place]}, reverse=True)
            state.p[place] = []
    for pile in all_piles(world):
        for index in range(pile.count) if pile.kept else ():
            here = kept[pile.full_name, index]
            for number, base in enumerate(layout.bases):
                if base == pile.kind.root.piece_base:
                    state.p[number] = [piece for piece in state.p[number] if piece not in here]
            state.p[pile.first + index] = list(here)


def forget(world: World, layout: Layout, state: State) -> None:
    """An observer who cannot see a kept pile knows of no piece in a hidden pile of that kind which it is."""
    kinds = {pile.kind.root: pile.kind.root.piece_base for pile in all_piles(world) if pile.kept}
    minds = [list(state.minds[0]) for _ in range(state.players + 1)]
    for observer, labels in enumerate(minds):
        for kind, base in kinds.items():
            hidden = {number for number, seen in enumerate(state.seen) if observer not in seen}
            mine = {
                pile.first + index
                for pile in all_piles(world)
                if pile.kept and pile.kind.root is kind
                for index in range(pile.count)
            }
            unknown = [
                base + piece for number in hidden if layout.bases[number] == base for piece in state.p[number]
            ]
            if mine & hidden and len(unknown) > 1:
                for piece in unknown:
                    labels[piece] = state.labels
                state.labels += 1
    if kinds:
        state.minds, state.mind_of = minds, list(range(state.players + 1))
