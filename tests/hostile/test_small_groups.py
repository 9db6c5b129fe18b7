"""One person against another: at a table of two, and on a machine with several accounts."""

import asyncio
import os
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lazaretto.host.server.hall_line import Visitor
from lazaretto.host.server.hall_views import HallError, Pace, TableOrder, VoteKind
from lazaretto.host.wire.codec import encode
from lazaretto.host.wire.frames import Frame, Kind, packed, read_frame
from lazaretto.serve.hall_play import HallPlay
from lazaretto.serve.limits import Limits
from lazaretto.serve.server_state import ServerState
from lazaretto.serve.socket_server import SocketServer
from tests.host.server.halls import STONES, hall_in, run, sit_all, table_for, until
from tests.serve.served import KeptAccounts, kept_accounts


def test_who_takes_their_time_at_a_table_over_days_is_not_thrown_out(tmp_path: Path) -> None:
    """There is nobody else to vote, and usually the other is away."""

    async def work() -> None:
        async with hall_in(tmp_path) as hall:
            order = TableOrder(STONES, ("", ""), seed=5, pace=Pace.DAYS, hours=24)
            people, code = await table_for(hall, "anna", "ben", order=order)
            table = hall.tables[code]
            places, _ = await sit_all(people, code)
            asked = table.progress.asked[0]
            goes, stays = table.owner(asked), table.owner(1 - asked)
            for place in places:
                if place.person.name == goes:
                    place.leave()
            own = next(each for each in places if each.person.name == stays)
            with pytest.raises(HallError, match="has time"):
                await own.propose(VoteKind.KICK, goes)
            long_ago = datetime.now(UTC) - timedelta(hours=25)
            table.clock.row = type(table.clock.row)(long_ago)
            await own.propose(VoteKind.KICK, goes)
            assert table.players() == {stays}

    run(work)


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="needs a system that names peers")
@pytest.mark.parametrize("trusted", [False, True])
def test_one_account_leaves_room_for_the_others_at_the_socket(tmp_path: Path, trusted: bool) -> None:
    """An SSH daemon may begin many sessions at once; any other account, only a few."""

    async def work(accounts: KeptAccounts) -> None:
        async with hall_in(tmp_path) as hall:
            limits = Limits(half_open=6, half_open_per_address=2)
            state = ServerState(accounts, HallPlay(hall), limits=limits)
            server = SocketServer(state, frozenset({os.geteuid()} if trusted else ()))
            await server.start(tmp_path / "hall")
            silent = [await asyncio.open_unix_connection(str(tmp_path / "hall")) for _ in range(4)]
            most = 4 if trusted else 2
            await until(lambda: len(server._unknown) == most)
            reader, writer = await asyncio.open_unix_connection(str(tmp_path / "hall"))
            writer.write(packed(Frame(Kind.GREETING, encode(Visitor(version=1), Visitor))))
            frame = await read_frame(reader)
            assert (frame is not None) == trusted, "whoever has room is told that the version is another"
            for _, stream_writer in (*silent, (reader, writer)):
                stream_writer.close()
            await until(lambda: not server._unknown)
            await server.stop()

    with kept_accounts() as accounts:
        run(lambda: work(accounts))
