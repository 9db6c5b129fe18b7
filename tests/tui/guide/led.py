"""A script that plays guided games: it reads what the guide says, and presses or types only that."""

import asyncio
import io
import re
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from lazaretto.host import Sitting, Store, sit_down
from lazaretto.host.lobby.lobby_protocol import Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.settings.user_settings import Settings
from lazaretto.rules.guides.guide import filled
from lazaretto.rules.run.views.decision_wording import GO_ON
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.guide.guide_reader import keys_of
from lazaretto.tui.guide.guided_table_screen import GuidedTableScreen
from lazaretto.tui.keys.key_names import parsed
from lazaretto.tui.line.mode import Plain
from lazaretto.tui.messages import guide as say
from tests.tui.screens import text_of, until

ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
MOST = 400
"""More steps than any guide has."""


def lobby_of(folder: Path) -> LocalLobby:
    """Return a lobby with a store of its own."""
    return LocalLobby(store=Store(folder / "games"), settings=folder / "settings.toml")


def order_of(scenario: Path, guide: str) -> Order:
    return Order(scenario, (), 0, guide=guide)


# --- on the screen -----------------------------------------------------------------------------


def pane(app: Lazaretto) -> str:
    """Return the words in the pane of the guide, as the screen shows them, in one line."""
    found = app.screen.query_one("#guide").region
    rows = text_of(app).split("\n")[found.y : found.bottom]
    return " ".join(" ".join(row[found.x : found.right] for row in rows).split())


PRESSED = r"Press [^\s,]+(?:, then [^\s,]+)*|Type [^:.]+? and press Enter|Type [^:.]+(?=:)|\bEnter(?=:)"


def said_keys(said: str) -> list[str]:
    """Return the keys that a guide says to press, by Textual's names."""
    keys: list[str] = []
    for part in re.findall(PRESSED, said):
        if part.startswith("Type "):
            text = part.removeprefix("Type ").removesuffix(" and press Enter")
            keys += ["space" if each == " " else str(parsed(each)) for each in text]
            keys += ["enter"] if part.endswith(" and press Enter") else []
        else:
            keys += [str(parsed(each)) for each in part.removeprefix("Press ").rstrip(":").split(", then ")]
    return keys


async def led(
    scenario: Path,
    guide: str,
    folder: Path,
    size: tuple[int, int] = (80, 24),
    each: Callable[[Lazaretto], None] = lambda _: None,
) -> GuidedTableScreen:
    """Play a guided game in the app by what its pane says, until the guide is closed."""
    app = Lazaretto(
        lobby_of(folder), Settings(pace="off"), environ=ENVIRONMENT, wish=Wish(order_of(scenario, guide))
    )
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, GuidedTableScreen))
        screen = app.screen
        assert isinstance(screen, GuidedTableScreen)
        await until(pilot, lambda: screen.query("#guide").first().size.width > 0)
        for _ in range(MOST):
            if screen.reader.over:
                return screen
            await follow(pilot, screen)
            each(app)
    raise AssertionError("the guide does not end")


async def follow(pilot: Pilot[None], screen: GuidedTableScreen) -> None:
    """Press what the pane says, and wait until it says something else."""
    app = pilot.app
    assert isinstance(app, Lazaretto)
    await until(pilot, lambda: not screen._busy and bool(screen.instruction.keys))
    await pilot.pause()
    said = pane(app)
    assert screen.desk.sight.view.decision is not None
    step = screen.reader.step
    assert step is not None
    text = say.PASSING() if screen.reader.passing else filled(step.text, keys_of(app.keymap))
    assert " ".join(text.split()) in said
    before = state(screen)
    keys = said_keys(said.partition("▸")[2])
    assert tuple(keys) == screen.instruction.keys, said
    await pilot.press(*keys)
    await until(pilot, lambda: not screen._busy and state(screen) != before)


def state(screen: GuidedTableScreen) -> object:
    """Return what changes whenever something was done."""
    sight = screen.desk.seat.look()
    return screen.reader.page, screen.reader.now, len(sight.view.log), sight.view.decision


# --- in line mode ------------------------------------------------------------------------------


class Obedient(io.StringIO):
    """A keyboard at which somebody types what the guide last said."""

    def __init__(self, out: io.StringIO) -> None:
        super().__init__()
        self.out = out
        self.typed: list[str] = []

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        said = self.out.getvalue()
        asked = said[max(said.rfind("-- "), said.rfind("The game asks")) :]
        if "This was the guide." in asked:
            return ""
        found = re.findall(r"^Type: (.*(?:\n    .*)*)|^(Press Enter to read on\.)", asked, re.M)
        assert found and len(self.typed) < MOST, said[-2000:]
        words = " ".join(found[-1][0].split())
        self.typed.append(words)
        return f"{words}\n"


def typed_through(scenario: Path, guide: str, folder: Path) -> tuple[str, Obedient, Sitting]:
    """Play a guided game in line mode by what it says; return the output and the keyboard."""
    out = io.StringIO()
    keyboard = Obedient(out)
    with asyncio.Runner() as runner:
        sitting = runner.run(sit_down(runner.run(lobby_of(folder).open(order_of(scenario, guide)))))
        Plain(sitting, runner, keyboard, out).play()
        sitting.leave()
    assert GO_ON not in keyboard.typed[:1]
    return out.getvalue(), keyboard, sitting
