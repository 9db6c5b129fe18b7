"""An app in a session changes neither the process nor the event loop that it shares with all others."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual import events

from lazaretto.tui.base_app import GameApp
from lazaretto.tui.terminal.terminal_app import TerminalApp
from tests.process_state import changed, process_state
from tests.serve.served import Screen, Served, served, until
from tests.serve.small_app import small
from tests.serve.test_hall_play import hall_served

SIZE = (100, 30)
TOO_WIDE = 123
"""An app of these tests fails when its window becomes so wide."""


@dataclass(frozen=True)
class Page:
    """An app that a visitor gets."""

    server: Callable[[Path], AbstractAsyncContextManager[Served]]
    key: int
    shows: str
    leaves: str


@asynccontextmanager
async def small_server(folder: Path) -> AsyncIterator[Served]:
    async with served(small) as server:
        await server.know(0, "anna")
        yield server


@asynccontextmanager
async def hall(folder: Path) -> AsyncIterator[Served]:
    async with hall_served(folder) as server:
        await server.know(0, "anna")
        yield server


PAGES = {
    "small": Page(small_server, 0, "size 100 by 30", "q"),
    "name": Page(small_server, 1, "Your key is new here", "\x1b"),
    "hall": Page(hall, 0, "you are anna", "qq"),
}
pages = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


async def opened(server: Served, page: Page) -> Screen:
    screen = await server.open(await server.connect(page.key), size=SIZE)
    await screen.shows(page.shows)
    return screen


def app_tasks() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()} & {"app", "session"}


@pages
def test_while_it_runs_and_after_it_is_closed(page: Page, tmp_path: Path) -> None:
    async def script() -> None:
        async with page.server(tmp_path) as server:
            before = process_state()
            screen = await opened(server, page)
            assert changed(before, process_state()) == {}
            screen.type(page.leaves)
            assert await screen.ends() == 0
            assert changed(before, process_state()) == {}

    asyncio.run(script())


@pages
def test_after_its_client_hangs_up(page: Page, tmp_path: Path) -> None:
    async def script() -> None:
        async with page.server(tmp_path) as server:
            before = process_state()
            await opened(server, page)
            server.connections[-1].abort()
            await until("the end of the app", lambda: not app_tasks())
            assert changed(before, process_state()) == {}

    asyncio.run(script())


@pages
def test_after_it_crashes(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    takes_size = TerminalApp._on_resize

    async def fail(app: TerminalApp[None], event: events.Resize) -> None:
        await takes_size(app, event)
        if event.size.width == TOO_WIDE:
            raise ValueError("what only the operator may read")

    monkeypatch.setattr(TerminalApp, "_on_resize", fail)
    monkeypatch.setattr(GameApp, "recover", TerminalApp.recover)

    async def script() -> None:
        async with page.server(tmp_path) as server:
            before = process_state()
            screen = await opened(server, page)
            screen.resize(TOO_WIDE, 30)
            assert await screen.ends() == 1
            assert b"A server error ended your session" in screen.sent
            assert changed(before, process_state()) == {}

    asyncio.run(script())


def test_beside_others_that_come_and_go() -> None:
    async def script() -> None:
        async with small_server(Path()) as server:
            before = process_state()
            first = await opened(server, PAGES["small"])
            second = await opened(server, PAGES["small"])
            assert changed(before, process_state()) == {}
            first.type("q")
            assert await first.ends() == 0
            assert changed(before, process_state()) == {}
            third = await opened(server, PAGES["small"])
            second.type("x")
            await second.shows("1 typed x")
            for screen in (second, third):
                screen.type("q")
                assert await screen.ends() == 0
            assert changed(before, process_state()) == {}

    asyncio.run(script())


def test_a_loop_that_makes_tasks_in_its_own_way_goes_on_with_it() -> None:
    def make(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> "asyncio.Task[Any]":
        return asyncio.Task(work, loop=loop, **more)

    async def script() -> None:
        loop = asyncio.get_running_loop()
        loop.set_task_factory(make)
        async with small_server(Path()) as server:
            screen = await opened(server, PAGES["small"])
            assert loop.get_task_factory() is make
            screen.type("q")
            assert await screen.ends() == 0
            assert loop.get_task_factory() is make

    asyncio.run(script())
