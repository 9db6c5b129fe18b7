"""A hint is what the thinking bot does, with the terms of the score that it moves."""

from pathlib import Path as Folder

import pytest

from lazaretto.lab.playing.bots import KeenBot
from lazaretto.lab.playing.hints import AdvisingThinker, shown, walked
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.lab.playing.turn_search import Path
from lazaretto.rules import Game, Program, Ration, StoppedError, load
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.planning.plan_search_protocol import Budget
from lazaretto.rules.run.records.choice_history import STEP
from tests.lab.test_lookahead_bot import GREEDY, made
from tests.soak import TIMES, longer

BUDGET = Budget(width=3)
"""A narrow beam is quick."""


QUICKER = Budget(width=2, final=2, rounds=(1,))
"""Enough for large games."""


def last_hint(game: Game, seed: int, budget: Budget = BUDGET) -> Hint:
    assert game.seat is not None
    return list(AdvisingThinker(seed, budget).hints(game, game.seat))[-1]


@longer
@pytest.mark.parametrize("name", ["pandemic", "iberia", "the_cure", "cold_war", "bio_terrorist"])
def test_the_last_hint_is_the_move_of_the_bot(name: str) -> None:
    program = load(Folder("scenarios") / name).program
    assert program is not None
    game, keen = program.start(seed=8, players=("anna", "ben", "carl")), KeenBot(8)
    compared = 0
    for number in range(12 if TIMES > 1 else 6):
        if game.seat is None:
            break
        if number % 6 == 5:
            hint, bot = last_hint(game, number, QUICKER), game.fork()
            ThinkerBot(number, QUICKER).play(bot)
            assert hint.moves[0].key.split(STEP)[0] == bot.record().choices[-1][1].split(STEP)[-1]
            assert hint.final and hint.scored
            compared += 1
        keen.play(game)
    assert compared == (2 if TIMES > 1 else 1)


@pytest.fixture(scope="module")
def greedy(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return made(tmp_path_factory.mktemp("hints") / "greedy", GREEDY)


def test_a_reason_without_words_is_what_the_documentation_says(greedy: Program) -> None:
    hint = last_hint(greedy.start(seed=1, players=("anna",)), 1)
    assert [move.label for move in hint.moves] == ["Earn"]
    assert [(reason.now, reason.then, reason.gain) for reason in hint.reasons] == [("", "score (anna)", 100)]
    assert [(risk.track, risk.games) for risk in hint.risks] == [("", 12)]


SILENT = GREEDY.replace("value score(player) : number = 100 * player.points", "")


def test_a_game_without_a_score_gives_no_reasons(tmp_path: Folder) -> None:
    hint = last_hint(made(tmp_path / "silent", SILENT).start(seed=1, players=("anna",)), 1)
    assert hint.moves and not hint.scored
    assert hint.reasons == () and hint.costs == ()


CELLAR = """
kind Shelf is one of left, right

extend kind Player
    bottles : number = 0

track cracks 0..3

var left_full : flag = yes

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    offer deeds to player
    if left_full
        advance cracks

menu deeds "What now?"

action empty in deeds "Empty a shelf"
    choose shelf in Shelf "Which one?"
    if shelf = left
        set left_full to no

action wait in deeds "Wait"
    nothing

action drink in deeds "Drink"
    add -5 to my.bottles

lose "All is broken" when cracks = 3
win "Thirsty" when any player in Player where player.bottles < -20

value score(player) : number = (
    player.bottles - (sum strain(shelf) over shelf in Shelf where shelf = left and left_full)
)

value strain(shelf) : number = 50
    because "the {shelf} shelf bends over {cracks} {|crack|cracks}"
"""


def test_a_hint_names_the_terms_that_move_and_the_risk(tmp_path: Folder) -> None:
    """The plan needs two steps; the marker of the track moves unless it is followed."""
    program = made(tmp_path / "cellar", CELLAR)
    game = program.start(seed=1, players=("anna", "ben"))
    hint = last_hint(game, 3)
    assert (hint.moves[0].label, hint.moves[0].steps) == ("Empty a shelf", ("left",))
    assert hint.moves[0].key == "empty > left"
    assert [(reason.now, reason.then, reason.gain) for reason in hint.reasons] == [
        ("the left shelf bends over 0 cracks", "", 50)
    ]
    assert [(risk.track, risk.before, risk.after) for risk in hint.risks] == [("", 0, 0), ("cracks", 12, 0)]
    before = game.snapshot()
    game.choose(hint.moves[0].key)
    assert game.snapshot() != before


def test_the_risk_ends_with_the_turn(tmp_path: Folder) -> None:
    """What the next turn does by itself, before anybody is asked, is no risk of this turn."""
    text = CELLAR.replace(
        "offer deeds to player\n", 'say "The turn of {player}."\n    offer deeds to player\n'
    )
    text = text.replace("    if left_full\n        advance cracks\n", "")
    text = text.replace('turn of {player}."\n', 'turn of {player}."\n    advance cracks\n')
    hint = last_hint(made(tmp_path / "later", text).start(seed=1, players=("anna", "ben")), 3)
    assert [(risk.track, risk.before, risk.after) for risk in hint.risks] == [("", 0, 0), ("cracks", 0, 0)]


ASKED_LATER = CELLAR.replace(
    """    offer deeds to player
    if left_full
        advance cracks
""",
    """    offer deeds to player
    choose shelf in Shelf by player "Which shelf do you dust?"
    set dusted to shelf
    choose shelf in Shelf by player or none "Which shelf do you look at?"
""",
).replace("track cracks 0..3", "track cracks 0..3\n\nvar dusted : Shelf = left")


def test_what_a_rule_asks_is_told_with_the_action_before_it_and_nothing_undone(tmp_path: Folder) -> None:
    game = made(tmp_path / "later", ASKED_LATER).start(seed=1, players=("anna", "ben"))
    walk = walked(game, 0, path_of(game, "empty", "left", "right", "none"))
    assert [(move.label, move.steps) for move in walk.moves] == [("Empty a shelf", ("left", "right"))]


def path_of(game: Game, *keys: str) -> Path:
    """The answers that have these keys, one after the other."""
    found: list[object] = []
    game = game.fork()
    for key in keys:
        answers = game.answers(0, 9)
        found.append(next(answer for answer in answers if game.option(answer).key == key))
        game.foresee(found[-1])
    return tuple(found)


def test_where_all_counts_the_same_there_is_no_opinion(tmp_path: Folder) -> None:
    text = CELLAR.replace("add -5 to my.bottles", "nothing").replace(
        "strain(shelf) : number = 50", "strain(shelf) : number = 0"
    )
    hint = last_hint(made(tmp_path / "same", text).start(seed=1, players=("anna", "ben")), 3)
    assert hint.undecided
    assert not last_hint(made(tmp_path / "cellar", CELLAR).start(seed=1, players=("anna",)), 3).undecided


def test_the_only_answer_is_told_as_such(tmp_path: Folder) -> None:
    text = GREEDY.replace("action waste in deeds", "action waste in others").replace(
        "action earn in deeds", "action earn in others"
    )
    program = made(tmp_path / "narrow", f'{text}\nmenu others "Never"\n')
    hints = list(AdvisingThinker(1).hints(program.start(seed=1, players=("anna",)), 0))
    assert len(hints) == 1 and hints[0].only and hints[0].final
    assert hints[0].moves[0].label == "Wait"


def test_a_search_can_be_stopped(greedy: Program) -> None:
    game = greedy.start(seed=1, players=("anna",))
    with game.rationed(Ration(stopped=lambda: True)), pytest.raises(StoppedError):
        next(AdvisingThinker(1).hints(game, 0))


def test_an_answer_given_by_itself_is_told_as_players_read_it() -> None:
    assert shown("Far Shelf", ("Far_Shelf", "Back_Shelf")) == "Far Shelf"
    assert shown("far", ("Far Shelf", "far_shelf")) == "Far Shelf"
    assert shown("3", ()) == "3"


def test_the_only_action_is_told_with_what_it_asks(tmp_path: Folder) -> None:
    start, end = CELLAR.index("action wait"), CELLAR.index("lose ")
    program = made(tmp_path / "only", CELLAR[:start] + CELLAR[end:])
    hint = last_hint(program.start(seed=1, players=("anna", "ben")), 3)
    assert (hint.moves[0].label, hint.moves[0].steps, hint.only) == ("Empty a shelf", ("left",), False)
    assert hint.reasons and hint.final


ONE_SHELF = CELLAR.replace(
    """    choose shelf in Shelf "Which one?"
""",
    """    choose shelf in those shelf in Shelf where shelf = left "Which one?"
    choose number n from 1 to 1 "How many times?"
""",
)


def test_a_number_without_a_choice_is_not_told(tmp_path: Folder) -> None:
    game = made(tmp_path / "one_shelf", ONE_SHELF).start(seed=1, players=("anna", "ben"))
    (move,) = walked(game, 0, path_of(game, "empty")).moves
    assert (move.label, move.steps) == ("Empty a shelf", ("left",))


@pytest.mark.parametrize("then", ["", "choose town in those town in Town where town = oran by player\n    "])
def test_the_only_answer_is_told_also_before_chance_decides(tmp_path: Folder, then: str) -> None:
    text = ONE_SHELF.replace(
        "    if left_full\n", f"    {then}let drawn = random of Shelf\n    if drawn = left\n"
    )
    text += "\nkind Town is one of oran, cork\n"
    game = made(tmp_path / "chance", text).start(seed=1, players=("anna", "ben"))
    assert not game.fork(still=True).foresee(path_of(game, "empty")[0])
    (move,) = walked(game, 0, path_of(game, "empty")).moves
    assert (move.label, move.steps) == ("Empty a shelf", ("left",))


def test_a_hint_names_pieces_that_the_player_does_not_know_by_their_positions() -> None:
    program = load(Folder("tests") / "data" / "lanterns").program
    assert program is not None
    game, keen = program.start(seed=1, players=("anna", "ben")), KeenBot(1)
    labels: list[str] = []
    for _ in range(3):
        keen.play(game)
        assert game.seat is not None
        first = next(iter(AdvisingThinker(1, BUDGET).hints(game.fork(), game.seat)))
        labels += [step for move in first.moves for step in (move.label, *move.steps)]
    assert "1st lantern" in labels and not any(label.startswith(("amber ", "jade ")) for label in labels)
