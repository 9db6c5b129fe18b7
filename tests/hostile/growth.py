"""Measures what some work costs, in ways that a busy machine does not change."""

import sys
import time
import tracemalloc
from collections.abc import Callable
from types import FrameType

Work = Callable[[], object]


def calls(work: Work) -> int:
    """The number of functions that are called, those of C as well: the same at every run."""
    found = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found


def seconds(work: Work) -> float:
    """The processor time of the quickest of three tries."""
    found = []
    for _ in range(3):
        begun = time.thread_time()
        work()
        found.append(time.thread_time() - begun)
    return min(found)


def peak(work: Work) -> int:
    """The most bytes that Python's memory held at a time."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
