"""Tests the cost of rules: which functions pay, how much, and when."""

import pytest

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.fuel_cost import (
    BRIEF,
    COPIED,
    COST,
    FEW,
    LINE,
    MANY,
    ROUND,
    SEARCHED,
    UNIT,
    add_costs,
)
from tests.rules.lower.made import call, do, game, local, procedure, resumable, segment, value

SAY = ir.Log(ir.Words(1, ()))
EVERY = ir.Table("ALL")


def pays(function: ir.Function) -> list[int]:
    """Return what a function pays at its start."""
    first = function.body[0] if function.body else None
    return [first.units] if isinstance(first, ir.Pay) else []


def test_a_small_function_is_free_and_part_of_its_callers() -> None:
    inner, outer = value(0, ir.Return(ir.Const(3))), value(1, ir.Return(call(0)))
    add_costs(game(outer, inner))
    assert (inner.cost, pays(inner)) == (2, [])
    assert (outer.cost, pays(outer)) == (1 + 1 + 1 + 2, [])


def test_a_large_procedure_pays_for_itself() -> None:
    large, caller = procedure(0, SAY), procedure(1, do(0))
    add_costs(game(large, caller))
    assert BRIEF < LINE
    assert pays(large) == [1 + (LINE + 1) // UNIT]
    assert large.cost == 1
    assert pays(caller) == []


def test_the_dearer_branch_counts() -> None:
    branching = value(0, ir.If(ir.Const(True), [SAY], []), ir.Return(ir.Const(1)))
    add_costs(game(branching))
    assert branching.cost == 1 + 1 + (LINE + 1) + 2


def test_one_of_those_that_call_each_other_pays() -> None:
    one, other = value(0, ir.Return(call(1))), value(1, ir.Return(call(0)))
    add_costs(game(one, other))
    payments = [pay for function in (one, other) for pay in function.body if isinstance(pay, ir.Pay)]
    assert len(payments) == 1


def test_every_loop_pays_for_each_round() -> None:
    each = ir.ForEach(local("x"), EVERY, [SAY], pays=True)
    endless = ir.While(ir.Const(True), [SAY])
    made = procedure(0, each, endless)
    add_costs(game(made))
    for body in (each.body, endless.body):
        assert isinstance(body[0], ir.Pay)
        assert body[0].units == 1 + (ROUND + LINE + 2) // UNIT
    assert pays(made) == []


def test_a_loop_pays_for_its_condition_in_each_round() -> None:
    endless = ir.While(DEAR, [SAY])
    add_costs(game(procedure(0, endless)))
    assert isinstance(endless.body[0], ir.Pay)
    assert endless.body[0].units == 1 + (ROUND + 901 + LINE + 1) // UNIT


def test_a_loop_over_few_is_part_of_its_function() -> None:
    few = ir.ForEach(local("x"), EVERY, [ir.Evaluate(local("x"))], longest=4)
    made = value(0, few)
    add_costs(game(made))
    assert made.cost == 1 + 4 * 3
    assert few.many is EVERY


def search(longest: int | None, test: ir.Expression, many: ir.Expression = EVERY) -> ir.Select:
    return ir.Select(local("x"), many, (test,), local("x"), longest)


DEAR = ir.And(tuple(ir.Const(True) for _ in range(900)))


@pytest.mark.parametrize(
    ("longest", "test", "each"),
    [
        (FEW, ir.Const(True), None),
        (FEW + 1, ir.Const(True), 1),
        (None, ir.Const(True), 1),
        (FEW, DEAR, 1 + (2 + 901) // UNIT),
    ],
    ids=["short", "long", "unknown", "dear"],
)
def test_a_search_that_is_long_or_dear_is_paid_for(
    longest: int | None, test: ir.Expression, each: int | None
) -> None:
    made = search(longest, test)
    add_costs(game(value(0, ir.Return(made))))
    assert (made.many.each if isinstance(made.many, ir.Charged) else None) == each


def test_all_are_paid_for_that_are_picked_from() -> None:
    picked = ir.Picked(EVERY, ir.Table("BY"))
    made = search(None, ir.Const(True), picked)
    add_costs(game(value(0, ir.Return(made))))
    assert made.many is picked
    assert isinstance(picked.many, ir.Charged)


def test_a_condition_counts_as_often_as_it_may_be_asked() -> None:
    where = ir.Condition(local("x"), ir.Const(True))
    made = value(0, ir.Return(ir.Apply("links", (EVERY, where), ir.Sort.LIST)))
    add_costs(game(made))
    assert made.cost == 1 + COST + 1 + MANY + 1


def walk(*where: ir.Condition) -> ir.Apply:
    return ir.Apply("reach", (EVERY, local("x"), *(where or (ir.Const(None),))), ir.Sort.LIST)


def test_a_walk_over_the_map_pays_for_each_link_and_its_condition() -> None:
    plain, choosy = walk(), walk(ir.Condition(local("y"), DEAR))
    add_costs(game(value(0, ir.Return(plain)), value(1, ir.Return(choosy))))
    paid = [apply.arguments[-1] for apply in (plain, choosy)]
    assert [const.value for const in paid if isinstance(const, ir.Const)] == [2, 2 + (1 + 901 // UNIT) // 2]


@pytest.mark.parametrize(("longest", "each"), [(FEW, None), (FEW + 1, 1), (None, 1)])
def test_comparing_the_members_of_a_long_list_is_paid_for(longest: int | None, each: int | None) -> None:
    few = search(longest, ir.Const(True))
    made = ir.Best("max", few, local("x"), ir.Const(1))
    order = ir.Sorted(search(longest, ir.Const(True)), local("x"), ir.Const(1))
    add_costs(game(value(0, ir.Return(made)), value(1, ir.Return(order))))
    assert (made.many.each if isinstance(made.many, ir.Charged) else None) == each
    assert (order.many.each if isinstance(order.many, ir.Charged) else None) == (each and 2)


def test_a_list_of_unknown_length_is_paid_for_by_its_length() -> None:
    copied = ir.Frozen(local("x"), length=MANY + 1)
    found = ir.Compare("in", ir.Const(3), local("x"), length=FEW + 1)
    short = ir.Frozen(local("x"), length=MANY)
    add_costs(game(value(0, ir.Return(copied)), value(1, ir.Return(found)), value(2, ir.Return(short))))
    assert isinstance(copied.many, ir.Charged) and copied.many.share == COPIED
    assert isinstance(found.right, ir.Charged) and found.right.share == SEARCHED
    assert not isinstance(short.many, ir.Charged)


def test_of_segments_the_first_pays_and_one_of_each_cycle() -> None:
    """0 enters the loop 1, 2; 1 leaves it for 3; each pays for the longest path to the next that pays."""
    segments = (
        segment(0, SAY, ir.Goto(1)),
        segment(1, ir.If(ir.Const(True), [ir.Goto(3)], []), SAY, ir.Goto(2)),
        segment(2, SAY, SAY, ir.Goto(1)),
        segment(3, ir.Leave(None, False, [])),
    )
    add_costs(game(*segments, resumables=[resumable(0, 0, 4)]))
    line = LINE + 1
    assert pays(segments[0]) == [1 + (line + 1) // UNIT]
    assert pays(segments[1]) == [1 + (3 + line + 1 + 2 * line + 1) // UNIT]
    assert pays(segments[2]) == []
    assert pays(segments[3]) == []


def test_what_follows_a_first_question_pays_itself() -> None:
    segments = (segment(0, ir.Ask(7, 1)), segment(1, SAY, ir.Leave(None, False, [])))
    add_costs(game(*segments, resumables=[resumable(0, 0, 2, question=(1, 7))]))
    assert pays(segments[0]) == [1]
    assert pays(segments[1]) == [1 + (LINE + 1 + 1) // UNIT]
