"""Seats through every seam: which events they get, what they may do, and what happens on failures."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event

import pytest

from lazaretto.host import (
    Bots,
    LocalTable,
    Moment,
    SeatClient,
    Store,
    StoreError,
    Table,
    load_record,
    open_table,
    resume_table,
)
from lazaretto.host.records.record_lock import RecordLock
from lazaretto.host.table.stop_settings import NEXT, Stops
from lazaretto.lab.playing.bots import COMPANIONS, RandomBot
from lazaretto.rules import ChoiceError, Game, Program, Record, RuleError, load
from lazaretto.tui.shared_texts import went_wrong
from tests.host.seams import Seam, sat_down
from tests.patience import PATIENCE

DATA = Path(__file__).resolve().parents[1] / "data"


class Failing:
    """A bot whose rules fail after its first answers."""

    def __init__(self, _seed: int) -> None:
        pass

    def play(self, game: Game) -> None:
        game.choose("take > one")
        raise RuleError("a rule is wrong")


class Resting:
    """A bot that always chooses `rest`."""

    def __init__(self, seed: int) -> None:
        self.below = RandomBot(seed).below

    def play(self, game: Game) -> None:
        while game.key(answer := game.sample(self.below, game.seat)) != "rest":
            pass
        game.answer(answer)


BOTS: Bots = {**COMPANIONS, "failing": Failing, "resting": Resting}


class Full(Store):
    """A full disk."""

    full = False

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        if self.full:
            raise StoreError("there is no room")
        return super().save(name, record, lock)


@pytest.fixture(scope="module")
def hunt() -> Program:
    program = load(DATA / "fugitive").program
    assert program is not None
    return program


class Seated:
    """Return a table, and its seats as the players have them."""

    def __init__(self, seam: Seam, table: Table) -> None:
        self.table = table
        self.local, self.sitting = sat_down(seam, table)
        self.seats = self.sitting.seats
        self.begin = self.local.begin

    async def go_on(self) -> None:
        """Pass: a bot that begins waits until somebody has seen the table."""
        await self.seats[0].stops(Stops(until=NEXT))


Sit = Callable[..., tuple[Table, Seated]]


@pytest.fixture
def sit(seam: Seam) -> Sit:
    def sit(
        program: Program,
        folder: Path,
        bots: tuple[str, ...] = (),
        players: tuple[str, ...] = ("anna", "ben"),
        seed: int = 7,
        store: Store | None = None,
    ) -> tuple[Table, Seated]:
        game = program.start(seed=seed, players=players)
        table = open_table(program, game, store or Store(folder), bots, BOTS)
        return table, Seated(seam, table)

    return sit


class Ear:
    """Records what a seat hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[Moment, ...]] = []

    def __call__(self, moments: Sequence[Moment]) -> None:
        self.heard.append(tuple(moments))

    @property
    def lines(self) -> list[str]:
        return [moment.line.text for moments in self.heard for moment in moments]


def play(*steps: Callable[[], Awaitable[object]]) -> None:
    async def run() -> None:
        for step in steps:
            await step()

    asyncio.run(run())


# --- choosing and undoing ------------------------------------------------------------------------


def test_a_choice_is_made_step_by_step_and_taken_back(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, local = sit(program, tmp_path)
    anna, ben = local.seats
    start = anna.look()
    assert (start.before, start.inside, start.choices, start.secret) == (None, False, 0, False)
    play(lambda: anna.choose("take"))
    assert anna.look().inside
    assert anna.look().before == start.view
    play(anna.back)
    assert not anna.look().inside
    play(lambda: anna.choose("take > two"))
    sight = ben.look()
    assert sight.view.decision is not None
    assert (sight.choices, sight.view.decision.player, sight.before) == (0, "ben", None)
    assert load_record(Path(table.store.place(table.name))).choices == ((0, "take > two"),)
    play(ben.undo)
    assert anna.look().view == start.view
    assert load_record(Path(table.store.place(table.name))).choices == ()


def test_what_is_not_open_changes_nothing(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, local = sit(program, tmp_path)
    anna, ben = local.seats
    before, sight = table.game.snapshot(), anna.look()
    ear = Ear()
    anna.listen(ear)
    for seat, key in ((anna, "take > three"), (anna, "fly"), (ben, "take > one"), (anna, "")):
        with pytest.raises(ChoiceError):
            play(lambda seat=seat, key=key: seat.choose(key))  # type: ignore[misc]
    with pytest.raises(ChoiceError, match="there is no started action"):
        play(anna.back)
    with pytest.raises(ChoiceError, match="nothing to undo"):
        play(anna.undo)
    assert table.game.snapshot() == before
    assert anna.look() is sight
    assert ear.heard == []
    play(lambda: anna.choose("rest"))
    assert anna.look().before == sight.view, "a refused choice is no choice"


def test_what_was_left_to_chance_is_not_taken_back(sit: Sit, hunt: Program, tmp_path: Path) -> None:
    _, local = sit(hunt, tmp_path)
    hidden = next(seat for seat in local.seats if (d := seat.look().view.decision) and d.seat == seat.number)
    other = next(seat for seat in local.seats if seat is not hidden)
    play(lambda: hidden.choose("Wood"), lambda: other.choose("search"))
    with pytest.raises(ChoiceError, match="drawn at random"):
        play(other.undo)


# --- events --------------------------------------------------------------------------------------


def test_moments_come_in_order_with_what_was_seen_then(sit: Sit, program: Program, tmp_path: Path) -> None:
    _, local = sit(program, tmp_path)
    anna, ben = local.seats
    ear = Ear()
    anna.listen(ear)
    play(lambda: anna.choose("take > one"), lambda: ben.choose("rest"))
    assert [len(moments) for moments in ear.heard] == [1, 1]
    assert ear.lines == ["anna takes one.", "ben rests."]
    for moments in ear.heard:
        for moment in moments:
            assert moment.view.log[-1] == moment.line
            assert moment.view.seat == 0
            assert moment.view.decision is None
    anna.listen(None)
    play(lambda: anna.choose("take > one"))
    assert len(ear.heard) == 2


def test_who_wants_no_moments_hears_the_last_thing_alone(
    sit: Sit, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, local = sit(program, tmp_path)
    anna, ben = local.seats
    ear = Ear()
    anna.listen(ear, each=False)
    monkeypatch.delattr(Game, "glimpse")
    play(lambda: anna.choose("take > one"), lambda: ben.choose("rest"))
    assert [len(moments) for moments in ear.heard] == [1, 1]
    assert ear.lines == ["anna takes one.", "ben rests."]
    assert ear.heard[-1][0].view is anna.look().view


def test_listeners_are_told_on_the_loop_before_the_choice_is_over(
    sit: Sit, program: Program, tmp_path: Path
) -> None:
    _, local = sit(program, tmp_path)
    anna = local.seats[0]
    told: list[str] = []

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def heard(_moments: Sequence[Moment]) -> None:
            assert asyncio.get_running_loop() is loop
            told.append("heard")

        anna.listen(heard)
        await anna.choose("take > one")
        told.append("chosen")

    asyncio.run(run())
    assert told == ["heard", "chosen"]


def test_private_lines_are_for_those_who_may_read_them(sit: Sit, hunt: Program, tmp_path: Path) -> None:
    _, local = sit(hunt, tmp_path)
    ears = [Ear(), Ear()]
    for seat, ear in zip(local.seats, ears, strict=True):
        seat.listen(ear)
    hidden = next(seat for seat in local.seats if (d := seat.look().view.decision) and d.seat == seat.number)
    play(lambda: hidden.choose("Wood"))
    assert ears[hidden.number].lines == ["You hide at Wood."]
    assert ears[1 - hidden.number].lines == []
    assert ears[hidden.number].heard[0][0].line.private
    assert hidden.look().secret
    hunter = local.seats[1 - hidden.number]
    assert hidden.look().view.seats[hidden.number].attributes["spot"] == "Wood"
    assert "spot" not in hunter.look().view.seats[hidden.number].attributes


def test_two_seats_choosing_at_once_are_served_one_after_the_other(
    sit: Sit, program: Program, tmp_path: Path
) -> None:
    table, local = sit(program, tmp_path)
    anna, ben = local.seats

    async def run() -> None:
        one, two = anna.seat, ben.seat
        await asyncio.gather(one.choose("take > one"), two.choose("take > two"), one.choose("take > one"))
        assert [key for _, key in table.game.record().choices] == ["take > one", "take > two", "take > one"]
        twice = (ben.choose("take > one"), ben.choose("take > one"))
        done, refused = await asyncio.gather(*twice, return_exceptions=True)
        assert done is None
        assert isinstance(refused, ChoiceError)
        assert len(table.game.record().choices) == 4
        early = (anna.choose("take > one"), ben.choose("take > two"))
        done, refused = await asyncio.gather(*early, return_exceptions=True)
        assert done is None
        assert "somebody else chose first" in str(refused), "ben had not seen this question"
        assert len(table.game.record().choices) == 5

    asyncio.run(run())


# --- the disk ------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_the_game_goes_on(sit: Sit, program: Program, tmp_path: Path) -> None:
    store = Full(tmp_path)
    table, local = sit(program, tmp_path, store=store)
    anna, ben = local.seats
    ear = Ear()
    ben.listen(ear)
    start = anna.look().view
    store.full = True
    with pytest.raises(StoreError, match="no room"):
        play(lambda: anna.choose("take > one"))
    assert ear.lines == ["anna takes one."]
    assert anna.look().view != start
    assert anna.look().before == start
    with pytest.raises(StoreError):
        play(anna.undo)
    assert anna.look().view == start
    store.full = False
    play(lambda: anna.choose("take > two"))
    assert load_record(store.path(table.name)).choices == ((0, "take > two"),)
    assert anna.look().before == start


# --- bots ----------------------------------------------------------------------------------------


def test_bots_answer_and_are_heard(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, local = sit(program, tmp_path, ("", "resting"))
    (anna,) = local.seats
    ear = Ear()
    anna.listen(ear)
    play(lambda: anna.choose("take > one"))
    assert ear.lines == ["anna takes one.", "ben rests."]
    assert table.game.seat == 0
    assert load_record(Path(table.store.place(table.name))).bots == ("", "resting")
    assert anna.look().before is not None
    assert len(anna.look().view.log) == len(anna.look().before.log) + 2  # type: ignore[union-attr]


def test_a_bot_may_begin(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, local = sit(program, tmp_path, ("resting", ""))
    assert [seat.name for seat in local.seats] == ["ben"]
    play(local.begin)
    assert table.game.seat == 0, "it waits until ben has seen the table"
    play(local.go_on)
    assert table.game.seat == 1


def test_a_bot_that_begins_waits_for_nobody_where_each_has_a_keyboard(
    program: Program, tmp_path: Path
) -> None:
    game = program.start(seed=7, players=("anna", "ben"))
    table = open_table(program, game, Store(tmp_path), ("resting", ""), BOTS)
    play(LocalTable(table, ((1,),)).begin)
    assert table.game.seat == 1


def test_a_bot_stops_when_everybody_has_left_and_goes_on_when_somebody_comes_back(
    seam: Seam, program: Program, tmp_path: Path
) -> None:
    begun, patient = Event(), True

    class Dreamer:
        def play(self, game: Game) -> None:
            begun.set()
            while patient:
                game.fork()
            game.choose("rest")

    game = program.start(seed=7, players=("anna", "ben"))
    table = open_table(program, game, Store(tmp_path), ("", "dreaming"), {"dreaming": lambda _: Dreamer()})
    local, sitting = sat_down(seam, table)
    (anna,) = sitting.seats

    async def leave() -> None:
        chosen = asyncio.create_task(anna.choose("rest"))
        await asyncio.to_thread(begun.wait)
        sitting.leave()
        await asyncio.wait_for(chosen, PATIENCE)

    play(leave)
    assert table.game.seat == 1, "the bot has not answered"
    assert len(load_record(Path(table.store.place(table.name))).choices) == 1
    patient = False
    play(anna.join)
    assert table.game.seat == 0
    assert anna.look().view.decision is not None
    assert local.name == table.name


def test_undo_goes_back_over_the_moves_of_bots(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, local = sit(program, tmp_path, ("", "resting"))
    (anna,) = local.seats
    start = table.game.snapshot()
    play(lambda: anna.choose("take > one"), anna.undo)
    assert table.game.snapshot() == start
    assert load_record(Path(table.store.place(table.name))).choices == ()


def test_undo_that_would_end_at_a_bot_changes_nothing(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, local = sit(program, tmp_path, ("resting", ""))
    play(local.begin, local.go_on)
    before = table.game.snapshot()
    with pytest.raises(ChoiceError, match="nothing to undo"):
        play(local.seats[0].undo)
    assert table.game.snapshot() == before


def test_a_bot_with_wrong_rules_leaves_the_choice_before_it(
    sit: Sit, program: Program, tmp_path: Path
) -> None:
    table, local = sit(program, tmp_path, ("", "failing"))
    (anna,) = local.seats
    start = anna.look().view
    with pytest.raises(RuleError, match="a rule is wrong"):
        play(lambda: anna.choose("take > two"))
    assert table.game.record().choices == ((0, "take > two"),)
    assert load_record(Path(table.store.place(table.name))).choices == ((0, "take > two"),)
    assert anna.look().view != start
    assert anna.look().before == start
    play(anna.undo)
    assert anna.look().view == start


def test_the_same_bot_answers_the_same_after_a_restart(sit: Sit, hunt: Program, tmp_path: Path) -> None:
    players, bots = ("anna", "ben", "carl"), ("", "random", "random")
    table, local = sit(hunt, tmp_path / "one", bots, players, seed=12)
    play(local.begin, local.go_on)
    (anna,) = local.seats

    def first() -> str:
        decision = anna.look().view.decision
        assert decision is not None and decision.seat == 0
        return next(option.key for option in decision.options if option.why_not is None)

    for _ in range(3):
        play(lambda: anna.choose(first()))
    whole = table.game.record()
    assert any(seat for seat, _ in whole.choices)

    cut = max(number for number, (seat, _) in enumerate(whole.choices) if seat == 0) + 1
    kept = load_record(Path(table.store.place(table.name)))
    short = replace(kept, choices=kept.choices[:cut], outcome="")
    again, how = resume_table(hunt, short, Store(tmp_path / "two"), "", BOTS)
    assert how.difference is None
    assert again.bots == bots
    play(LocalTable(again).begin)
    assert again.game.record().choices == whole.choices


def test_a_bot_that_is_not_known_any_more_leaves_its_seat(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, _ = sit(program, tmp_path, ("", "resting"))
    record = load_record(Path(table.store.place(table.name)))
    again, _ = resume_table(program, record, table.store, table.name, {})
    assert [seat.name for seat in LocalTable(again).seats] == ["anna", "ben"]


def test_no_bot_says_the_same_for_ever(program: Program, tmp_path: Path) -> None:
    seeds: list[int] = []

    class Noting(Resting):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            seeds.append(seed)

    table = open_table(
        program, program.start(seed=7, players=("anna",)), Store(tmp_path), ("it",), {"it": Noting}
    )
    for _ in range(7):
        assert table.play_bot()
    assert len(set(seeds)) == len(seeds)


class Stumbling:
    """A bot with a fault."""

    def __init__(self, seed: int) -> None:
        pass

    def play(self, game: Game) -> None:
        """Fail."""
        raise ZeroDivisionError


def test_a_bot_that_fails_is_told_with_what_to_do(program: Program, tmp_path: Path, own_data: Path) -> None:
    game = program.start(seed=1, players=("anna",))
    table = open_table(program, game, Store(tmp_path), ("it",), {"it": Stumbling})
    with pytest.raises(RuleError) as raised:
        table.play_bot()
    told = went_wrong(raised.value)
    assert (
        "The bot that plays for anna (it) cannot go on. The game is saved" in told
        and "ZeroDivisionError" in told
    )
    assert "The rules of this scenario failed" not in told and "another level" in told
    assert table.game.record() == game.record()
    shutil.rmtree(own_data / "crashes")


# --- history -------------------------------------------------------------------------------------


def test_what_is_secret_stays_so_until_the_game_is_over(sit: Sit, program: Program, tmp_path: Path) -> None:
    _, local = sit(program, tmp_path)
    anna, ben = local.seats

    async def run() -> None:
        with pytest.raises(ChoiceError, match="not over"):
            await anna.replay()
        assert (await anna.course()).chosen == ()
        await anna.choose("take > two")
        course = await anna.course()
        assert (course.chosen, course.choices) == ((), ()), "how often others chose may be a secret"
        for seat in (ben, anna):
            await seat.choose("take > two")
        await ben.choose("take")
        assert ben.look().outcome is not None
        assert (await ben.course()).chosen[0].key == "take > two"
        assert (await ben.replay()).info.length == 4

    asyncio.run(run())


# --- notices -------------------------------------------------------------------------------------


def test_each_seat_reads_its_own_notices(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, seated = sit(program, tmp_path)
    anna, ben = seated.seats
    Path(table.store.place(table.name)).write_text("hello")
    play(lambda: anna.choose("rest"))
    (told,) = anna.notices()
    assert "was renamed to" in told
    assert anna.notices() == ()
    assert ben.notices() == (told,), "who reads first does not read for others"
    Path(table.store.place(table.name)).write_text("hello")
    play(lambda: ben.choose("rest"))
    assert len(seated.sitting.news()) == 1, "one keyboard hears it once"
    assert seated.sitting.news() == ()


# --- taking a seat -------------------------------------------------------------------------------


def test_a_seat_that_is_taken_again_knows_everything(sit: Sit, program: Program, tmp_path: Path) -> None:
    _, seated = sit(program, tmp_path)
    anna, ben = seated.seats
    play(lambda: anna.choose("take > one"))
    other = SeatClient(anna.seat)
    play(other.join)
    assert other.look().view == anna.look().view
    old = anna.look()
    play(lambda: ben.choose("rest"))
    assert anna.look() is old, "who had the seat before hears no more"
    assert [line.text for line in other.look().view.log][-1] == "ben rests."


def test_who_left_hears_no_more(sit: Sit, program: Program, tmp_path: Path) -> None:
    _, seated = sit(program, tmp_path)
    anna, ben = seated.seats
    old = ben.look()
    ben.leave()
    play(lambda: anna.choose("rest"))
    assert ben.look() is old


def test_a_seat_sees_what_the_game_shows_it(sit: Sit, hunt: Program, tmp_path: Path) -> None:
    table, seated = sit(hunt, tmp_path, players=("anna", "ben", "carl"))
    chance = Random(5)
    for _ in range(12):
        decision = table.game.decision
        if decision is None:
            break
        client = next(seat for seat in seated.seats if seat.number == decision.seat)
        key = table.game.key(table.game.sample(chance.randrange, decision.seat))
        play(lambda client=client, key=key: client.choose(key))  # type: ignore[misc]
        for seat in seated.seats:
            assert seat.look().view == table.game.view(seat.number)


# --- lookahead -----------------------------------------------------------------------------------


def test_steps_are_tried_without_taking_them(sit: Sit, program: Program, tmp_path: Path) -> None:
    table, seated = sit(program, tmp_path)
    anna, ben = seated.seats
    before = table.game.snapshot()

    async def run() -> None:
        found = await anna.ahead(("take",))
        assert found.known and found.decision is not None
        assert [option.key for option in found.decision.options if option.why_not is None] == ["one", "two"]
        assert (await anna.ahead(("take", "two"))).decision is None
        with pytest.raises(ChoiceError):
            await anna.ahead(("take", "three"))
        with pytest.raises(ChoiceError):
            await ben.ahead(("take",))

    asyncio.run(run())
    assert table.game.snapshot() == before


def test_nobody_looks_ahead_of_chance(sit: Sit, hunt: Program, tmp_path: Path) -> None:
    _, seated = sit(hunt, tmp_path)
    hidden = next(seat for seat in seated.seats if (d := seat.look().view.decision) and d.seat == seat.number)
    other = next(seat for seat in seated.seats if seat is not hidden)
    play(lambda: hidden.choose("Wood"))
    found = asyncio.run(other.ahead(("search",)))
    assert (found.known, found.decision, found.forced) == (False, None, ())


def test_who_sits_down_while_others_leave_hears_of_what_follows(program: Program, tmp_path: Path) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    table = LocalTable(open_table(program, game, Store(tmp_path)), ())

    async def script() -> None:
        anna = SeatClient(await table.client(0))
        await anna.join()
        watching = SeatClient(await table.client(None))
        await watching.join()
        ben = SeatClient(await table.client(1))
        watching.leave()
        await anna.choose("take > one")
        await ben.join()
        assert ben.look().view.log == anna.look().view.log
        await ben.choose("take > one")
        assert ben.look().view.log == anna.look().view.log

    asyncio.run(script())
