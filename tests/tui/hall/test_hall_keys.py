"""Every key of the hall and of a table with people leads to its action, also when players change the keys."""

from dataclasses import replace
from typing import Any

import pytest
import tomli_w

from lazaretto.host.server.hall_views import TableOrder, Vote, VoteKind
from lazaretto.tui.keys.registry import CONTEXTS
from tests.tui.hall.conftest import Play, World
from tests.tui.hall.fake_hall import FAIR, QUIET
from tests.tui.keys.test_dispatch import BOTH, Player


@BOTH
def test_every_key_of_the_hall_leads_to_its_action(play: Play, own: dict[str, str]) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna", settings=replace(QUIET, keys=tomli_w.dumps(own)))
        player: Any = Player(anna.app, anna.pilot)  # type: ignore[arg-type]
        await player.walk(anna.app.hall_screen, "hall")

    play(script)


@BOTH
def test_every_key_of_a_table_with_people_leads_to_its_action(play: Play, own: dict[str, str]) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna", settings=replace(QUIET, keys=tomli_w.dumps(own)))
        await anna.hall.make(TableOrder(FAIR, ("", "random"), seed=7))
        anna.app.join("BCD-234")
        await anna.seated()
        player = Player(anna.app, anna.pilot)  # type: ignore[arg-type]
        table = world.server.tables["BCD-234"]
        table.votes = [Vote(1, VoteKind.CLOSE, "carl", "", (), 1, ("anna",))]
        table.tell()
        for action in (*CONTEXTS["hall_table"].actions, *CONTEXTS["vote"].actions):
            setattr(anna.table, action.method, lambda name=action.method: player.done.append(name))
            for key in anna.app.keymap.keys(action.name):
                player.done.clear()
                await player.press(key)
                assert player.done == [action.method]

    play(script)


@BOTH
def test_every_key_at_the_end_of_a_game_leads_to_its_action(play: Play, own: dict[str, str]) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna", settings=replace(QUIET, keys=tomli_w.dumps(own)))
        await anna.hall.make(TableOrder(FAIR, ("", "random"), seed=7))
        anna.app.join("BCD-234")
        await anna.seated()
        anna.app.show_end(anna.table.sitting, anna.table.desk.seat)
        await anna.sees("Fair")
        player: Any = Player(anna.app, anna.pilot)  # type: ignore[arg-type]
        for context in ("hall_ending", "ending"):
            await player.walk(anna.app.screen, context)

    play(script)


def test_the_rest_of_a_name_is_no_key_of_a_table_with_people(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(world: World) -> None:
        anna = await world.enter("anna", settings=QUIET)
        await anna.hall.make(TableOrder(FAIR, ("", "random"), seed=7))
        anna.app.join("BCD-234")
        await anna.seated()
        player = Player(anna.app, anna.pilot)  # type: ignore[arg-type]
        monkeypatch.setattr(anna.table, "action_talk", lambda: player.done.append("talk"))
        (talk,) = anna.app.keymap.keys("hall_table.talk")
        anna.table.desk.rest.begin("Ha, ha", "ha", ("enter",))
        await player.press(talk)
        assert player.done == []
        await player.press(talk)
        assert player.done == ["talk"]

    play(script)
