"""Clients that send calls faster than they are answered, or read no answers: they wait, or have to go."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host.server.call_budgets import ADDRESS, RATES, Purses
from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.wire.allowed_calls import Cost
from lazaretto.host.wire.frames import Frame, Kind, packed
from lazaretto.serve.hall_play import LONGEST, LineChannel, ProtocolChannel
from lazaretto.serve.limits import Limits
from tests.host.server.halls import behind_gate, entered, hall_in, run, until
from tests.hostile.visitors import message
from tests.serve.served import served, until as seen


class Flooded:
    """Both ends of a connection."""

    def __init__(self) -> None:
        self.paused = False
        self.answers: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.answers.append(data)

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


def call(number: int, method: str, kind: Kind = Kind.CALL, **arguments: Any) -> bytes:
    return packed(Frame(kind, message(0, method, arguments), number))


def test_what_is_not_read_yet_waits_in_the_client(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            anna = await entered(hall, "anna")
            free = asyncio.Event()

            async def never() -> Any:
                await free.wait()
                return ()

            anna.scenarios = never  # type: ignore[method-assign]
            ends = Flooded()
            channel = ProtocolChannel(ends, ends)
            serving = asyncio.ensure_future(channel.serve(behind_gate(anna)))
            sent = 0
            for number in range(100_000):
                data = call(number, "scenarios")
                channel.feed(data)
                sent += len(data)
                if number % 100 == 0:
                    await asyncio.sleep(0)
                if ends.paused:
                    break
            assert ends.paused and sent < 4 * LONGEST
            free.set()
            channel.end()
            serving.cancel()
            await asyncio.wait([serving])

    run(work)


def test_others_have_their_turn_between_two_calls_that_nobody_answers(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            own: Hall = behind_gate(await entered(hall, "anna"))
            channel, asked, ticks = ProtocolChannel(Flooded()), [], [0]

            async def tick() -> None:
                while True:
                    ticks[0] += 1
                    await asyncio.sleep(0)

            def pace() -> float:
                asked.append(ticks[0])
                return 0.0

            for _ in range(50):
                channel.feed(call(0, "look_at_lists", Kind.SEND, looking=True))
            channel.end()
            ticking = asyncio.ensure_future(tick())
            await channel.serve(own, pace)
            ticking.cancel()
            assert len(asked) == len({*asked}) == 50

    run(work)


def test_all_calls_of_a_person_are_paid_for_even_free_ones() -> None:
    purses = Purses(clock=lambda: 0.0)
    rate = RATES[Cost.CALL]
    most = int(rate.at_once)
    sessions = [purses.payer("person:1", f"192.0.2.{number}") for number in range(4)]
    assert not any(sessions[number % 4].owe(Cost.CALL) for number in range(most))
    assert sessions[0].owe(Cost.CALL) > 0
    people = [purses.payer(f"person:{number}", "192.0.2.9") for number in range(2, 2 * ADDRESS)]
    waits = [people[number % len(people)].owe(Cost.CALL) for number in range(ADDRESS * most + 1)]
    assert not any(waits[:-1]) and waits[-1] > 0


def test_a_client_for_which_too_much_waits_has_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this bound, one that reads a byte now and then keeps everything in the server's memory."""
    monkeypatch.setattr("lazaretto.serve.channel_output.MOST_WAITING", 500_000)

    class Talks:
        async def run(self, channel: LineChannel) -> int:
            for _ in range(80):
                channel.write("x" * 50_000)
            await asyncio.Event().wait()
            return 0

    async def script() -> None:
        limits = Limits(stalled_seconds=10**6)
        async with served(lambda _, __: Talks(), limits=limits) as at:
            await at.know()
            connection = await at.connect()
            screen = await at.open(connection, None)
            assert screen.channel is not None
            screen.channel.pause_reading()
            await seen("the client has to go", lambda: bool(at.noted("client_stalled")))
            await until(lambda: not at.state.clients)

    asyncio.run(script())
