"""The hall works the same at the other end of a connection."""

import asyncio
import shutil
from collections import deque
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import cast

import pytest

from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.server.hall_protocol import Hall, HallHeard, TableHeard, TableSeat
from lazaretto.host.server.hall_views import (
    ChatLine,
    HallError,
    HallView,
    Pointer,
    State,
    TableOrder,
    VoteKind,
)
from lazaretto.host.server.hall_wire import HallServer, RemoteHall, RemotePlace
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_client import SeatClient
from lazaretto.rules import ChoiceError, Ref
from tests.host.server.halls import STONES, asked, decision, entered, hall_in, play, run, until


class Wire:
    """A connection through bytes in this process."""

    def __init__(self, hall: Hall) -> None:
        self._loop = asyncio.get_running_loop()
        self._server = HallServer(hall, self._event, self._news)
        self.hall = RemoteHall(self, self._server.greeting)
        self.sent = [self._server.greeting]
        """Everything that the server has sent."""

    async def ask(self, message: bytes) -> bytes:
        answer = await self._server.answer(message)
        self.sent.append(answer)
        await asyncio.sleep(0)
        return answer

    def send(self, message: bytes) -> None:
        self._server.heed(message)

    def _event(self, message: bytes) -> None:
        self.sent.append(message)
        self._loop.call_soon(self.hall.client.heed, message)

    def _news(self, message: bytes) -> None:
        self.sent.append(message)
        self._loop.call_soon(self.hall.heed, message)


async def seated(place: TableSeat) -> SeatClient:
    client = SeatClient(place.table.seats[0])
    await client.join()
    return client


def test_two_people_meet_play_talk_and_agree_over_connections(tmp_path: Path) -> None:
    async def work() -> None:
        async with hall_in(tmp_path) as house:
            anna, ben = [Wire(await entered(house, name)).hall for name in ("anna", "ben")]
            assert [scenario.name for scenario in await anna.scenarios()]
            code = await anna.make(TableOrder(STONES, ("", ""), seed=5))
            assert await anna.join(code) is None
            second = await ben.join(code)
            first = await anna.join(code)
            assert first is not None and second is not None
            pointed: list[str] = []
            second.listen(TableHeard(lambda _: None, lambda pointer: pointed.append(pointer.ref.key)))
            clients = [await seated(first), await seated(second)]
            await play(clients, Random(1), 2)
            carl = Wire(await entered(house, "carl")).hall
            public = await carl.watch(code)
            await public.propose(VoteKind.WATCH, "0")
            await asyncio.sleep(0.01)
            await first.vote(first.view.votes[0].number, True)
            await asyncio.sleep(0.01)
            assert (public.view.sees, first.view.shown_to) == (0, ("carl",))
            shown = await seated(await carl.watch(code, 0))
            assert shown.look().view == clients[0].look().view
            await first.show_to("carl", False)
            await asyncio.sleep(0.01)
            assert (public.view.sees, first.view.shown_to) == (None, ())
            await first.say("hello")
            first.point(Ref("Player", "ben"))
            await asyncio.sleep(0.01)
            assert second.view.chat[-1].text == "hello"
            assert pointed == ["ben"]
            assert isinstance(second, RemotePlace)
            second.listen(None)
            second.heed(Pointer("anna", 0, Ref("Player", "ben")))
            assert pointed == ["ben"]
            other = next(client for client in clients if client is not asked(clients))
            with pytest.raises(ChoiceError):
                await other.choose(decision(asked(clients)).options[0].key)
            with pytest.raises(HallError, match="no table"):
                await ben.join("BBB-222")
            await play(clients, Random(1), 500)
            await until(lambda: anna.view.tables[0].state is State.OVER)
            assert (await ben.profile()).history[0].code == code
            assert (await ben.replay(code)).replay.info.over
            with pytest.raises(HallError, match="cannot be proposed"):
                await first.propose(VoteKind.KICK, "nobody")
            first.leave()

    run(work)


class TalkingHall:
    """A hall with nothing but chat."""

    bots, settings = (), Settings()
    view = HallView("anna", False, (), ())

    def listen(self, heard: HallHeard) -> None:
        self._heard = heard

    def show(self, chat: list[ChatLine]) -> None:
        """Let the person see these lines."""
        self.view = HallView("anna", False, (), (), tuple(chat))
        self._heard(self.view)


def test_a_client_has_each_line_once_whatever_is_hidden_meanwhile() -> None:
    async def work() -> None:
        chance, when = Random(1), datetime.now(UTC)
        lines = deque[ChatLine](maxlen=6)
        hall, blocked, sent = TalkingHall(), set[str](), 0
        wire = Wire(cast(Hall, hall))
        for _ in range(300):
            for _ in range(chance.choice((0, 0, 1, 1, 2, 9))):
                sent += 1
                lines.append(ChatLine(sent, when, chance.choice(("ben", "carl", "dora")), "hello"))
            if chance.random() < 0.2:
                blocked ^= {chance.choice(("ben", "carl", "dora"))}
            looks = chance.random() < 0.9
            hall.show([line for line in lines if looks and line.person not in blocked])
            await asyncio.sleep(0)
            assert wire.hall.view == hall.view
        assert b'"kept":' in b"".join(wire.sent)

    run(work)


def test_no_client_learns_where_the_server_keeps_its_files(tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(STONES, own / "stones")
    broken = own / "broken"
    shutil.copytree(STONES, broken)
    for text in broken.glob("*.rules"):
        text.write_text("this is no rule\n")
    manifest = (broken / "scenario.toml").read_text()
    (broken / "scenario.toml").write_text(manifest.replace('"stones"', '"broken"'))
    (own / "unreadable").mkdir()
    (own / "unreadable" / "scenario.toml").write_text("no toml")

    async def work() -> None:
        async with hall_in(tmp_path, own) as house:
            wire = Wire(await entered(house, "anna"))
            anna = wire.hall
            found = {scenario.name: scenario for scenario in await anna.scenarios()}
            assert {"stones", "broken", "pandemic"} <= found.keys()
            assert isinstance(await anna.load(found["broken"].folder), Faults)
            for wrong in (broken, Path("/etc"), Path("../stones"), Path("chess")):
                if wrong != broken:
                    with pytest.raises(HallError):
                        await anna.load(wrong)
                with pytest.raises(HallError):
                    await anna.make(TableOrder(wrong, ("", "random")))
            assert isinstance(await anna.load(found["stones"].folder), ScenarioInfo)
            code = await anna.make(TableOrder(found["stones"].folder, ("", "random"), seed=5))
            place = await anna.join(code)
            assert place is not None
            client = await seated(place)
            await play([client, client], Random(1), 500)
            await until(lambda: anna.view.tables[0].state is State.OVER)
            await anna.replay(code)
            await anna.record(code)
            sent = b"".join(wire.sent)
            assert len(sent) > 5_000
            for secret in (tmp_path, STONES.parent, Path.home()):
                assert str(secret).encode() not in sent

    run(work)
