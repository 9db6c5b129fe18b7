"""The rulebook layout contains every word, is never too wide, and can be searched."""

import pytest

from lazaretto.rules import Chapter, Entry
from lazaretto.tui.look.fit_and_wrap_text import Span, broken, width
from lazaretto.tui.reading.rulebook_layout import Book, marked, padded
from tests.tui.played import program_of

CHAPTERS = (
    Chapter("Stones", "Take them.\n\nAll of them."),
    Chapter(
        "Montréal",
        "A town with many a stone, and with a text that is long enough to need more than one line of it.",
        (
            Entry("Take", "Takes a stone.", "action", {"glyph": "●", "colour": "blue"}, ("once a turn",), 1),
            Entry("A title that is longer than any title should ever be", "And its text.", "rule"),
            Entry("Lost", "No stone is left.", "lose"),
        ),
    ),
)


def texts(book: Book) -> list[str]:
    return ["".join(span.text for span in line) for line in book.lines]


@pytest.mark.parametrize("name", ["pandemic", "the_cure"])
@pytest.mark.parametrize("wide", [40, 78, 96])
def test_no_line_is_too_wide_and_no_word_is_lost(name: str, wide: int) -> None:
    chapters = program_of(name).rulebook()
    book = Book(chapters, wide)
    assert max(width(line) for line in book.lines) <= wide
    shown = " ".join(" ".join(texts(book)).split())
    for number, chapter in enumerate(chapters):
        assert chapter.title in texts(book)[book.starts[number]]
        for entry in chapter.entries:
            assert all(word in shown for word in entry.text.split())
            assert all(word in shown for note in entry.notes for word in note.split())


def test_every_line_has_a_chapter() -> None:
    book = Book(CHAPTERS, 60)
    assert len(book.starts) == 2
    assert book.chapter_at(0) == 0
    assert book.chapter_at(book.starts[1] - 1) == 0
    assert book.chapter_at(len(book.lines)) == 1


def test_a_text_is_found_across_the_end_of_a_line_and_without_its_accents() -> None:
    book = Book(CHAPTERS, 40)
    (found,) = book.find("a  TEXT that is long enough")
    assert len(found) == 2
    assert found[1].line == found[0].line + 1
    shown = texts(book)
    assert " ".join(shown[place.line][place.first : place.last].strip() for place in found) == (
        "a text that is long enough"
    )
    assert len(book.find("montreal")) == 1
    assert book.find("nowhere at all") == book.find("  ") == ()


def test_what_is_found_is_marked_and_the_rest_stays() -> None:
    line = (Span("one "), Span("two three"))
    lit = marked(line, 2, 7, strong=True)
    assert "".join(span.text for span in lit) == "one two three"
    assert "".join(span.text for span in lit if span.pen.back == "cursor") == "e two"
    assert "".join(span.text for span in marked(line, 2, 7, strong=False) if span.pen.underline) == "e two"


def test_lines_are_filled_up_or_cut() -> None:
    assert width(padded((Span("one"),), 10)) == 10
    assert width(padded((Span("one two three"),), 5)) == 5


def test_a_word_that_is_too_long_is_broken() -> None:
    assert broken("abcdefghijklmnopqrstuvwxyz", 10) == ["abcdefghij", "klmnopqrst", "uvwxyz"]
    assert broken("", 10) == []
