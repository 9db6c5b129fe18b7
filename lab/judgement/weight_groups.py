"""Groups of weights that plans use, which count more or less together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from lab.judgement.idle_rows import without_idle_rows
from rules.run.judgement_form import JudgementForm


@dataclass(frozen=True, slots=True)
class Group:
    """Features whose weights change together, and how strongly each."""

    features: tuple[int, ...]
    strengths: tuple[float, ...]

    @classmethod
    def even(cls, features: Sequence[int]) -> "Group":
        """Return a group of which all weights change alike."""
        return cls(tuple(features), (1.0,) * len(features))


def _logarithms(groups: Sequence[Group], changes: Sequence[float], features: int) -> list[float]:
    """Return the logarithm of the factor of each feature, if each group is changed so much."""
    found = [0.0] * features
    for group, change in zip(groups, changes, strict=True):
        for each, strength in zip(group.features, group.strengths, strict=True):
            found[each] += change * strength
    return found


def changed(weights: Sequence[float], groups: Sequence[Group], changes: Sequence[float]) -> list[float]:
    """Return weights with groups multiplied by factors, of which the logarithms are given."""
    found = _logarithms(groups, changes, len(weights))
    return [weight * exp(log) for weight, log in zip(weights, found, strict=True)]


def scaled_form(form: JudgementForm, groups: Sequence[Group], changes: Sequence[float]) -> JudgementForm:
    """Return a judgement whose weights are multiplied by factors, of which the logarithms are given.

    No weight grows, so that no sum overflows: only proportions matter for a plan.
    """
    found = _logarithms(groups, changes, form.features)
    most = max(found)
    weights = tuple(
        tuple(round(each * exp(log - most)) for each in row)
        for row, log in zip(form.weights, found, strict=True)
    )
    return without_idle_rows(replace(form, weights=weights))
