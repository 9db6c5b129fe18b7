"""The color depth of a terminal is read from its own environment."""

import pytest

from tui.terminal.terminal_capabilities import Depth, depth_of, full_screen, light_or_dark


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"TERM": "xterm-256color"}, Depth.INDEXED),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit", "NO_COLOR": "1"}, Depth.MONO),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Depth.INDEXED),
        ({"TERM": "xterm-direct"}, Depth.TRUE),
        ({"TERM": "xterm-kitty"}, Depth.INDEXED),
        ({"TERM": "xterm"}, Depth.BASIC),
        ({"TERM": "linux"}, Depth.BASIC),
        ({"TERM": "screen"}, Depth.BASIC),
        ({"TERM": "vt220"}, Depth.MONO),
        ({"TERM": "xterm-mono"}, Depth.MONO),
        ({"TERM": "dumb"}, Depth.MONO),
        ({"WT_SESSION": "{}"}, Depth.TRUE),
        ({}, Depth.MONO),
    ],
)
def test_depth_of_a_terminal(environ: dict[str, str], depth: Depth) -> None:
    assert depth_of(environ) is depth


@pytest.mark.parametrize(("term", "can"), [("xterm", True), ("dumb", False), ("unknown", False), ("", False)])
def test_not_every_terminal_can_be_drawn_on(term: str, can: bool) -> None:
    assert full_screen({"TERM": term}) is can


@pytest.mark.parametrize(
    ("value", "ground"),
    [("15;0", "dark"), ("0;15", "light"), ("0;default;15", "light"), ("7;8", "dark"), ("", "dark")],
)
def test_the_ground_is_told_by_the_terminal(value: str, ground: str) -> None:
    assert light_or_dark({"COLORFGBG": value}) == ground


def test_a_silent_terminal_is_dark() -> None:
    assert light_or_dark({}) == "dark"
