"""Every drawn character is one column wide, and has an ASCII fallback."""

import ast
import string
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st
from rich.cells import cell_len, get_character_cell_size

from lazaretto.rules import PieceView, PileView
from lazaretto.tui.board.ascii_signs import likenesses
from lazaretto.tui.board.badges_and_signs import Mark, Style, text
from lazaretto.tui.look.ascii_fallback import SIGNS, has_likeness, plain, safe
from tests.house.python_trees import nodes_of
from tests.tui.board.made import thing, world
from tests.unhurried import unhurried


@unhurried
@given(st.text())
def test_plain_is_ascii_and_as_wide(text: str) -> None:
    assert plain(text).isascii()
    assert len([each for each in plain(text) if each.isprintable()]) == sum(
        get_character_cell_size(each) for each in text if each.isprintable() or not each.isascii()
    )


@unhurried
@given(st.text())
@example("e\u0301\u200b\u202e\x1b[2J👩‍👩‍👧 ⛵️")
def test_safe_is_one_column_to_a_character(text: str) -> None:
    made = safe(text)
    assert made.isprintable()
    assert cell_len(made) == len(made)
    assert safe(made) == made


@unhurried
@given(st.text(string.ascii_letters + string.digits + string.punctuation + " "))
def test_what_is_ascii_stays(text: str) -> None:
    assert plain(text) == text
    assert safe(text) == text


def test_every_sign_has_one_printable_likeness() -> None:
    for sign, likeness in SIGNS.items():
        assert len(sign) == len(likeness) == 1, sign
        assert not sign.isascii()
        assert likeness.isascii(), sign
        assert likeness.isprintable(), sign


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("●▲■◆✚⌂☣✈⚗⊘⌖", "o^#*+H!>&/@"),
        ("╭─╮│┼═║", "+-+|+-|"),
        ("São Tomé, Łódź", "Sao Tome, Lodz"),
        ("█▓▒░ ⣿⠀→←↑↓•…", "##=: . ><^v*."),
        ("世界", "? ? "),
    ],
)
def test_likenesses(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zürich ●", "Zürich ●"),
        ("Zu\u0308rich", "Zürich"),
        ("⛵ ahoy", "~ ahoy"),
        ("a\x1b[31mb", "a?[31mb"),
        ("a\tb\nc", "a b c"),
        ("世", "?"),
        ("✈\ufe0f", "✈"),
    ],
)
def test_safe(text: str, expected: str) -> None:
    assert safe(text) == expected


def test_full_and_empty_boxes_differ() -> None:
    assert plain("■■□") == "##_"


def test_a_glyph_without_a_likeness_becomes_the_first_letter_of_the_name() -> None:
    crown = Mark("crown", "yellow", "pieces", 1, "", "♛")
    assert text(crown, Style(ascii=True)) == "C"
    assert text(crown, Style()) == "♛"


def plain_ascii(path: Path) -> bool:
    """Whether a file has only ASCII, also in what it escapes: it need not be parsed."""
    text = path.read_text(encoding="utf-8")
    return text.isascii() and not any(each in text for each in (r"\u", r"\U", r"\N", r"\x"))


def test_every_sign_of_the_app_has_a_likeness() -> None:
    root = Path(__file__).resolve().parents[3]
    kept = {"tui/look/ascii_fallback.py", "tui/safe_output.py"}  # tables of all sorts of characters
    files = [each for folder in ("tui", "host", "serve") for each in (root / folder).rglob("*.py")]
    texts = (
        node.value
        for path in files
        if str(path.relative_to(root)) not in kept and not plain_ascii(path)
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    signs = {char for text in texts for char in text if char.isprintable() and not char.isascii()}
    assert len(signs) > 50
    assert {sign for sign in signs if not has_likeness(sign)} == set()


def test_signs_of_a_game_become_letters_of_their_names() -> None:
    cards = [
        PieceView(key, key, key, "Card", None, {"glyph": glyph}, "", None)
        for key, glyph in (("Song", "♪"), ("Ace", "♠"), ("Ten", "♠"))
    ]
    hand = PileView("hand", None, 3, True, (*cards,), tuple((1, (card,)) for card in cards), {}, "")
    towns = [
        thing("Bastion", "Town", (0, 0), looks={"glyph": "☼"}),
        thing("Castle", "Town", (1, 0), looks={"glyph": "♛", "letter": "K"}),
        thing("Dune", "Town", (1, 0), looks={"glyph": "▲"}),
    ]
    found = likenesses(replace(world(towns), piles=(hand,)))
    assert found == {"☼": "B", "♛": "K", "♪": "S", "♠": "C"}
    assert plain("☼ Bastion ♛ ♪ ▲ ♜", found) == "B Bastion K S ^ ?"
