"""Stops and kills the workers of a server while people play on it over SSH, and measures until they go on.

    python -m tests.hostile.lost_workers --losses 20 --seed 1 --json losses.json

Each loss is a signal to the process that runs the tables: SIGSTOP or SIGKILL, in turn. Two people play, a
third watches. Nobody does anything but look and choose: the seats must come back by themselves, and every
choice that was acknowledged must be in the store.
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

from lazaretto.host.server.hall_protocol import TableSeat
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.store.store_rows import choices_left
from lazaretto.host.server.workers.worker_pool import MODULE
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules import ChoiceError
from lazaretto.rules.link.find_scenarios import built_in
from tests.hostile.pieces import Tally, arguments, finish, run_pieces, summary
from tests.hostile.ssh_evening import Evening, evening, processes_of

SIGNALS = {signal.SIGSTOP: "stopped", signal.SIGKILL: "killed"}
LONGEST = 60.0
"""Seconds after which it is a problem that nobody can choose yet."""
LOOK_AGAIN = 0.02


class Table:
    """Two people who play, and one who watches."""

    def __init__(self, of: Evening, chance: Random) -> None:
        self._of, self._chance = of, chance
        self._code = ""
        self._places: list[TableSeat] = []
        self._clients: list[SeatClient] = []
        self._acknowledged: list[list[str]] = [[], []]
        """The keys that each player has chosen."""
        self.noticed: list[float] = []
        """Seconds until everybody read that the table is being restored."""
        self.restored: list[float] = []
        """Seconds until both players had chosen again."""

    async def begin(self) -> None:
        """Bring everybody to the table."""
        anna, ben, carl = (line.hall for line in self._of.lines)
        self._code = await anna.make(TableOrder(built_in() / "pandemic", ("", ""), seed=7))
        mine, others = await ben.join(self._code), await anna.join(self._code)
        assert mine is not None and others is not None
        self._places = [others, mine, await carl.watch(self._code)]
        self._clients = [SeatClient(place.table.seats[0]) for place in self._places]
        for client in self._clients:
            await client.join()

    async def lose(self, number: signal.Signals) -> None:
        """Play a little, send a signal to the worker, and wait until everybody goes on."""
        for _ in range(self._chance.randrange(3)):
            await self._choose()
        (worker,) = processes_of(self._of.process, MODULE)
        begun = time.monotonic()
        os.kill(worker, number)
        async with asyncio.timeout(LONGEST):
            while not all("restored" in place.view.notice for place in self._places):
                await asyncio.sleep(LOOK_AGAIN)
            self.noticed.append(time.monotonic() - begun)
            while any(place.view.notice for place in self._places):
                await asyncio.sleep(LOOK_AGAIN)
            chosen = {await self._choose() for _ in range(2)}
            while len(chosen) < len(self._acknowledged):
                chosen.add(await self._choose())
            self.restored.append(time.monotonic() - begun)
            while len({tuple(client.look().view.log) for client in self._clients}) > 1:
                await asyncio.sleep(LOOK_AGAIN)

    async def _choose(self) -> int:
        """Let whoever is asked choose, as soon as the table accepts it; return who that was."""
        while True:
            for seat, client in enumerate(self._clients[: len(self._acknowledged)]):
                decision = client.look().view.decision
                if decision is None or decision.seat != seat or decision.form is None:
                    continue
                options = [option.key for option in decision.options if option.why_not is None]
                key = self._chance.choice(options)
                try:
                    await client.choose(key)
                except ChoiceError:
                    continue
                self._acknowledged[seat].append(key)
                return seat
            await asyncio.sleep(LOOK_AGAIN)

    def check(self) -> int:
        """Compare what is stored with what was acknowledged; return how many choices.

        Raises:
            AssertionError: something is lost.
        """
        store = self._of.store()
        try:
            kept = choices_left(store.choices.all(self._code))
        finally:
            store.close()
        for seat, keys in enumerate(self._acknowledged):
            words = iter([word for row in kept if row.seat == seat for word in row.key.split(" > ")])
            assert all(any(word == key for word in words) for key in keys), f"{keys} of seat {seat}"
        return sum(map(len, self._acknowledged))


def piece(seed: int, numbers: range) -> Tally:
    """Lose some workers of one server."""
    tally, chance = Tally(), Random(f"{seed}/{numbers[0]}")

    async def whole(folder: Path) -> None:
        async with evening(folder, "anna", "ben", "carl") as of:
            table = Table(of, chance)
            await table.begin()
            for number in numbers:
                kind = [*SIGNALS][number % len(SIGNALS)]
                tally.count("losses", SIGNALS[kind])
                try:
                    await table.lose(kind)
                except Exception as error:  # whatever it is, it is counted, and the next loss follows
                    tally.problem("loss", f"loss {number} of seed {seed}: {error!r}")
            tally.count("choices checked", "server", table.check())
            for what, found in (("noticed", table.noticed), ("restored", table.restored)):
                tally.count(f"{what} after ms", "median", round(1000 * median(found)))
                tally.count(f"{what} after ms", "longest", round(1000 * max(found)))

    with tempfile.TemporaryDirectory() as home:
        asyncio.run(whole(Path(home)))
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    """Lose as many workers as asked and print a summary."""
    given, begun = arguments("losses", 10, argv), time.monotonic()
    items = range(given.first, given.first + given.items)
    total = run_pieces(piece, given.seed, items, given.jobs, given.items)
    return finish(summary("lost workers", given, total, begun), given.json)


if __name__ == "__main__":
    sys.exit(main())
