"""Groups of weights that plans use, which change together."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

Weights = Sequence[Sequence[float]]
"""The weights of all features, for each phase of a game."""


@dataclass(frozen=True, slots=True)
class Group:
    """Features whose weights change together, and how strongly each."""

    features: tuple[int, ...]
    strengths: tuple[float, ...]
    phases: tuple[float, ...] = ()
    """How strongly in each phase of a game; empty: equally."""
    added: bool = False
    """Whether a change is added to weights; if not, it is the logarithm of their factor."""

    @classmethod
    def even(cls, features: Sequence[int]) -> "Group":
        """Return a group of which all weights are multiplied alike."""
        return cls(tuple(features), (1.0,) * len(features))


def changed(weights: Weights, groups: Sequence[Group], changes: Sequence[float]) -> list[list[float]]:
    """Return weights of which each group is changed so much."""
    return [_changed_row(row, groups, changes, phase) for phase, row in enumerate(weights)]


def _changed_row(
    row: Sequence[float], groups: Sequence[Group], changes: Sequence[float], phase: int
) -> list[float]:
    logarithms, sums = [0.0] * len(row), [0.0] * len(row)
    for group, change in zip(groups, changes, strict=True):
        much = change * group.phases[phase] if group.phases else change
        found = sums if group.added else logarithms
        for each, strength in zip(group.features, group.strengths, strict=True):
            found[each] += much * strength
    return [
        weight * exp(logarithm) + more for weight, logarithm, more in zip(row, logarithms, sums, strict=True)
    ]
