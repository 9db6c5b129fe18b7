"""What a client may choose about its connection: nothing that holds everybody else up."""

import asyncio
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_CLOSE, MSG_CHANNEL_EOF

from lazaretto.serve.limits import Limits
from tests.serve.served import served
from tests.serve.small_app import SmallApp

DEAR = (
    "rsa2048-sha256",  # makes a key of 2048 bits each time: 300 ms in the event loop
    "diffie-hellman-group18-sha512",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group-exchange-sha256",
)


@pytest.mark.parametrize("wanted", DEAR)
def test_keys_are_agreed_on_quickly_or_not_at_all(wanted: str) -> None:
    async def script() -> None:
        async with served(SmallApp) as at:
            with pytest.raises(asyncssh.KeyExchangeFailed):
                await at.connect(kex_algs=[wanted])

    asyncio.run(script())


@pytest.mark.parametrize("wanted", ["curve25519-sha256", "ecdh-sha2-nistp256"])
def test_usual_ways_to_agree_on_keys_are_there(wanted: str) -> None:
    async def script() -> None:
        async with served(SmallApp) as at:
            await at.know()
            connection = await at.connect(kex_algs=[wanted])
            await (await at.open(connection)).shows("hello anna")

    asyncio.run(script())


@pytest.mark.parametrize("offered", [["zlib@openssh.com", "none"], ["zlib@openssh.com"]])
def test_nothing_is_unpacked_for_a_client(offered: list[str]) -> None:
    """A packet of 58 KB that unpacks to 60 MB would stop everybody for half a second."""

    async def script() -> None:
        async with served(SmallApp) as at:
            wanted: dict[str, Any] = {"compression_algs": offered}
            if "none" in offered:
                connection = await at.connect(**wanted)
                assert connection.get_extra_info("send_compression") == "none"
            else:
                with pytest.raises(asyncssh.KeyExchangeFailed):
                    await at.connect(**wanted)

    asyncio.run(script())


async def runs(connection: asyncssh.SSHClientConnection) -> bool:
    """Whether a command is answered."""
    try:
        return (await connection.run("status", check=False)).exit_status == 0
    except asyncssh.ChannelOpenError:
        return False


async def status() -> str:
    return "well"


def test_one_address_begins_only_so_many_commands() -> None:
    """Ten connections that ask for `status` without end made everybody's keys two seconds late."""

    async def script() -> None:
        limits = Limits(channels_per_second=0.001, channels_burst=5)
        async with served(SmallApp, limits=limits, reports={"status": status}) as at:
            first, second = await at.connect(), await at.connect(1)
            answered = [await runs(connection) for _ in range(4) for connection in (first, second)]
            assert answered == [True] * 5 + [False] * 3
            assert at.state.metrics.sessions_refused_total == 3

    asyncio.run(script())


def test_channels_that_a_client_never_closes_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    send = asyncssh.SSHClientChannel.send_packet

    def keeps(self: Any, kind: int, *content: bytes) -> None:
        if kind not in (MSG_CHANNEL_EOF, MSG_CHANNEL_CLOSE):
            send(self, kind, *content)

    async def script() -> None:
        async with served(SmallApp, reports={"status": status}) as at:
            connection = await at.connect()
            monkeypatch.setattr(asyncssh.SSHClientChannel, "send_packet", keeps)
            for _ in range(at.state.limits.sessions_per_person):
                await (await at.open(connection, None, command="status")).sends("well")
            with pytest.raises(asyncssh.ChannelOpenError):
                await at.open(connection, None, command="status")

    asyncio.run(script())
