"""The lowered form prints as readable text."""

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.fuel_cost import add_costs
from lazaretto.rules.lower.printer import print_function, printed
from tests.rules.lower.made import LIST, call, game, local, procedure, resumable, segment, value
from tests.rules.lower.small_games import SmallGame


def test_a_function() -> None:
    found = ir.Select(
        local("x"),
        ir.Table("ALL"),
        (ir.Compare("<", ir.Cell(local("x"), ir.Sort.NUMBER), ir.Const(3)),),
        local("x"),
        9,
    )
    made = value(
        0,
        ir.Let(local("found", LIST), found),
        ir.ForEach(
            local("y"),
            local("found", LIST),
            [ir.If(ir.IsNone(local("y")), [ir.Break()], [ir.Add(local("y"), ir.Const(1))])],
            pays=True,
        ),
        ir.Return(ir.IfElse(ir.Const(True), call(0, ir.Const(None)), ir.Length(local("found", LIST)))),
        parameters=("n",),
    )
    add_costs(game(made))
    assert print_function(made) == (
        """\
value 0(n)  # value_0, made.rules:1, costs 1
    pay 11
    found = [x for x in ALL if cell[x] < 3]
    for y in found:
        pay 3
        if y is none:
            break
        else:
            cell[y] += 1
    return (value 0(none) if true else length(found))"""
    )


def test_a_segment() -> None:
    made = game(
        segment(0, ir.Let(ir.Slot(1, ir.Sort.NUMBER), ir.Returned(ir.Sort.NUMBER)), ir.Ask(4, 1)),
        segment(1, ir.Leave(ir.Const(2), True, [ir.Settle()])),
        procedure(9, ir.Perform("shuffle", (ir.Const(0), ir.Const(2)))),
        resumables=[resumable(3, 0, 2, question=(1, 4))],
    )
    assert printed(made, "segment_0") == [
        "procedure 3  # segment_0, frame: 0 slot0, 1 slot1; begins with question 4, then segment 1",
        "segment 0()  # segment_0, made.rules:1\n    frame[1] = returned\n    ask question 4, then segment 1",
    ]
    assert printed(made, "segment_1") == [
        "segment 1()  # segment_1, made.rules:1\n    leave with 2, then:\n        settle"
    ]
    assert printed(made, "nothing") == []


def test_what_is_woven_into_a_rule_is_printed_with_it() -> None:
    found = SmallGame(
        """
var total : number = 0
phase game()
    add_one()
    draw "Enough"
to add_one()
    add 1 to total
after add_one()
    set total to 4
"""
    )
    shown = printed(found.lowered, "add_one")
    titles = [each.splitlines()[0].partition("# ")[2].partition(", small.rules")[0] for each in shown]
    assert sorted(titles) == ["add_one", "add_one as written", "after add_one (small, line 8)"]


def test_each_effect_is_a_line() -> None:
    words, anna = ir.Words(7, (local("n"),)), ir.Const(0)
    scarce, ending = ir.Ref(ir.Role.PROCEDURE, 4), ir.Ref(ir.Role.PROCEDURE, 5)
    made = procedure(
        9,
        ir.Perform("shuffle", (ir.Const(0), ir.Const(2))),
        ir.MoveCounted(local("one"), local("other"), ir.Const(3), (), anna),
        ir.MoveCounted(local("one"), local("other"), ir.Const(3), (scarce,), anna),
        ir.Log(words),
        ir.Log(words, anna),
        ir.LogPrevented(words),
        ir.Barrier(),
        ir.CountTurn(),
        ir.CheckOutcome(2),
        ir.Finish("draw", words, None, None),
        ir.Finish("win", words, anna, ending),
        ir.KeepCandidates(local("found", LIST)),
        ir.AnswerAlone(3, ir.Const(1)),
        ir.AnswerAlone(3, ir.Const(1), anna),
    )
    assert [line.strip() for line in print_function(made).splitlines()[1:]] == [
        "shuffle(0, 2)",
        "move 3 from cell[one] to cell[other]",
        "move 3 from cell[one] to cell[other], or else procedure 4(0)",
        "log words 7(n)",
        "log words 7(n) for 0",
        "log prevented words 7(n)",
        "barrier",
        "count a turn",
        "check outcome 2",
        "draw words 7(n)",
        "win for 0 words 7(n), then procedure 5",
        "keep candidates found",
        "answer question 3 alone with 1",
        "answer question 3 alone with 1 for 0",
    ]
