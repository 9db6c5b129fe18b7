"""Nothing that a session is sent tells what its seat may not know: neither bytes nor how many there are.

Each test plays a pair of games over real SSH. They differ only in a secret, and everybody else presses the
same keys in both. Then every packet that the others were sent is compared, from the login to the end.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host.server.hall_views import HallError, TableListing, TableOrder, TableView
from lazaretto.host.server.tables.hall_table import HallTable
from lazaretto.host.server.tables.person_table_actions import Place
from lazaretto.rules import ChoiceError
from lazaretto.rules.link.find_scenarios import built_in
from tests.serve.overheard import CODE, House, Player, Tapped, first_difference, house
from tests.serve.still_clock import run_still
from tests.soak import soak

DATA = Path(__file__).resolve().parents[1] / "data"
Packets = Mapping[str, list[bytes]]
LOOKS_AWAY = "\x1b[O"
"""What a terminal sends when another window has the focus; then the bell and notices call for its owner."""
EVERYBODY = frozenset({"anna's screen", "ben's lines", "dora's screen", "emil's screen"})
"""The sessions besides those of the players' own apps: two of players, a spectator, and one in the hall."""


@dataclass
class Company:
    """Everybody at the table, and around it."""

    house: House
    anna: Player
    ben: Player
    carl: Player

    async def choose(self, player: Player, key: str) -> None:
        await player.client.choose(key)
        await self.house.settle()

    async def secretly(self, player: Player, *keys: str) -> None:
        """Let somebody choose what others must not notice: no time passes, as that alone could be noticed.

        An empty key goes one step back.
        """
        for key in keys:
            await (player.client.choose(key) if key else player.client.back())
            await self.house.settle(0)

    async def pass_turn(self, player: Player) -> None:
        """Let somebody do nothing until another one is asked."""
        assert player.asked
        while player.asked:
            await self.choose(player, "pass" if "pass" in player.open() else "go on")

    async def pry(self) -> None:
        """Let the others press keys that might tell them something."""
        for key in "u", ";", "\x1b", "\x1b[A", LOOKS_AWAY:
            await self._type("anna's screen", key, 2)
        for line in "/undo", "/who", "undo", "back", "look", "/say well":
            await self._type("ben's lines", f"{line}\n", 1)
        for player in (self.anna, self.ben):
            for ask in (
                *(player.client.back, player.place.undo, player.client.course, player.client.replay),
                *(lambda: player.client.ahead(("end_turn",)), lambda: player.client.choose("travel")),  # noqa: B023
            ):
                with suppress(ChoiceError, HallError):
                    await ask()
        await self.house.settle()

    async def _type(self, name: str, text: str, ticks: int) -> None:
        if name in self.house.clients:
            self.house.clients[name].type(text)
            await self.house.settle(ticks)


@dataclass(frozen=True)
class Pair:
    """Two games that differ in a secret; `play` plays the first or the second of them."""

    scenario: str
    play: Callable[[Company, int], Awaitable[None]]
    options: Mapping[str, str] = field(default_factory=dict)
    knowing: frozenset[str] = frozenset({"carl's app"})
    """The sessions that may know the secret."""
    bots: tuple[str, str] = ("lazaretto.lab.playing.bots:BOTS", "lazaretto.lab.playing.bots:BOTS")
    others: frozenset[str] = EVERYBODY
    seed: int = 5

    def differences(self, folder: Path) -> dict[str, str]:
        """Play both; return the sessions that could tell them apart, and by what."""
        one, two = (self._played(which, folder / str(which)) for which in range(2))
        assert one.keys() == two.keys() >= self.others
        for each in self.knowing & one.keys():
            assert one[each] != two[each], "there was no secret in these games"
        found = {key: first_difference(one[key], two[key]) for key in one.keys() - self.knowing}
        return {name: difference for name, difference in found.items() if difference}

    def _played(self, which: int, folder: Path) -> Packets:
        folder.mkdir()
        with pytest.MonkeyPatch.context() as patch:

            async def work() -> Packets:
                async with house(folder, patch, DATA, self.bots[which]) as at:
                    await self.play(await self._company(at), which)
                    for command in "list", "status --json":
                        await at.reported(command, "emil")
                    await at.settle()
                    return {name: client.frames for name, client in at.clients.items()}

            found: Packets = run_still(work, patch)
            return found

    async def _company(self, at: House) -> Company:
        halls = [await at.joined(f"{name}'s app", name) for name in ("anna", "ben", "carl")]
        order = TableOrder(built_in() / self.scenario, ("", "", ""), seed=self.seed, options=self.options)
        assert await halls[0].make(order) == CODE
        for hall in halls[1:]:
            await hall.join(CODE)
        players = [await Player.at(hall) for hall in halls]
        await at.settle()
        if "anna's screen" in self.others:
            await halls[0].keep(replace(halls[0].settings, bell=True, notice="osc9"))
            screen = await at.screen("anna's screen", "anna", CODE)
            await self._shown(at, screen, "Players")
            screen.type(LOOKS_AWAY)
        if "ben's lines" in self.others:
            await at.screen("ben's lines", "ben", CODE, term=None)
        if "dora's screen" in self.others:
            spectator = await at.screen("dora's screen", "dora")
            await self._shown(at, spectator, "Running")
            spectator.type("\r")
            await self._shown(at, spectator, "Players")
        if "emil's screen" in self.others:
            await self._shown(at, await at.screen("emil's screen", "emil"), "Running")
        await at.settle()
        return Company(at, *players)

    async def _shown(self, at: House, client: Tapped, text: str) -> None:
        await at.see(text, lambda: text in client.text)


# --- the games ---------------------------------------------------------------------------------


def hidden(
    places: tuple[str, str] = ("Sydney", "Lima"),
    ways: tuple[tuple[str, ...], tuple[str, ...]] = ((), ("Bogota",)),
) -> Callable[[Company, int], Awaitable[None]]:
    """Carl is the Bio-Terrorist: he begins elsewhere, and takes more or fewer steps to get anywhere."""

    async def play(at: Company, which: int) -> None:
        await at.secretly(at.carl, *([], ["begin"])[which])
        await at.pry()
        await at.secretly(at.carl, *([], [""])[which])
        await at.choose(at.carl, f"begin > {places[which]}")
        await at.house.settle(30)
        await at.pass_turn(at.anna)
        travels = [f"travel > {way}" for way in ways[which]]
        await at.secretly(at.carl, *travels, *([], ["fly_direct", ""])[which])
        await at.pry()
        await at.choose(at.carl, "end_turn")
        await at.pry()
        await at.choose(at.ben, "pass")

    return play


async def spies(at: Company, which: int) -> None:
    """Carl takes other missions, and pretends to do something for them."""
    for player in (at.anna, at.ben, at.carl):
        first = 1 if player is at.carl and which == 1 else 0
        await at.choose(player, ", ".join(player.open()[first : first + 3]))
    await at.pry()
    while not at.carl.asked:
        await at.pass_turn(at.ben if at.ben.asked else at.anna)
    await at.choose(at.carl, "pretend")


async def hands(at: Company, which: int) -> None:
    """Ben and carl have each other's hands, so the other one may play an event while somebody is asked."""
    holds = [player.client.name for player in (at.ben, at.carl) if any(map(player.open().count, EVENTS))]
    assert holds == [("ben", "carl")[which]]
    await at.pass_turn(at.carl)
    await at.pry()


EVENTS = ("airlift", "forecast", "government_grant", "one_quiet_night", "resilient_population")
DEALT = ("tests.serve.other_hands:BOTS_0", "tests.serve.other_hands:BOTS_1")
TERRORIST = Pair("bio_terrorist", hidden(), {"terrorist_seat": "3"})
COLD_WAR = Pair("cold_war", spies, {"double_agent": "yes", "consent": "no", "passports": "chance"}, seed=6)
"""With this seed carl is the Double Agent."""
PRIVATE = Pair(
    "pandemic", hands, {"hands": "private"}, frozenset({"ben's app", "carl's app", "ben's lines"}), DEALT
)
FEW = (
    replace(TERRORIST, others=frozenset({"anna's screen", "ben's lines"})),
    replace(PRIVATE, others=frozenset({"dora's screen"})),
)
"""Somebody of each sort; with everybody, the games take several times as long, and are in `make soak`."""


@pytest.mark.parametrize("pair", FEW, ids=lambda each: each.scenario)
def test_a_secret_is_not_found_in_what_others_are_sent(pair: Pair, tmp_path: Path) -> None:
    assert pair.differences(tmp_path) == {}


FAR = (
    *(("Sydney", "Jakarta"), ("Lima", "Santiago"), ("Jakarta", "Sydney"), ("Santiago", "Lima")),
    *(("Johannesburg", "Kinshasa"), ("Moscow", "Tehran"), ("Mumbai", "Chennai")),
)
"""Places, each with the next one, from which nobody comes to Atlanta in a turn, where the others stay."""


def far(seed: int) -> Callable[[Company, int], Awaitable[None]]:
    """The Bio-Terrorist somewhere else, and he drives there and back."""
    (one, _), (two, beside) = FAR[seed % 7], FAR[(seed + 1 + seed % 5) % 7]
    return hidden((one, two), ((), (beside, two)))


MANY = (
    TERRORIST,
    COLD_WAR,
    PRIVATE,
    *(replace(COLD_WAR, seed=seed) for seed in (5, 7, 8, 9)),
    *(replace(TERRORIST, seed=seed, play=far(seed)) for seed in (8, 12)),
)


@soak
@pytest.mark.parametrize("pair", MANY, ids=lambda each: f"{each.scenario}-{each.seed}")
def test_nor_in_other_games(pair: Pair, tmp_path: Path) -> None:
    assert pair.differences(tmp_path) == {}


# --- the comparison notices a leak -------------------------------------------------------------


def with_a_count(listing: Callable[..., TableListing]) -> Callable[..., TableListing]:
    """A list of tables that tells how many choices were made."""

    def leaking(table: HallTable, *arguments: Any, **named: Any) -> TableListing:
        return replace(listing(table, *arguments, **named), turn=len(table.history.choices))

    return leaking


def always_told(place: Place, view: TableView) -> None:
    """Tells people every time that somebody chose, even if they see no change."""
    if place._heard is not None:
        place._heard.changed(view)


APPS = replace(TERRORIST, others=frozenset())


def test_a_hidden_count_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HallTable, "listing", with_a_count(HallTable.listing))
    assert APPS.differences(tmp_path).keys() == {"anna's app", "ben's app"}


@soak
def test_an_update_without_news_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Place, "tell", always_told)
    assert APPS.differences(tmp_path).keys() == {"anna's app", "ben's app"}


@soak
def test_a_count_on_screens_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HallTable, "listing", with_a_count(HallTable.listing))
    noticed = TERRORIST.differences(tmp_path).keys()
    assert noticed >= {"anna's app", "ben's app", "emil's screen"}
