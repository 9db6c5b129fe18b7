"""A player who chooses among pieces that they cannot see chooses positions, and learns nothing from them."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from lazaretto.lab.playing.bots import BOTS
from lazaretto.rules import ChoiceError, Game, Program, load
from lazaretto.rules.run.compiled_game import MemberInfo
from lazaretto.rules.run.move_pieces import show
from lazaretto.rules.run.state import load_state, save_state

LANTERNS = Path(__file__).resolve().parents[2] / "data" / "lanterns"
PLAYERS = ("anna", "ben", "carl")


@pytest.fixture(scope="module")
def program() -> Program:
    found = load(LANTERNS)
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.fixture
def game(program: Program) -> Game:
    return program.start(seed=3, players=PLAYERS)


def swapped(game: Game, one: int, other: int) -> Game:
    """Return the same game with two pieces exchanged of which anna knows nothing."""
    twin = game.fork()
    state = twin._state
    for piece, target in ((one, state.w[other]), (other, state.w[one])):
        assert 0 not in state.seen[target] and state.known(0)[piece] != piece
    places = [(state.w[each], state.p[state.w[each]].index(each)) for each in (one, other)]
    for piece, (pile, place) in zip((other, one), places, strict=True):
        state.p[pile][place] = piece
        state.w[piece] = pile
    twin._pending = twin._machine.pending(state)
    twin.begin_here()
    return twin


def twins(game: Game) -> Iterator[Game]:
    """Yield games that differ from this one only in cards that anna cannot see."""
    mine, store = (game._state.p[game._state.w[each]] for each in (hand(game, 0)[0], stored(game)))
    yield swapped(game, mine[0], mine[1])
    yield swapped(game, mine[3], mine[0])
    yield from (swapped(game, mine[2], other) for other in store)


def hand(game: Game, seat: int) -> list[int]:
    """Return the cards of a seat, top first."""
    pile = next(each for each in game._machine.tables.piles if each.name == "hand")
    return game._state.p[pile.first + seat][::-1]


def cards(game: Game) -> tuple[MemberInfo, ...]:
    return next(kind.members for kind in game._machine.tables.kinds if kind.name == "Lantern")


def stored(game: Game) -> int:
    pile = next(each for each in game._machine.tables.piles if each.name == "store")
    return game._state.p[pile.first][0]


def keys(game: Game) -> list[str]:
    assert game.decision is not None
    return [option.key for option in game.decision.options]


def test_positions_are_offered(game: Game) -> None:
    game.choose("light")
    decision = game.decision
    assert decision is not None
    assert keys(game) == ["1st lantern", "2nd lantern", "3rd lantern", "4th lantern"]
    assert {(option.label == option.key, option.help, option.of) for option in decision.options} == {
        (True, "", None)
    }
    label = cards(game)[hand(game, 0)[1]].label
    game.choose("2nd lantern")
    assert f"anna lights {label}." in game.log(1) or f"anna breaks {label}." in game.log(1)


def test_others_see_the_cards_and_the_owner_does_not(game: Game) -> None:
    own = game.view(0).seats[0].piles[0]
    assert (own.count, own.open, set(own.pieces)) == (4, False, {None})
    seen = game.view(1).seats[0].piles[0]
    assert seen.open and None not in seen.pieces
    assert not game.view(None).seats[0].piles[0].open


def test_games_that_differ_in_unseen_cards_are_the_same_for_the_chooser(game: Game) -> None:
    names = {member.name for kind in game._machine.tables.kinds for member in kind.members}
    for twin in twins(game):
        assert twin.snapshot() != game.snapshot()
        assert twin.view(0) == game.view(0) and twin.view(None) == game.view(None)
        for begin in ("light", "discard", "sort"):
            one, other = game.fork(), twin.fork()
            one.choose(begin)
            other.choose(begin)
            assert one.decision == other.decision
            assert one.view(0) == other.view(0)
            for key in names:  # a name is refused in the same words, whether anna holds the card or not
                told = []
                for each in (one, other):
                    with pytest.raises(ChoiceError) as refused:
                        each.fork().choose(key, 0)
                    told.append(str(refused.value))
                assert told == [f"`{key}` is not offered"] * 2
            for bot in ("random", "thinker"):
                answered = [each.fork() for each in (one, other)]
                for each in answered:
                    BOTS[bot](7).play(each)
                assert answered[0].record().choices[-1] == answered[1].record().choices[-1]


def test_several_and_orders_are_positions_too(game: Game) -> None:
    before = hand(game, 0)
    game.choose("sort > 4th lantern, 1st lantern, 3rd lantern, 2nd lantern")
    assert hand(game, 0)[1:] == [before[3], before[0], before[2], before[1]]
    game.choose("light > 1st lantern", 1)
    game.choose("light > 1st lantern", 2)
    game.choose("discard > 2nd lantern, 5th lantern")
    assert [choice for _, choice in game.record().choices] == [
        "sort > 4th lantern, 1st lantern, 3rd lantern, 2nd lantern",
        "light > 1st lantern",
        "light > 1st lantern",
        "discard > 2nd lantern, 5th lantern",
    ]


def test_records_replays_and_saved_states_keep_positions(program: Program) -> None:
    chance = Random(5)
    game = program.start(seed=8, players=PLAYERS)
    while game.outcome is None:
        game._state = load_state(save_state(game._state), game._state)
        game._pending = game._machine.pending(game._state)
        game.answer(game.sample(lambda limit: chance.randrange(limit)))
    record = game.record()
    assert any("lantern" in key for _, key in record.choices)
    again = program.start(seed=8, players=PLAYERS)
    for seat, key in record.choices:
        again.choose(key, seat)
    assert again.snapshot() == game.snapshot() and again.record() == record
    wandered = program.start(seed=8, players=PLAYERS)
    chance = Random(5)
    wandered.wander(lambda limit: chance.randrange(limit))
    assert wandered.record() == record


def test_what_is_revealed_cannot_be_undone_and_the_rest_can(game: Game) -> None:
    before = game.snapshot()
    game.choose("sort")
    game.undo()
    assert game.snapshot() == before
    game.choose("light > 1st lantern")
    with pytest.raises(ChoiceError, match="revealed"):
        game.undo()


def test_answers_mean_the_same_in_every_determinisation(game: Game) -> None:
    game.choose("light")
    answers = game.answers(0, 99)
    hands = set()
    for luck in range(20):
        imagined = game.imagine(0, luck)
        assert imagined.answers(0, 99) == answers
        assert imagined.view(0) == game.view(0)
        hands.add(tuple(hand(imagined, 0)))
        imagined.answer(answers[2])
        assert imagined.record().choices == ((0, "3rd lantern"),)
    assert len(hands) > 10


def test_a_known_card_is_named(game: Game) -> None:
    card = hand(game, 0)[2]
    show(game._state, 0, [card], [0])
    game._pending = game._machine.pending(game._state)
    game.choose("light")
    name = cards(game)[card].name
    assert keys(game) == [name, "1st lantern", "2nd lantern", "4th lantern"]
    game.fork().choose("3rd lantern")
    game.choose(name)


SEVERAL = """
kind Token is a piece times 9

extend kind Player
    purse : pile of Token seen by nobody

pile pot of Token seen by nobody
    starts with Token

phase game()
    shuffle pot
    for each player in Player
        move top 2 of pot to player.purse
    for each player in Player
        choose token in top 1 of pot + held() by player "Which token?"
    win "Done"

value held() : set of Token = those token in Token where any player in Player where token in player.purse
"""


def test_a_pile_is_named_if_there_are_several(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(
        'name = "pots"\ntitle = "Pots"\nplayers = [2, 2]\nmodules = ["pots"]\n'
    )
    (tmp_path / "pots.rules").write_text(SEVERAL)
    found = load(tmp_path)
    assert found.program is not None, found.diagnostics
    game = found.program.start(seed=1, players=("anna", "ben"))
    assert keys(game) == [
        "1st token of pot",
        "1st token of anna's purse",
        "2nd token of anna's purse",
        "1st token of ben's purse",
        "2nd token of ben's purse",
    ]
    game.choose("2nd token of ben's purse")
    assert game.record().choices == ((0, "2nd token of ben's purse"),)
