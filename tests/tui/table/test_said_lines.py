"""What an option does is told in as many lines as it needs."""

from types import SimpleNamespace
from typing import Any

from lazaretto.rules import Option
from lazaretto.tui.look.fit_and_wrap_text import Span, broken, shortened, wrapped_line
from lazaretto.tui.table.panes.menu_pane import most_said, said_lines

HELP = "Slide in one direction until open water or the edge stops you."


def test_a_long_help_wraps_and_is_cut_only_without_room() -> None:
    option = Option("slide", "Slide", 0, None, HELP)
    row = SimpleNamespace(option=option)
    question = SimpleNamespace(current=row, rows=[row], on_board=False)
    shown = {"typed": None, "scene": None, "message": "", "on_board": False, "news": (), "unread": False}
    desk: Any = SimpleNamespace(**shown, logged=False, question=question)

    def text(lines: list[Any]) -> list[str]:
        return ["".join(span.text for span in line).strip() for line in lines]

    lines = said_lines(desk, 46)
    assert len(lines) == most_said(desk, 46) == 2
    assert " ".join(text(lines)) == HELP
    assert len(said_lines(desk, 80)) == most_said(desk, 80) == 1, "one line is enough"
    assert text(shortened(lines, 1, 46))[0].endswith("…")


def test_a_number_and_its_percent_sign_stay_in_one_line() -> None:
    said = "deck: next 3 %  other deck: next 2 %, soon"
    for room in range(8, 50):
        wrapped = ["".join(span.text for span in line) for line in wrapped_line((Span(said),), room)]
        for line in (*broken(said, room), *wrapped):
            assert not line.strip().startswith("%"), room
