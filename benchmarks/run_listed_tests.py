"""A pytest plugin that runs the tests listed in a file, in that order."""

import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the listed tests; a listed test that no longer exists is an error."""
    wanted = Path(os.environ["WANTED_TESTS"]).read_text().splitlines()
    found = {item.nodeid: item for item in items}
    missing = [each for each in wanted if each not in found]
    if missing:
        raise pytest.UsageError(f"not there: {missing[0]}")
    items[:] = [found[each] for each in wanted]
