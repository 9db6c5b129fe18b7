"""What each released version has written is still read, and means the same (docs/versions.md).

If one of these tests fails, mend the code: the folders in `tests/data/kept` never change.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from lazaretto.host import load_record, sit_down
from lazaretto.host.campaigns.campaign_file import CampaignStore
from lazaretto.host.messages import OTHER_VERSION
from lazaretto.host.server.hall_line import Visitor
from lazaretto.host.server.hall_wire import HallGreeting
from lazaretto.host.server.tables.table_record_files import record_of
from lazaretto.host.settings.user_settings import read_settings
from lazaretto.host.wire.codec import VERSION, first_message
from lazaretto.rules import load
from lazaretto.rules.tools import scenario_tests
from lazaretto.serve.config import read_config
from tests.host.server.halls import asked, behind_gate, entered, hall_in, sit_all
from tests.house.test_version import RELEASES
from tests.kept import write_kept
from tests.kept.kept_facts import facts_of_client, facts_of_game, play, replayed
from tests.kept.kept_version import CAMPAIGN, REST, KeptVersion, kept_versions
from tests.kept.wire_lines import WritingWire, send_again

each_kept = pytest.mark.parametrize("kept", kept_versions(), ids=lambda kept: kept.folder.name)
games = pytest.mark.parametrize(
    ("kept", "scenario"),
    [(kept, path.name) for kept in kept_versions() for path in sorted(kept.scenarios.iterdir())],
    ids=lambda each: each if isinstance(each, str) else each.folder.name,
)


def test_something_is_kept_of_each_release() -> None:
    """A release writes it: `python -m tests.kept.write_kept`."""
    released = [number for number, _ in RELEASES]
    assert [version.folder.name for version in kept_versions()] == released[::-1]


def test_nothing_is_written_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert write_kept.main() == 1
    assert "never changes" in capsys.readouterr().err


@games
def test_scenarios_load_without_a_message_and_pass_their_tests(kept: KeptVersion, scenario: str) -> None:
    folder = kept.scenarios / scenario
    assert load(folder).diagnostics == ()
    tested = scenario_tests.run(folder)
    assert not tested.diagnostics and not [result for result in tested.results if result.failure]
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.rules")]
    assert len(tested.results) == sum(
        line.startswith("test ") for text in texts for line in text.splitlines()
    )


@each_kept
def test_records_lead_to_the_same_games(kept: KeptVersion) -> None:
    found = sorted(kept.records.glob("*.toml"))
    assert {path.stem: facts_of_game(replayed(path, kept.scenarios)) for path in found} == kept.facts["games"]
    assert {bool(load_record(path).outcome) for path in found} == {True, False}


@each_kept
def test_the_app_goes_on_with_every_game(kept: KeptVersion, tmp_path: Path) -> None:
    """Each saved game is opened as the launcher does it, and played on if it is not over."""
    copied = kept.copied(tmp_path)

    async def work() -> list[str]:
        lobby, ends = copied.lobby(), list[str]()
        for game in sorted(await lobby.kept(), key=lambda game: game.path.name):
            assert game.summary is not None, game
            sitting = await sit_down(await lobby.resume(game))
            while (decision := sitting.seats[0].look().view.decision) is not None:
                seat = sitting.seats[decision.seat]
                options = seat.look().view.decision
                assert options is not None
                await seat.choose([one.key for one in options.options if one.why_not is None][-1])
            outcome = sitting.seats[0].look().outcome
            assert outcome is not None
            ends.append(outcome.reason)
            sitting.leave()
        return ends

    ends = asyncio.run(work())
    assert len(ends) == len(kept.facts["games"])
    over = {name: facts["outcome"] for name, facts in kept.facts["games"].items() if "outcome" in facts}
    names = [path.stem for path in sorted(kept.records.glob("*.toml"))]
    assert {name: end for name, end in zip(names, ends, strict=True) if name in over} == over


@each_kept
def test_a_campaign_goes_on(kept: KeptVersion, tmp_path: Path) -> None:
    copied = kept.copied(tmp_path)

    async def work() -> None:
        sitting = await sit_down(await copied.lobby().go_on(CAMPAIGN, 1, folder=copied.scenarios / "voyage"))
        assert sitting.notices == ("Game 2 of the campaign family is not over yet; you continue it.",)
        await play(sitting, *REST)
        outcome = sitting.seats[0].look().outcome
        assert outcome is not None and outcome.reason == "Nothing was charted"
        sitting.leave()

    asyncio.run(work())
    campaign = CampaignStore(copied.folder / "campaigns").find(CAMPAIGN)
    assert campaign is not None and campaign.current is None
    assert [game.results for game in campaign.games] == [("won", "won"), ("lost", "lost")]
    assert campaign.values["Island.Reef.charted"] == "yes"


@each_kept
def test_a_database_opens_and_a_table_goes_on_with_the_rules_that_it_has(
    kept: KeptVersion, tmp_path: Path
) -> None:
    copied, facts = kept.copied(tmp_path), kept.facts
    (tmp_path / "no_scenarios").mkdir()

    async def work() -> None:
        async with hall_in(copied.folder, tmp_path / "no_scenarios") as hall:
            people = [await entered(hall, name) for name in ("anna", "ben")]
            assert await hall.do(lambda store: [person.name for person in store.people.all()]) == [
                "anna",
                "ben",
            ]
            assert await hall.do(lambda store: [ban.reason for ban in store.bans.all()]) == ["rude"]
            places, clients = await sit_all(people, facts["second"])
            assert facts_of_client(clients[0]) == facts["table"]
            assert [line.text for line in places[0].view.chat][-1] == "see you tomorrow"
            for each in REST:
                await asked(clients).choose(each)
            outcome = clients[0].look().outcome
            assert outcome is not None and outcome.reason == "Nothing was charted"
            record = await hall.do(lambda store: record_of(store, facts["first"]))
            assert record.outcome == "Home again, in year 1"

    asyncio.run(work())


@each_kept
def test_a_server_answers_an_app_of_that_version_or_tells_the_versions(
    kept: KeptVersion, tmp_path: Path
) -> None:
    greeting, *lines = kept.wire
    if greeting["version"] != VERSION:
        for type_ in (Visitor, HallGreeting):
            with pytest.raises(ValueError, match=f"uses version {greeting['version']} of the protocol"):
                first_message(json.dumps(greeting).encode(), type_, OTHER_VERSION)
        return
    assert first_message(json.dumps(greeting).encode(), Visitor, OTHER_VERSION) == Visitor(VERSION)
    copied = kept.copied(tmp_path)

    async def work() -> None:
        async with hall_in(copied.folder, kept.scenarios) as hall:
            anna = behind_gate(await entered(hall, "anna"))
            await send_again(WritingWire(anna), lines)
            rows = await hall.do(lambda store: store.choices.all(kept.facts["second"]))
            assert [row.key for row in rows][-1] == REST[0]
            assert anna.settings.theme == "sepia"

    asyncio.run(work())


@each_kept
def test_settings_are_read_without_a_message(kept: KeptVersion, tmp_path: Path) -> None:
    copied = kept.copied(tmp_path)
    settings, message = read_settings(copied.folder / "settings.toml")
    assert message == ""
    wanted: dict[str, Any] = {"theme": "sepia", "pace": "slow", "bell": True, "names": ("anna", "ben")}
    assert {name: getattr(settings, name) for name in wanted} == wanted
    assert (settings.moments, settings.keys.split()) == ((("draw", "always"),), ['"table.undo"', "=", '"z"'])
    config = read_config(copied.folder / "server.toml")
    assert (config.port, config.guests, config.engine) == (2222, True, "python")
