"""Whatever a lobby, a seat or a replay raises becomes a sentence and a file: the app goes on."""

import asyncio
import inspect
import stat
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from lazaretto.host import crash_report
from lazaretto.host.crash_report import KEPT, LARGEST, keep_crash
from lazaretto.host.lobby.lobby_protocol import Lobby, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.local_replay import LocalReplay
from lazaretto.host.records.record_store import Store
from lazaretto.host.records.replay_protocol import Replay
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.journeys import Journey, Leg
from lazaretto.host.table.local_seat import LocalSeat
from lazaretto.host.table.seat_client import SeatClient, sit_down
from lazaretto.host.table.seat_protocol import Seat
from lazaretto.host.table.shared_keyboard_secrets import YES
from lazaretto.host.table.stop_settings import CHANGES
from lazaretto.rules import Ref
from lazaretto.rules.run.records import record_file
from lazaretto.tui.__main__ import main
from lazaretto.tui.app import Lazaretto, Wish
from lazaretto.tui.launcher.entry_list import Shelf
from lazaretto.tui.launcher.launcher_screen import HomeScreen
from lazaretto.tui.reading.ending_screen import EndingScreen
from lazaretto.tui.repeated_failures import MOST, FailureLog
from lazaretto.tui.replay.replay_screen import ReplayScreen
from lazaretto.tui.table.panes.log_pane import LogPane
from lazaretto.tui.table.table_screen import TableScreen
from lazaretto.tui.terminal.survive_handler_errors import Contained
from lazaretto.tui.widgets.base_screens import ContainedScreen
from lazaretto.tui.widgets.drawn_pane import Pane
from tests.tui.launcher.conftest import ENVIRONMENT
from tests.tui.screens import text_of, until, until_shown
from tests.tui.test_commands import Run, run as run

STONES = Path(__file__).resolve().parents[1] / "data" / "stones"
BAD = "bad\x1b]52;c;aGk=\a news"


class SurpriseError(Exception):
    """What nobody expects."""


def surprise(*_: object, **__: object) -> Any:
    raise SurpriseError(BAD)


async def async_surprise(*_: object, **__: object) -> Any:
    raise SurpriseError(BAD)


Script = Callable[[Lazaretto, Pilot[None]], Awaitable[None]]


class World:
    """An app with one kept game, and what was written about its failures."""

    def __init__(self, folder: Path) -> None:
        self.details: list[str] = []
        self.lobby = LocalLobby((STONES.parent,), Store(folder / "records"), {}, folder / "settings.toml")
        self.folder = folder

    def play(self, script: Script, wish: Wish | None = None) -> Lazaretto:
        def on_crash(details: str) -> Path | None:
            self.details.append(details)
            return self.folder / "crash-1.txt"

        async def main() -> Lazaretto:
            table = await self.lobby.open(Order(STONES, ("anna", "ben"), 3))
            sitting = await sit_down(table)
            await sitting.seats[0].choose("take")
            await sitting.seats[0].choose("two")
            sitting.leave()
            app = Lazaretto(
                self.lobby, Settings(pace="off"), environ=ENVIRONMENT, on_crash=on_crash, wish=wish
            )
            async with app.run_test(size=(100, 40), notifications=True) as pilot:
                await pilot.pause()
                await script(app, pilot)
            return app

        return asyncio.run(main())


@pytest.fixture
def world(tmp_path: Path, recovering: None, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr("lazaretto.rules.link.find_scenarios.built_in", lambda: STONES.parent)
    return World(tmp_path)


async def recovered(app: Lazaretto, pilot: Pilot[None]) -> None:
    """The launcher is in front, says what happened, and still works."""
    await until(pilot, lambda: isinstance(app.screen, HomeScreen) and bool(told(app)))
    assert "internal error occurred (SurpriseError)" in told(app)[0] and "crash-1.txt" in told(app)[0]
    await until_shown(pilot, "An internal error")
    assert "\x1b" not in text_of(app)
    assert app.failure is None
    app.clear_notifications()
    await pilot.press("end", "home", "down", "question_mark")
    await until(pilot, lambda: not isinstance(app.screen, HomeScreen))
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(app.screen, HomeScreen))


def told(app: Lazaretto) -> list[str]:
    return [notification.message for notification in app._notifications]


async def at_table(app: Lazaretto, pilot: Pilot[None]) -> TableScreen:
    app.sit(await sit_down(await app.lobby.open(Order(STONES, ("anna", "ben"), 3))))
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    await until_shown(pilot, "anna")
    table = app.screen
    assert isinstance(table, TableScreen)
    return table


async def in_replay(app: Lazaretto, pilot: Pilot[None]) -> None:
    home = app.screen
    assert isinstance(home, HomeScreen)
    app.show_replay(home._kept[0])


async def open_one(app: Lazaretto, pilot: Pilot[None]) -> None:
    home = app.screen
    assert isinstance(home, HomeScreen)
    stones = next(scenario for scenario in home._found if scenario.name == "stones")
    home._set_up(stones)
    await until(pilot, lambda: not isinstance(app.screen, HomeScreen) or bool(app._notifications))
    if not app._notifications:
        await pilot.press("enter")


async def resume_one(app: Lazaretto, pilot: Pilot[None]) -> None:
    home = app.screen
    assert isinstance(home, HomeScreen)
    home._resume(home._kept[0])


def home_does(what: Callable[[HomeScreen, Any], object]) -> Script:
    async def script(app: Lazaretto, pilot: Pilot[None]) -> None:
        home = app.screen
        assert isinstance(home, HomeScreen)
        what(home, home._kept[0])

    return script


def table_does(what: Callable[[TableScreen], object]) -> Script:
    async def script(app: Lazaretto, pilot: Pilot[None]) -> None:
        what(await at_table(app, pilot))

    return script


async def look_at_kept(app: Lazaretto, pilot: Pilot[None]) -> None:
    home = app.screen
    assert isinstance(home, HomeScreen)
    await until(pilot, lambda: bool(home._kept) and len(home.shelf.entries) > 1)
    await pilot.press("end")


async def look_at_a_scenario(app: Lazaretto, pilot: Pilot[None]) -> None:
    home = app.screen
    assert isinstance(home, HomeScreen)
    known = (each for each in home.shelf.entries if each.found is not None)
    entry = next(each for each in known if each.found is not None and each.found.name == "stones")
    home.details.show(entry, again=True)


LOBBY: dict[str, Script] = {
    "scenarios": home_does(lambda home, _: home.look_again()),
    "kept": home_does(lambda home, _: home.look_again()),
    "load": open_one,
    "standing": look_at_kept,
    "preview": look_at_a_scenario,
    "rulebook": home_does(lambda home, _: home.lazaretto.show_rulebook_of(home._found[0])),
    "statistics": home_does(lambda home, _: home.action_statistics()),
    "what_if": home_does(lambda home, kept: home.lazaretto.branch(str(kept.path), 1, anew=False)),
    "open": open_one,
    "resume": resume_one,
    "campaigns": home_does(lambda home, _: home.look_again()),
    "go_on": home_does(lambda home, _: home._go_on("family")),
    "replay": in_replay,
    "delete": home_does(lambda home, kept: home._change(kept, None)),
    "rename": home_does(lambda home, kept: home._change(kept, "other")),
    "keep": home_does(lambda home, _: home.lazaretto.remember(("zoe",))),
}
NOT_CALLED_BY_THE_LAUNCHER = {"find", "bots", "holder"}
"""`find` is called for a wish alone, and `bots` is asked by the form: each has a test of its own.

No screen asks for the `holder`: opening a game tells it.
"""


def replay_from_the_end(table: TableScreen) -> None:
    table.lazaretto.show_end(table.sitting, table.desk.seat)
    table.lazaretto.call_later(
        lambda: table.app.screen.action_replay() if isinstance(table.app.screen, EndingScreen) else None
    )


JOURNEY = Journey((Leg("x", "x", Ref("", "")),))

SEAT: dict[str, Script] = {
    "choose": table_does(lambda table: table._change(lambda: table.desk.seat.choose("x"))),
    "back": table_does(lambda table: table._change(table.desk.seat.back)),
    "undo": table_does(lambda table: table.action_undo()),
    "ways": table_does(lambda table: table.run_worker(table._offer_ways(table.desk.seat, Ref("", "")))),
    "journeys": table_does(lambda table: table.run_worker(table._offer_ways(table.desk.seat, Ref("", "")))),
    "travel": table_does(lambda table: table._change(lambda: table._travel(table.desk.seat, JOURNEY))),
    "outlooks": table_does(lambda table: table.run_worker(table._show_outlook())),
    "course": table_does(lambda table: table.lazaretto.show_end(table.sitting, table.desk.seat)),
    "replay": table_does(replay_from_the_end),
    "join": open_one,
    "leave": table_does(lambda table: table.call_later(table.action_leave)),
    "hint": table_does(lambda table: table.action_hint()),
    "drop_hint": table_does(lambda table: table.call_later(table.desk.seat.drop_hint)),
    "talk": table_does(lambda table: table._change(lambda: table.desk.seat.talk(YES))),
    "stops": table_does(lambda table: table.stopping.pass_until(CHANGES)),
    "follow": table_does(lambda table: table.call_later(table.desk.seat.listen, None)),
}
NOT_CALLED_BY_SCREENS = {"save", "ahead"}
"""Line mode alone calls these; see below."""


async def estimated(app: Lazaretto, pilot: Pilot[None]) -> None:
    await in_replay(app, pilot)
    await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    screen.run_worker(screen._turning_points())  # the key says that the game is not over


async def left(app: Lazaretto, pilot: Pilot[None]) -> None:
    await in_replay(app, pilot)
    await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    screen.action_leave()


REPLAY: dict[str, Script] = {
    "base": in_replay,
    "frame": in_replay,
    "public": in_replay,
    "chances": estimated,
    "leave": left,
}


def methods(protocol: type) -> set[str]:
    return {
        name
        for name, var in vars(protocol).items()
        if not name.startswith("_") and (inspect.isfunction(var) or isinstance(var, property))
    }


def test_every_method_of_the_protocols_is_tried() -> None:
    assert methods(Lobby) == {*LOBBY, *NOT_CALLED_BY_THE_LAUNCHER}
    assert methods(Seat) - {"number", "name"} == {*SEAT, *NOT_CALLED_BY_SCREENS}
    assert methods(Replay) - {"info"} == {*REPLAY}


CASES = [
    *((LocalLobby, name, script) for name, script in LOBBY.items()),
    *((LocalSeat, name, script) for name, script in SEAT.items()),
    *((LocalReplay, name, script) for name, script in REPLAY.items()),
]


ALWAYS = {"kept", "preview", "choose", "ways", "frame"}
"""The methods that every run tries, one for each way in which a screen calls; `make soak` tries them all."""


@pytest.mark.parametrize(
    ("owner", "name", "script"),
    [
        pytest.param(
            *case, id=f"{case[0].__name__}.{case[1]}", marks=() if case[1] in ALWAYS else pytest.mark.soak
        )
        for case in CASES
    ],
)
def test_the_app_goes_on_whatever_is_raised(
    world: World, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, script: Script
) -> None:
    broken = async_surprise if inspect.iscoroutinefunction(getattr(owner, name)) else surprise

    async def whole(app: Lazaretto, pilot: Pilot[None]) -> None:
        home = app.screen
        assert isinstance(home, HomeScreen)
        await until(pilot, lambda: bool(home._kept))
        if owner is LocalSeat and name not in ("join",):
            arm = at_table_first(script)
            await arm(app, pilot, lambda: monkeypatch.setattr(owner, name, broken))
        else:
            monkeypatch.setattr(owner, name, broken)
            await script(app, pilot)
        await recovered(app, pilot)
        monkeypatch.undo()

    app = world.play(whole)
    assert (app.return_code or 0) == 0
    assert any("SurpriseError" in detail for detail in world.details)


def at_table_first(script: Script) -> Callable[..., Awaitable[None]]:
    """Break a seat only after the player has sat down."""

    async def arm(app: Lazaretto, pilot: Pilot[None], spoil: Callable[[], None]) -> None:
        table = await at_table(app, pilot)
        spoil()
        with pytest.MonkeyPatch.context() as patch:

            async def here(_app: Lazaretto, _pilot: Pilot[None]) -> TableScreen:
                return table

            patch.setattr("tests.tui.test_recovery.at_table", here)
            await script(app, pilot)

    return arm


def test_a_wish_that_fails_leads_to_the_launcher(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalLobby, "find", async_surprise)
    world.play(recovered, Wish(resume=Path("any")))


def test_a_form_that_fails_leads_to_the_launcher(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(app: Lazaretto, pilot: Pilot[None]) -> None:
        monkeypatch.setattr("lazaretto.tui.launcher.setup_screen.Agreement", surprise)
        await open_one(app, pilot)
        await recovered(app, pilot)

    world.play(script)


def test_an_update_that_cannot_be_shown_leads_to_the_launcher(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(app: Lazaretto, pilot: Pilot[None]) -> None:
        table = await at_table(app, pilot)
        monkeypatch.setattr("lazaretto.host.table.seat_client.applied", surprise)
        await pilot.press("enter")
        table._change(lambda: table.desk.seat.choose("take"))
        await recovered(app, pilot)

    world.play(script)


def test_a_handler_that_fails_does_not_stop_its_screen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(app: Lazaretto, pilot: Pilot[None]) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Shelf, "step", surprise)
            await pilot.press("down")
            await until(pilot, lambda: bool(app._notifications))
        await recovered(app, pilot)

    world.play(script)


def test_a_pane_that_cannot_be_drawn_stays_empty(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogPane, "lines", surprise)

    async def script(app: Lazaretto, pilot: Pilot[None]) -> None:
        await at_table(app, pilot)
        await until_shown(pilot, "part of the screen is")
        assert len(app._notifications) == 1
        assert isinstance(app.screen, TableScreen)

    world.play(script)
    assert len(world.details) == 1


def test_errors_that_do_not_end_end_the_app(world: World) -> None:
    async def script(app: Lazaretto, pilot: Pilot[None]) -> None:
        for _ in range(MOST):
            app._handle_exception(SurpriseError())

    with pytest.raises(SurpriseError):
        world.play(script)


def test_only_failures_in_quick_succession_are_endless() -> None:
    now = [0.0]
    log = FailureLog(None, lambda: now[0])
    for _ in range(2 * MOST):
        assert not log.endless
        log.note(SurpriseError())
        now[0] += 1.0
    assert not log.endless


def subclasses(found: type) -> set[type]:
    direct: list[type] = found.__subclasses__()
    return {*direct, *(subclass for sub in direct for subclass in subclasses(sub))}


def test_all_our_screens_and_widgets_are_contained() -> None:
    from textual.widget import Widget  # noqa: PLC0415

    ours = {subclass for subclass in subclasses(Widget) if subclass.__module__.startswith("lazaretto.tui.")}
    assert len(ours) > 20 and {Pane, ContainedScreen, ReplayScreen} <= ours
    assert {our for our in ours if not issubclass(our, Contained)} == set()


# --- tables without a person, line mode and commands


def test_a_record_with_a_bot_on_every_seat_is_refused(run: Run, own_data: Path) -> None:
    place = ("--path", STONES.parent)
    run("play", "stones", "--plain", "--seed", 3, "--bots", "person,random", *place, typed="")
    (path,) = (own_data / "records").iterdir()
    record = replace(record_file.read(path.read_text(), "record"), bots=("random", "random"))
    path.write_text(record_file.write(record))
    done = run("play", "--plain", "--resume", path, *place)
    assert done.status == 1
    assert "needs a person" in done.err


def one_crash_file(own_data: Path) -> None:
    """Check that one crash file was written, and delete it."""
    (kept,) = (own_data / "crashes").iterdir()
    assert "SurpriseError" in kept.read_text() and "\x1b" not in kept.read_text()
    kept.unlink()


@pytest.mark.parametrize(("name", "typed"), [("save", ""), ("join", "")])
def test_line_mode_ends_with_a_sentence(
    name: str, typed: str, own_data: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(LocalSeat, name, async_surprise)
    with pytest.raises(AssertionError, match="internal error"):
        run("play", STONES, "--plain", "--seed", 3, typed=typed)
    one_crash_file(own_data)


@pytest.mark.parametrize(
    ("name", "typed"), [("choose", "take two"), ("ahead", "take two"), ("undo", "undo"), ("save", "save")]
)
def test_line_mode_goes_on_with_a_game_that_is_intact(
    name: str, typed: str, own_data: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    surprises, usual = [async_surprise], getattr(LocalSeat, name)

    async def once(*given: Any) -> Any:
        return await (surprises.pop() if surprises else usual)(*given)

    monkeypatch.setattr(LocalSeat, name, once)
    done = run("play", STONES, "--plain", "--seed", 3, typed=f"take one\n{typed}\ntake two\n")
    assert done.status == 0
    assert done.out.count("An internal error occurred (SurpriseError). The game continues") == 1
    assert " takes two." in done.out
    one_crash_file(own_data)


def test_line_mode_goes_on_where_the_table_cannot_be_told(
    own_data: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr("lazaretto.tui.line.information_commands.status", surprise)
    done = run("play", STONES, "--plain", "--seed", 3, typed="take one\ntake two\n")
    assert done.status == 0
    assert "anna takes one." in done.out and "ben takes two." in done.out
    one_crash_file(own_data)


def test_line_mode_gives_up_if_errors_do_not_end(
    own_data: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr("lazaretto.tui.line.table.understand", surprise)
    with pytest.raises(AssertionError, match="internal error"):
        run("play", STONES, "--plain", "--seed", 3, typed="take one\n" * (MOST + 5))
    for path in (own_data / "crashes").iterdir():
        path.unlink()


def test_line_mode_meets_an_update_that_cannot_be_shown(
    own_data: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(SeatClient, "_show", surprise)
    with pytest.raises(AssertionError, match="internal error"):
        run("play", STONES, "--plain", "--seed", 3, typed="take two\n")
    (kept,) = (own_data / "crashes").iterdir()
    kept.unlink()


def test_a_command_ends_with_a_sentence_and_status_70(
    own_data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("lazaretto.tui.commands.list_scenarios.run", surprise)
    assert main(["list"]) == 70
    told = capsys.readouterr().err
    assert told.startswith("lazaretto: Lazaretto stopped because of an internal error (SurpriseError).")
    assert "Traceback" not in told and "crash-" in told and told.count("\n") == 1
    one_crash_file(own_data)


# --- crash files


def test_crash_files_are_private_bounded_and_clean(own_data: Path) -> None:
    for number in range(KEPT + 5):
        assert keep_crash(f"{number} {BAD}") is not None
    kept = sorted((own_data / "crashes").iterdir())
    assert len(kept) == KEPT
    assert kept[-1].read_text().startswith(f"{KEPT + 4} ")
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    assert "\x1b" not in kept[0].read_text()
    large = keep_crash("x" * 10 * LARGEST)
    assert large is not None and large.stat().st_size < 2 * LARGEST
    for path in (own_data / "crashes").iterdir():
        path.unlink()


def test_without_a_folder_there_is_no_file(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_data.mkdir(parents=True)
    (own_data / "crashes").write_text("in the way")
    assert keep_crash("details") is None
    monkeypatch.setattr(crash_report, "state_folder", surprise_runtime)
    assert keep_crash("details") is None


def surprise_runtime() -> Path:
    raise RuntimeError("no home")
