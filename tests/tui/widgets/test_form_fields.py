"""Tests the effect of keys on the fields of a form, and on a text line."""

import pytest

from lazaretto.tui.look.fit_and_wrap_text import Line
from lazaretto.tui.widgets.form import Button, Choice, Number, Text
from lazaretto.tui.widgets.line_edit import Typed


def words(line: Line) -> str:
    return "".join(span.text for span in line)


def press(typed: Typed, *keys: str) -> Typed:
    for key in keys:
        typed.key(key, key if len(key) == 1 else None)
    return typed


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        (["a", "b"], "one twoab", 9),
        (["backspace", "backspace"], "one t", 5),
        (["home", "delete", "x"], "xne two", 1),
        (["left", "left", "x", "right", "y"], "one txwyo", 8),
        (["ctrl+w"], "one ", 4),
        (["ctrl+w", "ctrl+w", "ctrl+w"], "", 0),
        (["left", "ctrl+u"], "o", 0),
        (["ctrl+a", "backspace", "left", "end", "right", "delete"], "one two", 7),
    ],
)
def test_a_line_is_typed(keys: list[str], text: str, cursor: int) -> None:
    typed = press(Typed("one two"), *keys)
    assert (typed.text, typed.cursor) == (text, cursor)


def test_a_line_has_an_end_and_takes_no_commands() -> None:
    typed = Typed("ab", most=4)
    typed.insert("\x1bc\x07de")
    assert typed.text == "abcd"
    assert not typed.key("f5", None)


@pytest.mark.parametrize("active", [True, False])
def test_a_long_line_moves_along(active: bool) -> None:
    typed = Typed("a rather long text", most=60)
    assert len(words(typed.spans(8, active))) == 8
    assert words(typed.spans(8, True)).strip() == "ng text"
    assert words(typed.spans(8, False)) == "a rathe…"
    assert words(Typed().spans(12, False, "nothing yet")).strip() == "nothing yet"


def test_a_choice_goes_round_in_both_directions() -> None:
    choice = Choice("colour", ("red", "green", "blue"), "green")
    for key, chosen in [("right", "blue"), ("l", "red"), ("left", "blue"), ("space", "red"), ("h", "blue")]:
        assert choice.key(key, None)
        assert choice.chosen == chosen
    assert not choice.key("x", "x")
    assert words(choice.spans(40, False)) == " red  green [blue]"
    assert words(choice.spans(10, True)) == "◂ blue ▸"
    assert Choice("colour", ("red", "green"), "pink").chosen == "red"


def test_a_number_is_stepped_or_written() -> None:
    number = Number("size", 4, 16, 20)
    assert number.value == 16
    for key, value in [("right", 16), ("5", 5), ("1", 5), ("minus", 4), ("left", 4), ("plus", 5)]:
        number.key(key, key if key.isdigit() else None)
        assert number.value == value
    other = Number("size", 1, 16, 1)
    other.key("2", "2")
    assert other.value == 12
    assert not other.key("x", "x")
    assert words(other.spans(40, True)) == "◂ 12 ▸  1 to 16"


@pytest.mark.parametrize(("value", "drawn"), [(1, "  1 ▸"), (2, "◂ 2 ▸"), (3, "◂ 3  ")])
def test_a_number_has_no_arrow_where_it_ends(value: int, drawn: str) -> None:
    assert words(Number("size", 1, 3, value).spans(40, True)) == f"{drawn}  1 to 3"
    assert words(Number("size", 1, 3, value).spans(40, False)) == f"  {value}    1 to 3"


def test_texts_and_buttons() -> None:
    text = Text("name", "  anna ", most=10)
    assert text.text == "anna"
    assert text.writes
    assert text.key("x", "x")
    assert not Button("go", "Go").key("enter", None)
    assert words(Button("go", "Go").spans(20, True)) == "[ Go ]"
