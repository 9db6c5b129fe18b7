"""Words the lines of line mode: the line of a question, and lines that are too long."""

import textwrap
from typing import assert_never

from lazaretto.rules import AnswerForm, Confirm, PickNumber, PickOne, PickSome, PutInOrder
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.parse_answer import Asked, numbers, ranges
from lazaretto.tui.shared_texts import from_to

WIDTH = 78


def question_line(player: str, question: str, asked: Asked) -> str:
    """The line of a question; it says how many things are wanted unless it is one."""
    form: AnswerForm = asked.form
    match form:
        case PutInOrder():
            return say.QUESTION_ORDER(player=player, question=question)
        case PickSome(least, most):
            return say.QUESTION_SOME(player=player, question=question, wanted=from_to(least, most))
        case PickNumber():
            values = ranges(numbers(asked))
            return say.QUESTION_NUMBER(player=player, question=question, values=values)
        case PickOne() | Confirm():
            return say.QUESTION(player=player, question=question)
        case _:
            assert_never(form)


def broken_line(line: str) -> str:
    """A line in several where it is too long; a path or command at its end stays whole."""
    if len(line) <= WIDTH:
        return line
    indent = " " * (len(line) - len(line.lstrip(" ")) + 4)
    return textwrap.fill(
        line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
