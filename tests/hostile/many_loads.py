"""Lets one account load games in all combinations of their parts while others play and load over SSH.

    python -m tests.hostile.many_loads --loads 64 --json loads.json

The choices of the others must be answered at their usual speed, their loads must wait for about one of the
flood, and no game may be refused to anybody afterwards.
"""

import asyncio
import itertools
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import quantiles

from lazaretto.host.lobby.lobby_protocol import LobbyError, ScenarioInfo
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules.link.find_scenarios import built_in
from tests.hostile.pieces import Tally, arguments, finish, run_pieces, summary
from tests.hostile.ssh_evening import Evening, evening

PARTS = ("new_roles", "new_events", "virulent_strain", "mutation", "bio_terrorist")
BUSY = 4
"""How many times as long as usual a choice may take beside the flood, plus `SPARE`."""
SPARE = 0.25
USUAL = 40
"""How many choices are made before the flood."""
PAUSE = 0.05
"""Seconds between two choices."""


def combinations(most: int) -> list[frozenset[str]]:
    """Different combinations of parts, each on, off or as usual."""
    words = [("", part, f"-{part}") for part in PARTS]
    found = [frozenset(filter(None, each)) for each in itertools.product(*words)]
    return Random(1).sample(found, min(most, len(found)))


class Player:
    """Somebody who plays alone, and how long each choice takes."""

    def __init__(self, of: Evening) -> None:
        self._of, self._chance = of, Random(3)
        self._client: SeatClient

    async def begin(self) -> None:
        """Sit down at a table of one's own."""
        hall = self._of.lines[0].hall
        code = await hall.make(TableOrder(built_in() / "pandemic", ("", "random"), seed=7))
        place = await hall.join(code)
        assert place is not None
        self._client = SeatClient(place.table.seats[0])
        await self._client.join()

    async def choose(self) -> float:
        """Choose something, and take it back; return the seconds until the choice was answered."""
        decision = self._client.look().view.decision
        assert decision is not None
        keys = [option.key for option in decision.options if option.why_not is None and option.key == "drive"]
        begun = time.monotonic()
        await self._client.choose(keys[0])
        seconds = time.monotonic() - begun
        await self._client.back()
        await asyncio.sleep(PAUSE)
        return seconds


async def flood(of: Evening, loads: int) -> tuple[int, set[str]]:
    """Load all combinations at once; return how many were loaded, and why others were refused."""
    hall = of.lines[1].hall
    folder = built_in() / "on_the_brink"
    calls = [hall.load(folder, combination) for combination in combinations(loads)]
    found = await asyncio.gather(*calls, return_exceptions=True)
    refusals = {str(exception) for exception in found if isinstance(exception, Exception)}
    return sum(not isinstance(each, Exception) for each in found), refusals


async def whole(folder: Path, loads: int, tally: Tally) -> None:
    """Play, flood, and look whether everything can be loaded."""
    async with evening(folder, "anna", "mallory", "carl") as of:
        player, carl = Player(of), of.lines[2].hall
        await player.begin()
        before = [await player.choose() for _ in range(USUAL)]
        flooding = asyncio.create_task(flood(of, loads))
        beside, waited = [], 0.0
        while not flooding.done():
            beside.append(await player.choose())
            if len(beside) == USUAL // 2:
                begun = time.monotonic()
                info = await carl.load(built_in() / "the_cure")
                waited = time.monotonic() - begun
                assert isinstance(info, ScenarioInfo)
        loaded, refusals = await flooding
        tally.count("loads", "answered", loaded)
        tally.count("loads", "refused", loads - loaded)
        for refusal in refusals:
            if "already" not in refusal and "too fast" not in refusal:
                tally.problem("flood", refusal)
        for name, found in (("before", before), ("beside the flood", beside)):
            tally.count("choice p95 ms", name, round(1000 * quantiles(found, n=20)[-1]))
        tally.count("load of another account ms", "beside the flood", round(1000 * waited))
        if quantiles(beside, n=20)[-1] > BUSY * quantiles(before, n=20)[-1] + SPARE:
            tally.problem("player", f"choices: {before} before, {beside} beside the flood")
        for scenario in await carl.scenarios():
            try:
                info = await carl.load(scenario.folder)
                assert isinstance(info, ScenarioInfo), info
            except (AssertionError, LobbyError) as error:
                tally.problem("refused", f"{scenario.name}: {error}")
        lost = [event for event in of.events() if event["event"] in ("worker_lost", "scenario_too_slow")]
        if lost:
            tally.problem("lost", str(lost))


def piece(seed: int, numbers: range) -> Tally:
    """Flood one server."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(whole(Path(home), len(numbers), tally))
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    """Load as often as asked and print a summary."""
    given, begun = arguments("loads", 64, argv), time.monotonic()
    total = run_pieces(piece, given.seed, range(given.items), given.jobs, given.items)
    return finish(summary("many loads", given, total, begun), given.json)


if __name__ == "__main__":
    sys.exit(main())
