"""Lines end between words, but not between a number and its sign."""

from lazaretto.tui.look.fit_and_wrap_text import Span, broken, wrapped_line


def test_a_number_stays_with_its_sign() -> None:
    assert broken("next with 12 % of all", 12) == ["next with", "12 % of all"]
    assert broken("  some   words  ", 40) == ["some words"]
    lines = wrapped_line((Span("next with 12 % of all"),), 12)
    assert ["".join(span.text for span in line) for line in lines] == ["next with", "12 % of all"]
