"""Players who talk freely at one keyboard consent to what one of them does, if they have set it so."""

import asyncio
from collections.abc import Collection
from pathlib import Path

import pytest

from lazaretto.host import SeatClient, Store, open_table
from lazaretto.host.table.local_table import LocalTable
from lazaretto.host.table.seat_protocol import ASKED, GIVEN
from lazaretto.host.table.shared_keyboard_secrets import AUTO, NO, YES
from lazaretto.rules import Game
from lazaretto.rules.guides.check_guides import play_guide
from lazaretto.rules.guides.guide import Guide
from lazaretto.rules.guides.read_guide import read_guide
from tests.host.seams import SEAMS, Seam, sat_down
from tests.host.test_actions_on import ROOT, program_of
from tests.sitting import at_once

PANDEMIC = "scenarios/pandemic"
TAKES, AGREES = (0, "take > Atlanta"), (1, "yes")
TOGETHER, APART = ((0, 1),), ((0,), (1,))


def begun() -> Game:
    """Return a game in which anna can take a card from ben, who must consent."""
    return program_of(PANDEMIC).start(seed=6, players=("anna", "ben"), options={"consent": "yes"})


@pytest.mark.parametrize(
    ("keyboards", "talk", "consent", "made"),
    [
        (TOGETHER, AUTO, GIVEN, (TAKES, AGREES)),
        (TOGETHER, YES, GIVEN, (TAKES, AGREES)),
        (TOGETHER, AUTO, ASKED, (TAKES,)),
        (TOGETHER, NO, GIVEN, (TAKES,)),
        (APART, YES, GIVEN, (TAKES,)),
    ],
)
def test_consent_is_given_only_among_those_who_talk_freely(
    keyboards: Collection[Collection[int]],
    talk: str,
    consent: str,
    made: tuple[tuple[int, str], ...],
    tmp_path: Path,
) -> None:
    table = open_table(program_of(PANDEMIC), begun(), Store(tmp_path))
    clients = [SeatClient(seat) for seat in LocalTable(table, keyboards).seats]
    for client in clients:
        at_once(client.join())

    async def run() -> None:
        await clients[0].talk(talk, consent)
        await clients[0].choose("take > Atlanta")

    asyncio.run(run())
    assert table.game.record().choices == made
    assert table.game.asks_consent == (AGREES not in made)


def test_a_guided_game_asks(tmp_path: Path) -> None:
    program = program_of(PANDEMIC)
    written = read_guide(ROOT / PANDEMIC, program.name, "first_game").guide
    assert written is not None
    guide = play_guide(program, written)
    assert isinstance(guide, Guide)
    table = open_table(program, begun(), Store(tmp_path), guide=guide)
    clients = [SeatClient(seat) for seat in LocalTable(table).seats]
    for client in clients:
        at_once(client.join())

    async def run() -> None:
        await clients[0].talk(AUTO, GIVEN)
        await clients[0].choose("take > Atlanta")

    asyncio.run(run())
    assert table.game.record().choices == (TAKES,)


@pytest.mark.parametrize("seam", SEAMS.values(), ids=SEAMS)
def test_an_undo_takes_back_the_consent_with_the_action(seam: Seam, tmp_path: Path) -> None:
    table = open_table(program_of(PANDEMIC), begun(), Store(tmp_path))
    _, sitting = sat_down(seam, table)
    before = table.game.snapshot()

    async def run() -> None:
        anna = sitting.seats[0]
        await anna.talk(AUTO, GIVEN)
        await anna.choose("take > Atlanta")
        assert table.game.record().choices == (TAKES, AGREES)
        await anna.undo()

    asyncio.run(run())
    assert table.game.snapshot() == before


def test_another_question_of_yes_or_no_is_no_consent() -> None:
    game = program_of("tests/tui/table/fair").start(seed=7, players=("anna", "ben"))
    asked = game.fork()
    asked.choose("ask")
    assert not asked.asks_consent
    game.choose("bring")
    assert game.asks_consent


@pytest.mark.parametrize("keyboards", [TOGETHER, APART])
def test_only_the_keyboard_that_began_can_go_back(
    keyboards: Collection[Collection[int]], tmp_path: Path
) -> None:
    table = open_table(program_of(PANDEMIC), begun(), Store(tmp_path))
    clients = [SeatClient(seat) for seat in LocalTable(table, keyboards).seats]
    for client in clients:
        at_once(client.join())
    asyncio.run(clients[0].choose("take"))
    assert clients[0].look().can_go_back
    asyncio.run(clients[0].choose("Atlanta"))
    ben = clients[1].look()
    assert ben.inside and ben.can_go_back == (keyboards == TOGETHER)
