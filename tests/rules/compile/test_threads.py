"""Following jumps and dropping frames changes nothing but how many segments are run."""

import ast
from types import SimpleNamespace
from typing import Any

from grammar.source import Span
from rules.compile.threads import Resumable, question, thread

SPAN = Span("test.rules", 1, 1, 1, 1)


def blocks(*texts: str) -> list[list[ast.stmt]]:
    """Blocks as they are emitted; a line `go N` goes on there, `leave` leaves."""
    found = []
    for text in texts:
        lines = []
        for line in text.strip().splitlines():
            space = line[: len(line) - len(line.lstrip())]
            match line.split():
                case ["go", number]:
                    lines += [f"{space}f[0] = {number}", f"{space}return"]
                case ["leave"]:
                    lines += [f"{space}s.stack.pop()", f"{space}return"]
                case _:
                    lines.append(line)
        body = ast.parse("def block(s, f):\n" + "\n".join(f"    {line}" for line in lines)).body[0]
        assert isinstance(body, ast.FunctionDef)
        found.append(body.body)
    return found


def plain(procedures: dict[int, Resumable]) -> list[ast.FunctionDef]:
    """The segments as they were emitted."""
    return [
        ast.FunctionDef(
            f"seg_{each.entry + index}",
            ast.arguments([], [ast.arg("s"), ast.arg("f")], None, [], [], None, []),
            body,
            [],
        )
        for each in procedures.values()
        for index, body in enumerate(each.blocks)
    ]


def ran(procedures: dict[int, Resumable], functions: list[ast.FunctionDef]) -> tuple[list[Any], int, int]:
    """Run the first procedure: what was done, how many segments that took, how high the stack was."""
    done: list[Any] = []
    state = SimpleNamespace(stack=[], ret=None, ask=None)

    def enter(s: Any, number: int, *arguments: Any) -> None:
        called = procedures[number]
        s.stack.append([called.entry, *arguments, *[None] * (called.size - 1 - len(arguments))])

    space: dict[str, Any] = {"note": done.append, "enter": enter}
    module = ast.fix_missing_locations(ast.Module(list(functions), []))
    exec(compile(module, "<test>", "exec"), space)
    enter(state, 0)
    segments = highest = 0
    while state.stack:
        highest = max(highest, len(state.stack))
        frame = state.stack[-1]
        space[f"seg_{frame[0]}"](state, frame)
        segments += 1
        if state.ask is not None:
            done.append(("asked", state.ask))
            state.ask = None
    return done, segments, highest


def written(functions: list[ast.FunctionDef]) -> str:
    """The segments as text."""
    return "\n".join(ast.unparse(ast.fix_missing_locations(each)) for each in functions)


LOOP = blocks(
    "f[1] = 0\ngo 1",
    "if f[1] >= 3:\n    go 2\nf[1] = f[1] + 1\nif f[1] == 2:\n    go 1\nnote(f[1])\ngo 1",
    "note('out')\ngo 3",
    "leave",
)
CALL = blocks("note('before')\nf[0] = 1\nenter(s, 1, 7)\nreturn", "leave")
ASK = blocks("s.fuel = 1\nif False:\n    pass\nf[0] = 11\ns.ask = 5\nreturn", "note(f[1])\nleave")


def test_a_loop_goes_round_as_often() -> None:
    procedures = {0: Resumable(0, 2, True, LOOP, SPAN)}
    before, many, _ = ran(procedures, plain(procedures))
    after, few, _ = ran(procedures, thread(procedures))
    assert before == after == [1, 3, "out"]
    assert few < many


def test_a_rule_called_last_takes_the_place_of_its_caller() -> None:
    procedures = {
        0: Resumable(0, 1, True, CALL, SPAN),
        1: Resumable(10, 2, True, ASK, SPAN, question(ASK)),
    }
    before, _, two = ran(procedures, plain(procedures))
    after, _, one = ran(procedures, thread(procedures))
    assert before == after == ["before", ("asked", 5), 7]
    assert (two, one) == (2, 1)


def test_a_phase_stays_while_what_it_calls_goes_on() -> None:
    procedures = {
        0: Resumable(0, 1, False, CALL, SPAN),
        1: Resumable(10, 2, True, ASK, SPAN, question(ASK)),
    }
    assert ran(procedures, thread(procedures))[2] == 2


def test_a_rule_that_begins_with_a_question_is_known_by_it() -> None:
    assert question(ASK) == (11, 5)
    assert question(CALL) is None


def test_what_comes_after_an_answer_is_there_once() -> None:
    told = [f"line {number}" for number in range(30)]
    tail = "\n".join([*(f"note({each!r})" for each in told), "leave"])
    asking = "if f[1] is None:\n    f[1] = 1\n    f[0] = 1\n    s.ask = 5\n    return\ngo 1"
    for given, done in ((None, [("asked", 5)]), (3, [])):
        procedures = {0: Resumable(0, 2, True, blocks(f"f[1] = {given}\ngo 2", tail, asking), SPAN)}
        functions = thread(procedures)
        assert ran(procedures, functions) == ([*done, *told], 1 + len(done), 1)
        assert written(functions).count("line 29") == 1
    short = {0: Resumable(0, 2, True, blocks("f[1] = 3\ngo 2", "leave", asking), SPAN)}
    assert "    seg_1(s, f)" not in written(thread(short)), "what is very short is written in"
