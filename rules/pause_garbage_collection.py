"""Keeps the garbage collector out of work that builds trees."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

frozen_by: set[object] = set()
"""Who has frozen objects that must stay frozen; to ask Python takes long, because it counts them all."""


@contextmanager
def collection_paused() -> Iterator[None]:
    """Disable the garbage collector while trees are built: it would take time and free nothing.

    What was built counts as old then: otherwise the next collection of young objects would go through it.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            if not frozen_by:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
