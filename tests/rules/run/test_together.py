"""Several players choose at the same time: nobody learns anything before the last one has chosen."""

from pathlib import Path

import pytest

from lazaretto.lab.playing.bots import BOTS
from lazaretto.rules import ChoiceError, Game, Program, load
from lazaretto.rules.run.state import load_state, save_state

AUCTION = Path(__file__).resolve().parents[2] / "data" / "auction"
PLAYERS = ("anna", "ben", "carl")


@pytest.fixture(scope="module")
def program() -> Program:
    found = load(AUCTION)
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.fixture
def game(program: Program) -> Game:
    return program.start(seed=3, players=PLAYERS)


def test_all_are_asked_at_once(game: Game) -> None:
    assert game.waiting == game.together == (0, 1, 2)
    for seat, name in enumerate(PLAYERS):
        decision = game.view(seat).decision
        assert decision is not None
        assert (decision.seat, decision.prompt) == (seat, f"How much do you bid, {name}?")
        assert decision.waiting == PLAYERS
        assert [option.key for option in decision.options] == ["0", "1", "2", "3"]
    looking_on = game.view(None).decision
    assert looking_on is not None
    assert (looking_on.waiting, looking_on.prompt, looking_on.options) == (PLAYERS, "", ())


def test_others_see_only_who_has_chosen(program: Program) -> None:
    games = [program.start(seed=3, players=PLAYERS) for _ in range(4)]
    for number, game in enumerate(games):
        game.choose(str(number), 1)
    for seat in (None, 0, 2):
        views = [game.view(seat) for game in games]
        assert all(view == views[0] for view in views)
        assert {game.choices(seat) for game in games} == {()}
        decision = views[0].decision
        assert decision is not None and decision.waiting == ("anna", "carl") and decision.chosen == ""
    own = [game.view(1).decision for game in games]
    assert [each.chosen for each in own if each is not None] == ["0", "1", "2", "3"]
    assert all(each is not None and each.seat == 0 and len(each.options) == 4 for each in own)
    changed = games[0].fork()
    changed.choose("2", 1)
    assert changed.view(0) == games[0].view(0)
    assert changed.view(1) == games[2].view(1)


def test_undo_tells_nothing(game: Game) -> None:
    before = game.snapshot()
    game.choose("1", 2)
    game.undo()
    assert game.snapshot() == before
    for seat in (2, 0, 1):
        game.choose("1", seat)
    with pytest.raises(ChoiceError, match="revealed"):
        game.undo()
    assert game.fork(still=True).waiting == (0, 1, 2)


def test_the_last_choice_cannot_be_foreseen(game: Game) -> None:
    game.choose("1", 0)
    game.choose("1", 1)
    still = game.fork(still=True)
    assert not still.foresee(2)


def test_records_keep_the_order_and_changed_choices(program: Program, game: Game) -> None:
    for seat, key in ((2, "3"), (0, "1"), (2, "0"), (1, "2"), (1, "1")):
        game.choose(key, seat, by_name=True)
    record = game.record()
    assert record.choices == ((2, "3"), (0, "1"), (2, "0"), (1, "2"), (1, "1"))
    again = program.start(seed=3, players=PLAYERS)
    for seat, key in record.choices:
        again._state = load_state(save_state(again._state), again._state)
        again.choose(key, seat, by_name=True)
    assert again.snapshot() == game.snapshot()
    game.undo()
    game.choose("1", 1)
    assert again.snapshot() == game.snapshot()


@pytest.mark.parametrize("name", ["random", "keen", "thinker"])
def test_bots_do_not_know_what_the_others_chose(program: Program, name: str) -> None:
    answers = set()
    for number in "0123":
        game = program.start(seed=3, players=PLAYERS)
        game.choose(number, 0)
        game.turn_to(2)
        BOTS[name](5).play(game)
        answers.add(game.record().choices[-1])
    assert len(answers) == 1 and next(iter(answers))[0] == 2


def test_an_imagined_game_forgets_what_others_chose(game: Game) -> None:
    game.choose("3", 0)
    game.choose("2", 1)
    imagined = game.imagine(1, 4)
    assert imagined.waiting == (0, 2)
    assert imagined.view(1).decision.chosen == "2"  # type: ignore[union-attr]
    assert game.imagine(2, 4).waiting == (0, 1, 2)


def test_somebody_who_cannot_choose_stops_the_rule_before_anybody_is_asked(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text(
        'name = "x"\ntitle = "X"\nplayers = [2, 2]\nmodules = ["x"]\n', encoding="utf-8"
    )
    (tmp_path / "x.rules").write_text(
        "extend kind Player\n    luck : number = 0\n"
        "phase game()\n    for each player in Player\n        set player.luck to 2\n        stop\n"
        "    together for each player in Player\n        choose number n from 1 to player.luck\n"
        '    win "Done"\n',
        encoding="utf-8",
    )
    found = load(tmp_path)
    assert found.program is not None, found.diagnostics
    with pytest.raises(Exception, match="there is no number from 1 to 0"):
        found.program.start(seed=1, players=("anna", "ben"))
