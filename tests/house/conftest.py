"""Forgets the syntax trees that the tests of this folder share."""

from collections.abc import Iterator

import pytest

from tests.house.python_trees import nodes_of, tree_of


@pytest.fixture(scope="package", autouse=True)
def trees() -> Iterator[None]:
    yield
    tree_of.cache_clear()
    nodes_of.cache_clear()
