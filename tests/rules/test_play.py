"""Random play of every scenario: nothing raises, no piece is lost, every game ends, and copies agree."""

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings, strategies as st

from lazaretto.rules import ChoiceError, Game, PickOne, Program, load
from lazaretto.rules.run.records.record_file import read, write
from tests.soak import TIMES, longer
from tests.told import told

HOUSE = Path(__file__).resolve().parents[2]
SCENARIOS = sorted(path.parent for path in HOUSE.glob("scenarios/*/scenario.toml"))
SCENARIOS += [HOUSE / "tests" / "data" / "fugitive", HOUSE / "tests" / "data" / "stones"]
NAMES = ("anna", "ben", "carl", "dora", "emil")
LONGEST = 5_000
steady = settings(
    max_examples=6 * TIMES,
    deadline=None,
    derandomize=TIMES == 1,
    suppress_health_check=[HealthCheck.too_slow],
)


@cache
def program(folder: Path) -> Program:
    loaded = load(folder)
    assert loaded.program is not None
    return loaded.program


@st.composite
def tables(draw: st.DrawFn) -> tuple[Game, Random]:
    """Return a new game of a random scenario with random seats, options and seed."""
    game = program(draw(st.sampled_from(SCENARIOS)))
    low, high = game.players
    options = {}
    for option in game.options:
        if option.kind == "number":
            options[option.name] = str(draw(st.integers(option.low, option.high)))
        else:
            options[option.name] = draw(st.sampled_from(option.members))
    seed = draw(st.integers(0, 2**64 - 1))
    seats = NAMES[: draw(st.integers(low, high))]
    return game.start(seed=seed, players=seats, options=options), Random(seed)


def step(game: Game, chance: Random) -> None:
    game.answer(game.sample(chance.randrange))


def played(game: Game, chance: Random, many: int) -> bool:
    """Play this many random decisions; return whether the game still runs."""
    game.wander(chance.randrange, many)
    return game.seat is not None


def lost_pieces(game: Game) -> list[str]:
    """Return what is misplaced: every piece must be in one pile, every supply complete."""
    state, layout = game._state, game._machine.tables
    found = []
    spots = Counter(
        layout.pile_bases[number] + piece for number, pile in enumerate(state.p) for piece in pile
    )
    if spots != Counter(range(layout.pieces)):
        found.append("a piece is in no pile, or in two")
    for number, pile in enumerate(state.p):
        if any(state.w[layout.pile_bases[number] + piece] != number for piece in pile):
            found.append(f"pile {number} does not know its pieces")
    for supply in layout.supplies:
        for owner in range(supply.owners):
            total = state.v[supply.stock + owner] + state.v[supply.box + owner]
            for _, offset, count in supply.holders:
                total += sum(state.v[offset + owner * count : offset + (owner + 1) * count])
            if total != supply.sizes[owner]:
                found.append(f"{supply.name}: {total} of {supply.sizes[owner]}")
    return found


@longer
@steady
@given(tables())
def test_every_game_ends_and_loses_no_piece(table: tuple[Game, Random]) -> None:
    game, chance = table
    for count in range(LONGEST):
        if game.seat is None:
            break
        step(game, chance)
        if count % 5 == 0 or game.seat is None:
            assert lost_pieces(game) == []
            assert game.broken() == ()
    assert game.outcome is not None
    assert set(game.outcome.results) <= {"won", "lost", "drawn"}
    assert game.decision is None


@longer
@steady
@given(tables(), st.integers(0, 120))
def test_a_fork_goes_the_same_way_and_leaves_the_original_alone(
    table: tuple[Game, Random], many: int
) -> None:
    game, chance = table
    played(game, chance, many)
    before = game.snapshot()
    other, again = game.fork(), game.fork()
    luck = chance.randrange(10**6)
    for copy in (other, again):
        lead = Random(luck)
        for _ in range(30):
            if copy.seat is not None:
                step(copy, lead)
    assert other.snapshot() == again.snapshot()
    assert game.snapshot() == before


@longer
@steady
@given(tables(), st.integers(0, 120), st.integers(0, 40))
def test_wandering_is_answering_by_chance_in_one_go(
    table: tuple[Game, Random], many: int, further: int
) -> None:
    game, chance = table
    played(game, chance, many)
    slow, quick, luck = game.fork(), game.fork(), chance.randrange(10**6)
    lead, made = Random(luck), 0
    while slow.seat is not None and made < further:
        step(slow, lead)
        made += 1
    assert quick.wander(Random(luck).randrange, further) == made
    assert quick.snapshot() == slow.snapshot()
    assert quick.record() == slow.record()
    assert quick.decision == slow.decision


@longer
@steady
@given(tables())
def test_a_record_replays_to_the_same_end(table: tuple[Game, Random]) -> None:
    game, chance = table
    assert not played(game, chance, LONGEST)
    record = read(write(game.record()), "record")
    assert record == game.record()
    again = program(
        next(scenario for scenario in SCENARIOS if program(scenario).name == record.scenario)
    ).start(seed=record.seed, players=record.players, options=record.options)
    for seat, key in record.choices:
        again.choose(key, seat, by_name=True)
    assert again.snapshot() == game.snapshot()
    assert again.record() == record


@longer
@steady
@given(tables(), st.integers(0, 150), st.integers(0, 1000))
def test_what_a_seat_cannot_see_changes_nothing_it_sees(
    table: tuple[Game, Random], many: int, luck: int
) -> None:
    game, chance = table
    if not played(game, chance, many):
        return
    for seat in range(len(game.players)):
        imagined = game.imagine(seat, luck)
        assert imagined.view(seat) == game.view(seat)
        assert told(imagined, seat) == told(game, seat)
        assert imagined.log(seat) == game.log(seat)
        assert lost_pieces(imagined) == []


@longer
@steady
@given(tables(), st.integers(1, 80))
def test_undo_brings_back_what_was_or_says_why_not(table: tuple[Game, Random], many: int) -> None:
    game, chance = table
    for _ in range(many):
        if game.seat is None:
            return
        before, luck = game.snapshot(), game.fork()
        step(game, chance)
        trial = game.fork()
        try:
            trial.undo()
        except ChoiceError as refusal:
            assert "cannot be undone" in str(refusal)
            assert trial.snapshot() == game.snapshot()
        else:
            assert trial.snapshot() == before
            assert trial.decision == luck.decision


@longer
@steady
@given(tables(), st.integers(0, 60))
def test_every_option_shown_as_open_can_be_chosen_and_closed_ones_cannot(
    table: tuple[Game, Random], many: int
) -> None:
    game, chance = table
    played(game, chance, many)
    decision = game.decision
    if decision is None or not isinstance(decision.form, PickOne):
        return
    before = game.snapshot()
    for option in decision.options:
        trial = game.fork()
        if option.why_not is None:
            trial.choose(option.key, option.seat)
            continue
        try:
            trial.choose(option.key, option.seat)
        except ChoiceError as refusal:
            assert str(refusal) == option.why_not
            assert trial.snapshot() == before
        else:
            raise AssertionError(f"{option.key} is closed and can be chosen")
