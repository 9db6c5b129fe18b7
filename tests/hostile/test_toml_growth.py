"""Whatever somebody writes as TOML: reading it takes time and memory in proportion to its length."""

from functools import partial

import pytest

from lazaretto.grammar.foreign_toml import TomlError, parse_toml
from lazaretto.grammar.source import Source
from lazaretto.host.campaigns.campaign_file import LARGEST, CampaignError, read as read_campaign
from lazaretto.rules.link.toml_positions import read_toml
from lazaretto.rules.run.records.record_file import RecordError, read as read_record
from tests.hostile.growth import calls, peak, seconds
from tests.hostile.toml_shapes import SHAPES

LENGTH = 4_000
LONGER = 4
"""How much longer the second text is: what grows with the square takes 16 times as long."""
SMALL = 0.002
"""Seconds that are too short to compare."""
WIDTH = 200
"""The most bytes of memory for a character of a text, beside a little for any text."""
MOST_CALLS = 9
"""The most functions that are called for a character."""


def read(text: str) -> None:
    try:
        parse_toml(text, {})
    except TomlError as error:
        assert len(str(error)) < 300


@pytest.mark.parametrize("name", SHAPES)
def test_reading_takes_time_and_memory_in_proportion(name: str) -> None:
    short, long = SHAPES[name](LENGTH), SHAPES[name](LENGTH * LONGER)
    counted = calls(partial(read, long))
    assert counted <= 1.1 * LONGER * calls(partial(read, short)) + 100
    assert counted <= MOST_CALLS * len(long) + 100
    before, after = seconds(partial(read, short)), seconds(partial(read, long))
    assert after < max(SMALL, 2 * LONGER * before)
    assert peak(partial(read, short)) < WIDTH * len(short) + 20_000


@pytest.mark.parametrize("name", SHAPES)
def test_a_table_of_a_scenario_in_any_shape_is_read_or_told(name: str) -> None:
    document, problems = read_toml(Source("map.toml", SHAPES[name](LENGTH)))
    if document is None:
        assert problems
        assert all(problem.span.line >= 1 and problem.span.column >= 1 for problem in problems)
    else:
        assert document.places.keys() >= {(key,) for key in document.values}


@pytest.mark.parametrize("name", ["one dotted key", "many dotted keys", "many headers", "a table in a table"])
def test_records_and_campaigns_in_any_shape_are_refused_at_once(name: str) -> None:
    text = SHAPES[name](80_000)
    with pytest.raises(RecordError):
        read_record(text, "game.toml")

    def refuse() -> None:
        with pytest.raises(CampaignError):
            read_campaign(text, "family.toml")

    assert calls(refuse) < MOST_CALLS * len(text)
    with pytest.raises(CampaignError, match="too large"):
        read_campaign(SHAPES[name](LARGEST * 2), "family.toml")
