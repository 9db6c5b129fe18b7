"""Scales tests that play at random: `make soak` multiplies their games, examples and kills."""

import os

import pytest

TIMES = int(os.environ.get("SOAK_TIMES", "1"))
"""The factor; 1 in `make test`."""

longer = pytest.mark.longer
"""A test that runs longer in `make soak`."""

soak = pytest.mark.soak
"""A test that runs only in `make soak`."""
