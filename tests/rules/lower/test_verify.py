"""The verifier finds every kind of malformed lowered game."""

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.verify import verify
from tests.every import every
from tests.rules.lower.made import FLAG, LIST, NUMBER, call, game, local, procedure, resumable, segment, value

ONE, LEAVE = ir.Const(1), ir.Leave(None, False, [])


def in_value(*body: ir.Statement) -> ir.Lowered:
    return game(value(0, *body, parameters=("given",)), constants={"ALL": (1, 2)})


def in_segment(*body: ir.Statement) -> ir.Lowered:
    return game(segment(0, *body), segment(1, LEAVE), resumables=[resumable(3, 0, 2)])


def test_a_game_that_is_right() -> None:
    found = ir.Select(local("x"), ir.Table("ALL"), (ir.Compare("<", local("x"), local("given")),), local("x"))
    right = in_value(
        ir.Let(local("found", LIST), found),
        ir.If(ir.NotEmpty(local("found", LIST)), [ir.Let(local("n"), ONE)], [ir.Return(ONE)]),
        ir.Return(local("n")),
    )
    assert verify(right) == []
    assert verify(in_segment(ir.Let(ir.Slot(1, NUMBER), ONE), ir.Enter(3, (), 1))) == []


WRONG = {
    "`n` is used before it has a value": in_value(ir.Return(local("n"))),
    "`m` is used before it has a value": in_value(
        ir.If(ir.Const(True), [ir.Let(local("m"), ONE)], []), ir.Return(local("m"))
    ),
    "`x` is used before it has a value": in_value(
        ir.ForEach(local("x"), ir.Table("ALL"), []), ir.Return(local("x"))
    ),
    "`y` is used before it has a value": in_value(
        ir.Evaluate(ir.Select(local("y"), ir.Table("ALL"), (), ONE)), ir.Return(local("y"))
    ),
    "`given` is a number, not a list": in_value(ir.Return(ir.Length(local("given", LIST)))),
    "Return can never be reached": in_value(ir.Return(ONE), ir.Return(ONE)),
    "Break stands in no loop": in_value(ir.Break()),
    "there is no function value 7.0": in_value(ir.Return(call(7))),
    "a call of value 0 has the wrong number of arguments": in_value(ir.Return(call(0))),
    "there is no function outcome 4.0": in_value(ir.CheckOutcome(4)),
    "there is no table NONE": in_value(ir.Return(ir.Table("NONE"))),
    "there is no stream 2": in_value(
        ir.Return(ir.Apply("pick", (ir.Const(2), ir.Table("ALL")), ir.Sort.MEMBER))
    ),
    "{1} is no constant": in_value(ir.Return(ir.Const({1}))),
    "slot 1 is used where there is no frame": in_value(ir.Return(ir.Slot(1, NUMBER))),
    "Goto stands in a plain function": in_value(ir.Goto(0)),
    "a plain function leaves a frame": game(procedure(0, LEAVE)),
    "Compute works on Compare, a flag": in_value(ir.Return(ir.Compute("+", ONE, ir.Compare("=", ONE, ONE)))),
    "If works on Const, a number": in_value(ir.If(ONE, [], [])),
    "a flag gets the value of Const": in_value(ir.Let(local("f", FLAG), ONE)),
    "a path does not end in a terminator": in_segment(ir.If(ir.Const(True), [ir.Goto(1)], [])),
    "a segment returns without a terminator": in_segment(ir.Return(None)),
    "Goto goes to segment 5 of another procedure": in_segment(ir.Goto(5)),
    "the frame has no slot 0 to use": in_segment(ir.Evaluate(ir.Slot(0, NUMBER)), ir.Goto(1)),
    "the frame has no slot 9 to use": in_segment(ir.Let(ir.Slot(9, NUMBER), ONE), ir.Goto(1)),
    "slot 1 is a number, not a list": in_segment(ir.Let(ir.Slot(1, LIST), ir.NewList(LIST)), ir.Goto(1)),
    "procedure 8 cannot be entered": in_segment(ir.Enter(8, (), 1)),
    "procedure 3 is entered with the wrong number of arguments": in_segment(ir.Enter(3, (ONE,), 1)),
}


def test_a_game_that_is_wrong() -> None:
    every(WRONG, is_found)


def is_found(problem: str) -> None:
    (found,) = verify(WRONG[problem])
    assert found.partition(": ")[2] == problem


def test_segments_belong_to_procedures() -> None:
    assert verify(game(resumables=[resumable(3, 0, 1)])) == ["procedure 3 has no segment 0"]
