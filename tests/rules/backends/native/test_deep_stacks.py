"""What does not fit into the state goes on outside: a deep stack, many automatic answers, long lists."""

from lazaretto.rules.run.game_setup import bare
from tests.rules.backends.native.paired_play import paired, play
from tests.rules.backends.test_agreement import checked
from tests.rules.backends.twins import NAMES

DEEP = """
to down(player, n: number)
    if n = 0
        choose town in Town by player
    else
        down(player, n - 1)
        set total to total + n

before turn(player)
    down(player, 200)
"""


def test_a_state_with_a_deep_stack_is_saved_whole() -> None:
    machine = paired(checked(DEEP), lanes=["wasm"])
    assert play(machine, 1, 3) == ""
    (side,) = machine.sides
    runner, at = side.runner, side.at
    runner.load(bare(machine, 1, NAMES[:2], {})._state)
    runner.begin()
    before = runner.stored().snapshot()
    assert runner.word(at.stack_next) > at.state_end
    runner.call("save", 3)
    runner.answer(runner.pending()[0][0])
    for address in range(at.state_end, at.stack_end, 8):
        runner.set_word(address, 0)
    runner.call("restore", 3)
    assert runner.stored().snapshot() == before


MANY = """
var chosen : set of number
before turn(player)
    repeat 300 times
        choose town in [Bern] by player
    repeat 100 times
        set chosen to chosen + [total]
        add 1 to total
    set chosen to chosen - (those n in chosen where n > 49)
    set total to count(chosen)
    choose town in Town by player
"""


def test_a_decision_may_have_many_automatic_answers_and_long_lists() -> None:
    machine = paired(checked(MANY), lanes=["wasm"])
    assert play(machine, 1, 5) == ""
    game = bare(machine, 1, NAMES[:2], {}).begin()
    assert len(game._state.forced) == 300
    cells = {variable.name: variable.offset for variable in machine.tables.variables}
    assert game._state.v[cells["total"]] == 50


KEPT = """
var chosen : set of number
before turn(player)
    for each town in Town
        repeat 150 times
            set chosen to chosen + [total]
            add 1 to total
        note(player, "{town} {those n in chosen where n mod 3 = 0}")

to note(player, words: text)
    choose town in Town by player
    say "{town}: {words}"
"""


def test_long_lists_are_kept_from_decision_to_decision() -> None:
    """They do not fit into the state, and copies of it share them."""
    machine = paired(checked(KEPT), lanes=["wasm"])
    for seed in range(2):
        assert play(machine, seed, 9, aside=0.8) == ""
    cells = {variable.name: variable.offset for variable in machine.tables.variables}
    game = bare(machine, 1, NAMES[:2], {}).begin()
    for _ in range(4):
        game.answer(game.sample(lambda limit: limit // 2))
    assert len(game._state.v[cells["chosen"]]) > 600
