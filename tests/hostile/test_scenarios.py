"""Any scenario is told its mistakes or can be played, within seconds and some hundred megabytes."""

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from lazaretto.rules.build import link
from lazaretto.rules.check import checker, expressions, statements
from tests.hostile.grammar_texts import Writer, _rules
from tests.hostile.made_scenarios import NESTED, REPEATED, TOP, Scenario, scenarios
from tests.hostile.scenarios import Result, forget_peak, in_child, memory, run, tried
from tests.hostile.small_games import program
from tests.soak import TIMES, longer, soak

HOUSE = Path(__file__).resolve().parents[2]
FEW = 14
"""The scenarios of a part in `make test`."""
OFTEN = (3,)
"""The parts in `make test`; others show no more there."""


@longer
@pytest.mark.parametrize(
    "part", [pytest.param(each, marks=[] if each in OFTEN else soak) for each in range(6)]
)
def test_made_up_scenarios_keep_the_promises(part: int, tmp_path: Path) -> None:
    """In `make test` the same scenarios every time, each shape at least once; in `make soak` for minutes."""
    most, seconds = (None, 10.0 * TIMES) if TIMES > 1 else (FEW, 300.0)
    summary = run(10 * TIMES + part, seconds, keep=tmp_path, most=most)
    assert not summary.errors
    assert summary.scenarios == FEW if TIMES == 1 else summary.scenarios > FEW


@soak
@pytest.mark.parametrize("name", REPEATED)
def test_each_construct_keeps_the_promises_at_its_bound(name: str) -> None:
    found: list[Result] = []
    for count in (50, 100, 200, 500, 2_000, 4_900):
        text = f"action rest in moves\n    nothing\n{REPEATED[name](count)}"
        found.append(tried(Scenario(name, text), 1))
        if not found[-1].loaded:
            break
    assert [result.broken() for result in found] == [""] * len(found)


@soak
@pytest.mark.parametrize("name", NESTED)
def test_each_construct_keeps_the_promises_however_deep(name: str) -> None:
    for count in (5, 18, 20, 50, 100, 400):
        assert not tried(Scenario(name, NESTED[name](count)), 1).broken()


def test_a_broken_promise_is_found_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.hostile.scenarios.CHECKED", 0.0)
    summary = run(1, 0.5, keep=tmp_path)
    assert summary.scenarios == len(summary.errors) == len([*tmp_path.iterdir()]) > 0
    assert "loading took" in (next(tmp_path.iterdir()) / "reason.txt").read_text()


@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="only Linux forgets the largest memory"
)
def test_memory_of_a_decision_counts_if_loading_took_more() -> None:
    def later() -> int:
        bytearray(b"1") * 100_000_000  # what loading needed, and no longer needs
        forget_peak()
        before = memory()
        kept = bytearray(b"1") * 50_000_000
        return memory() - before if kept else 0

    text, status = in_child(later)
    assert status == 0 and 40 <= int(text) <= 60


def test_scenarios_depend_on_the_seed_alone() -> None:
    one, again, other = ([*islice(scenarios(seed), 9)] for seed in (1, 1, 2))
    assert one == again != other
    assert {scenario.shape.partition(":")[0] for scenario in one} == {
        *("grammar", "repeated", "statements", "nested", "authored", "endless", "table", "crowded")
    }


def test_the_writer_knows_every_form_of_the_grammar() -> None:
    lines = ("statement", "if", "match", "repeat", "choose", "choose_clause", "quantifier", "test_line")
    starts = (*TOP, "kind", "kind_line", "menu_line", *lines)
    texts = "".join(Writer(Random(seed)).text(starts[seed % len(starts)], 12) for seed in range(2_400))
    keywords = {word for word in _rules()[1].values() if word.isalpha()}
    unwritten = keywords - set(re.findall(r"[a-z]+", texts))
    assert len(unwritten) < 4 < len(keywords), unwritten


def test_who_sees_what_never_changes_may_be_computed() -> None:
    text = (
        "kind Spot is a place\n    a : number = 1 seen by those one in Player where one.points = 0\nSpot s\n"
    )
    game = program(f"action rest in moves\n    nothing\n{text}").start(seed=1, players=["anna", "ben"])
    _, views = game.views()
    assert [view.things["Spot"][0].facts for view in views] == [{"a": "1"}, {"a": "1"}]


# --- real games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cold_war", "strain_and_terrorist"])
def test_the_largest_games_stay_within_half_of_the_bounds(name: str) -> None:
    """What `make soak` shows by doubling every game (`test_doubled_games.py`), at less cost."""
    linked = link(HOUSE / "scenarios" / name)
    assert linked.checked is not None and linked.composed is not None
    world = linked.checked.world
    assert 2 * world.statements <= statements.MOST_STATEMENTS
    assert 2 * world.questions <= statements.MOST_QUESTIONS_IN_ALL
    assert 2 * world.expressions <= expressions.MOST_EXPRESSIONS
    assert 2 * len(linked.composed.placed) <= checker.MOST_DECLARATIONS
    for shape, _, most in checker._BOUNDS:
        assert 2 * sum(isinstance(each.declaration, shape) for each in linked.composed.placed) <= most
