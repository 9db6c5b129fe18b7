"""Tests the layout of the rows of a form."""

import pytest

from lazaretto.tui.look.fit_and_wrap_text import CURSOR
from lazaretto.tui.widgets.form import Button, Choice, Form, Row, Text


def test_values_begin_below_each_other_whatever_the_rows_are_called() -> None:
    form = Form()
    form.rows_ = (
        Row("Short", (Button("a", "one"),)),
        Row("A label that is longer than most", (Button("b", "two"),)),
    )
    first, second = ("".join(span.text for span in line) for line in form.lines(80, 10))
    assert first.index("[ one ]") == second.index("[ two ]")


def text_of(form: Form, width: int = 80) -> list[str]:
    return ["".join(span.text for span in line) for line in form.lines(width, 20)]


def test_a_long_label_leaves_room_for_the_value() -> None:
    form = Form()
    label = "What this part of the game does, told in many more words than any window of this width has"
    form.rows_ = (Row("Short", (Button("a", "one"),)), Row(label, (Choice("b", ("no", "yes"), "no"),)))
    line = text_of(form)[1]
    assert "[no] yes" in line[:80]
    assert "…" in line


def test_a_text_and_the_choice_beside_it_are_one_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    form, sent = Form(), list[object]()
    monkeypatch.setattr(form, "post_message", sent.append)
    monkeypatch.setattr(form, "repaint", lambda: None)
    name, who = Text("name", "ben"), Choice("who", ("person", "bot"), "person")
    form.fill((Row("Seat", (name, who)), Row("Next", (Choice("next", ("no", "yes"), "no"),))))
    assert form.key("right", None)
    assert form.key("l", "l")
    assert (name.text, who.chosen) == ("benl", "bot")
    assert CURSOR in {span.pen for span in form.lines(80, 20)[0]}
    assert form.key("tab", None)
    assert form.field is not None
    assert form.field.name == "next"
    form.go("who")
    assert form.field is name
