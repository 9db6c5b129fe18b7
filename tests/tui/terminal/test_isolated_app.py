"""The base app shows the same as the framework would, and does not disturb the process."""

import asyncio
import gc
import sys
import weakref
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from lazaretto.tui.look.role_colors import Palette
from lazaretto.tui.terminal import terminal_capabilities
from lazaretto.tui.terminal.terminal_app import SETTLED
from lazaretto.tui.terminal.terminal_capabilities import Depth
from tests.tui.terminal.shown import COLOUR, Show, StockShow, Terminal

Script = Callable[[Show, Pilot[None]], Awaitable[None]]


def play(app: Show, script: Script) -> None:
    async def run() -> None:
        async with app.run_test(headless=False, size=None) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())


async def settle(pilot: Pilot[None]) -> None:
    await asyncio.sleep(SETTLED)
    await pilot.pause(0.1)


async def tour(app: Show, pilot: Pilot[None], look: Callable[[Terminal], None]) -> None:
    """Show a bit of everything, and check the screen after each step."""
    look(app.carrier.terminal)
    for keys in (["f2"], ["f2", "f2"], ["f3"], ["tab"], ["down"], ["tab"], ["x", "y"], ["f4"]):
        await pilot.press(*keys)
        await pilot.pause()
        look(app.carrier.terminal)
    for size in ((60, 20), (100, 30)):
        app.carrier.resize(*size)
        await settle(pilot)
        look(app.carrier.terminal)
    await pilot.press("f5", "f2")
    await pilot.pause()
    look(app.carrier.terminal)


def test_the_terminal_shows_what_the_framework_would_have_shown() -> None:
    seen = []
    for make in (StockShow, Show):
        looks: list[object] = []

        async def script(app: Show, pilot: Pilot[None], looks: list[object] = looks) -> None:
            await tour(app, pilot, lambda terminal: looks.append(terminal.cells()))

        play(make(), script)
        seen.append(looks)
    stock, ours = seen
    assert len(ours) == 12
    for step, (one, other) in enumerate(zip(stock, ours, strict=True)):
        assert one == other, f"step {step}"


def test_a_frame_without_change_sends_nothing_and_a_step_little() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        app.carrier.taken()
        await pilot.press("f6")
        await pilot.pause()
        assert app.carrier.taken() == ""
        await pilot.press("f2")
        await pilot.pause()
        assert 0 < len(app.carrier.taken().encode()) < 200

    play(Show(), script)


def test_two_apps_in_one_process_have_colours_of_their_own() -> None:
    sent: dict[Depth, str] = {}

    async def one(depth: Depth) -> None:
        app = Show(depth=depth)
        async with app.run_test(headless=False, size=None) as pilot:
            await pilot.pause()
            await pilot.press("f2", "f3")
            await pilot.pause()
            sent[depth] = app.carrier.taken()

    async def all_at_once() -> None:
        await asyncio.gather(*(one(depth) for depth in Depth))

    asyncio.run(all_at_once())
    assert "38;2;86;180;233" in sent[Depth.TRUE]
    assert "38;5;74" in sent[Depth.INDEXED]
    assert "38;2" not in sent[Depth.INDEXED]
    assert "96" in sent[Depth.BASIC]
    assert ";5;" not in sent[Depth.BASIC]
    assert "38;" not in sent[Depth.BASIC]
    assert not COLOUR.search(sent[Depth.MONO])


def test_what_the_process_wants_of_colours_is_nothing_to_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(app: Show, pilot: Pilot[None]) -> None:
        assert "38;2;86;180;233" in app.carrier.taken()

    play(Show(), script)


def test_ascii_is_nothing_else() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        await pilot.press("f4", "f5")
        await pilot.pause()
        assert app.carrier.taken().isascii()

    play(Show(ascii_only=True), script)


def test_other_looks_can_be_put_on() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        app.dress(Palette(dark=False), Depth.TRUE, ascii_only=True)
        await pilot.pause()
        app.carrier.taken()
        await pilot.press("ctrl+l")
        await pilot.pause()
        data = app.carrier.taken()
        assert data.isascii()
        assert "48;2;247;245;238" in data

    play(Show(), script)


def test_drawing_again_mends_a_spoilt_terminal() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        before = app.carrier.terminal.cells()
        app.carrier.terminal.feed("\x1b[5;5Hgarbage\x1b[2J")
        await pilot.press("ctrl+l")
        await pilot.pause()
        assert app.carrier.terminal.cells() == before

    play(Show(), script)


def test_a_size_that_comes_back_is_drawn_again_and_a_storm_is_drawn_once() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        before = app.carrier.terminal.cells()
        app.carrier.taken()
        for width in range(79, 40, -1):
            app.carrier.resize(width, 24)
        app.carrier.resize(80, 24)
        await settle(pilot)
        assert app.carrier.terminal.cells() == before
        assert len(app.carrier.taken()) < 20_000

    play(Show(), script)


def test_a_size_that_returns_before_another_one_is_drawn_is_the_one_that_is_drawn() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        await settle(pilot)
        before = app.carrier.terminal.cells()
        idle = asyncio.Event()
        app.call_later(idle.wait)
        for size in ((220, 70), (80, 24)):
            app.carrier.resize(*size)
            await asyncio.sleep(2 * SETTLED)
        idle.set()
        await settle(pilot)
        assert app.size == (80, 24)
        assert app.carrier.terminal.cells() == before

    play(Show(), script)


def test_a_timer_of_the_framework_that_never_fires_does_not_lose_a_size() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        await settle(pilot)
        before = app.carrier.terminal.cells()
        late = partial(app.set_timer, pause=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app, "set_timer", late)
            for size in ((60, 20), (80, 24)):
                app.carrier.resize(*size)
                await settle(pilot)
                assert app.screen.size == size
        assert app.carrier.terminal.cells() == before

    play(Show(), script)


def test_an_app_that_has_closed_its_screens_is_not_called() -> None:
    calls: list[int] = []

    async def script(app: Show, pilot: Pilot[None]) -> None:
        called = app.in_own_context(calls.append)
        screens = [*app._screen_stack]
        app._screen_stack.clear()
        called(1)
        await asyncio.sleep(0)
        app._screen_stack.extend(screens)
        called(2)
        await asyncio.sleep(0)

    play(Show(), script)
    assert calls == [2]


def test_bell_and_title_go_to_the_terminal() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        app.carrier.taken()
        app.ring()
        app.name_window("Your turn\x1b]2;\n!")
        app.name_window("Your turn\x1b]2;\n!")
        assert app.carrier.taken() == "\a\x1b]2;Your turn\N{REPLACEMENT CHARACTER}]2; !\a"
        app._resume_signal()
        assert "Your turn" in app.carrier.taken()

    play(Show(), script)


def test_the_mouse_is_left_alone_unless_wanted() -> None:
    assert "?1000" not in terminal_capabilities.enter(mouse=False) + terminal_capabilities.leave(mouse=False)
    assert "\x1b[?1000h" in terminal_capabilities.enter(mouse=True)
    assert "\x1b[?1000l" in terminal_capabilities.leave(mouse=True)
    for wanted in (False, True):

        async def script(app: Show, pilot: Pilot[None], wanted: bool = wanted) -> None:
            assert app.carrier._mouse is wanted
            assert ("\x1b]22;" in app.carrier.taken()) is wanted

        play(Show(mouse=wanted), script)


def test_the_list_of_commands_touches_no_disk() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        assert [command.title for command in app.get_system_commands(app.screen)] == ["Redraw", "Quit"]

    play(Show(), script)


def test_the_streams_of_the_process_stay_its_own() -> None:
    before = sys.stdout, sys.stderr

    async def script(app: Show, pilot: Pilot[None]) -> None:
        assert (sys.stdout, sys.stderr) == before

    play(Show(), script)
    assert (sys.stdout, sys.stderr) == before


def test_a_crash_is_one_sentence_and_details_go_elsewhere(capfd: pytest.CaptureFixture[str]) -> None:
    heard: list[str] = []

    class Crashing(Show):
        def action_step(self) -> None:
            secret = "the hidden card"
            raise ValueError(len(secret))

    app = Crashing(on_crash=heard.append)

    async def run() -> None:
        await app.run_async(auto_pilot=lambda pilot: pilot.press("f2"))

    asyncio.run(run())
    assert app.return_code == 70
    assert app.failure == "Lazaretto stopped because of an internal error (ValueError)."
    assert "ValueError: 15" in heard[0]
    assert "the hidden card" not in heard[0].replace('secret = "the hidden card"', "")
    assert capfd.readouterr() == ("", "")


def test_the_framework_may_end_the_app_itself() -> None:
    heard: list[str] = []
    app = Show(on_crash=heard.append)

    async def run() -> None:
        async def panic(pilot: Pilot[object]) -> None:
            app.panic("no more")

        await app.run_async(auto_pilot=panic)

    asyncio.run(run())
    assert app.failure is not None
    assert heard == ["no more\n"]


def test_hanging_up_ends_the_app_without_a_question() -> None:
    app = Show()

    async def run() -> None:
        async def hang_up(pilot: Pilot[object]) -> None:
            app.hang_up(15)

        await app.run_async(auto_pilot=hang_up)

    asyncio.run(run())
    assert app.hung_up
    assert app.failure is None
    assert app.return_code == 143


def test_keys_come_through_the_reader() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        app.query_one(OptionList).focus()
        await pilot.pause()
        app.carrier.type("\x1b[B\x1b[B")
        await pilot.pause()
        assert app.query_one(OptionList).highlighted == 2
        app.query_one(Input).focus()
        await pilot.pause()
        app.carrier.type("é\x1b[97;5u")
        await pilot.pause()
        assert app.query_one(Input).value == "é"

    play(Show(), script)


def test_what_is_no_frame_is_shown_and_drawn_over() -> None:
    async def script(app: Show, pilot: Pilot[None]) -> None:
        before = app.carrier.terminal.cells()
        app._display(app.screen, Static("stranger").render())
        assert app.carrier.terminal.cells() != before
        app.screen.refresh()
        await pilot.pause()
        assert app.carrier.terminal.cells() == before

    play(Show(), script)


def test_nothing_keeps_an_app_that_has_ended() -> None:
    gone = []

    async def one() -> None:
        app = Show()
        gone.append(weakref.ref(app))
        async with app.run_test(headless=False, size=None) as pilot:
            await pilot.pause()
            app.carrier.type("\x1b[97;5u\x1b[B\x1b[1;5A")
            app.carrier.resize(90, 30)
            await pilot.press("f2", "f4", "f5", "tab", "x")
            await settle(pilot)

    async def several() -> None:
        for _ in range(2):
            await asyncio.create_task(one())

    asyncio.run(several())
    gc.collect()
    assert [reference_type() for reference_type in gone] == [None] * 2
