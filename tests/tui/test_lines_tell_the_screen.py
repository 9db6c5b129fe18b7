"""Reads a whole turn of each game from the lines alone, and finds every fact that the full screen shows.

The facts come from the panes and pages themselves. Each is a set of words and numbers that line mode must say
together: in one line, or in a line and the lines indented below it.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from lazaretto.rules import PileView, Ref, SupplyView, TrackView, View
from lazaretto.tui.board.badges_and_signs import marks_of
from lazaretto.tui.line.parse_answer import Asked, listed
from lazaretto.tui.line.table import LineTable, Taken
from lazaretto.tui.look.fit_and_wrap_text import Line
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import folded
from lazaretto.tui.table.pages import help_at_cursor
from lazaretto.tui.table.pages.help_at_cursor import option_topic
from lazaretto.tui.table.pages.info_pages import log_page, piles_page, seats_page
from lazaretto.tui.table.panes.board_pane import map_of
from lazaretto.tui.table.panes.hand_pane import HandPane
from lazaretto.tui.table.panes.log_pane import LogPane
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.side_pane import sections
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_lookup import called, label_of, leads_one_way
from tests.sitting import at_once
from tests.soak import soak
from tests.tui.played import sitting_of, some
from tests.tui.table.made import program_of

GAMES = (
    *("pandemic", "iberia", "the_cure"),
    *(pytest.param(each, marks=soak) for each in ("on_the_brink", "cold_war")),  # the same panes, for longer
)
WIDE, HIGH = 240, 400
"""Room enough that no pane has to cut anything."""
EARLIER = 12
"""So many choices are made before the turn that is read."""
FEW = 5
LONGEST = 6
"""So many choices of a turn are read."""

GLUE = re.compile("among|at|in|the|of|each|with|comes|first|this|one|these|above|order|unknown|you|next")
"""Words between the facts, where lines and screen differ in style."""

SECTIONS = {message() for message in (say.TRACKS, say.PLAYERS, say.STANDING, say.PILES, say.LEFT)}
"""Headings of the screen; each line below them says itself what it is about."""

Fact = tuple[str, str]
"""Where the screen shows it, and its text."""


def words_of(text: str) -> frozenset[str]:
    """The names, words and numbers of a text; a single letter is a sign, and what it stands for is said."""
    plain = re.sub(r"(?<=\d) (?=\d{3}\b)", "", folded(re.sub(r"\b[A-Z](?=\d)", "", text)))
    found = re.findall(r"[^\W_]+", plain)
    return frozenset(
        each for each in found if (len(each) > 1 or each.isdecimal()) and not GLUE.fullmatch(each)
    )


def shown(line: Line) -> str:
    return "".join(span.text for span in line)


class Reader:
    """Somebody who only reads lines: knows what was said, each line with those indented below it."""

    def __init__(self, table: LineTable) -> None:
        self.table, self._lines, self._heard = table, list[str](), list[frozenset[str]]()
        table.put = self._lines.append

    def forget(self) -> None:
        """What was said about an earlier position does not count."""
        self._heard.clear()

    def type(self, asked: Asked, *typed: str) -> None:
        for each in typed:
            assert at_once(self.table.take(asked, each)) is Taken.AGAIN, each
            self.remember()

    def remember(self) -> None:
        """Take in what was said since the last time."""
        lines = [line for text in self._lines for line in text.split("\n") if line.strip()]
        self._lines.clear()
        depths = [len(line) - len(line.lstrip()) for line in lines]
        for at, depth in enumerate(depths):
            below = next((to for to in range(at + 1, len(lines)) if depths[to] <= depth), len(lines))
            if not lines[at].startswith("You are"):  # everything below it would count as one fact
                self._heard.append(words_of(" ".join(lines[at:below])))

    def misses(self, facts: Iterable[Fact]) -> list[Fact]:
        wanted = [(fact, words_of(fact[1])) for fact in dict.fromkeys(facts)]
        return [fact for fact, words in wanted if words and not any(words <= each for each in self._heard)]


# --- what the screen shows -----------------------------------------------------------------------


def on_panes(desk: Desk) -> Iterator[Fact]:
    """The facts of the panes: what stands between gaps in a line is one fact."""
    for pane in (StatusPane(), HandPane()):
        for line in pane.drawn(desk, WIDE, 2):
            yield from ((type(pane).__name__, part) for part in re.split(r"\s{2,}|(?<=\d) ", shown(line)))
    for line in LogPane().drawn(desk, WIDE, HIGH):
        if "─" not in shown(line):
            yield "log", shown(line)
    yield from beside(desk.view)


def beside(view: View) -> Iterator[Fact]:
    """The side panel; what belongs to a player is a fact about that player."""
    for section in sections(view, WIDE):
        player = ""
        for item in section.items:
            text = shown(item.line)
            parts = [text]
            if section.title == say.PLAYERS():
                player = next((seat.name for seat in view.seats if f" {seat.name}" in text), player)
            elif section.title == say.LEFT():
                parts = re.split(r"\s{2,}", text)
            yield from ((section.title, f"{player} {part}") for part in parts)


def on_pages(desk: Desk) -> Iterator[Fact]:
    """The pages about players and piles: a line is a fact about the heading above it."""
    view = desk.view
    for name, page in (("players", seats_page(view)), ("piles", piles_page(view))):
        heading = ""
        for line in page(WIDE):
            text = shown(line)
            if text.strip() and not text.startswith("  "):
                heading = "" if text.strip() in SECTIONS else text
            elif name == "players" and not heading:
                yield from ((name, part) for part in re.split(r"\s{2,}", text))
            else:
                yield name, f"{heading} {text}"
    for line in log_page(view, None)(WIDE):
        yield "log page", shown(line)


def on_board(desk: Desk) -> Iterator[Fact]:
    """What is drawn on places, areas and links, what the panel says below the cursor, and all links."""
    view = desk.view
    for ref, marks in marks_of(view).items():
        for mark in marks:
            count = "" if mark.kind in ("seat", "thing", "danger") else mark.count
            yield "board", f"{ends(view, ref)} {mark.text} {count}"
    for spot in some_spots(desk):
        for line in help_at_cursor.lines(view, spot):
            yield "cursor", f"{label_of(view, spot)} {shown(line)}"
    for link in view.links:
        yield "links", f"{ends(view, Ref(link.kind, link.key))} {'one way' if leads_one_way(link) else ''}"


def ends(view: View, ref: Ref) -> str:
    """The name of a place or area, or those of the ends of a link."""
    link = next((each for each in view.links if (each.kind, each.key) == (ref.kind, ref.key)), None)
    return label_of(view, ref) if link is None else " ".join(label_of(view, end) for end in link.ends)


def in_menu(desk: Desk, asked: Asked) -> Iterator[Fact]:
    """The question and all options, with what they do and why some are closed."""
    assert desk.question is not None
    yield (
        "question",
        " ".join(shown(line) for line in MenuPane().drawn(desk, WIDE, HIGH) if "▸" in shown(line)),
    )
    for option in asked.options:
        if option.seat == asked.seat:
            yield "option", option.label
            yield from (("option", f"{option.label} {text}") for text in option_topic(desk.view, option).text)


# --- the turn ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_on_the_screen_is_told_in_lines(game: str, tmp_path: Path) -> None:
    program = program_of(f"scenarios/{game}")
    sitting = sitting_of(program, some(program, EARLIER, players=3), tmp_path)
    chance = Random(7)
    lines = LineTable(sitting, lambda _: None)
    reader = Reader(lines)
    lines.begin()
    first = sitting.seats[0].look().turn
    for number in range(LONGEST):
        asked = lines.asked()
        if asked is None or sitting.seats[0].look().turn != first:
            break
        reader.forget()
        lines.ask(asked)
        reader.remember()
        seat = next(client for client in sitting.seats if client.number == asked.seat)
        desk = Desk(sitting, seat, map_of(seat.look().view, sitting.coast))
        desk.refresh()
        reader.type(asked, "status", "who", "hand", "log", "piles", "why", *helped(asked), *named(desk.view))
        facts = [*on_panes(desk), *in_menu(desk, asked)]
        if number == 0:
            reader.type(asked, "odds", "look", *(f"look {spot.key}" for spot in some_spots(desk)))
            facts += (*on_pages(desk), *on_board(desk))
        missed = reader.misses(facts)
        assert not missed, "\n".join(map(repr, missed))
        answer = str(1 + chance.randrange(len(listed(asked))))
        asyncio.run(lines.take(asked, answer))
    assert number > 1


def helped(asked: Asked) -> Iterator[str]:
    return (f"help {option.key}" for option in asked.options if option.seat == asked.seat)


def some_spots(desk: Desk) -> tuple[Ref, ...]:
    """Every few places, for what the panel says below the cursor."""
    return tuple(desk.map.spots())[::FEW]


def named(view: View) -> Iterator[str]:
    things: tuple[PileView | SupplyView | TrackView, ...] = (*view.tracks, *view.piles, *view.supplies)
    names = (*(seat.name for seat in view.seats), *(called(thing) for thing in things))
    return (f"help {name}" for name in names)
