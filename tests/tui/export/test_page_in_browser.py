"""Tests the page in a real browser without a window; skipped where none is installed."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lazaretto.rules import Program, Record
from lazaretto.tui.export.record_screens import Looks
from lazaretto.tui.look.role_colors import Palette
from tests.patience import PATIENCE
from tests.tui.export.browser import Browser, browsing, found_browser
from tests.tui.export.exported import HARM, HOSTILE, hostile_game, page_of, screens
from tests.tui.played import program_of, whole

PROGRAM = found_browser()
pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="no Chromium, Chrome or Edge is installed; CHROMIUM may name one"
)

SMALL = Looks(80, 24)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert PROGRAM is not None
    with browsing(PROGRAM, tmp_path_factory.mktemp("browser")) as found:
        found.resize(1280, 900)
        yield found


@pytest.fixture(scope="module")
def fugitive() -> Program:
    return program_of("fugitive")


@pytest.fixture(scope="module")
def over(fugitive: Program) -> Record:
    return whole(fugitive, players=3).record()


@pytest.fixture(scope="module")
def page(fugitive: Program, over: Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "a game.html"
    path.write_text(page_of(fugitive, over, SMALL), encoding="utf-8")
    return path


@pytest.fixture
def shown(browser: Browser, page: Path) -> Browser:
    browser.prefer(prefers_color_scheme="dark", prefers_reduced_motion="no-preference")
    browser.open(page)
    return browser


def rows(browser: Browser) -> list[str]:
    found: list[str] = browser.run("[...document.querySelectorAll('.row')].map((row) => row.textContent)")
    return found


def at(browser: Browser) -> int:
    return int(browser.run("document.getElementById('seek').value"))


def until(true: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_opens_without_a_complaint_and_without_the_network(shown: Browser, page: Path) -> None:
    assert shown.complaints() == []
    assert [each["request"]["url"] for each in shown.of("Network.requestWillBeSent")] == [page.as_uri()]
    assert shown.run("document.title").endswith("anna, ben, carl")


def test_every_screen_is_drawn_as_recorded(shown: Browser, page: Path) -> None:
    recorded = list(screens(page.read_text(encoding="utf-8")))
    for number, wanted in enumerate(recorded):
        assert at(shown) == number
        assert rows(shown) == wanted
        shown.press("ArrowRight")
    for number in range(len(recorded) - 2, 0, -3):
        shown.run(f"location.hash = '#{number}'")
        until(lambda number=number: at(shown) == number)  # type: ignore[misc]
        assert rows(shown) == recorded[number]


def test_rows_and_columns_stay_aligned(shown: Browser) -> None:
    shown.press("End")
    sizes = shown.run(
        "[...document.querySelectorAll('.row')].map((row) => {"
        " const box = row.getBoundingClientRect(); return [box.width, box.height]; })"
    )
    widths, heights = ([round(each) for each in column] for column in zip(*sizes, strict=True))
    assert max(widths) - min(widths) <= 1
    assert max(heights) - min(heights) <= 1


def test_keys_move_in_time(shown: Browser, over: Record) -> None:
    end = len(over.choices)
    moved = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        shown.press(key)
        moved.append(at(shown))
    assert moved == [1, 2, 1, end, end, 0, 0]
    status = shown.run("document.getElementById('status').textContent")
    assert status.startswith(f"choice 0 of {end}")


def test_turns_can_be_stepped_through(shown: Browser, page: Path) -> None:
    turns = shown.run("JSON.parse(document.getElementById('data').textContent).frames.map((each) => each[0])")
    starts = [number for number, turn in enumerate(turns) if number and turn != turns[number - 1]]
    assert starts
    visited = []
    for _ in starts:
        shown.press("]")
        visited.append(at(shown))
    assert visited == starts
    shown.press("[")
    assert at(shown) < starts[-1]
    assert shown.run("document.querySelectorAll('#marks .turn').length") == len(starts)


def test_space_plays_and_pauses_at_a_speed(shown: Browser, over: Record) -> None:
    for _ in range(5):
        shown.press("+")
    assert shown.run("document.getElementById('speed').value") == "8"
    shown.press(" ")
    assert shown.run("document.getElementById('play').textContent") == "Pause"
    until(lambda: at(shown) >= 3)
    shown.press(" ")
    assert shown.run("document.getElementById('play').textContent") == "Play"
    stopped = at(shown)
    time.sleep(0.5)
    assert at(shown) == stopped
    shown.run("document.getElementById('play').click()")
    until(lambda: at(shown) == len(over.choices))
    until(lambda: shown.run("document.getElementById('play').textContent") == "Play")


def test_nothing_moves_by_itself(browser: Browser, page: Path) -> None:
    browser.prefer(prefers_reduced_motion="reduce")
    browser.open(page)
    assert browser.run("matchMedia('(prefers-reduced-motion: reduce)').matches")
    browser.press("End")
    there = browser.run("document.getElementById('log').scrollTop")
    assert there > 0
    browser.press("Home")
    assert browser.run("document.getElementById('log').scrollTop") == 0  # at once, without a glide
    time.sleep(0.3)
    assert at(browser) == 0
    assert browser.run("document.getAnimations().length") == 0


def test_the_seek_bar_and_the_log_go_to_a_choice(shown: Browser) -> None:
    shown.run(
        "(() => { const seek = document.getElementById('seek'); seek.value = 4;"
        " seek.dispatchEvent(new Event('input')); })()"
    )
    assert at(shown) == 4
    valued = shown.run("document.getElementById('seek').getAttribute('aria-valuetext')")
    assert valued.startswith("choice 4 of ")
    shown.run("document.querySelectorAll('#log a')[2].click()")
    assert at(shown) == 2
    current = shown.run("document.querySelector('#log [aria-current] a').textContent")
    assert current in shown.run("document.getElementById('status').textContent")


def test_a_link_opens_at_a_choice(browser: Browser, page: Path) -> None:
    browser.open(page, "#3")
    assert at(browser) == 3
    browser.open(page, "#nonsense")
    assert at(browser) == 0


def colour(hexed: str) -> str:
    return f"rgb({', '.join(str(int(hexed[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_it_follows_the_system_and_the_reader_in_light_and_dark(browser: Browser, page: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    cell = "getComputedStyle(document.querySelector('.row span')).backgroundColor"
    found = []
    for scheme in ("dark", "light"):
        browser.prefer(prefers_color_scheme=scheme)
        browser.open(page)
        assert browser.run(ground) == colour(Palette(dark=scheme == "dark").hex("ground"))
        found.append(browser.run(cell))
    assert found == [colour(Palette(dark=dark).hex("panel")) for dark in (True, False)]
    browser.run(
        "(() => { const theme = document.getElementById('theme'); theme.value = 'dark';"
        " theme.dispatchEvent(new Event('change')); })()"
    )
    assert browser.run(ground) == colour(Palette(dark=True).hex("ground"))


def test_text_can_be_selected_and_copied(shown: Browser, page: Path) -> None:
    first = next(screens(page.read_text(encoding="utf-8")))
    copied = shown.run(
        "(() => { const chosen = getSelection();"
        " chosen.selectAllChildren(document.getElementById('table')); return chosen.toString(); })()"
    )
    assert [line.rstrip() for line in copied.rstrip("\n").split("\n")][:3] == [
        line.rstrip() for line in first[:3]
    ]


def test_everything_has_a_role_and_a_name(shown: Browser) -> None:
    nodes = shown.call("Accessibility.getFullAXTree")["nodes"]
    found = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored")
    ]
    pressable = [name for role, name in found if role in ("button", "slider", "combobox", "link", "region")]
    assert all(pressable)
    for wanted in (("button", "Play"), ("button", "A turn on"), ("slider", "Position in the game")):
        assert wanted in found
    assert {"heading", "main", "status", "combobox", "region"} <= {role for role, _ in found}


def test_hostile_names_and_texts_run_nothing(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page_of(*hostile_game(tmp_path / "stones"), SMALL), encoding="utf-8")
    browser.open(path)
    browser.press("End")
    assert browser.complaints() == []
    assert [each["request"]["url"] for each in browser.of("Network.requestWillBeSent")] == [path.as_uri()]
    assert browser.run("document.title").startswith(f"{HARM}: {HOSTILE[0].strip()}")
    assert browser.run("document.querySelectorAll('img, [onclick], [onerror]').length") == 0
    log = browser.run("document.getElementById('log').textContent")
    assert f"rests {HARM}" in log
    assert "<img src=x onerror=x" in log


def test_a_script_from_elsewhere_would_not_run(browser: Browser, page: Path, tmp_path: Path) -> None:
    """The policy holds even if a name got into the page as markup."""
    broken = tmp_path / "broken.html"
    harm = "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\"></h1>"
    broken.write_text(page.read_text(encoding="utf-8").replace("</h1>", harm), encoding="utf-8")
    browser.open(broken)
    assert browser.run("document.title") != "owned"
    assert {"script-src-elem", "img-src"} <= set(browser.run("window.violations"))
    assert at(browser) == 0
