"""A process whose garbage the janitor collects when it disturbs nobody; it ends with 0 if all is so."""

import gc
from unittest.mock import patch
from weakref import WeakSet

from lazaretto.rules.pause_garbage_collection import frozen_by
from lazaretto.serve.monitoring import Metrics
from lazaretto.serve.server_state import QUIET, YOUNG, GcJanitor


class Loop:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self
        LOOPS.add(self)


LOOPS: WeakSet[Loop] = WeakSet()


def alive() -> int:
    """How many nobody has freed."""
    return len(LOOPS)


def govern(janitor: GcJanitor, metrics: Metrics) -> None:
    """Let sessions come and go, and look at what is collected."""
    now = 1000.0
    with patch("lazaretto.serve.server_state.time.monotonic", lambda: now):
        janitor.session_started()
        Loop()
        young = metrics.collections_total
        kept = [[each] for each in range(YOUNG + 1_000)]
        assert metrics.collections_total == young + 1 and len(kept) > YOUNG
        assert alive() == 0
        gc.disable()
        Loop()
        gc.freeze()
        janitor.session_ended()
        janitor.session_started()
        Loop()
        gc.freeze()
        janitor.typed()
        before = metrics.collections_total
        janitor.tidy()
        assert metrics.collections_total == before, "somebody is typing"
        now += QUIET + 1
        janitor.tidy()
        assert metrics.collections_total == before + 1
        assert alive() == 0
        janitor.tidy()
        assert metrics.collections_total == before + 1, "nobody has left since"
        gc.enable()


def main() -> None:
    """Let the janitor govern from its start to its end."""
    usual = gc.get_threshold()
    metrics = Metrics()
    janitor = GcJanitor(metrics)
    janitor.start()
    assert janitor in frozen_by
    govern(janitor, metrics)
    janitor.stop()
    assert gc.get_threshold() == usual
    assert janitor not in frozen_by


if __name__ == "__main__":
    main()
