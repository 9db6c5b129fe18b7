"""Runs the contract tests of the store against every implementation of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lazaretto.host.server.store.store_protocol import ServerStore
from tests.host.server.stores import STORES, Watch

Opener = Callable[[], ServerStore]


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture(params=STORES)
def opener(request: pytest.FixtureRequest, tmp_path: Path, watch: Watch) -> Iterator[Opener]:
    """Opens the same store as often as it is called, as several processes would."""
    opened: list[ServerStore] = []

    def open_store() -> ServerStore:
        opened.append(STORES[request.param](tmp_path, watch))
        return opened[-1]

    yield open_store
    for server_store in opened:
        server_store.close()


@pytest.fixture
def store(opener: Opener) -> ServerStore:
    return opener()
