"""Runs every test of the seam against every implementation of it."""

import pytest

from tests.host.seams import SEAMS, Seam


@pytest.fixture(params=SEAMS)
def seam(request: pytest.FixtureRequest) -> Seam:
    return SEAMS[request.param]
