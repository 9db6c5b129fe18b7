"""Names the answers that were given automatically, being the only ones, as players may write them."""

from collections.abc import Sequence
from typing import Any

from lazaretto.rules.run import text_rendering
from lazaretto.rules.run.computed_looks import computed_label
from lazaretto.rules.run.decision_wording import answer_key
from lazaretto.rules.run.identifier import identifier
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.question_forms import takes_several
from lazaretto.rules.run.state import State
from lazaretto.rules.run.unseen_pieces import Unseen


def forced_names(
    machine: Machine,
    players: Sequence[str],
    state: State,
    earlier: State | None,
    by_name: bool = False,
    only_steps: bool = False,
) -> list[tuple[str, ...]]:
    """Return the names of each forced answer since the last choice: the key first, then labels and old names.

    A label that follows the state is taken from `earlier`, the state before the choice, and from the present
    state. With `by_name`, pieces that the player does not know have their names, too. With `only_steps`, the
    answers end where no step of an action is asked any more.
    """
    states = (state,) if earlier is None else (earlier, state)
    found: list[tuple[str, ...]] = []
    for ask, told, *unseen in state.forced:
        if only_steps and not machine.asks[ask].step:
            break
        names: list[str] = []
        for answer in (told, *unseen) if by_name else (told,):
            names.append(answer_key(machine, players, ask, answer))
            names.extend(_other_names(machine, players, states, ask, answer))
        found.append(tuple(dict.fromkeys(names)))
    return found


def _other_names(
    machine: Machine, players: Sequence[str], states: Sequence[State], ask: int, answer: Any
) -> list[str]:
    """Return the labels of one member, those that follow the state first, and its other names."""
    info, kinds = machine.asks[ask], machine.tables.kinds
    if machine.menu_asks[ask] or takes_several(info.form) or info.tag[0] != "kind":
        return []
    kind = kinds[info.tag[1]]
    if answer is None or isinstance(answer, Unseen) or kind.shape == "player":
        return []
    computed = (computed_label(machine, state, players, kind.root, answer) for state in states)
    label = text_rendering.label(machine.tables, players, info.tag, answer)
    member = text_rendering.member(machine.tables, info.tag, answer)
    olds = machine.tables.former.olds(kind.root, member.name)
    return [*(each for each in computed if each), label, member.ident, *olds]


def names_answer(step: str, names: Sequence[str]) -> bool:
    """Whether a step of a path is one of the names of an answer, as people or as rules write it."""
    known = {each.casefold() for each in names}
    return step.casefold() in known or identifier(step).casefold() in known
