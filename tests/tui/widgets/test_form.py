"""Tests the layout of the rows of a form."""

from tui.widgets.form import Form, Row
from tui.widgets.form_fields import Button


def test_values_begin_below_each_other_whatever_the_rows_are_called() -> None:
    form = Form()
    form.rows_ = (
        Row("Short", (Button("a", "one"),)),
        Row("A label that is longer than most", (Button("b", "two"),)),
    )
    first, second = ("".join(span.text for span in line) for line in form.lines(80, 10))
    assert first.index("[ one ]") == second.index("[ two ]")
