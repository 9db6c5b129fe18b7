"""Who may log in, how, and what they may open."""

import asyncio

import asyncssh
import pytest

from lazaretto.host.server.store.store_rows import OWN_CODE, BanKind, CodeMaker
from lazaretto.rules.version_and_extras import version
from lazaretto.serve.server import Connection
from tests.serve.served import Served, key, public, served, until
from tests.serve.small_app import small


def test_a_key_is_a_person() -> None:
    async def script() -> None:
        async with served(small) as at:
            person = await at.know(1, "bruno")
            async with await at.connect(1, "whoever") as connection:
                screen = await at.open(connection)
                await screen.shows("hello bruno")
                assert [session.person for session in at.state.sessions] == [person]
                screen.type("q")
                assert await screen.ends() == 0
            assert b"\x1b[?1049l" in screen.sent

    asyncio.run(script())


def test_a_new_key_is_asked_for_a_name() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know(2, "Bruno")
            async with await at.connect(1) as connection:
                assert connection.get_extra_info("server_version") == f"SSH-2.0-Lazaretto_{version()}"
                screen = await at.open(connection)
                await screen.shows("Your key is new here")
                await screen.shows("Enter use this name   Esc leave")
                screen.type("\r")
                await screen.shows("Type a name first")
                screen.type("bruno\r")
                await screen.shows("Somebody else is called bruno here")
                screen.type("\x7f" * 5 + "bcd-234\r")
                await screen.shows("The name bcd-234 is not allowed, because it looks like")
                screen.type("\x7f" * 7 + "carla\r")
                await screen.shows("hello carla")
            async with await at.connect(1) as connection:
                await (await at.open(connection)).shows("hello carla")

    asyncio.run(script())


def test_a_second_terminal_with_the_same_new_key_goes_in_with_the_first() -> None:
    async def script() -> None:
        async with served(small) as at, await at.connect(1) as connection:
            screens = [await at.open(connection), await at.open(connection)]
            lines = await at.open(connection, None)
            for screen in screens:
                await screen.shows("Your key is new here")
            await lines.sends("Your name:")
            screens[0].type("carla\r")
            for screen in screens:
                await screen.shows("hello carla")
            lines.type("carla\n")
            await lines.sends("carla")
            await until("all are in", lambda: len(at.state.sessions) == 3)
            assert at.accounts.names() == ["carla"]
            assert not at.state.naming

    asyncio.run(script())


@pytest.mark.parametrize(("term", "key"), [("xterm", "\x1b"), (None, "quit\n"), ("dumb", "quit\r")])
def test_a_visitor_leaves_without_a_name(term: str | None, key: str) -> None:
    async def script() -> None:
        async with served(small) as at, await at.connect(1) as connection:
            screen = await at.open(connection, term)
            await screen.sends("Your name:")
            screen.type(key)
            assert await screen.ends() == 0
            assert not at.accounts.names()

    asyncio.run(script())


def test_a_code_adds_a_key_to_a_person() -> None:
    async def script() -> None:
        async with served(small) as at:
            person = await at.know(1, "bruno")
            code = at.accounts.look(lambda store: store.keys.make_code(person.id, CodeMaker.PERSON, OWN_CODE))
            async with await at.connect(2) as connection:
                screen = await at.open(connection)
                await screen.shows("Your key is new here")
                screen.type("code WRONG\r")
                await screen.shows("wrong, used or expired")
                screen.type("\x7f" * 10 + f"code {code}\r")
                await screen.shows("hello bruno")
            assert await at.accounts.who(public(2).fingerprint) == person

    asyncio.run(script())


def test_a_guest_comes_in_only_where_guests_may() -> None:
    async def script() -> None:
        async with served(small, guests=True) as at:
            async with await at.connect(None, "guest") as connection:
                await (await at.open(connection)).shows("hello guest1")
            await until("the guest is forgotten", lambda: not at.accounts.names())
        async with served(small) as at:
            with pytest.raises(asyncssh.PermissionDenied):
                await at.connect(None, "guest")

    asyncio.run(script())


class Reader(asyncssh.SSHClient):
    """A client that reads what it is told while it logs in."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        self.told.append(instructions)
        return []


@pytest.mark.parametrize("guests", [False, True])
def test_a_visitor_without_a_key_is_told_how_to_make_one(guests: bool) -> None:
    async def script() -> None:
        async with served(small, guests=guests) as at:
            reader = Reader()
            try:
                connection = await at.connect(None, "anna", client_factory=lambda: reader)
            except asyncssh.PermissionDenied:
                assert not guests
            else:
                assert guests
                await (await at.open(connection)).shows("hello guest1")
                connection.close()
            assert len(reader.told) == 1
            assert "ssh-keygen -t ed25519" in reader.told[0]

    asyncio.run(script())


def test_nobody_logs_in_with_a_password() -> None:
    async def script() -> None:
        async with served(small, guests=False) as at:
            with pytest.raises(asyncssh.PermissionDenied):
                await at.connect(None, "anna", password="secret", preferred_auth="password")

    asyncio.run(script())


def test_a_key_that_was_only_offered_is_nobody() -> None:
    """A client that offers a public key without its secret half, and then comes as a guest, is a guest."""

    async def script() -> None:
        async with served(small, guests=True) as at:
            await at.know(1, "bruno")
            connection = Connection(at.state)
            assert connection.validate_public_key("anna", key(1))
            assert connection.validate_kbdint_response("anna", [])
            assert connection._offered is None

    asyncio.run(script())


def test_a_banned_key_is_told_why() -> None:
    async def script() -> None:
        async with served(small) as at:
            fingerprint = public(1).fingerprint
            at.accounts.look(lambda store: store.bans.add(BanKind.KEY, fingerprint, "you flooded the chat"))
            connection = await at.connect(1)
            screen = await at.open(connection)
            assert await screen.ends() == 1
            assert "you flooded the chat" in screen.text

    asyncio.run(script())


def test_a_banned_address_cannot_log_in() -> None:
    async def script() -> None:
        async with served(small) as at:
            at.accounts.look(lambda store: store.bans.add(BanKind.ADDRESS, "127.0.0.1", "a reason"))
            with pytest.raises(asyncssh.DisconnectError, match="a reason"):
                await at.connect(1)

    asyncio.run(script())


def test_a_table_code_as_user_name_is_a_wish() -> None:
    async def script() -> None:
        async with served(small) as at:
            await at.know()
            async with await at.connect(0, "bcd-234") as connection:
                await (await at.open(connection)).shows("hello anna to BCD-234")
            async with await at.connect(0, "bcd-2345") as connection:
                screen = await at.open(connection)
                await screen.shows("hello anna")
                assert "to B" not in screen.text

    asyncio.run(script())


async def refused_forwarding(at: Served, connection: asyncssh.SSHClientConnection) -> None:
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_connection("127.0.0.1", at.port)
    with pytest.raises(asyncssh.ChannelOpenError):
        await connection.open_unix_connection("/nowhere")
    with pytest.raises(asyncssh.ChannelListenError):
        await connection.forward_remote_port("", 0, "127.0.0.1", at.port)


def test_only_sessions_can_be_opened() -> None:
    async def script() -> None:
        async with served(small) as at, await at.connect(agent_forwarding=False) as connection:
            await refused_forwarding(at, connection)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.start_sftp_client()
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_session(asyncssh.SSHClientSession, subsystem="anything")
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_session(
                    asyncssh.SSHClientSession, x11_forwarding=True, x11_display="127.0.0.1:0"
                )

    asyncio.run(script())


async def report() -> str:
    return "one\ntwo"


@pytest.mark.parametrize(
    ("command", "known"), [("status", True), ("status  --json", False), ("sh", False), ("scp -t .", False)]
)
def test_only_known_commands_are_run(command: str, known: bool) -> None:
    async def script() -> None:
        async with served(small, reports={"status": report}) as at, await at.connect() as connection:
            done = await connection.run(command)
            assert done.exit_status == (0 if known else 1)
            assert done.stdout == ("one\ntwo\n" if known else "")
            assert ("has only these commands: status" in str(done.stderr)) is not known

    asyncio.run(script())
