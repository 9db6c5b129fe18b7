"""The color depth of a terminal is read from its own environment."""

import pytest

from lazaretto.tui.terminal.terminal_capabilities import (
    Depth,
    depth_of,
    full_screen,
    light_or_dark,
    plain_letters,
)


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


@pytest.mark.parametrize(
    ("environ", "ascii_only"),
    [
        ({}, False),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "", "LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "de_DE.utf8"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "pl_PL.utf8"}, False),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, True),  # Python sets LC_CTYPE so in the locale C
        ({"LC_CTYPE": "C.UTF-8"}, False),
        ({"LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, False),
    ],
)
def test_the_locale_decides_about_plain_letters(environ: dict[str, str], ascii_only: bool) -> None:
    assert plain_letters(environ) is ascii_only


def test_a_silent_terminal_is_dark() -> None:
    assert light_or_dark({}) == "dark"
