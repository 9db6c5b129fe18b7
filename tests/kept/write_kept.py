"""Writes `tests/data/kept/NUMBER`: what the present version writes, for later versions to read.

Usage: python -m tests.kept.write_kept

Do it once, when this version is released (docs/releasing.md); a folder that exists is not written again.
"""

import asyncio
import json
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from lazaretto.host import sit_down
from lazaretto.host.lobby.lobby_protocol import Order
from lazaretto.host.server.hall_views import TableOrder
from lazaretto.host.server.store.store_rows import BanKind
from lazaretto.host.settings.user_settings import Settings, with_table, write_settings
from lazaretto.host.wire.codec import VERSION
from lazaretto.rules.version_and_extras import version
from tests.host.server.halls import behind_gate, entered, hall_in, play as play_by_chance, sit_all, table_for
from tests.host.server.test_campaign_tables import play as play_at_table
from tests.host.server.test_hall_wire import seated
from tests.kept.kept_facts import facts_of_client, facts_of_game, play, replayed
from tests.kept.kept_version import ALL, BEGUN, CAMPAIGN, FIRST, REST, SCENARIOS, KeptVersion
from tests.kept.wire_lines import WritingWire

DATA = ALL.parent
SETTINGS = Settings(
    theme="sepia", pace="slow", bell=True, names=("anna", "ben"), moments=(("draw", "always"),)
)
SERVER_SETTINGS = """\
port = 2222
guests = true
motd = "motd.txt"
engine = "python"

[limits]
sessions = 100
"""


def write_texts(kept: KeptVersion) -> None:
    """The texts of some games, and settings of a player and of a server."""
    for scenario in SCENARIOS:
        shutil.copytree(DATA / scenario, kept.scenarios / scenario)
    write_settings(with_table(SETTINGS, "keys", {"table.undo": "z"}), kept.folder / "settings.toml")
    (kept.folder / "server.toml").write_text(SERVER_SETTINGS, encoding="utf-8")


async def write_records(kept: KeptVersion) -> None:
    """A game that is over, one in the middle, and a campaign whose second game is in the middle."""
    for number in (1, 2):
        lobby = kept.lobby()
        sitting = await sit_down(await lobby.open(Order(kept.scenarios / "stones", ("anna", "ben"), number)))
        await play_by_chance(list(sitting.seats), Random(number), 3 if number == 2 else 500)
        sitting.leave()
    order = Order(kept.scenarios / "voyage", ("anna", "ben"), 3, campaign=CAMPAIGN)
    first = await sit_down(await kept.lobby().open(order))
    await play(first, *FIRST)
    first.leave()
    second = await sit_down(await kept.lobby().go_on(CAMPAIGN, 4))
    await play(second, *BEGUN)
    second.leave()


async def write_database(kept: KeptVersion, work: Path) -> dict[str, Any]:
    """People with keys, a ban, and two tables of a campaign; one of them in the middle."""
    async with hall_in(work, kept.scenarios) as hall:
        order = TableOrder(kept.scenarios / "voyage", ("", ""), seed=3)
        people, first = await table_for(hall, "anna", "ben", order=order)
        places, clients = await sit_all(people, first)
        await play_at_table(clients, *FIRST)
        for place in places:
            place.leave()
        people, second = await table_for(
            hall, "anna", "ben", order=TableOrder(order.folder, ("", ""), seed=3, follows=first)
        )
        places, clients = await sit_all(people, second)
        await play_at_table(clients, *BEGUN)
        await places[0].say("see you tomorrow")
        facts = facts_of_client(clients[0])
        await people[1].keep(SETTINGS)
        await hall.do(lambda store: store.bans.add(BanKind.ADDRESS, "192.0.2.0/24", "rude"))
    shutil.copy(work / "server.db", kept.database)
    return {"first": first, "second": second, "table": facts}


async def write_wire(kept: KeptVersion, work: Path, code: str) -> None:
    """Anna looks around with an app, sits down at her table, talks, plays, and leaves."""
    shutil.copy(kept.database, work)
    async with hall_in(work, kept.scenarios) as hall:
        wire = WritingWire(behind_gate(await entered(hall, "anna")))
        anna = wire.hall
        await anna.profile()
        await anna.keep(SETTINGS)
        place = await anna.join(code)
        assert place is not None
        await place.say("hello")
        client = await seated(place)
        await client.choose(REST[0])
        place.leave()
        anna.leave()
    lines = [{"version": VERSION}, *wire.lines]
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (kept.folder / "wire.jsonl").write_text(text, encoding="utf-8")


def main() -> int:
    kept = KeptVersion(ALL / version())
    if kept.folder.exists():
        sys.stderr.write(f"{kept.folder} exists: what a version has written never changes\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        made = KeptVersion(work / version())
        made.folder.mkdir()
        write_texts(made)
        asyncio.run(write_records(made))
        for each in ("server", "wire"):
            (work / each).mkdir()
        tables = asyncio.run(write_database(made, work / "server"))
        asyncio.run(write_wire(made, work / "wire", tables["second"]))
        games = {
            path.stem: facts_of_game(replayed(path, made.scenarios)) for path in made.records.glob("*.toml")
        }
        facts = json.dumps({"games": games, **tables}, indent=1, sort_keys=True)
        (made.folder / "facts.json").write_text(f"{facts}\n", encoding="utf-8")
        (made.folder / "scenario_folders.toml").unlink()  # where the games are on this machine
        shutil.copytree(made.folder, kept.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
