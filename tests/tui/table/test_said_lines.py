"""What an option does is told in as many lines as it needs, where they are free."""

from types import SimpleNamespace
from typing import Any

from rules import Option
from tui.table.said_lines import help_lines, said_lines

HELP = "Slide in one direction until open water or the edge stops you."


def test_a_long_help_takes_the_free_lines_and_is_cut_only_without_any() -> None:
    option = Option("slide", "Slide", 0, None, HELP)
    question = SimpleNamespace(current=SimpleNamespace(option=option))
    desk: Any = SimpleNamespace(typed=None, scene=None, message="", on_board=False, question=question)

    def text(lines: list[Any]) -> list[str]:
        return ["".join(span.text for span in line).strip() for line in lines]

    assert " ".join(text(help_lines(desk, 46, 2))) == HELP
    assert help_lines(desk, 46, 1) == []
    assert help_lines(desk, 80, 2) == [], "one line is enough"
    assert text(said_lines(desk, 46))[0].endswith("…")
