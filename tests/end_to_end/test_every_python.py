"""What may differ from one Python to the next: server, app, lines and native code, each with a short game."""

import asyncio
import json
from pathlib import Path
from random import Random

import asyncssh
import pytest

from lazaretto.lab.simulate import simulate
from lazaretto.rules import load
from tests.end_to_end.kept import game_of, program_of, read, records, stand
from tests.end_to_end.terminals import Nursery
from tests.hostile.programs import PROGRAMS
from tests.patience import PATIENCE
from tests.rules.backends.native.lanes import needs_wasm
from tests.serve.served import Screen, key
from tests.serve.server_process import Running

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
PEOPLE = ("anna", "ben", "carl")


async def connected(port: int, number: int) -> asyncssh.SSHClientConnection:
    async with asyncio.timeout(PATIENCE):
        return await asyncssh.connect(
            "127.0.0.1",
            port,
            known_hosts=None,
            config=None,
            username=PEOPLE[number],
            client_keys=[key(number)],
            agent_path=None,
        )


async def full_screen(connection: asyncssh.SSHClientConnection, name: str) -> Screen:
    """Open the hall as somebody who has not been here before."""
    screen = Screen(100, 30)
    await connection.create_session(
        lambda: screen, term_type="xterm-256color", term_size=(100, 30), encoding=None
    )
    await screen.shows("Your key is new here")
    screen.type(f"{name}\r")
    await screen.shows(f"you are {name}")
    return screen


async def three_connections(port: int) -> int:
    """Open two full screens, then connect again; return the number of sessions that the server tells then."""
    connections: list[asyncssh.SSHClientConnection] = []
    try:
        screens: list[Screen] = []
        for number in range(2):
            connections.append(await connected(port, number))
            screens.append(await full_screen(connections[-1], PEOPLE[number]))
        connections.append(await connected(port, 2))
        status = await connections[-1].run("status --json", check=True)
        for screen in screens:
            screen.type("q")
            assert await screen.ends() == 0
        await full_screen(connections[-1], PEOPLE[2])
        return int(json.loads(str(status.stdout))["sessions"])
    finally:
        for connection in connections:
            connection.abort()


def test_two_full_screens_and_then_a_third_connection(tmp_path: Path) -> None:
    server = Running(tmp_path, alone=True)
    try:
        assert asyncio.run(three_connections(server.port)) == 2
        assert server.stop() == 0
        events = [event["event"] for event in server.events()]
        assert "error" not in events and "session_crashed" not in events
    finally:
        if server.process.poll() is None:
            server.kill()


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_whole_game(kind: str, nursery: Nursery, own_data: Path) -> None:
    program, rules, chance = PROGRAMS[kind](nursery, 5), program_of(DATA / "stones"), Random(5)
    try:
        program.start("stones", "--path", str(DATA), "--players", "2", "--seed", "5")
        (kept,) = records(own_data)
        while not read(kept).outcome:
            program.send(game_of(rules, read(kept)), chance, wait=True)
            assert program.read(lambda: stand(rules, read(kept)))
    finally:
        program.close()
    assert game_of(rules, read(kept)).outcome is not None


@needs_wasm
def test_games_in_webassembly_end_as_in_python() -> None:
    rules = load(DATA / "stones").program
    assert rules is not None
    python, wasm = (simulate(rules, 20, 1, 2, engine=engine) for engine in ("python", "wasm"))
    assert (wasm.engine, wasm.fallback) == ("wasm", None)
    assert (wasm.wins, wasm.losses, wasm.decisions) == (python.wins, python.losses, python.decisions)
