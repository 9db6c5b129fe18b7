"""Tests the page without a browser: its data, its policy, and that nothing in it can be taken for markup."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.style import Style

from lazaretto.rules import Program, Record
from lazaretto.tui.export.record_screens import Looks, Shot
from lazaretto.tui.export.recording_files import CellRow, PageStyles, Pair, changes
from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.messages import export as say
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.tui.export.exported import HARM, HOSTILE, data_of, hostile_game, page_of, screens, shots_of
from tests.tui.played import program_of, some, whole

SMALL = Looks(80, 24)


class Outline(HTMLParser):
    """The tags and the texts of a page, as a browser would see them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._inside, []).append(data)


@pytest.fixture(scope="module")
def fugitive() -> Program:
    return program_of("fugitive")


@pytest.fixture(scope="module")
def over(fugitive: Program) -> Record:
    return whole(fugitive, players=3).record()


@pytest.fixture(scope="module")
def page(fugitive: Program, over: Record) -> str:
    return page_of(fugitive, over, SMALL)


@pytest.fixture(scope="module")
def shots(fugitive: Program, over: Record) -> list[Shot]:
    return shots_of(fugitive, over, Looks(80, 24, progress=False))


def test_its_changes_give_the_screens(page: str, shots: list[Shot], over: Record) -> None:
    found = list(screens(page))
    assert len(found) == len(shots) == len(over.choices) + 1
    for rows, shot in zip(found, shots, strict=True):
        assert rows == [strip.text for strip in shot.rows]


def test_it_tells_the_choices_the_turns_and_the_log(page: str, shots: list[Shot]) -> None:
    frames = data_of(page)["frames"]
    assert [frame[0] for frame in frames] == [shot.frame.turn for shot in shots]
    assert frames[0][1] == say.BEGINNING()
    for (_, caption, big, _, _), shot in zip(frames[1:], shots[1:], strict=True):
        assert caption.startswith(f"{shot.frame.player}: {shot.frame.choice}")
        assert big == int(shot.big)
    told = [line for frame in frames for line in frame[3]]
    assert told == [line.text for line in shots[-1].frame.view.log]
    outcome = shots[-1].frame.outcome
    assert outcome is not None
    assert outcome.reason in frames[-1][1]


def test_the_policy_allows_its_own_script_and_nothing_else(page: str) -> None:
    outline = Outline(page)
    (policy,) = (each["content"] for tag, each in outline.tags if each.get("http-equiv"))
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    one, other = (
        base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in (script, style)
    )
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{one}'; style-src 'sha256-{other}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_it_needs_no_other_file(page: str) -> None:
    outline = Outline(page)
    assert not [each for _, each in outline.tags if {"src", "href", "action", "style"} & set(each)]
    assert not {"link", "img", "iframe", "object", "base"} & {tag for tag, _ in outline.tags}
    assert "url(" not in page
    assert "://" not in page
    assert "@import" not in page


def test_everything_that_can_be_pressed_has_a_name(page: str) -> None:
    outline = Outline(page)
    nameless = [
        each["id"]
        for tag, each in outline.tags
        if tag in ("button", "input") and each["id"] != "play" and not each.get("aria-label")
    ]
    assert nameless == []
    assert page.count("<label>") == page.count("<select")


def test_hostile_names_and_texts_stay_text(tmp_path: Path) -> None:
    program, record = hostile_game(tmp_path / "stones")
    page = page_of(program, record, SMALL)
    outline = Outline(page)
    plain = Outline(page_of(program_of("stones"), some(program_of("stones"), 2).record(), SMALL))
    assert [tag for tag, _ in outline.tags] == [tag for tag, _ in plain.tags]
    assert not [name for _, each in outline.tags for name in each if name.startswith("on")]
    title = f"{HARM}: {HOSTILE[0]}, {HOSTILE[1]}, \ufffdeve\ufffd[31m"
    assert "".join(outline.texts["title"]).strip() == title
    assert "".join(outline.texts["h1"]).strip() == title
    frames = data_of(page)["frames"]
    assert any(frame[1].startswith(f"{HOSTILE[0]}: ") for frame in frames)
    assert f"{HOSTILE[1]} rests {HARM}" in [line for frame in frames for line in frame[3]]
    assert "\u202e" not in page
    assert "\x1b" not in page


def test_the_data_has_no_letter_that_begins_markup(tmp_path: Path) -> None:
    page = page_of(*hostile_game(tmp_path / "stones"), SMALL)
    raw = page.partition('id="data">')[2].partition("</script>")[0]
    assert not set(raw) & set("<>&\u2028\u2029")


def test_a_game_that_goes_on_shows_nothing_secret(fugitive: Program) -> None:
    found = set()
    for key in ("Wood", "Mill"):
        game = fugitive.start(seed=7, players=("anna", "ben", "carl"))
        game.choose(key)
        found.add(page_of(fugitive, game.record(), SMALL))
    (page,) = found
    assert data_of(page)["frames"][1][1].endswith(" has chosen")


def test_both_grounds_are_in_it(page: str) -> None:
    for dark in (True, False):
        assert Palette(dark=dark).hex("text") in page
        assert Palette(dark=dark).hex("ground") in page
    assert "light-dark(" in page


def test_without_colours_attributes_stay(fugitive: Program, over: Record) -> None:
    page = page_of(fugitive, over, Looks(80, 24, depth=Depth.MONO))
    styles = re.findall(r"^\.s\d+\{(.*)\}$", page, re.MULTILINE)
    assert "font-weight:bold" in styles
    assert "#" not in "".join(styles)


def test_a_mark_is_reversed_with_colours_and_without() -> None:
    mark = Style(color="#111111", bgcolor="#eeeeee", reverse=True)
    for mono, css in (
        (True, ".s1{color:var(--ground);background:var(--ink)}"),
        (False, ".s1{color:#eeeeee;background:#111111}"),
    ):
        styles = PageStyles(mono)
        assert styles.number(Pair(mark, mark)) == styles.number(Pair(mark, mark + Style())) == 1
        assert styles.css() == css


def test_a_change_is_no_longer_than_it_must_be() -> None:
    old = CellRow(tuple("one two three four"), (1,) * 18)
    new = CellRow(tuple("one 2wo three five"), (1,) * 14 + (2,) * 4)
    assert [(change.x, change.style, "".join(change.chars)) for change in changes([old], [new])] == [
        (4, 1, "2"),
        (14, 2, "five"),
    ]
    assert list(changes([old], [old])) == []


def test_near_changes_become_one() -> None:
    old, new = (CellRow(tuple(text), (1,) * 8) for text in ("abcdefgh", "aXcdYfgh"))
    assert [(change.x, "".join(change.chars)) for change in changes([old], [new])] == [(1, "XcdY")]


def test_a_wide_character_is_not_cut() -> None:
    old, new = (CellRow(chars, (1,) * 4) for chars in (("a", "b", "c", "d"), ("a", "世", "", "d")))
    assert [change.chars for change in changes([old], [new])] == [("世", "")]


STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def test_the_script_has_no_sentences_and_makes_no_markup() -> None:
    script = (Path(say.__file__).parents[1] / "export" / "page.js").read_text(encoding="utf-8")
    code = re.sub(r"//.*", "", script)
    spaced = [each for each in STRING.findall(code) if re.search("[A-Za-z]{2,} ", each)]
    assert spaced == ['"use strict"']
    for harm in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval(",
        "Function(",
        "fetch(",
    ):
        assert harm not in code
