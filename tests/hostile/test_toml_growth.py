"""Whatever somebody writes as TOML: reading it takes time and memory in proportion to its length."""

import sys
import time
import tracemalloc
from types import FrameType

import pytest

from grammar.foreign_toml import parse_toml
from grammar.source import Source
from grammar.toml_scalars import TomlError
from rules.link.toml_positions import read_toml
from tests.hostile.toml_shapes import SHAPES

LENGTH = 8_000
LONGER = 4
"""How much longer the second text is: what grows with the square takes 16 times as long."""
SMALL = 0.002
"""Seconds that are too short to compare."""
WIDTH = 200
"""The most bytes of memory for a character of a text, beside a little for any text."""


def read(text: str) -> None:
    try:
        parse_toml(text, {})
    except TomlError as error:
        assert len(str(error)) < 300


def calls(text: str) -> int:
    """The number of functions that are called, those of C as well: the same at every run."""
    found = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(before)
    return found


def seconds(text: str) -> float:
    """The processor time of the quickest of three tries."""
    found = []
    for _ in range(3):
        begun = time.thread_time()
        read(text)
        found.append(time.thread_time() - begun)
    return min(found)


def peak(text: str) -> int:
    tracemalloc.start()
    try:
        read(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", SHAPES)
def test_reading_takes_time_and_memory_in_proportion(name: str) -> None:
    short, long = SHAPES[name](LENGTH), SHAPES[name](LENGTH * LONGER)
    assert calls(long) <= 1.1 * LONGER * calls(short) + 100
    before, after = seconds(short), seconds(long)
    assert after < max(SMALL, 2 * LONGER * before)
    assert peak(short) < WIDTH * len(short) + 20_000


@pytest.mark.parametrize("name", SHAPES)
def test_a_table_of_a_scenario_in_any_shape_is_read_or_told(name: str) -> None:
    document, problems = read_toml(Source("map.toml", SHAPES[name](LENGTH)))
    if document is None:
        assert problems
        assert all(each.span.line >= 1 and each.span.column >= 1 for each in problems)
    else:
        assert document.places.keys() >= {(key,) for key in document.values}
