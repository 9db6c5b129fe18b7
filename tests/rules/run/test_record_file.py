"""A record is read completely, or refused with the line of the error."""

import contextlib
import re
import time
from itertools import product

import pytest
from hypothesis import given, settings, strategies as some
from syrupy.assertion import SnapshotAssertion

from lazaretto.rules.run.records.record_file import (
    Deal,
    Record,
    RecordError,
    WhatIf,
    is_record_line,
    read,
    write,
)
from tests.soak import TIMES, longer
from tests.unhurried import unhurried

RECORD = Record(
    scenario="stones",
    title="Stones",
    players=("anna", "ben"),
    options={"start": "7"},
    switches=("hurry",),
    seed=7,
    digest="0123456789abcdef",
    choices=((0, "take > two"), (1, "call"), (0, 'say "hello", \\o/')),
    outcome="won: No stone is left",
)


def test_a_record_reads_like_a_game(snapshot: SnapshotAssertion) -> None:
    assert write(RECORD) == snapshot


def test_what_is_written_is_read() -> None:
    assert read(write(RECORD), "game") == RECORD


WORDS = some.text(some.characters(exclude_categories=["Cs"]), max_size=20)


DEALS = some.dictionaries(some.integers(0, 99), some.integers(-(2**62), 2**62), max_size=3).map(
    lambda each: tuple(sorted(Deal(*one) for one in each.items()))
)


@unhurried
@given(
    some.builds(
        Record,
        scenario=WORDS.filter(str.strip),
        title=WORDS,
        players=some.lists(WORDS, min_size=2, max_size=2).map(tuple),
        options=some.dictionaries(WORDS.filter(bool), WORDS, max_size=3),
        switches=some.lists(WORDS, max_size=2).map(tuple),
        seed=some.integers(-(2**62), 2**62),
        digest=WORDS,
        choices=some.lists(some.tuples(some.integers(0, 1), WORDS), max_size=5).map(tuple),
        outcome=WORDS,
        what_if=some.none() | some.builds(WhatIf, WORDS, some.integers(0, 9), DEALS),
    )
)
def test_any_record_survives(record: Record) -> None:
    assert read(write(record), "game") == record


def test_a_record_that_was_cut_off_anywhere_is_refused() -> None:
    text = write(RECORD)
    for length in range(len(text) - 1):
        with pytest.raises(RecordError):
            read(text[:length], "game")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("take > two", "take > one", "game:25: the record was edited or damaged"),
        ("seed = 7", "seed = 8", "game:25: the record was edited or damaged"),
        ("seed = 7", 'seed = "7"', "game:6: `seed` must be a number, without quotes"),
        ("anna: take", "carl: take", "game:20: choice 1 names no player of this game: carl: take > two"),
        ("anna: take > two", "take > two", "game:20: choice 1 names no player of this game: take > two"),
        ("format = 1", "format = 2", "game:2: this record has format 2"),
        ("format = 1", "format = 2\n[new]\nday = 1979-05-27", "game:2: this record has format 2"),
        ("seed = 7", "sede = 7", "game:6: a record has no key `sede`"),
        ('    "ben: call",\n', "    ben: call,\n", "game:21: this is not a line of a record: ben: call,"),
        ("seed = 7", "seed = {a = 1}", "game:6: this is not a line of a record"),
        ("seed = 7", "seed.a.b = 1", "game:6: this is not a line of a record"),
        ("outcome", "seed = 7\nseed = 7\noutcome", "game:25: this key or table is written twice"),
    ],
)
def test_an_edited_record_is_refused_with_its_line(before: str, after: str, message: str) -> None:
    text = write(RECORD)
    assert before in text
    with pytest.raises(RecordError) as refused:
        read(text.replace(before, after), "game")
    assert str(refused.value).startswith(message)


def test_who_means_an_edit_can_say_so() -> None:
    lines = write(RECORD).replace("take > two", "take > one").splitlines()
    lines[-1] = 'checksum = "none"'
    assert read("\n".join(lines), "game").choices[0] == (0, "take > one")


@pytest.mark.parametrize(
    "text", ["", "hello\n", 'name = "toy"\n', "<html>", "x" * 5_000_000, '"' + "a" * 3_000_000]
)
def test_a_foreign_file_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read(text, "game")


def test_seats_without_a_clear_name_are_called_by_number() -> None:
    record = Record("s", "S", ("a: b", "x", "x"), {}, (), 1, "d", ((0, "p"), (1, "q"), (2, "r")))
    assert '"#3: r"' in write(record)
    assert read(write(record), "game") == record


# --- hostile records -----------------------------------------------------------------------------


def within(seconds: float, text: str) -> None:
    """Check that reading a text ends in time, whatever comes of it."""
    begun = time.process_time()
    with contextlib.suppress(RecordError):
        read(text, "game")
    assert time.process_time() - begun < seconds


BLANKS_BETWEEN = 'players = ["' + '"  "' * 40
"""A reader that tries each way to divide the blanks would need longer than anybody lives."""


@pytest.mark.parametrize(
    "text",
    [
        'players = ["a"' + '  "a"' * 14 + ";",
        BLANKS_BETWEEN,
        'players = [ "" ' * 4_000,
        "  " * 30_000 + "x",
        '"' + "\\\\" * 30_000,
        "players = [" + '"a" , ' * 10_000 + "x",
        "x = " + "9" * 60_000,
        "x" * 60_000 + "!",
        "[" * 60_000,
        "\n".join(['"' + "a" * 60_000] * 60),
        "\n" * 3_999_999,
        "\n".join(f"[x{number}]" for number in range(40_000)),
        'format = 1\nscenario = "x"\nplayers = [\n' + '"x",\n' * 60_000 + "]\n[options]\n[play]\n",
        write(RECORD).replace('"anna: take > two",', '"anna: take > two",\n' * 60_000),
    ],
    ids=range(14),
)
def test_any_text_is_read_or_refused_at_once(text: str) -> None:
    within(3, text)


BY_BACKTRACKING = re.compile(
    r'\s*(?:(?:[\w-]+|"(?:[^"\\]|\\.)*") *= *'
    r'(?:"(?:[^"\\]|\\.)*"|-?\d{1,40}|\[(?: *"(?:[^"\\]|\\.)*" *,?)* *\]|\[(?: *-?\d{1,40} *,?)* *\]|\[)'
    r'|"(?:[^"\\]|\\.)*" *,?|-?\d{1,40} *,?|\]|\[[\w-]+\]|)\s*(?:#.*)?'
)
"""The forms of a line as a pattern, which short lines can be tried against."""

TOKENS = [
    '"',
    '"a"',
    '""',
    "\\",
    "[",
    "]",
    "=",
    ",",
    " ",
    "\t",
    "#",
    "-",
    "7",
    "a",
    "é",
    "\r",
    "[a]",
    '"\\""',
]


@longer
@settings(unhurried, max_examples=150 * TIMES)
@given(some.lists(some.sampled_from(TOKENS), max_size=11).map("".join))
def test_the_forms_of_a_line_are_those_of_the_pattern(line: str) -> None:
    assert is_record_line(line) == bool(BY_BACKTRACKING.fullmatch(line))


def test_all_lines_of_the_pattern_up_to_five_tokens() -> None:
    for tokens in product(['"a"', '"', "[", "]", "=", ",", " ", "#", "7"], repeat=5):
        line = "".join(tokens)
        assert is_record_line(line) == bool(BY_BACKTRACKING.fullmatch(line)), line
