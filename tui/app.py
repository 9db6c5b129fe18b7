"""The full-screen app of one machine: starts on the launcher, and opens the other screens from there."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from textual import work
from textual.driver import Driver
from textual.screen import Screen

from lazaretto.host.lobby.lobby_protocol import (
    ELSEWHERE,
    NO_OPTIONS,
    HeldError,
    KeptGame,
    Lobby,
    LobbyError,
    NextGame,
    Order,
    ScenarioInfo,
)
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_client import Sitting, sit_down
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.app_for_screens import NOTHING
from lazaretto.tui.base_app import GameApp
from lazaretto.tui.launcher.launcher_screen import HomeScreen, ask_how
from lazaretto.tui.line.ending_words import first_reached
from lazaretto.tui.random_seed import drawn
from lazaretto.tui.shared_texts import sentence


class Point(NamedTuple):
    """A point of a saved game from which to play on; with a seed, what nobody knows is dealt anew."""

    record: Path
    at: int
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """What to open right after the start: a new game, a saved game or a point of it, a replay, a campaign."""

    order: Order | None = None
    resume: Path | None = None
    replay: Path | None = None
    campaign: NextGame | None = None
    what_if: Point | None = None


class Lazaretto(GameApp):
    """One player's screen, with the scenarios and saved games of a lobby."""

    def __init__(
        self,
        lobby: Lobby,
        settings: Settings | None = None,
        *,
        forced: Mapping[str, object] = NOTHING,
        environ: Mapping[str, str] = NOTHING,
        wish: Wish | None = None,
        notices: Sequence[str] = (),
        on_crash: Callable[[str], Path | None] | None = None,
        driver_class: type[Driver] | None = None,
    ) -> None:
        self.lobby = lobby
        self.refusal: str | None = None
        """Why the app could not open what was requested; for the caller that started the app."""
        self._wish = wish
        super().__init__(
            settings,
            forced=forced,
            environ=environ,
            notices=notices,
            on_crash=on_crash,
            driver_class=driver_class,
        )

    def get_default_screen(self) -> Screen[Any]:
        """The launcher is at the bottom of the screen stack."""
        return HomeScreen()

    def begin(self) -> bool:
        """Open what was requested at the start, if anything; return whether the app is opening something."""
        if self._wish is not None:
            wish, self._wish = self._wish, None
            self.granting = True
            for notice in self.notices:  # the launcher, which shows them, is not seen
                self.notify(notice, severity="warning", markup=False)
            self._grant(wish)
        return self.granting

    @work(exclusive=True, group="table")
    async def _grant(self, wish: Wish) -> None:
        try:
            if wish.order is not None:
                sitting = await sit_down(await self.lobby.open(wish.order))
            elif wish.campaign is not None:
                game = await self.open_campaign(*wish.campaign)
                if game is None:
                    self.look_around()
                    return
                sitting = game
            elif wish.resume is not None:
                found = await self.resume_kept(await self.lobby.find(wish.resume))
                if found is None:
                    self.look_around()
                    return
                sitting = found
            elif wish.what_if is not None:
                sitting = await self._branched(wish.what_if)
            elif wish.replay is not None:
                self.show_playback(await self.lobby.replay(await self.lobby.find(wish.replay)))
                return
            else:
                self.look_around()
                return
        except LobbyError as error:
            self.refusal = str(error)
            self.exit(return_code=1)
        else:
            self.sit(sitting)

    async def first_goals(self, record: str) -> frozenset[str]:
        """The goals that were reached for the first time in a game."""
        return first_reached(await self.lobby.statistics(), record)

    async def _branched(self, point: Point) -> Sitting:
        kept = await self.lobby.find(point.record)
        return await sit_down(await self.lobby.what_if(kept, point.at, point.seed))

    def branch(self, place: str, at: int, *, anew: bool) -> None:
        """Play on from a point of a saved game, as a game of its own."""
        self._branch(Point(Path(place), at, drawn() if anew else None))

    @work(exclusive=True, group="table")
    async def _branch(self, point: Point) -> None:
        with self.opening():
            try:
                self.sit(await self._branched(point))
            except LobbyError as error:
                self.notify(f"{sentence(str(error))}.", severity="warning", markup=False)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Keep the keys of the launcher from opening something else meanwhile."""
        self.granting = True
        try:
            yield
        finally:
            self.granting = False

    async def resume_kept(self, kept: KeptGame) -> Sitting | None:
        """Resume a saved game; if another process has it open, let the player choose how, or give up.

        Raises:
            LobbyError: it cannot be resumed.
        """
        try:
            return await sit_down(await self.lobby.resume(kept))
        except HeldError as error:
            picked = await self.push_screen_wait(ask_how(str(error)))
        return None if picked is None else await sit_down(await self.lobby.resume(kept, ELSEWHERE[picked]))

    async def open_campaign(
        self, name: str, seed: int, options: Mapping[str, str] = NO_OPTIONS, folder: Path | None = None
    ) -> Sitting | None:
        """Go on with a campaign; if another process has its game open, let the player choose how, or give up.

        Raises:
            LobbyError: it cannot go on.
        """
        try:
            return await sit_down(await self.lobby.go_on(name, seed, options, folder))
        except HeldError as error:
            picked = await self.push_screen_wait(ask_how(str(error)))
        if picked is None:
            return None
        return await sit_down(await self.lobby.go_on(name, seed, options, folder, ELSEWHERE[picked]))

    def leave(self) -> None:
        """Go back to the launcher, from any screen."""
        campaign = self.campaign_left()
        super().leave()
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen) and self.left is not None:
            home.wanted = f"campaign {campaign}" if campaign else f"game {self.left}"

    def show_form(self, found: FoundScenario, program: ScenarioInfo) -> None:
        """Set up a new game."""
        from lazaretto.tui.launcher.setup_screen import Agreement, SetupScreen  # noqa: PLC0415

        form = Agreement(found.folder, program, self.lobby.bots, self.settings.names)
        self.push_screen(SetupScreen(found, form, self.lobby.load, self._begin))

    async def seats_of(self, order: Order) -> Sitting:
        """Start a new game.

        Raises:
            LobbyError: it cannot be started.
        """
        return await sit_down(await self.lobby.open(order))

    async def _begin(self, order: Order) -> None:
        sitting = await self.seats_of(order)
        self.remember(order.players)
        self.sit(sitting)

    @work(exclusive=True, group="rulebook")
    async def show_rulebook_of(self, found: FoundScenario) -> None:
        """Show the rulebook of a scenario."""
        from lazaretto.tui.reading.rulebook_screen import RulebookScreen  # noqa: PLC0415

        home, title = self.screen_stack[0], found.title or found.name
        try:
            book = await self.lobby.rulebook(found.folder)
        except LobbyError as error:
            if isinstance(home, HomeScreen):
                home.notice.say(str(error), bad=True)
        else:
            if self.screen is home:
                self.push_screen(RulebookScreen(title, book))

    @work(exclusive=True, group="table")
    async def show_replay(self, kept: KeptGame) -> None:
        """Replay a saved game."""
        home = self.screen_stack[0]
        self.granting = True
        try:
            self.show_playback(await self.lobby.replay(kept))
        except LobbyError as error:
            self.look_around()
            if isinstance(home, HomeScreen):
                home.notice.say(str(error), bad=True)

    def remember(self, names: tuple[str, ...]) -> None:
        """Save the names of the players for the next setup form."""
        if names != self.kept_settings.names:
            self.set(replace(self.kept_settings, names=names))

    async def keep(self, settings: Settings) -> None:
        """Save the settings."""
        try:
            await self.lobby.keep(settings)
        except LobbyError as error:
            self.notify(str(error), severity="warning")
