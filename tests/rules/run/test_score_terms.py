"""A score is taken apart into terms that add up to it, and each says in words what it is about."""

from pathlib import Path

import pytest

from lazaretto.rules import Game, Program, load
from lazaretto.rules.run.planning.score_breakdown import Share, Term

GAME = """
kind Town is one of aden, brest, cadiz

extend kind Player
    gold : number = 0

var stones : number = 7
var fields : number = 4

phase game()
    repeat forever
        for each player in Player
            offer deeds to player

menu deeds "What now?"

action earn in deeds "Earn"
    add 1 to my.gold

action rest in deeds "Rest"
    nothing

win "Rich" when any player in Player where player.gold > 9

value score(player) : number = (
    5 * (sum town_worth(town, stones) over town in Town where town != cadiz)
    - burden(player) / 2
    + (highest gold_worth(other) over other in Player)
    + (3 if stones > 5 else -3)
    + steps()
)
    "How good it is."

change score(player) to 7 * burden(player) - 1
    when player.gold > 5

value town_worth(town, n: number) : number = n + 1
    because "{town} with {n} {|stone|stones}"

value burden(player) : number = 2 * player.gold + fields * fields
    "What a player must carry. It is heavy."

value gold_worth(player) : number = 10 * player.gold
    because "{player} has {player.gold} gold"

value steps() : number
    let n = fields
    return n + 1

change steps() by 1 when fields > 3
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp("towns")
    manifest = 'name = "towns"\ntitle = "Towns"\nplayers = [1, 3]\nmodules = ["towns"]'
    (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
    (folder / "towns.rules").write_text(GAME, encoding="utf-8")
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


def said(game: Game, seat: int) -> dict[str, float]:
    """Return the words of each term, and what it adds."""
    terms: dict[Term, Share] = game.terms(seat)
    return {game.term_words(term, share): share.amount for term, share in terms.items()}


def test_each_term_says_what_it_is_about(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    game.choose("earn")
    assert game.score(0) == 40 + 40 - 9 + 10 + 3 + 6
    assert said(game, 0) == {
        "aden with 7 stones": 40,
        "brest with 7 stones": 40,
        "What a player must carry (anna)": -9,
        "anna has 1 gold": 10,
        "How good it is (anna)": 3,
        "steps": 6,
    }


def test_the_best_of_several_is_one_term_whoever_it_is(program: Program) -> None:
    game = program.start(seed=1, players=("anna", "ben"))
    game.choose("earn")
    before = game.terms(0)
    for key in ("earn", "rest", "earn"):
        game.choose(key)
    after = game.terms(0)
    best = [term for term in before if "gold" in game.term_words(term, after[term])]
    assert len(best) == 1
    assert game.term_words(best[0], after[best[0]]) == "ben has 2 gold"


def test_a_change_that_sets_the_score_has_terms_of_its_own(program: Program) -> None:
    game = program.start(seed=1, players=("anna",))
    for _ in range(6):
        game.choose("earn")
    assert game.score(0) == 7 * (12 + 16) - 1
    assert said(game, 0) == {"What a player must carry (anna)": 7 * 28, "How good it is (anna)": -1}


@pytest.mark.parametrize("name", ["pandemic", "iberia", "the_cure", "cold_war", "bio_terrorist"])
def test_terms_of_games_add_up_to_their_score(name: str) -> None:
    program = load(Path("scenarios") / name).program
    assert program is not None
    game = program.start(seed=2, players=("anna", "ben", "carl"))
    own_words = 0
    for number in range(40):
        if game.outcome is not None:
            break
        game.answer(game.sample(lambda limit, at=number: at * 7 % limit))  # type: ignore[misc]
        for seat in range(3):
            terms = game.terms(seat)
            assert abs(sum(term.amount for term in terms.values()) - game.score(seat)) <= 1
            tree = game._machine.tables.terms
            assert tree is not None
            own_words += sum(tree.terms[term.number].words is not None for term in terms)
    assert own_words > 100


def test_a_game_without_a_score_has_no_terms() -> None:
    program = load(Path("tests/data/stones")).program
    assert program is not None
    game = program.start(seed=1, players=("anna", "ben"))
    assert game.terms(0) == {} and not game.is_rated
