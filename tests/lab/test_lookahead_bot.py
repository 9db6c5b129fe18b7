"""The lookahead bot follows the rules, is reproducible, and knows no more than its seat."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lazaretto.lab.playing.bots import BOTS, COMPANIONS, Bot
from lazaretto.lab.playing.budgets import BUDGETS, LEVELS, THINKER, budget_named
from lazaretto.lab.playing.hints import AdvisingThinker
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.lab.playing.turn_search import Outlook
from lazaretto.rules import Game, Program, SpentError, load
from lazaretto.rules.engine.native_plans import search_natively
from lazaretto.rules.run.planning.plan_search_protocol import Budget

GREEDY = """
extend kind Player
    points : number = 0

var left : number = 6

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    offer deeds to player

menu deeds "What now?"

action wait in deeds "Wait"
    add -1 to left

action waste in deeds "Waste"
    if my.points > 0
        add -1 to my.points
    add -1 to left

action earn in deeds "Earn"
    add 1 to my.points
    add -1 to left

win "Rich" when any player in Player where player.points >= 3
lose "Poor" when left <= 0

value score(player) : number = 100 * player.points
"""

GLOOMY = """
extend kind Player
    steps : number = 0

var mood : number = 9
var worked : number = 0

phase game()
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    set player.steps to 2
    repeat while player.steps > 0
        offer deeds to player

menu deeds "What now?"

action muse in deeds "Muse"
    choose other in Player or stop "About whom?"
    add -1 to my.steps
    add -2 to mood

action work in deeds "Work"
    add -1 to my.steps
    add -1 to mood
    add 1 to worked

win "Done" when worked >= 6
lose "Sad" when mood <= 0

value score(player) : number = mood
"""
"""To muse about nobody changes nothing; everything else looks worse than that."""


def made(folder: Path, text: str) -> Program:
    """Return a game from one file."""
    name = folder.name
    folder.mkdir()
    (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    manifest = f'name = "{name}"\ntitle = "{name.capitalize()}"\nplayers = [1, 2]\nmodules = ["{name}"]\n'
    (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


@pytest.fixture(scope="module")
def greedy(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return made(tmp_path_factory.mktemp("greedy") / "greedy", GREEDY)


def played(program: Program, seed: int, bot: ThinkerBot) -> Game:
    game = program.start(seed=seed, players=("anna",))
    while game.outcome is None:
        bot.play(game)
    return game


def test_it_does_what_its_score_praises(greedy: Program) -> None:
    game = played(greedy, 1, ThinkerBot(1))
    assert game.outcome is not None and game.outcome.results == ("won",)
    assert [key for _, key in game.record().choices] == ["earn", "earn", "earn"]


@pytest.mark.parametrize("level", ("easy", "medium"))
@pytest.mark.parametrize("native", (False, True), ids=("python", "native"))
def test_it_never_does_again_what_changes_nothing(tmp_path: Path, level: str, native: bool) -> None:
    program = made(tmp_path / "gloomy", GLOOMY)
    if native:
        pytest.importorskip("wasmtime")
        search_natively(program, "wasm")
    game, bot = program.start(seed=1, players=("anna",)), ThinkerBot(1, LEVELS[level])
    for _ in range(20):
        if game.outcome is None:
            bot.play(game)
    assert game.outcome is not None and game.outcome.results == ("won",)


def test_what_is_found_counts_although_nothing_is_left_for_a_last_look(
    greedy: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spent(*_: object) -> None:
        raise SpentError

    game = greedy.start(seed=1, players=("anna", "ben"))
    seat = game.seat
    assert seat is not None
    found = ThinkerBot(1).plan(game, seat)
    monkeypatch.setattr(AdvisingThinker, "_chosen", spent)
    assert AdvisingThinker(1).plan(game, seat) == found


def test_the_same_seed_thinks_the_same() -> None:
    program = load(Path("scenarios/pandemic")).program
    assert program is not None
    keys = []
    for _ in range(2):
        game, bot = program.start(seed=3, players=("anna", "ben")), ThinkerBot(5, Budget(width=3))
        for _ in range(12):
            bot.play(game)
        keys.append(game.record().choices)
    assert keys[0] == keys[1]


def test_it_knows_no_more_than_its_seat() -> None:
    """Two games that differ only in what the seat cannot see lead to the same decision."""
    program = load(Path("scenarios/pandemic")).program
    assert program is not None
    game = program.start(seed=4, players=("anna", "ben"), options={"hands": "private"})
    assert game.seat is not None
    other = game.imagine(game.seat, seed=99)
    assert other.snapshot() != game.snapshot()
    for each in (game, other):
        ThinkerBot(7, Budget(width=4)).play(each)
    assert game.record().choices[-1] == other.record().choices[-1]


@pytest.mark.parametrize("seed", [2, 3])
def test_it_does_not_know_where_somebody_hides(seed: int) -> None:
    program = load(Path("scenarios/bio_terrorist")).program
    assert program is not None
    game = program.start(seed=seed, players=("anna", "ben", "carl"), options={"terrorist_seat": "1"})
    ThinkerBot(1, Budget(width=2)).play(game)
    while game.seat == 0:
        game.answer(game.answers(0, 1)[0])
    assert game.seat is not None
    game.begin_here()  # the other game has no past either
    other = game.imagine(game.seat, seed=99)
    assert other.snapshot() != game.snapshot()
    for each in (game, other):
        ThinkerBot(7, Budget(width=3)).play(each)
    assert game.record().choices[-1] == other.record().choices[-1]


BAG = """
kind Stone is a piece times 9
    weight : number = 1

pile bag of Stone seen by nobody
    starts with Stone

pile table of Stone seen by all

extend kind Player
    points : number = 0

var left : number = 2

phase game()
    shuffle bag
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    set left to 2
    repeat while left > 0
        offer deeds to player
    move top of bag to table

menu deeds "What now?"

action work in deeds "Work"
    add 1 to my.points
    add -1 to left

action ask in deeds "Ask for a point"
    choose other in Player where other != me else "Nobody is here"
    confirm given by other "Do you give {me} a point?"
    add -1 to left
    if given
        add -1 to other.points
        add 3 to my.points

win "All stones are out" when count(bag) = 0

value score(player) : number = 10 * player.points - 100 * count(table)
"""


@pytest.fixture(scope="module")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return made(tmp_path_factory.mktemp("stones") / "stones", BAG)


def test_a_still_fork_stands_where_chance_would_speak(stones: Program) -> None:
    game = stones.start(seed=1, players=("anna",))
    work = game.answers(0, 9)[0]
    ahead = game.fork(still=True)
    assert [ahead.foresee(work), ahead.seat] == [True, 0]
    assert [ahead.foresee(work), ahead.seat] == [False, None]
    assert ahead.score(0) == 20
    assert not ahead.learned(game)
    for _ in range(2):
        game.answer(work)
    assert game.score(0) == 20 - 100
    assert game.learned(ahead)


def test_who_is_asked_for_something_by_another_says_yes(stones: Program) -> None:
    game = stones.start(seed=1, players=("anna", "ben"))
    asked = next(answer for answer in game.answers(0, 9) if game.key(answer) == "ask")
    game.answer(asked)
    assert game.seat == 1
    ThinkerBot(1).play(game)
    assert (game.seat, game.score(0), game.score(1)) == (0, 30, -10)


BEGGAR = """
extend kind Player
    points : number = 0

var left : number = 0

phase game()
    repeat 3 times
        for each player in Player
            turn(player)
    lose "It is late"

phase turn(player)
    set left to 3
    repeat while left > 0
        offer deeds to player

menu deeds "What now?"
    pay
        add -1 to left

action work in deeds "Work"
    add 1 to my.points

action take in deeds "Ask for points"
    choose number n from 2 to 3 "How many?"
    choose other in Player where other != me "Of whom?" else "Nobody is here"
    consent of other "Do you give {me} {n} points?"
    add n to my.points

value score(player) : number = 10 * player.points
"""


@pytest.fixture(scope="module")
def beggar(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return made(tmp_path_factory.mktemp("beggar") / "beggar", BEGGAR)


def refusing(game: Game, decisions: int) -> list[str]:
    """Let a new thinker of the first seat decide each time, and the other player refuse and work."""
    for number in range(decisions):
        if game.seat == 0:
            ThinkerBot(number).play(game)
        else:
            game.choose("no" if game.inside else "work", 1)
    return [key for _, key in game.record().choices]


def test_what_was_refused_it_does_not_ask_again_in_the_same_turn(beggar: Program) -> None:
    game = beggar.start(seed=1, players=("anna", "ben"))
    assert refusing(game, 6) == ["take > 3", "no", "work", "work", "work"]


def test_it_asks_again_when_the_other_player_has_acted(beggar: Program) -> None:
    game = beggar.start(seed=1, players=("anna", "ben"))
    assert refusing(game, 12)[5:] == ["work", "work", "work", "take > 3", "no"]


def test_one_thinker_plans_anew_after_a_refusal(beggar: Program) -> None:
    game, bot = beggar.start(seed=1, players=("anna", "ben")), ThinkerBot(1)
    while game.turns < 2:
        bot.play(game) if game.seat == 0 else game.choose("no", 1)
    assert [key for _, key in game.record().choices] == ["take > 3", "no", "work", "work", "work"]


def test_what_another_player_has_stopped_it_does_not_begin_again(tmp_path: Path) -> None:
    rules = BEGGAR.replace(
        """    consent of other "Do you give {me} {n} points?"
    add n to my.points
""",
        """    choose witness in Player
        by other
        or stop
        "Who sees that you give {me} {n} points?"
    add n to my.points
""",
    )
    game = made(tmp_path / "beggar", rules).start(seed=1, players=("anna", "ben"))
    begun = {way.path[0] for way in Outlook(game, 0, THINKER).ways()}
    game.choose("take > 3", 0)
    asked = game.question
    game.choose("none", 1)
    assert game.refusals(0) == {(asked, 1)}
    again = {way.path[0] for way in Outlook(game, 0, THINKER, game.refusals(0)).ways()}
    assert (len(begun), len(again)) == (2, 1) and again < begun


@pytest.mark.parametrize("bots", [BOTS, COMPANIONS])
def test_levels_can_be_asked_for_by_name(bots: dict[str, Callable[[int], Bot]]) -> None:
    made = {name: bots[name](1) for name in ("easy", "medium", "hard", "thinker")}
    budgets = {name: bot._budget for name, bot in made.items() if isinstance(bot, ThinkerBot)}
    assert budgets == BUDGETS and list(LEVELS) == ["easy", "medium", "hard"]


def test_only_one_bot_advises_people() -> None:
    bots = {name: COMPANIONS[name](1) for name in BUDGETS}
    assert [name for name, bot in bots.items() if isinstance(bot, AdvisingThinker) and bot.advises] == [
        "thinker"
    ]


def test_a_level_can_be_changed() -> None:
    budget = budget_named("hard,final=6,rounds=8+16,chances=0")
    assert (budget.final, budget.rounds, budget.chances) == (6, (8, 16), False)
    assert budget.horizon == LEVELS["hard"].horizon
    for text in ("harder", "hard,colour=3", "hard,final"):
        with pytest.raises(ValueError):
            budget_named(text)
