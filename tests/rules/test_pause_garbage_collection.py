"""Trees are built without the garbage collector, and are old when it goes on."""

import gc
from collections.abc import Iterator

import pytest

from lazaretto.rules.pause_garbage_collection import collection_paused, frozen_by
from tests.interpreter import interpreter

pytestmark = interpreter


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    before = {*frozen_by}
    frozen_by.clear()
    gc.unfreeze()
    gc.enable()
    yield
    if before:
        gc.freeze()
        frozen_by.update(before)


def test_collector_rests_only_meanwhile() -> None:
    with collection_paused():
        assert not gc.isenabled()
        with collection_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_built_is_old() -> None:
    with collection_paused():
        tree = [[number] for number in range(1000)]
    assert not any(get_object is tree for get_object in gc.get_objects(0))
    assert any(get_object is tree for get_object in gc.get_objects(2))


def test_what_somebody_has_frozen_stays_frozen() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    frozen_by.add("somebody")
    with collection_paused():
        tree = [[number] for number in range(1000)]
    assert gc.get_freeze_count() == frozen
    assert any(get_object is tree for get_object in gc.get_objects(0))
    frozen_by.clear()
    gc.unfreeze()


def test_frozen_objects_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        gc, "get_freeze_count", lambda: pytest.fail("this takes as long as there are objects")
    )
    with collection_paused():
        pass


def test_collector_that_was_off_stays_off() -> None:
    gc.disable()
    with collection_paused():
        pass
    assert not gc.isenabled()
    gc.enable()
