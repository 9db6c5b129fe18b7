"""Hints through every seam: refined in steps, what the bot does, nothing that the seat cannot know."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lazaretto.host import SeatClient, Store, Table, open_table
from lazaretto.host.records.autosaved_game import KeptBots, seat_seed
from lazaretto.host.table.stop_settings import NEXT, Stops
from lazaretto.lab.playing.bots import COMPANIONS, KeenBot, RandomBot
from lazaretto.lab.playing.hints import AdvisingThinker
from lazaretto.rules import ChoiceError, Game, Program, load
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from lazaretto.rules.run.views.decision_wording import GO_ON
from tests.host.seams import Seam, sat_down, wire
from tests.soak import TIMES, longer, soak

ROOT = Path(__file__).resolve().parents[2]


def loaded(name: str) -> Program:
    program = load(ROOT / "scenarios" / name).program
    assert program is not None
    return program


@pytest.fixture(scope="module")
def pandemic() -> Program:
    return loaded("pandemic")


def table_of(program: Program, folder: Path, bots: tuple[str, ...] = (), seed: int = 4) -> Table:
    game = program.start(seed=seed, players=("anna", "ben"))
    return open_table(program, game, Store(folder), bots, COMPANIONS)


async def all_hints(seat: SeatClient) -> list[Hint]:
    """Ask until the search is over."""
    found: list[Hint] = []
    while not found or not found[-1].final:
        hint = await seat.hint(found[-1].number if found else 0)
        if not found or hint != found[-1]:
            found.append(hint)
    return found


def asked(sitting: tuple[SeatClient, ...], table: Table) -> SeatClient:
    return next(client for client in sitting if client.number == table.game.seat)


def test_hints_get_better_and_end_with_the_move_of_the_bot(
    seam: Seam, pandemic: Program, tmp_path: Path
) -> None:
    table = table_of(pandemic, tmp_path)
    before = table.game.snapshot()
    _, sitting = sat_down(seam, table)
    seat = asked(sitting.seats, table)
    found = asyncio.run(all_hints(seat))
    assert [hint.number for hint in found] == [1, 2, 3, 4]
    assert [hint.final for hint in found] == [False, False, False, True]
    assert all(hint.moves and hint.scored for hint in found)
    assert found[-1].reasons and found[-1].risks and found[-1].risks[0].games > 0
    assert table.game.snapshot() == before, "asking changes nothing"
    assert table.game.record().choices == ()
    bot = table.game.fork()
    COMPANIONS["thinker"](seat_seed(bot, seat.number)).play(bot)
    assert found[-1].moves[0].key.split(" > ")[0] == bot.record().choices[-1][1].split(" > ")[0]
    asyncio.run(seat.choose(found[-1].moves[0].key))


def test_who_is_not_asked_gets_no_hint(seam: Seam, pandemic: Program, tmp_path: Path) -> None:
    table = table_of(pandemic, tmp_path)
    _, sitting = sat_down(seam, table)
    other = next(seat for seat in sitting.seats if seat.number != table.game.seat)
    with pytest.raises(ChoiceError, match="nothing is asked of you"):
        asyncio.run(other.hint())
    with pytest.raises(ChoiceError, match="ask for a new hint"):
        asyncio.run(other.hint(1))


def test_a_table_without_such_a_bot_gives_no_hints(seam: Seam, pandemic: Program, tmp_path: Path) -> None:
    game = pandemic.start(seed=1, players=("anna", "ben"))
    table = open_table(pandemic, game, Store(tmp_path), (), {"random": RandomBot})
    _, sitting = sat_down(seam, table)
    with pytest.raises(ChoiceError, match="no bot here"):
        asyncio.run(asked(sitting.seats, table).hint())


def test_a_search_ends_when_something_was_chosen(seam: Seam, pandemic: Program, tmp_path: Path) -> None:
    table = table_of(pandemic, tmp_path)
    _, sitting = sat_down(seam, table)
    seat = asked(sitting.seats, table)

    async def run() -> None:
        first = await seat.hint()
        await seat.choose("pass")
        with pytest.raises(ChoiceError, match="the question has changed"):
            await seat.hint(first.number)
        again = asked(sitting.seats, table)
        assert (await again.hint()).moves, "the next question has hints of its own"
        again.drop_hint()
        with pytest.raises(ChoiceError):
            await again.hint(1)

    asyncio.run(run())


def test_bots_say_what_they_are_after_and_the_record_does_not_know(
    seam: Seam, pandemic: Program, tmp_path: Path
) -> None:
    table = table_of(pandemic, tmp_path, ("", "thinker"), seed=1)
    local, sitting = sat_down(seam, table)
    anna = sitting.seats[0]

    async def run() -> None:
        await local.begin()
        await anna.stops(Stops(until=NEXT))  # a bot that begins waits until somebody has seen the table
        for _ in range(12):
            if anna.remarks or anna.look().outcome is not None:
                break
            options = await anna.seat.hint()
            await anna.choose(options.moves[0].key)

    asyncio.run(run())
    remark = anna.remarks[1]
    assert (remark.seat, remark.bot) == (1, "thinker")
    assert remark.moves and remark.moves[0].label
    log = " ".join(line.text for line in anna.look().view.log)
    assert all(reason.now == "" or reason.now not in log for reason in remark.reasons)


def test_a_bot_says_in_the_question_why_it_asks_for_something(pandemic: Program, tmp_path: Path) -> None:
    table = table_of(pandemic, tmp_path, ("", "medium"), seed=1)
    local, sitting = sat_down(wire, table)
    anna = sitting.seats[0]

    async def run() -> None:
        await local.begin()
        assert anna.look().request is None
        await anna.stops(Stops(until=NEXT))

    asyncio.run(run())
    sight = anna.look()
    request, decision = sight.request, sight.view.decision
    assert decision is not None and "to ben" in decision.prompt and decision.seat == 0
    assert request is not None and (request.seat, request.bot) == (1, "medium")
    assert any("ben lacks" in reason.then for reason in request.reasons), "it is about the card, not the plan"
    assert len(request.moves) > 1, "and it tells what comes then"
    assert [seat.bot for seat in sight.view.seats] == ["", "medium"]
    _, later = sat_down(wire, table, local)
    assert later.seats[0].look().request == request, "also to who comes back"
    assert later.seats[0].remarks == anna.remarks, "and what bots said last"
    asyncio.run(later.seats[0].choose("no"))
    after = later.seats[0].look()
    assert after.request is None or after.request != request


def test_a_bot_does_what_it_has_said_or_says_anew(tmp_path: Path, pandemic: Program) -> None:
    """Every choice of a bot from a menu is the next one of its last remark, or a new remark tells it."""
    game = pandemic.start(seed=1, players=("anna", "ben"))
    table = open_table(pandemic, game, Store(tmp_path), ("thinker", "thinker"), COMPANIONS)
    said: list[str] = []
    for _ in range(16):
        before = table.game.fork()
        assert table.play_bot()
        new = table.remarks.taken()
        assert all(remark.at == len(before.view(None).log) for remark in new)
        said = [move.key for remark in new for move in remark.moves] or said
        chosen = table.game.record().choices[-1][1]
        if before.offers and chosen != GO_ON:
            assert any(f"{each} > ".startswith(f"{chosen} > ") for each in said), (chosen, said)


class Planner:
    """A bot that only counts what it is asked."""

    advises = False

    def __init__(self, seed: int) -> None:
        self.asked = 0

    def play(self, game: Game) -> None:
        """Take the first way."""
        self.asked += 1
        assert game.seat is not None
        game.answer(game.answers(game.seat, 1)[0])

    def hints(self, game: Game, seat: int) -> Iterator[Hint]:
        """Find none."""
        yield from ()

    def remark(self, game: Game, seat: int) -> Hint:
        """Tell nothing."""
        return Hint(0, ())

    request = remark


def test_a_bot_is_asked_again_where_it_left_the_game(pandemic: Program) -> None:
    game = pandemic.start(seed=1, players=("anna", "ben"))
    kept, seat = KeptBots(), game.seat
    assert seat is not None
    bot = kept.take(game, seat, Planner)
    start = game.fork()
    bot.play(game)
    kept.keep(game, seat, bot)
    assert kept.take(game, seat, Planner) is bot
    kept.keep(game, seat, bot)
    assert kept.take(start, seat, Planner) is not bot, "somebody has taken its choice back"
    assert kept.take(game, seat, Planner) is not bot, "and its plan is forgotten"


SECRETIVE = {
    "pandemic": {"hands": "private"},
    "bio_terrorist": {"terrorist_seat": "1"},
    "cold_war": {},
}


def told(game: Game, seat: int, seed: int) -> list[Hint]:
    """Return all hints; keys of imagined cards would be told by them, too."""
    return list(AdvisingThinker(seed, Budget(width=2, final=2, rounds=(1,))).hints(game, seat))


@longer
@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=soak if each == "bio_terrorist" else ()) for each in SECRETIVE],
)  # its secrets are places and hands, as those of the other two
def test_a_hint_is_the_same_whatever_is_hidden(name: str) -> None:
    """Hidden cards, roles and places are dealt anew: text, numbers and the seed stay the same."""
    program = loaded(name)
    differed = 0
    for seed in range(TIMES):
        game = program.start(seed=seed, players=("anna", "ben", "carl"), options=SECRETIVE[name])
        bot = KeenBot(seed)
        for step in range(12):
            bot.play(game)
            seat = game.seat
            if seat is None:
                break
            if step % 6 != 5:
                continue
            here = game.fork()
            here.begin_here()  # the other game has no past either
            other = here.imagine(seat, seed=99 + step)
            differed += other.snapshot() != game.snapshot()
            assert told(other, seat, step) == told(here, seat, step)
    assert differed


def test_a_seed_follows_from_what_a_seat_knows(pandemic: Program) -> None:
    game = pandemic.start(seed=3, players=("anna", "ben"), options={"hands": "private"})
    seat = game.seat
    assert seat is not None
    dealt = game.fork()
    first = seat_seed(game, seat)
    dealt.imagine(seat, 5)
    assert seat_seed(dealt, seat) == first
    game.choose("pass")
    assert game.seat is not None and seat_seed(game, game.seat) != first


def test_a_bot_with_secrets_says_nothing(tmp_path: Path, pandemic: Program) -> None:
    game = pandemic.start(seed=1, players=("anna", "ben"), options={"hands": "private"})
    table = open_table(pandemic, game, Store(tmp_path), ("thinker", "thinker"), COMPANIONS)
    for _ in range(8):
        assert table.play_bot()
    assert table.remarks.taken() == ()
    assert replace(table.game.record(), bots=()).choices
