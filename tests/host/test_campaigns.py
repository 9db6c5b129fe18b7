"""Campaigns: each game begins with what the last one handed on, and nothing that goes wrong loses a game."""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lazaretto.grammar.message import messages_of
from lazaretto.host import Sitting, load_record, replay, sit_down
from lazaretto.host.campaigns import campaign_messages
from lazaretto.host.campaigns.campaign_file import (
    Campaign,
    CampaignError,
    CampaignGame,
    CampaignStore,
    read,
    write,
)
from lazaretto.host.lobby.lobby_protocol import Access, HeldError, Lobby, LobbyError, Order
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.host.records.record_store import Store
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import ChoiceError, load
from tests.host.seams import Seam

VOYAGE = Path(__file__).resolve().parents[1] / "data" / "voyage"
Made = Callable[[], Lobby]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with a scenario that may be changed."""
    shutil.copytree(VOYAGE, tmp_path / "games" / "voyage")
    return tmp_path / "games"


@pytest.fixture
def made(games: Path, tmp_path: Path, seam: Seam) -> Made:
    return lambda: seam(LocalLobby([games], Store(tmp_path / "records"), {}, tmp_path / "settings.toml"))


def store(tmp_path: Path) -> CampaignStore:
    return CampaignStore(tmp_path / "campaigns")


async def begun(lobby: Lobby, games: Path, name: str = "family") -> Sitting:
    """Begin a campaign."""
    return await sit_down(await lobby.open(Order(games / "voyage", ("anna", "ben"), 3, campaign=name)))


async def next_game(lobby: Lobby, name: str = "family", seed: int = 4) -> Sitting:
    return await sit_down(await lobby.go_on(name, seed))


async def play(sitting: Sitting, *choices: str) -> None:
    """Make choices for whoever is asked."""
    for choice in choices:
        decision = sitting.seats[0].look().view.decision
        assert decision is not None
        await sitting.seats[decision.seat].choose(choice)


FIRST = ("sail > Reef", "wait", "chart", "wait")


def test_a_campaign_hands_on_from_game_to_game(made: Made, games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        lobby = made()
        first = await begun(lobby, games)
        assert "Game 1 of the campaign family starts." in first.notices
        await play(first, *FIRST[:-1])
        campaign = store(tmp_path).find("family")
        assert campaign is not None and campaign.current is not None and campaign.values == {}
        await play(first, FIRST[-1])
        assert first.news() == (
            "Game 1 of the campaign family is over. The values for the next game are saved.",
        )
        campaign = store(tmp_path).find("family")
        assert campaign is not None and campaign.current is None
        assert campaign.values["Island.Reef.charted"] == "yes"
        with pytest.raises(ChoiceError, match="the next game of the campaign starts with its values"):
            await first.seats[1].undo()
        first.leave()
        second = await next_game(lobby)
        assert second.notices == ("Game 2 of the campaign family starts.",)
        record = load_record(tmp_path / "records" / f"{second.name}.toml")
        assert (record.campaign, record.number, record.kept) == ("family", 2, campaign.values)
        second.leave()
        (info,) = await lobby.campaigns()
        assert (info.name, info.title, info.players) == ("family", "Voyage", ("anna", "ben"))
        assert [game.results for game in info.games] == [("won", "won"), ()]
        assert info.games[0].points == (4, 0)
        summaries = [game.summary for game in await lobby.kept() if game.summary is not None]
        assert {(summary.campaign, summary.number) for summary in summaries} == {("family", 1), ("family", 2)}

    asyncio.run(main())


def test_the_game_that_is_not_over_goes_on(made: Made, games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        lobby = made()
        first = await begun(lobby, games)
        await play(first, "wait")
        with pytest.raises(HeldError):
            await made().go_on("family", 9)
        looking = await sit_down(await made().go_on("family", 9, access=Access.LOOK))
        looking.leave()
        first.leave()
        again = await next_game(made(), seed=9)
        assert again.notices == ("Game 1 of the campaign family is not over yet; you continue it.",)
        assert again.name == first.name and again.info.resumed == 1
        again.leave()
        kept = await lobby.find(tmp_path / "records" / f"{first.name}.toml")
        await lobby.rename(kept, "renamed")
        renamed = await next_game(made(), seed=9)
        assert (renamed.name, renamed.info.resumed) == ("renamed", 1)
        await play(renamed, "sail > Reef", "chart", "wait")
        renamed.leave()
        campaign = store(tmp_path).find("family")
        assert campaign is not None and [game.record for game in campaign.games] == ["renamed"]

    asyncio.run(main())


def test_a_game_whose_record_is_lost_begins_anew(made: Made, games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        lobby = made()
        first = await begun(lobby, games)
        await play(first, *FIRST)
        first.leave()
        second = await next_game(lobby)
        await play(second, "wait")
        second.leave()
        (tmp_path / "records" / f"{second.name}.toml").unlink()
        anew = await next_game(lobby, seed=5)
        assert "The record of game 2 can no longer be read" in anew.notices[0]
        anew.leave()
        campaign = store(tmp_path).find("family")
        assert campaign is not None and [game.seed for game in campaign.games] == [3, 5]
        assert campaign.values["years"] == "1"

    asyncio.run(main())


def test_a_process_that_dies_before_it_hands_on_does_so_when_the_game_is_opened(
    made: Made, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        first = await begun(made(), games)
        with monkeypatch.context() as patch:
            patch.setattr(CampaignStore, "_write", _refuse)
            await play(first, *FIRST)
        (told,) = first.news()
        assert told.startswith("The game is saved, but its campaign could not be written")
        first.leave()
        again = await next_game(made())
        assert (
            "Game 1 of the campaign family is over. The values for the next game are saved." in again.notices
        )
        again.leave()
        campaign = store(tmp_path).find("family")
        assert campaign is not None and campaign.current is None and campaign.values["years"] == "1"

    asyncio.run(main())


def _refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_copy_of_a_game_does_not_hand_on_a_second_time(made: Made, games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        lobby = made()
        first = await begun(lobby, games)
        await play(first, *FIRST[:-1])
        kept = await lobby.find(tmp_path / "records" / f"{first.name}.toml")
        copy = await sit_down(await lobby.resume(kept, Access.COPY))
        await play(first, FIRST[-1])
        before = (tmp_path / "campaigns" / "family.toml").read_text()
        await play(copy, "sail > Rock")
        assert copy.seats[0].look().outcome is not None
        assert copy.news() == (
            "The campaign family has another game 1 by now. Nothing from this game is carried over.",
        )
        await copy.seats[1].undo()
        assert (tmp_path / "campaigns" / "family.toml").read_text() == before
        stray = CampaignGame("stray", 99, "", "Done", ("won", "won"), values={"years": "9"})
        assert not store(tmp_path).finish("family", 1, Campaign("voyage", "Voyage", ("anna", "ben")), stray)
        for each in (first, copy):
            each.leave()

    asyncio.run(main())


def test_values_that_no_longer_fit_are_named_and_left_out(made: Made, games: Path, tmp_path: Path) -> None:
    async def main() -> None:
        first = await begun(made(), games)
        await play(first, *FIRST)
        first.leave()
        rules = games / "voyage" / "voyage.rules"
        text = rules.read_text().replace("var mood : Mood = sour per campaign", "var mood : Mood = sour")
        rules.write_text(text.replace("kind Relic is a Card times 4", "kind Relic is a Card times 3"))
        tests = games / "voyage" / "handed_on.rules"
        tests.write_text('"No tests."\n')
        second = await next_game(made())
        assert second.notices == (
            "The rules have changed; this is no longer carried over: "
            "Voyage does not carry `mood` over from game to game.",
            "The rules have changed; this is no longer carried over: "
            "`vault` cannot be `Relic_2, Relic_3, Relic_4`.",
            "Game 2 of the campaign family starts.",
        )
        record = load_record(tmp_path / "records" / f"{second.name}.toml")
        assert record.kept["years"] == "1" and "mood" not in record.kept
        second.leave()
        campaign = store(tmp_path).find("family")
        assert campaign is not None and campaign.values["mood"] == "glad"  # nothing is lost from the file

    asyncio.run(main())


def test_a_record_of_a_campaign_replays_alone(made: Made, games: Path, tmp_path: Path) -> None:
    async def main() -> str:
        first = await begun(made(), games)
        await play(first, *FIRST)
        first.leave()
        second = await next_game(made())
        await play(second, "sail > Rock", "sail > Reef", "chart", "wait")
        second.leave()
        return second.name

    name = asyncio.run(main())
    shutil.rmtree(tmp_path / "campaigns")
    record = load_record(tmp_path / "records" / f"{name}.toml")
    program = load(VOYAGE).program
    assert program is not None and record.kept["Island.Reef.charted"] == "yes"
    again = replay(program, record)
    assert again.faithful and again.game.handed_on()["years"] == "2"
    assert not replay(program, replace(record, kept={})).faithful


def test_parts_and_bots_stay_and_options_can_be_set_anew(games: Path, tmp_path: Path) -> None:
    manifest = games / "voyage" / "scenario.toml"
    part = '\n[optional.breeze]\ntitle = "Breeze"\nmodules = ["breeze"]\ndefault = true\n'
    manifest.write_text(manifest.read_text() + part)
    (games / "voyage" / "breeze.rules").write_text('"A breeze."\n\nvar breeze : number = 0\n')
    lobby = LocalLobby([games], Store(tmp_path / "records"), COMPANIONS, tmp_path / "settings.toml")

    async def main() -> None:
        first = Order(
            games / "voyage",
            ("anna", "ben"),
            3,
            {"length": "1"},
            frozenset({"-breeze"}),
            ("", "keen"),
            "family",
        )
        sitting = await sit_down(await lobby.open(first))
        await play(sitting, "wait")
        sitting.leave()
        for folder, options in ((None, {}), (games / "voyage", {"length": "3"})):
            sitting = await sit_down(await lobby.go_on("family", 5, options, folder))
            record = load_record(tmp_path / "records" / f"{sitting.name}.toml")
            assert (record.switches, record.bots) == ((), ("", "keen"))
            assert record.options["length"] == options.get("length", "1")
            await play(sitting, "wait")
            sitting.leave()
        (info,) = await lobby.campaigns()
        assert info.options == {"length": "3"} and len(info.games) == 3

    asyncio.run(main())


def test_requests_that_do_not_fit_are_refused(made: Made, games: Path, stones: Path) -> None:
    async def main() -> None:
        lobby = made()
        (await begun(lobby, games)).leave()
        refused = {
            "there is already a campaign called family": begun(lobby, games),
            "letters, digits, - and _ in the name of a campaign": begun(lobby, games, "../family"),
            "there is no campaign called other": next_game(lobby, "other"),
            "use at most 80 letters, digits": next_game(lobby, "a/b"),
            "Stones carries nothing over": lobby.open(Order(stones, ("anna",), 1, campaign="heap")),
        }
        for words, attempt in refused.items():
            with pytest.raises(LobbyError, match=words):
                await attempt
        assert len(await lobby.kept()) == 1

    asyncio.run(main())


# --- the file ------------------------------------------------------------------------------------

CAMPAIGN = Campaign(
    "voyage",
    "Voyage",
    ("anna", "ben"),
    ("", "keen"),
    ("storms",),
    {"length": "3"},
    (
        CampaignGame(
            "one", 3, "d", 'Said "done"', ("won", "lost"), (4, -1), (1, 2), {"Player.anna.x": "a, b"}
        ),
        CampaignGame("two", 4, "d"),
    ),
)
TEXT = write(CAMPAIGN)
DAMAGED: dict[str, tuple[str, str]] = {
    "this is not the file of a campaign": ("format = 1\n", ""),
    "this is not a campaign: ": ("[options]", "[options"),
    "this campaign has format 2, but this version can only read format 1": (
        TEXT[: TEXT.index("players")],
        "format = 2\n",
    ),
    "`format` must be a number, without quotes": ("format = 1", 'format = "1"'),
    "a campaign has no key `colour`": ("format = 1", 'format = 1\ncolour = "red"'),
    "the campaign has no `title`: the file is incomplete or was edited": ('title = "Voyage"\n', ""),
    "`title` must be a text, in double quotes": ('title = "Voyage"', "title = 3"),
    "`switches` must be a list of texts, each in double quotes": ('    "storms",', "    3,"),
    "`options` must be a table of texts": ('length = "3"', "length = 3"),
    "`points` must be a list of numbers": ("    4,\n    -1,", '    "4",\n    -1,'),
    "`points` must have one entry for each player": ("    4,\n    -1,", "    4,"),
    "the names of the players are wrong: give each player a name": ('    "ben",', '    "anna",'),
    "the names of the players are wrong: there are none": ('    "anna",\n    "ben",\n', ""),
    "the results of game 1 must be won, lost or drawn": ('    "lost",', '    "tied",'),
    "game 1 has no results, but others follow it": ('    "won",\n    "lost",\n', ""),
    "the campaign was edited or damaged": ('"a, b"', '"a, c"'),
    "`games` must be a list of tables, one for each game": (TEXT[TEXT.index("[[games]]") :], "[games]\n"),
    "this file is too large for a campaign": ("format = 1", "#" * 2_000_000),
    "a campaign has at most 1000 games": ("[[games]]", "[[games]]\nx = 1\n" * 1_000 + "[[games]]"),
}


def test_a_campaign_is_read_as_it_was_written() -> None:
    assert read(TEXT, "family") == CAMPAIGN
    edited = TEXT.replace('"a, b"', '"a, c"')
    checksum = edited[edited.index("checksum") :].split("\n")[0]
    assert read(edited.replace(checksum, 'checksum = "none"'), "family").values == {"Player.anna.x": "a, c"}


@pytest.mark.parametrize("expected", DAMAGED)
def test_each_damaged_file_says_what_is_wrong(expected: str) -> None:
    old, new = DAMAGED[expected]
    assert old in TEXT
    with pytest.raises(CampaignError) as raised:
        read(TEXT.replace(old, new, 1), "family")
    assert str(raised.value).startswith(f"family: {expected}")


def test_every_cut_of_a_file_is_refused() -> None:
    for length in range(len(TEXT) - 1):
        with pytest.raises(CampaignError):
            read(TEXT[:length], "family")


def test_a_damaged_file_is_listed_and_never_overwritten(made: Made, games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "campaigns"
    folder.mkdir()
    deep = "x = " + "[" * 100_000
    contents = {"cut": TEXT[:90].encode(), "bytes": b"\xff\xfe\x00", "deep": deep.encode(), "empty": b""}
    for name, content in contents.items():
        (folder / f"{name}.toml").write_bytes(content)
    (folder / "folder.toml").mkdir()

    async def main() -> None:
        lobby = made()
        assert {campaign.name for campaign in await lobby.campaigns() if campaign.problem} == {*contents}
        for name in contents:
            for attempt in (begun(lobby, games, name), next_game(lobby, name)):
                with pytest.raises(LobbyError):
                    await attempt
        assert await lobby.kept() == ()

    asyncio.run(main())
    for name, content in contents.items():
        assert (folder / f"{name}.toml").read_bytes() == content


def test_of_two_processes_one_begins_the_next_game(tmp_path: Path) -> None:
    kept = store(tmp_path)
    head = Campaign("voyage", "Voyage", ("anna", "ben"))
    game = CampaignGame("one", 1, "d")
    assert kept.begin("family", head, game)
    assert not kept.begin("family", head, replace(game, seed=2))
    assert kept.find("family") == replace(head, games=(game,))
    over = replace(game, outcome="Done", results=("won", "won"), values={"years": "1"})
    assert kept.finish("family", 1, head, over) and kept.finish("family", 1, head, over)
    assert kept.find("family") == replace(head, games=(over,))
    assert not kept.finish("family", 3, head, over)
    (tmp_path / "campaigns" / "family.toml").unlink()
    with pytest.raises(CampaignError, match="there is no campaign called family"):
        kept.finish("family", 2, head, over)
    assert kept.finish("family", 1, head, over)  # a lost file comes back from the game at the table


def test_all_messages_have_keys_of_their_own() -> None:
    assert len(messages_of((campaign_messages,))) > 30


def test_whatever_is_in_a_file_it_is_read_or_refused() -> None:
    chance = Random(3)
    signs = '"[]=,.\\\n #-019azé\x00'
    for _ in range(400):
        text = list(TEXT)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            text[at : at + chance.randint(0, 3)] = chance.choice(signs) * chance.randint(0, 2)
        try:
            found = read("".join(text), "family")
        except CampaignError as error:
            assert str(error).startswith("family: ")
        else:
            assert replace(found, title=CAMPAIGN.title) == CAMPAIGN


def test_a_campaign_that_is_over_has_no_next_game(made: Made, games: Path, tmp_path: Path) -> None:
    rules = games / "voyage" / "voyage.rules"
    over = "\nvalue campaign_over() : flag = years = 2\n"
    rules.write_text(rules.read_text(encoding="utf-8") + over, encoding="utf-8")

    async def main() -> None:
        lobby = made()
        sitting = await begun(lobby, games)
        await play(sitting, *FIRST)
        assert sitting.news() == (
            "Game 1 of the campaign family is over. The values for the next game are saved.",
        )
        outcome = sitting.seats[0].look().outcome
        assert outcome is not None and not outcome.ends_campaign
        sitting.leave()
        sitting = await next_game(lobby)
        await play(sitting, "sail > Rock", "wait", "chart", "wait")
        assert sitting.news() == ("Game 2 was the last one: the campaign family is over.",)
        outcome = sitting.seats[0].look().outcome
        assert outcome is not None and outcome.ends_campaign
        sitting.leave()
        (info,) = await lobby.campaigns()
        assert info.over and len(info.games) == 2
        with pytest.raises(LobbyError, match="the campaign family is over; start another one"):
            await next_game(lobby)

    asyncio.run(main())
    campaign = store(tmp_path).find("family")
    assert campaign is not None and campaign.over and [game.last for game in campaign.games] == [False, True]
    text = write(campaign)
    assert text.count("last = true") == 1 and read(text, "x") == campaign
    with pytest.raises(CampaignError, match="checksum"):
        read(text.replace("last = true", "last = false"), "x")
    with pytest.raises(CampaignError, match="`last` must be true or false"):
        read(text.replace("last = true", "last = 1"), "x")
    more = replace(campaign, games=(*campaign.games, campaign.games[0]))
    with pytest.raises(CampaignError, match="game 2 is the last one, but others follow it"):
        read(write(more), "x")
