"""Rules fail in native code with the text, at the place and after the work of the interpreter."""

from functools import cache

import pytest

from grammar.message import messages_of
from rules.run import messages
from rules.run.errors import RuleError
from rules.run.game import Game
from rules.run.game_setup import bare
from tests.every import every
from tests.rules.backends.native.fault_cases import CHOSEN, cases, game_of
from tests.rules.backends.native.paired_machine import PairedMachine
from tests.rules.backends.native.paired_play import paired
from tests.rules.backends.test_agreement import LITTLE, checked
from tests.rules.run.test_messages import said_by
from tests.rules.test_harmless import ENDLESS, endless
from tests.soak import TIMES, soak

CASES = cases()
NOT_HERE = {
    messages.IMPOSSIBLE_FATE: "has a test below",
    messages.STOPS_WITHOUT_END: "has a test below",
    messages.NO_DEAL: "only Python deals",
    messages.NO_NUMBER: "a question for numbers always has some",
}


@cache
def machine() -> PairedMachine:
    return paired(game_of(CASES), fuel=LITTLE if TIMES == 1 else LITTLE * 5)


def failing(name: str, machine: PairedMachine) -> RuleError:
    """Return how a rule fails."""
    game = bare(machine, 1, ("anna", "ben"), {})
    variable = next(each for each in machine.tables.variables if each.name == CHOSEN)
    game._state.v[variable.offset] = list(CASES).index(name)
    with pytest.raises(RuleError) as raised:
        go_on(game.begin())
    assert "case.rules:" in str(raised.value)
    return raised.value


def go_on(game: Game) -> None:
    """Answer questions, as native code does it at once."""
    game.wander(lambda limit: limit // 2, 5)


def test_faults() -> None:
    said: set[str] = set()
    machine()
    every(CASES, lambda name: said.add(said_by(failing(name, machine())).partition(":")[0]))
    wanted = {key for key in messages_of([messages]) if key.startswith("F0")}
    assert wanted - said == {each.key for each in NOT_HERE}
    assert machine().tally["fault"] > len(CASES) // 2


@soak
def test_faults_with_all_the_fuel() -> None:
    """No region of memory is full before the fuel is used up."""
    whole = paired(game_of(CASES), backend="python")
    every(CASES, lambda name: failing(name, whole))


@soak
@pytest.mark.parametrize("name", [name for name in ENDLESS if "Pebble" in endless(name)])
def test_what_has_no_end_among_many_pieces(name: str) -> None:
    game = bare(paired(checked(endless(name)), fuel=LITTLE), 1, ("anna",), {})
    with pytest.raises(RuleError, match=r"case\.rules:"):
        go_on(game.begin())


def test_a_random_result_that_is_not_possible() -> None:
    """It was set by a test, so native code asks Python for it."""
    text = "before turn(player)\n    choose town in Town by player\n    set wish to random of Town\n"
    game = bare(paired(checked(text)), 1, ("anna", "ben"), {}).begin()
    copy = game.fork()
    copy._state.fate = (2,)
    copy.answer(0)
    assert copy._state.v[wish(copy)] == 2
    game._state.fate = (99,)
    with pytest.raises(RuleError, match=messages.IMPOSSIBLE_FATE()):
        game.answer(0)


def wish(game: Game) -> int:
    return next(each.offset for each in game.tables.variables if each.name == "wish")


def test_a_game_that_stops_without_an_end() -> None:
    text = 'replace phase game()\n    set total to 1\nwin "Done" when total = 2\n'
    with pytest.raises(RuleError, match=messages.STOPS_WITHOUT_END()):
        bare(paired(checked(text)), 1, ("anna",), {}).begin()


NESTED = """
to down(n: number) : number
    if n = 0
        return 0
    return down(n - 1) + 1
value deeper(n: number) : number = 0 if n = 0 else deeper(n - 1) + 1
before turn(_)
    set total to DEPTH
"""


@pytest.mark.parametrize("call", ["down", "deeper"])
def test_rules_may_be_nested_deeply(call: str) -> None:
    """The native stack has room for all that is allowed, and calls without end do not break it."""
    machine = paired(checked(NESTED.replace("DEPTH", f"{call}(level * level * 300)")))
    bare(machine, 1, ("anna",), {"level": "1"}).begin()
    with pytest.raises(RuleError, match=messages.ENDLESS_CALLS()):
        bare(machine, 1, ("anna",), {"level": "3"}).begin()
