"""How long tests go on that play by chance: `make soak` multiplies their games, examples and kills."""

import os

import pytest

TIMES = int(os.environ.get("SOAK_TIMES", "1"))
"""How many times as long; 1 in `make test`."""

longer = pytest.mark.longer
"""A test that goes on longer in `make soak`."""

soak = pytest.mark.soak
"""A test that runs in `make soak` alone."""
