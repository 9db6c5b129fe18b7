"""Decides by whole games how far weights move; needs numpy, as `fit` does."""

from collections.abc import Sequence
from contextlib import suppress

with suppress(ImportError):  # whoever calls this has checked that it is there
    import numpy as np

STEPS = (0.0, 0.3, 0.6, 1.0)
"""How far weights are tried to move towards those that explain the values of ways best."""
LEAST_STEP = 0.05
GAIN, DOUBT = 0.1, 0.06
"""How much a step gains at first and loses in the end, before games tell, and how uncertain that is."""


def best_step(worths: Sequence[float], error: float) -> float:
    """Return the best step, given what games with each one are worth and the standard error of that.

    What a step brings is a parabola. A few games say little about it, so it is expected to be highest half
    way, and games change that as far as they can be trusted.
    """
    steps = np.array(STEPS)
    points = np.stack([np.ones(len(steps)), steps, -(steps**2)], 1)
    likely = np.array([0.0, GAIN, GAIN])
    trust = np.array([0.0, 1.0, 1.0]) * (error / DOUBT) ** 2
    found = np.linalg.solve(points.T @ points + np.diag(trust), points.T @ np.array(worths) + trust * likely)
    tried = np.linspace(0, STEPS[-1], 101)
    return max(LEAST_STEP, float(tried[np.argmax(found[1] * tried - found[2] * tried**2)]))
