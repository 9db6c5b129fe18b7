"""Tests of the Bio-Terrorist: its own tests in all modes, whole games, and its secrets."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from lazaretto.host.records.rerun_record import begin
from lazaretto.rules import ChoiceError, Game, PileView, StartError, load
from lazaretto.rules.tools.scenario_tests import run
from tests.scenarios import tables
from tests.scenarios.met import Coverage, plainly
from tests.scenarios.tables import NAMES, SCENARIOS, anyhow, assert_replays, noticed, program, steady, undoing
from tests.soak import TIMES, longer, soak
from tests.told import tells_apart

BRINK = "on_the_brink"
CHALLENGE = "bio_terrorist"
BOTH = "strain_and_terrorist"
LAST = 2
"""The default seat of the Bio-Terrorist in games of three."""
LONGEST = 5_000
PAIRS = 1 if TIMES == 1 else 4 * TIMES
"""The number of pairs of games that differ by a secret."""


def start(seed: int, players: int = 3, seat: int = LAST + 1) -> Game:
    return tables.start(CHALLENGE, seed, players, terrorist_seat=seat)


def finished(game: Game, chance: Random, greedy: bool = False, curious: bool = False) -> Game:
    """Play to the end at random; a greedy player draws a card if possible, a curious one reads everything."""
    for _ in range(LONGEST):
        if game.seat is None:
            return game
        decision = game.decision if greedy or curious else None
        options = decision.options if decision is not None and greedy else ()
        if any(option.key == "draw_card" and option.why_not is None for option in options):
            game.choose("draw_card")
        else:
            anyhow(game, chance)
    raise AssertionError("this game does not end")


def terrorist(game: Game) -> int:
    """Return the seat of the Bio-Terrorist."""
    seats = game.view(None).seats
    return next(number for number, seat in enumerate(seats) if seat.attributes["role"] == "Bio-Terrorist")


# --- the tests in the text ---------------------------------------------------------------------


@soak
@pytest.mark.parametrize(
    ("name", "switches"),
    [(CHALLENGE, ()), (CHALLENGE, ("-new_roles", "-new_events")), (BOTH, ())],
)
def test_all_tests_hold_in_every_company(name: str, switches: tuple[str, ...]) -> None:
    tested = run(SCENARIOS / name, switches=frozenset(switches), modes=("plain",))
    assert tested.diagnostics == ()
    assert {result.name: result.failure for result in tested.results if result.failure is not None} == {}
    assert sum("/terrorist" in result.file for result in tested.results) > 100


# --- who may play ------------------------------------------------------------------------------


def test_three_to_five_play() -> None:
    for players in (3, 4, 5):
        assert start(1, players).seat is not None
    with pytest.raises(StartError, match="for 3 to 5 players, not 2"):
        start(1, 2)


def test_a_seat_that_nobody_has_cannot_be_the_terrorist_in_a_new_game_or_a_record() -> None:
    assert terrorist(start(1, 5, seat=5)) == 4
    with pytest.raises(StartError, match="Nobody has seat 5: this table has 3 players"):
        start(1, 3, seat=5)
    record = replace(start(1, 3).record(), options={"terrorist_seat": "4"})
    with pytest.raises(StartError, match="Nobody has seat 4: this table has 3 players"):
        begin(program(CHALLENGE), record)


def test_the_mutation_is_refused_beside_it_and_the_strain_is_not() -> None:
    loaded = load(SCENARIOS / BRINK, switches=frozenset({"bio_terrorist", "mutation"}))
    assert loaded.program is None
    words = [diagnostic.message for diagnostic in loaded.diagnostics]
    assert words == ["`mutation` and `bio_terrorist` cannot be played together"]
    assert program(BOTH).players == (3, 5)


@pytest.mark.parametrize(("players", "cards"), [(3, 46), (4, 47), (5, 50)])
def test_he_counts_as_a_player_for_the_events_only(players: int, cards: int) -> None:
    for seed in range(5):
        game = start(seed, players)
        piles = {each.name: each for each in game.view(None).piles}
        assert piles["player_deck"].count == cards + 4
        held = [sum(pile.count for pile in each.piles) for each in game.view(None).seats]
        assert held[LAST] == 2
        assert {many for seat, many in enumerate(held) if seat != LAST} == {max(2, 7 - players)}


# --- whole games -------------------------------------------------------------------------------

ACTIONS = {
    "draw_card",
    "travel",
    "fly_direct",
    "fly_charter",
    "infect_here",
    "infect_far",
    "sabotage",
    "escape",
    "end_turn",
    "capture",
}


OURS = ("terrorist", "terrorist_turn", "flare_outs")
UNMET = {
    "for each player in terrorists()",
    "remove_terrorist(player)",
    'say "Purple is eradicated: the Bio-Terrorist is out of the game."',
    "set at_large to no",
    "set captor to none",
    "set spotted_in to none",
    "discard_stash(terrorist)",
    "when player.role = Bio_Terrorist and not spotted(player)",
    '"Which card do you discard?"',
    'else "The infection deck and its discard pile are empty"',
}
"""Lines that random games do not run: nobody eradicates purple or empties the infection deck, a choice among
one is not asked, and who sees a pawn is computed for views. Tests in the rules cover them."""


@soak
@pytest.mark.parametrize("name", [CHALLENGE, BOTH])
def test_random_games_end_lawfully_and_meet_every_rule(name: str) -> None:
    used: Counter[str] = Counter()
    ends: Counter[tuple[str, ...]] = Counter()
    plain = plainly(SCENARIOS / name)
    covered = Coverage(plain, SCENARIOS, lambda module, text: module in OURS and text not in UNMET)
    for seed in range(150):
        options = {"terrorist_seat": str(seed % 4)}
        with covered:
            game = plain.start(seed=seed, players=NAMES[: 3 + seed % 3], options=options)
            game = finished(game, Random(seed), greedy=seed % 10 == 0, curious=True)
            him = terrorist(game)
        assert game.broken() == ()
        used.update(part for _, key in game.record().choices for part in key.split(" > "))
        outcome = game.outcome
        assert outcome is not None
        team = {result for seat, result in enumerate(outcome.results) if seat != him}
        assert len(team) == 1
        held = [thing.holds for thing in game.view(None).things["City"]]
        cubes = sum(many for each in held for what, many in each if what == "purple cubes")
        if team == {"lost"}:
            assert (outcome.results[him] == "won") == (cubes > 0)
        ends[(*team, outcome.results[him])] += 1
    assert set(used) >= ACTIONS
    assert ends["lost", "won"] and ends["lost", "lost"]
    assert covered.run
    unmet = {text for module, text in covered.missed() if module in OURS}
    assert unmet <= UNMET


@steady
@given(st.integers(0, 10_000), st.integers(3, 5))
def test_a_record_replays_to_the_same_end(seed: int, players: int) -> None:
    game = finished(start(seed, players, seat=0), Random(seed))
    assert_replays(program(CHALLENGE), game)


# --- what the others see -----------------------------------------------------------------------


def stash(game: Game, seat: int | None) -> PileView:
    """Return the Bio-Terrorist's infection cards, as a seat sees them."""
    return next(pile for pile in game.view(seat).seats[LAST].piles if pile.name == "stash")


def others(game: Game) -> list[int | None]:
    """Return all seats except the Bio-Terrorist's, and the public."""
    return [*(seat for seat in range(len(game.players)) if seat != LAST), None]


def test_his_cards_are_counted_by_all_and_known_to_him() -> None:
    game = start(3)
    assert stash(game, LAST).count == 2
    assert None not in stash(game, LAST).pieces
    for seat in others(game):
        assert stash(game, seat).count == 2
        assert set(stash(game, seat).pieces) == {None}


def test_others_are_asked_nothing_and_told_no_question_in_his_turn() -> None:
    chance = Random(5)
    game = start(5)
    asked = 0
    while game.seat is not None:
        if game.seat == LAST:
            asked += 1
            for seat in others(game):
                decision = game.view(seat).decision
                assert decision is not None
                assert (decision.prompt, decision.form, decision.options) == ("", None, ())
        anyhow(game, chance)
    assert asked > 20


@longer
def test_where_he_is_stands_in_no_view_and_no_log_unless_he_is_spotted() -> None:
    for seed in range(TIMES):
        chance = Random(seed)
        game = start(seed)
        while game.seat is not None:
            mine = game.view(LAST).seats
            here = mine[LAST].attributes.get("place")
            spotted = here is not None and any(
                each.attributes["place"] == here for seat, each in enumerate(mine) if seat != LAST
            )
            for seat in others(game):
                view = game.view(seat)
                seen = view.seats[LAST].attributes
                assert seen.get("place") == (here if spotted else None)
                assert {"terrorist_actions_left", "free_drive"}.isdisjoint(view.variables)
                assert not any(line.text.startswith("You ") for line in view.log)
            anyhow(game, chance)


def test_what_he_chose_is_left_out_of_what_the_others_are_shown_of_the_record() -> None:
    game, chance = start(4), Random(4)
    for _ in range(60):
        anyhow(game, chance)
    whole = game.record().choices
    assert game.seat is not None
    for seat in (LAST, *others(game)):
        shown = game.choices(seat)
        assert [each for each in shown if each[0] == seat] == [each for each in whole if each[0] == seat]
        theirs = [(each, key) for each, key in shown if each != seat]
        assert theirs and not any(" > " in key for _, key in theirs)
        assert {their for their, _ in theirs} == {*range(len(game.players))} - {seat, LAST}
    ended = finished(game, chance)
    assert ended.choices(0) == ended.record().choices


# --- nothing else is revealed ------------------------------------------------------------------

Facts = tuple[object, ...]


def facts(game: Game) -> Facts:
    """Return what the rules make public, read from the Bio-Terrorist's seat, which sees all of it."""
    view = game.view(LAST)
    here = view.seats[LAST].attributes.get("place")
    told = ("discards ", " spotted ", " out of sight")
    team = [each for seat, each in enumerate(view.seats) if seat != LAST]
    piles = {each.name: each for each in view.piles}
    return (
        tuple((thing.key, thing.holds) for thing in view.things["City"]),
        tuple((thing.key, thing.attributes["status"]) for thing in view.things["Disease"]),
        tuple((track.name, track.position) for track in view.tracks),
        tuple((each.name, tuple(sorted(each.attributes.items()))) for each in team),
        tuple(pile.pieces for each in team for pile in each.piles),
        tuple(piles["infection_discard"].pieces),
        tuple(piles["player_discard"].pieces),
        tuple((name, each.count) for name, each in piles.items()),
        sum(each.count for each in view.seats[LAST].piles),
        view.variables["captor"],
        view.variables["at_large"],
        here if any(each.attributes["place"] == here for each in team) else None,
        tuple(line.text for line in view.log if any(word in line.text for word in told)),
        tuple(each.result for each in view.seats),
        game.outcome,
    )


def his_turn(game: Game, chance: Random, seen: list[Facts], wary: bool) -> None:
    """Let the Bio-Terrorist play until another seat is asked; record each change of the public facts."""
    while game.seat == LAST:
        decision = game.decision
        assert decision is not None
        keys = [option.key for option in decision.options if option.why_not is None]
        quiet = [key for key in keys if key in ("travel", "end_turn")]
        if wary and quiet and chance.randrange(4):
            game.choose(chance.choice(quiet), LAST)
        else:
            anyhow(game, chance)
        now = facts(game)
        if seen[-1] != now:
            seen.append(now)


def assert_alike(one: Game, two: Game) -> None:
    """Check that no other seat can distinguish the two games."""
    assert one.seat == two.seat
    assert undoing(one) == undoing(two)
    for seat in others(one):
        assert not tells_apart(one, two, seat)


def over_or_his(game: Game) -> bool:
    """Whether none of the others is asked."""
    return game.seat in (None, LAST)


def run_apart(one: Game, two: Game, ways: tuple[Random, Random], both: Random) -> int:
    """Play two games: the Bio-Terrorist chooses independently, the others alike; count equal turns."""
    seen: tuple[list[Facts], list[Facts]] = ([facts(one)], [facts(two)])
    if seen[0] != seen[1]:
        return 0
    turns = 0
    while one.seat is not None:
        if one.seat == LAST:
            his_turn(one, ways[0], seen[0], wary=True)
            his_turn(two, ways[1], seen[1], wary=True)
            if seen[0] != seen[1]:
                return turns
            turns += 1
        assert_alike(one, two)
        if over_or_his(one):
            continue
        answer = one.sample(both.randrange)
        one.answer(answer)
        two.answer(answer)
        for game, noted in zip((one, two), seen, strict=True):
            now = facts(game)
            if noted[-1] != now:
                noted.append(now)
        if seen[0] != seen[1]:
            return turns
    return turns


ALIKE: list[int] = []
"""How many of the Bio-Terrorist's turns passed in each pair of games before they diverged."""


@longer
@settings(steady, max_examples=PAIRS)
@given(st.integers(0, 10_000), st.integers(3, 5), st.integers(0, 1000), st.integers(0, 1000))
def test_where_he_began_and_how_he_moved_changes_nothing_the_others_see(
    seed: int, players: int, one: int, two: int
) -> None:
    games = start(seed, players), start(seed, players)
    ALIKE.append(run_apart(*games, (Random(one), Random(two)), Random(seed)))


def swapped(game: Game, luck: Random) -> Game | None:
    """Return the same game with one card of the Bio-Terrorist's hand in the middle of the infection deck."""
    new = game.fork()
    tables, state = new._machine.tables, new._state
    hand = next(pile for pile in tables.piles if pile.name == "stash")
    deck = next(pile for pile in tables.piles if pile.name == "infection_deck")
    base = tables.pile_bases[deck.first]
    mine, theirs = state.p[hand.first + LAST], state.p[deck.first]
    middle = range(5, len(theirs) - 5)
    if not mine or not middle:
        return None
    at, spot = luck.randrange(len(mine)), luck.choice(middle)
    held, other = mine[at], theirs[spot]
    if any(
        _tells(state.known(seat), base + held, base + other)
        for seat in range(state.players + 1)
        if seat != LAST
    ):
        return None
    mine[at], theirs[spot] = other, held
    state.w[base + other], state.w[base + held] = hand.first + LAST, deck.first
    known = state.known(LAST)
    known[base + other], known[base + held] = base + other, known[base + other]
    new._pending = new._machine.pending(state)
    new.begin_here()
    return new


def _tells(labels: list[int], one: int, two: int) -> bool:
    """Whether an observer with this knowledge can distinguish two pieces."""
    return labels[one] == one or labels[one] != labels[two]


@longer
@settings(steady, max_examples=PAIRS)
@given(st.integers(0, 10_000), st.integers(0, 60), st.integers(0, 1000))
def test_what_he_holds_changes_nothing_the_others_see(seed: int, many: int, luck: int) -> None:
    chance = Random(seed)
    game = start(seed)
    for _ in range(many):
        if game.seat is not None:
            anyhow(game, chance)
    other = swapped(game, Random(luck))
    if other is None or game.seat is None:
        return
    # Undo would return to the game before the swap; so both games begin here.
    game.begin_here()
    assert stash(game, LAST) != stash(other, LAST)
    assert_alike(game, other)
    ALIKE.append(run_apart(game, other, (Random(luck), Random(luck)), Random(seed)))


def test_the_games_above_went_on_alike_long_enough_to_show_something() -> None:
    assert not ALIKE or sum(ALIKE) > 2 * len(ALIKE)


@steady
@given(st.integers(0, 10_000), st.integers(0, 120), st.integers(0, 1000))
def test_what_a_seat_imagines_of_him_fits_all_it_sees(seed: int, many: int, luck: int) -> None:
    chance = Random(seed)
    game = start(seed, 3 + seed % 3)
    for _ in range(many):
        if game.seat is not None:
            anyhow(game, chance)
    if game.seat is None:
        return
    for seat in range(len(game.players)):
        imagined = game.imagine(seat, luck)
        assert imagined.view(seat) == game.view(seat)
        assert imagined.log(seat) == game.log(seat)


def to_his_turn(game: Game, city: str) -> Game:
    """The Bio-Terrorist begins in this city, and the first of the others does nothing."""
    game.choose(f"begin > {city}")
    while game.seat != LAST:
        decision = game.decision
        assert decision is not None
        game.choose("pass" if any(option.key == "pass" for option in decision.options) else "go on")
    return game


@pytest.mark.parametrize("seed", range(5))
def test_a_direct_and_a_charter_flight_look_the_same(seed: int) -> None:
    card = stash(start(seed), LAST).pieces[0]
    assert card is not None
    away = next(each for each in ("Seoul", "Lagos") if each != card.key)
    one, two = to_his_turn(start(seed), away), to_his_turn(start(seed), card.key)
    one.choose(f"fly_direct > {card.key}")
    two.choose(f"fly_charter > {away}")
    one.choose("end_turn")
    two.choose("end_turn")
    assert_alike(one, two)
    city = card.label
    assert f"The Bio-Terrorist flies and is sighted at the airport of {city} (discards {city})." in one.log(0)


def test_nobody_tries_a_city_to_see_whether_he_is_there() -> None:
    for city in ("Chicago", "Seoul"):
        game = start(2)
        game.choose(f"begin > {city}")
        game.choose("drive > Chicago")
        with pytest.raises(ChoiceError, match="something was revealed"):
            game.undo()


# --- mutated rules fail the tests --------------------------------------------------------------

MUTANTS = {
    "a pawn that is never hidden": (
        "terrorist",
        "    when player.role = Bio_Terrorist and not spotted(player)\n",
        "    when player.role = Bio_Terrorist and no\n",
        {
            "only the Bio-Terrorist sees where their pawn is",
            "when the other player leaves, the Bio-Terrorist is hidden again",
        },
    ),
    "a flare-out that burns nothing": (
        "flare_outs",
        "    take 2 of purple.cubes from city\n",
        "",
        {"an outbreak of purple leaves one cube and puts one on every neighbour"},
    ),
    "a crime before everybody's eyes": (
        "terrorist_turn",
        "value unseen(player) : flag = at_large and not spotted(player)\n",
        "value unseen(player) : flag = at_large\n",
        {"a spotted Bio-Terrorist neither infects nor sabotages"},
    ),
    "a victory without purple": (
        "terrorist",
        "where purple.cubes on City > 0 and not world_saved()",
        "where not world_saved()",
        {"when the others lose without a purple cube on the board, everybody loses"},
    ),
}


@soak
def test_wrong_rules_are_noticed(tmp_path: Path) -> None:
    assert len(noticed(tmp_path, BRINK, MUTANTS.values(), {"bio_terrorist"})) < 40
