"""Players at one table have names that a reader can tell apart, and that are no answers."""

import pytest

from lazaretto.host.settings.player_names import wrong_with

PAIRS = [
    ("zo\xe9", "zoe\N{COMBINING ACUTE ACCENT}"),
    ("ﬁnn", "finn"),
    ("\uff21nna", "anna"),
    ("anna", "ANNA"),
    ("stra\xdfe", "STRASSE"),
    ("anna", "an\N{HANGUL FILLER}na"),
    ("anna", "anna\ufe0f"),
    ("anna", "an\N{COMBINING GRAPHEME JOINER}na"),
    ("a b", "a  b"),
    ("anna", " anna"),
]


@pytest.mark.parametrize("names", PAIRS)
def test_two_names_that_look_the_same_are_refused(names: tuple[str, str]) -> None:
    assert f"two are called {names[0]}" in wrong_with(names)
    assert len(wrong_with(["x" * 9_999] * 2)) < 200


@pytest.mark.parametrize("name", ["", " ", "\N{HANGUL FILLER}", "\ufe0f", "\N{NO-BREAK SPACE}"])
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    assert wrong_with(["anna", name]) != ""


@pytest.mark.parametrize("name", ["none", "None", "go on", "YES", "no", "\uff4eone"])
def test_an_answer_is_no_name(name: str) -> None:
    assert "answer" in wrong_with([name])


@pytest.mark.parametrize("name", ["a\u200bb", "a\u202eb", "a\x1bb", "a\nb", "a\u2028b", "x" * 31, "a:b"])
def test_unseen_characters_and_separators_are_refused(name: str) -> None:
    assert wrong_with([name]) != ""


@pytest.mark.parametrize(
    "names",
    [
        ("class", "None-Marie", "__init__", "import"),
        ("take", "undo", "quit", "help"),
        ("person", "everybody", "me", "random"),
        ("Jürgen", "Jurgen", "李", "Ωμέγα"),
    ],
)
def test_words_of_languages_and_commands_are_names(names: tuple[str, ...]) -> None:
    assert wrong_with(names) == ""
