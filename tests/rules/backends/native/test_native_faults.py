"""Rules fail in native code with the text, at the place and after the work of the interpreter."""

from functools import cache

import pytest

from lazaretto.grammar.message import messages_of
from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.game_setup import bare
from lazaretto.rules.run.limits import DEEPEST_CALLS
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
    assert wanted - said == {message.key for message in NOT_HERE}
    assert machine().tally["fault"] > len(CASES) // 2


@soak
def test_faults_with_all_the_fuel() -> None:
    """No region of memory is full before the fuel is used up."""
    whole = paired(game_of(CASES), backend="python")
    said: list[RuleError] = []
    every(CASES, lambda name: said.append(failing(name, whole)))


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
    return next(variable.offset for variable in game.tables.variables if variable.name == "wish")


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
value summed(n: number) : number = 0 if n = 0 else sum summed(n - 1) + 1 over town in [Bern]
var way : number = 0
var depth : number = 0
before turn(_)
    set total to down(depth) if way = 0 else deeper(depth) if way = 1 else summed(depth)
"""


@cache
def nesting(backend: str) -> PairedMachine:
    return paired(checked(NESTED), backend=backend)


@pytest.mark.parametrize("way", range(3), ids=["procedure", "value", "search"])
@pytest.mark.parametrize("backend", ["interpret", "python"])
def test_rules_may_be_nested_as_deeply_everywhere(way: int, backend: str) -> None:
    """The fault comes at the same call with the same cost, and Python's own limit is not in the way."""
    machine = nesting(backend)
    cells = {variable.name: variable.offset for variable in machine.tables.variables}

    def nested(depth: int) -> int:
        game = bare(machine, 1, ("anna",), {})
        game._state.v[cells["way"]], game._state.v[cells["depth"]] = way, depth
        found: int = game.begin()._state.v[cells["total"]]
        return found

    assert nested(DEEPEST_CALLS - 1) == DEEPEST_CALLS - 1
    with pytest.raises(RuleError, match=messages.ENDLESS_CALLS()):
        nested(DEEPEST_CALLS)
