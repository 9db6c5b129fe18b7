"""What the hall and the table show of the people where there is little room."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from lazaretto.host.lobby.local_lobby import info_of
from lazaretto.host.server.hall_views import (
    ChatLine,
    FinishedGame,
    HallView,
    LateRule,
    Pace,
    Presence,
    Profile,
    SeatListing,
    State,
    TableListing,
    TableView,
)
from lazaretto.tui.hall.hall_entries import HallShelf, entries
from lazaretto.tui.hall.hall_screen import HallHead, profile_page
from lazaretto.tui.hall.table_company import Company, LatestLines, people
from lazaretto.tui.hall.table_description import described
from lazaretto.tui.hall.table_form import TableForm
from lazaretto.tui.look.fit_and_wrap_text import Line, width
from lazaretto.tui.widgets.form import Choice
from tests.tui.hall.conftest import Play, World
from tests.tui.hall.fake_hall import LONG_AGO, PANDEMIC, program_of

VOYAGE = Path(__file__).resolve().parents[2] / "data" / "voyage"
TITLE = "On the Brink: Virulent Strain and Bio-Terrorist"


def table(title: str = TITLE, *names: str, state: State = State.OPEN) -> TableListing:
    seats = tuple(
        SeatListing(number, name, name, Presence.HERE if number % 2 else Presence.AWAY, number == 0)
        for number, name in enumerate(names)
    )
    free = SeatListing(len(seats), "", "", Presence.EMPTY)
    return TableListing(
        *("BCD-234", "any", title, {}, (*seats, free), state, Pace.LIVE, True, "anna", LONG_AGO)
    )


def texts(lines: Any) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


def hall(listing: TableListing, host: str = "games.example.org", **more: Any) -> HallView:
    return HallView("zoe", False, (listing,), ("zoe",), host=host, port=2222, **more)


@pytest.mark.parametrize(
    ("title", "names", "shown"),
    [
        ("Pandemic", ("anna", "ben"), "Pandemic: anna, ben"),
        ("Pandemic: On the Brink", ("anna",), "Pandemic: On…: anna"),
        ("Pandemic", ("bartholomew", "maximilian"), "Pandemic: bartholo…"),
        (TITLE, ("bartholomew", "maximilian"), "On the…: bartholom…"),
    ],
)
def test_a_game_and_its_people_share_a_short_line(title: str, names: tuple[str, ...], shown: str) -> None:
    _, entry = entries(hall(table(title, *names)))
    found = HallShelf().shortened(entry, 19)
    assert len(found) <= 19
    assert found == shown


@pytest.mark.parametrize("host", ["vm", "games.example.org", "a-very-long-name.of-a-server.example.org"])
def test_a_table_is_described_without_cutting_anything(host: str) -> None:
    listing = table(TITLE, "anna")
    found = texts(described(listing, hall(listing, host), datetime.now(UTC), 43))
    assert all(len(each) <= 43 for each in found)
    whole = "".join(found).replace(" ", "")
    assert f"ssh-p2222BCD-234@{host}" in whole and TITLE.replace(" ", "") in whole and "BCD-234" in whole


def test_an_announcement_is_shown_whole_with_its_time() -> None:
    pane = HallHead()
    text = "The server is restarted tonight at ten; all tables go on afterwards, so nobody has to hurry."
    pane.view = hall(table(), announcement=text, announced_at=LONG_AGO)
    head, *lines = texts(pane.lines(60, 5))
    assert "you are zoe" in head and len(head) <= 60
    assert " ".join(line.strip() for line in lines) == f"12:05 {text}"
    for columns in (60, 200, 60):
        pane.fit(columns)
        assert pane.styles.height is not None and pane.styles.height.value == len(pane.lines(columns, 5))
    pane.view = hall(table(), host="a-very-long-name.of-a-server.example.org")
    assert texts(pane.lines(60, 2)) == ["  L A Z A R E T T O   you are zoe"]


def company(listing: TableListing) -> Company:
    view = TableView(listing, (), ())
    return Company(cast("Any", SimpleNamespace(view=view, watching=True, code=listing.code)), "zoe")


@pytest.mark.parametrize("columns", [200, 105, 80])
def test_everybody_is_named_before_anything_else_is_told(columns: int) -> None:
    names = ("anna", "bartholomew", "carl", "dora")
    listing = replace(table("Pandemic", *names, state=State.RUNNING), watchers=3)
    line: Line = people(company(listing), None, columns)
    (found,) = texts([line])
    assert all(name in found for name in names) and "their turn" in found
    assert width(line) <= columns
    assert ("BCD-234" in found) is (columns == 200)
    assert ("3 watching" in found) is (columns >= 105)


@pytest.mark.parametrize(("person", "stays"), [("", False), ("anna", True)])
def test_what_the_table_says_gives_way_to_who_comes_and_goes(person: str, stays: bool) -> None:
    listing = table("Pandemic", "anna", "ben", state=State.RUNNING)
    there = tuple(replace(each, presence=Presence.HERE) for each in listing.seats)
    at = company(listing)
    at.heard()
    seat = cast("Any", at.seat)
    seat.view = replace(seat.view, chat=(ChatLine(1, LONG_AGO, person, "A bot plays for anna"),))
    assert at.heard() and at.talked_lately
    assert not at.heard() and at.talked_lately
    seat.view = replace(seat.view, listing=replace(listing, seats=there))
    assert not at.heard() and at.talked_lately is stays


def log(*lines: str) -> Any:
    return SimpleNamespace(log=[SimpleNamespace(text=line) for line in lines])


def test_only_what_a_player_has_just_done_is_named() -> None:
    latest = LatestLines()
    latest.start(log("ben is the Medic."))
    assert latest.of("ben") == ""
    latest.note(log("ben is the Medic.", "ben treats Paris.", "Paris is safe."))
    assert (latest.of("ben"), latest.of("be"), latest.of("anna")) == ("ben treats Paris", "", "")
    latest.note(log("ben is the Medic.", "ben treats Paris.", "Paris is safe."))  # a choice without a line
    assert latest.of("ben") == ""
    latest.note(log("ben is the Medic."))
    assert latest.of("ben") == ""


def test_a_long_message_takes_a_second_line(play: Play) -> None:
    async def script(world: World) -> None:
        zoe = await world.enter("zoe", (80, 24))
        notice = zoe.app.hall_screen.notice
        notice.say("The game begins as soon as many players have joined. " * 2)
        await zoe.pilot.pause()
        assert notice.size.height == 2
        assert zoe.text.count("have joined.") == 2
        notice.say("word " * 60)
        await zoe.pilot.pause()
        assert notice.size.height == 2 and "word …" in zoe.text
        notice.say("short")
        await zoe.pilot.pause()
        assert notice.size.height == 1

    play(script)


def test_a_table_like_another_one_has_its_settings() -> None:
    seats = (
        SeatListing(0, "random 1", "", Presence.BOT),
        SeatListing(1, "zoe", "zoe", Presence.AWAY),
        SeatListing(2, "ben", "ben", Presence.HERE),
    )
    options = {"epidemics": "6", "hands": "private", "unknown": "x", "consent": "maybe"}
    form = TableForm(PANDEMIC, info_of(program_of(PANDEMIC)), ("random", "keen"))
    before = replace(table("Pandemic"), seats=seats, options=options, public=False)
    before = replace(before, free_undo=True, hints=False)
    form.repeat(replace(before, pace=Pace.DAYS, hours=12, late=LateRule.BOT), "zoe")
    order = form.order()
    assert (order.seats, order.mine, order.public, order.free_undo) == (("random", "", ""), 1, False, True)
    assert not order.hints
    assert (order.pace, order.hours, order.late) == (Pace.DAYS, 12, LateRule.BOT)
    assert order.options == {"epidemics": "6", "hands": "private", "consent": "yes"}
    assert order.follows == ""
    voyage = TableForm(VOYAGE, info_of(program_of(VOYAGE)))
    assert "campaign" not in {field.name for row in voyage.rows() for field in row.fields}
    voyage.repeat(replace(before, seats=seats[1:], options={}), "zoe")
    fields = {field.name: field for row in voyage.rows() for field in row.fields}
    assert voyage.order().follows == before.code
    campaign = fields["campaign"]
    assert isinstance(campaign, Choice)
    assert campaign.key("space", " ")
    voyage.note(campaign)
    assert voyage.order().follows == ""


def test_a_finished_game_shows_points_and_rank() -> None:
    game = FinishedGame("BCD-234", "voyage", "won", "Home again", 4, LONG_AGO, ("anna", "ben"))
    games = (
        game,
        replace(game, points=1),
        replace(game, points=12, rank=2, ending="lost"),
        replace(game, rank=1),
    )
    page = profile_page(Profile("anna", (), (), games, ()), LONG_AGO)(200)
    told = [text for text in ("".join(span.text for span in line) for line in page) if "Voyage" in text]
    assert ["".join(each.partition("ben, ")[2].partition(" in 4")[0]) for each in told] == [
        "won",
        "won with 1 point",
        "lost with 12 points, rank 2,",
        "won, rank 1,",
    ]
