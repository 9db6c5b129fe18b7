"""Trees are built without the garbage collector, and are old when it goes on."""

import gc
from collections.abc import Iterator

import pytest

from rules.undisturbed import undisturbed


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    gc.enable()
    yield
    if frozen:
        gc.freeze()


def test_collector_rests_only_meanwhile() -> None:
    with undisturbed():
        assert not gc.isenabled()
        with undisturbed():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_built_is_old() -> None:
    with undisturbed():
        tree = [[number] for number in range(1000)]
    assert not any(each is tree for each in gc.get_objects(0))
    assert any(each is tree for each in gc.get_objects(2))


def test_what_somebody_has_frozen_stays_frozen() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    with undisturbed():
        pass
    assert gc.get_freeze_count() == frozen
    gc.unfreeze()


def test_collector_that_was_off_stays_off() -> None:
    gc.disable()
    with undisturbed():
        pass
    assert not gc.isenabled()
    gc.enable()
