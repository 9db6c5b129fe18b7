"""Deals a running game anew for all its players at once: what nobody knows changes, and nothing else."""

from lazaretto.rules.run import messages
from lazaretto.rules.run.determinize import Part, redistribute, reseed
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.legal_answers import Pending
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.mixtures import Mixture
from lazaretto.rules.run.random_streams import MASK, mix
from lazaretto.rules.run.state import State

_ATTEMPTS = 40
"""How many deals are tried until the open question can still be answered."""


def deal_anew(machine: Machine, state: State, seed: int) -> tuple[State, Pending | None]:
    """Return a copy of the state in which the pieces that no observer knows are dealt again.

    Random numbers to come are others, too. Variables stay as they are: rules have set them, not chance alone.

    Raises:
        RuleError: the open question cannot be answered in any deal.
    """
    for attempt in range(_ATTEMPTS):
        new = state.fork()
        streams = [mix((seed + attempt * 0x9E3779B97F4A7C15) & MASK)]
        redistribute(machine, new, _parts(new), streams)
        reseed(new, streams[0])
        new.barrier += 1
        try:
            return new, machine.pending(new)
        except RuleError:
            continue
    raise RuleError(messages.NO_DEAL())


def _parts(state: State) -> list[Part]:
    """Return the sets of pieces that may change places, whoever looks at them.

    Pieces may do so if every observer confuses them. If observers know different things about heaps, only
    pieces of the same heaps change places: any arrangement of them is possible for everybody.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for piece, pile in enumerate(state.w):
        labels = tuple(known[piece] for known in state.minds)
        if piece not in labels and not state.seen[pile]:
            groups.setdefault(labels, []).append(piece)
    sizes = [_sizes(known) for known in state.minds]
    parts: list[Part] = []
    for labels, group in groups.items():
        mixed = [label for label in labels if label in state.mixtures]
        if not mixed:
            parts.append(Part(group))
            continue
        known = [state.mixture(label).left({*group}) for label in mixed]
        sized = zip(sizes, labels, strict=True)
        whole = all(size[label] == len(group) for size, label in sized if label in state.mixtures)
        if whole and all(each == known[0] for each in known):
            parts.append(Part(group, known[0]))
        else:
            parts += map(Part, _by_heaps(group, [state.mixture(label) for label in mixed]))
    return parts


def _sizes(known: list[int]) -> dict[int, int]:
    """Return how many pieces have each label."""
    found: dict[int, int] = {}
    for label in known:
        found[label] = found.get(label, 0) + 1
    return found


def _by_heaps(group: list[int], known: list[Mixture]) -> list[list[int]]:
    """Divide pieces by the heaps in which they lie."""
    heaps = [{piece: number for number, heap in enumerate(each.heaps) for piece in heap} for each in known]
    found: dict[tuple[int | None, ...], list[int]] = {}
    for piece in group:
        found.setdefault(tuple(each.get(piece) for each in heaps), []).append(piece)
    return list(found.values())
