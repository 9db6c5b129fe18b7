"""No question, reason, option or fact is cut or missing while there is room for it, at any size."""

from collections.abc import Iterator
from functools import cache

import pytest

from lazaretto.host import Sitting, Store, Table
from lazaretto.lab.playing.bots import RandomBot
from lazaretto.rules import Game
from lazaretto.tui.board import Marked, Picture, shape_of
from lazaretto.tui.board.badges_and_signs import Pointed
from lazaretto.tui.look.fit_and_wrap_text import Line, width
from lazaretto.tui.shared_texts import title
from lazaretto.tui.table.panes.board_pane import MARGIN, BoardMap, part_with
from lazaretto.tui.table.panes.hand_pane import HandPane
from lazaretto.tui.table.panes.menu_pane import MenuPane
from lazaretto.tui.table.panes.room_division import BOARD, Division, Window, before_any, board_rows, divide
from lazaretto.tui.table.panes.side_pane import SidePane, track_words
from lazaretto.tui.table.panes.status_pane import StatusPane
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_lookup import called, hidden, shown
from tests.soak import soak
from tests.tui.table.made import NOWHERE, SCENARIOS, players_of, program_of, sitting_of

SIZES = ((80, 24), (100, 30), (120, 40), (160, 50), (220, 70))
ODD = ((81, 25), (133, 31), (99, 60), (180, 26), (101, 30), (149, 44), (200, 44), (80, 50))
FIVE = tuple(f"scenarios/{each}" for each in ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war"))


def text(lines: object) -> str:
    assert isinstance(lines, list | tuple)
    return "\n".join("".join(span.text for span in line) for line in lines)


def flat(words: str) -> str:
    return "".join(words.split())


def desks(game: str, seed: int, choices: int, most: int, step: int) -> Iterator[Desk]:
    """Yield desks of a game that a bot plays, with every open question of a seat."""
    program = program_of(game)
    count = most or len(players_of(game))
    names = ("anna", "ben", "carl", "dora", "emil")[: max(count, program.players[0])]
    played: Game = program.start(seed=seed, players=names[: program.players[1]])
    bot = RandomBot(seed)
    for number in range(choices):
        if played.decision is None:
            return
        if number % step == 0:
            yield desk_of(game, played.fork())
        bot.play(played)


@cache
def board_of(game: str) -> BoardMap:
    return BoardMap(shape_of(program_of(game).start(seed=1, players=players_of(game)).view(None)))


def desk_of(game: str, played: Game) -> Desk:
    sitting: Sitting = sitting_of(
        game, NOWHERE, table=Table(program_of(game), played, Store(NOWHERE), "none")
    )
    desk = Desk(sitting, sitting.seats[played.seat or 0], board_of(game))
    desk.refresh()
    return desk


class Screen:
    """The panes of a table at a size, drawn without a terminal."""

    def __init__(self, desk: Desk, columns: int, rows: int) -> None:
        self.window = Window(columns, rows, 1)
        self.room: Division = divide(desk, self.window)
        below = self.room.below
        self.board_rows = rows - 1 - self.room.status - self.room.hand - below
        left = columns - self.room.side
        self.menu_columns = left - self.room.log
        self.menu_pane, self.side_pane = MenuPane(), SidePane()
        self.menu = self.drawn(self.menu_pane, desk, self.menu_columns, below)
        self.side = self.drawn(self.side_pane, desk, self.room.side, rows - 1 - self.room.status)
        self.status = self.drawn(StatusPane(), desk, columns, self.room.status)
        self.hand = self.drawn(HandPane(), desk, left, self.room.hand)

    @staticmethod
    def drawn(
        pane: MenuPane | SidePane | StatusPane | HandPane, desk: Desk, columns: int, rows: int
    ) -> list[Line]:
        if not columns or not rows:
            return []
        pane.desk = desk
        lines = list(pane.lines(columns, rows))
        assert len(lines) <= rows, text(lines)
        assert all(width(line) <= columns for line in lines), text(lines)
        return lines

    @property
    def all(self) -> str:
        return "\n".join(map(text, (self.status, self.side, self.hand, self.menu)))


def facts(desk: Desk) -> Iterator[str]:
    """What a player must see at every size: the phase, tracks, piles, supplies and the own pieces."""
    view = desk.view
    for track in view.tracks:
        if not hidden(track.looks):
            yield track_words(track, brief=True).partition(" (")[0]
    for pile in view.piles:
        if pile.count and not pile.open and not hidden(pile.looks):
            yield f"{pile.count}"
    for supply in view.supplies:
        if supply.size and not hidden(supply.looks):  # nothing is told of a supply that is out of the game
            yield f"{supply.count if supply.counts_up else supply.left}"
    if view.phases:
        yield from view.phases[-1][1]
    yield from pieces(desk)


def pieces(desk: Desk) -> Iterator[str]:
    """The own pieces, by name or by code."""
    view = desk.view
    for pile in view.seats[view.seat].piles if view.seat is not None else ():
        if not hidden(pile.looks):
            for piece in pile.pieces:
                if piece is not None:
                    yield shown(piece)


def check(desk: Desk, columns: int, rows: int) -> None:
    """Whether everything is seen at a size."""
    screen = Screen(desk, columns, rows)
    where = f"{columns}x{rows}\n{screen.all}"
    for fact in facts(desk):
        codes = {
            piece.looks.get("code", "")
            for pile in desk.view.seats[desk.view.seat or 0].piles
            for piece in pile.pieces
            if piece is not None and shown(piece) == fact
        }
        seen = flat(screen.all)
        assert flat(fact) in seen or any(code and code in seen for code in codes), f"{fact!r} at {where}"
    menu, question = text(screen.menu), desk.question
    assert question is not None
    prompt = question.decision.prompt.removeprefix(f"{desk.view.seats[desk.seat.number].name}, ")
    assert flat(prompt) in flat(menu), where
    assert screen.board_rows >= BOARD - 1 or not screen.board_rows, where
    empty = sum(not line.strip() for line in menu.splitlines())
    if not question.on_board:
        for row in question.rows:
            listed = flat(row.option.label) in flat(menu)
            assert listed or (" of " in menu and screen.board_rows <= BOARD and not empty), where
    assert "… more under" not in screen.all or screen.room.status > 1, where
    for index, row in enumerate(question.rows):
        question.cursor = index
        if row.closed and not question.on_board and not desk.on_board:
            pane = Screen.drawn(screen.menu_pane, desk, screen.menu_columns, screen.room.below)
            said = flat(row.option.why_not or "")
            assert said in flat(text(pane)) or screen.board_rows <= BOARD, (
                f"{row.option.why_not!r} at {where}"
            )
    question.cursor = 0


@pytest.mark.parametrize("game", FIVE, ids=[each.rpartition("/")[2] for each in FIVE])
def test_nothing_is_cut_while_there_is_room(game: str) -> None:
    for desk in desks(game, 5, 24, 0, 11):
        for size in (*SIZES, (81, 25), (133, 31)):
            check(desk, *size)


@pytest.mark.parametrize("game", FIVE, ids=[each.rpartition("/")[2] for each in FIVE])
def test_the_board_is_drawn_for_the_same_rows_at_every_question(game: str) -> None:
    found = [*desks(game, 5, 40, 0, 5)]
    for columns, rows in SIZES:
        window = Window(columns, rows, 1)
        divided = [divide(desk, window) for desk in found]
        assert {division.board for division in divided} == {board_rows(window)}
        assert before_any(window).board == board_rows(window), "the first picture is the one that stays"


def test_a_part_of_the_board_shows_what_is_marked_and_moves_no_further_than_it_must() -> None:
    game = FIVE[0]
    picture = Picture(board_of(game).shape, 80, 14)
    order = picture.order()
    top, bottom = order[0], order[-1]
    assert part_with(picture, Marked(top), 0, 14) == 0, "the whole picture"
    assert part_with(picture, Marked(top), 0, 11) == 0
    low = part_with(picture, Marked(bottom), 0, 11)
    assert low == 3, "the last rows"
    for ref in order:
        spot = picture.where(ref)
        assert spot is not None
        for first in range(4):
            then = part_with(picture, Marked(ref), first, 11)
            assert then <= spot[1] < then + 11 and 0 <= then <= 3
            assert then == first or not first + MARGIN <= spot[1] < first + 11 - MARGIN
    pointed = Marked(top, pointed=(Pointed(bottom, "hint", "cyan"),))
    assert part_with(picture, pointed, 0, 11) == low, "what is shown matters more than the cursor"


@soak
@pytest.mark.parametrize("players", [0, 3, 5])
@pytest.mark.parametrize("game", SCENARIOS, ids=[scenario.rpartition("/")[2] for scenario in SCENARIOS])
def test_nothing_is_cut_in_long_games(game: str, players: int) -> None:
    for seed in range(2):
        for desk in desks(game, seed, 160, players, 7):
            for size in (*SIZES, *ODD):
                check(desk, *size)


def test_panels_of_all_sizes_have_the_same_headings() -> None:
    (desk,) = desks(FIVE[0], 5, 1, 0, 1)
    for size in SIZES[1:]:
        side = text(Screen(desk, *size).side)
        names = [title(called(pile)) for pile in desk.view.piles if pile.count and not hidden(pile.looks)]
        assert all(name in side for name in names), side
