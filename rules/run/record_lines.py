"""Checks the shape of the lines of a record, in time linear in their length.

Each line has one of a few forms, so damage in a file is found where it is, and the TOML parser behind this
check gets no nested values. The scanner moves through a line token by token and never backwards: each pattern
is possessive and matches one token, and nothing here repeats a pattern that repeats.
"""

import re
from collections.abc import Iterator

from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import MessageError

LARGEST = 4_000_000
"""The maximum length of a record in characters; the longest games stay far below it."""

LONGEST_LINE = 65_536
"""The maximum length of a line of a record in characters: a choice of many steps stays far below it."""

MOST_LINES = 100_000
"""The maximum number of lines of a record, each choice being one."""

_CHOICE = re.compile(r' *+"(?:[^"\\]|\\.)*+",?+')
"""Most lines of a record have this form; trying it first saves time."""
_BLANKS = re.compile(r"\s*+")
_SPACES = re.compile(r" *+")
_WORD = re.compile(r"[\w-]++")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_NUMBER = re.compile(r"-?\d{1,40}+")


class LineError(MessageError):
    """A text cannot be a record; `line` is the number of the wrong line, None for the whole text."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line


def check_lines(text: str) -> None:
    """Check the size of a text and the shape of each of its lines.

    Raises:
        LineError: it is too large, or a line has none of the forms.
    """
    if len(text) > LARGEST:
        raise LineError(messages.RECORD_TOO_LARGE())
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise LineError(messages.TOO_MANY_LINES(most=MOST_LINES))
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise LineError(messages.LINE_TOO_LONG(most=LONGEST_LINE), number)
        if not (_CHOICE.fullmatch(line) or is_record_line(line)):
            message = messages.BREAKS_OFF if number == len(lines) else messages.STRANGE_LINE
            raise LineError(message(text=line.strip()[:60]), number)


def unreadable(text: str) -> bool:
    """Whether a text exceeds the limits of a record, so that nobody could read it again."""
    lines = text.split("\n")
    return len(text) > LARGEST or len(lines) > MOST_LINES or max(map(len, lines)) > LONGEST_LINE


def is_record_line(line: str) -> bool:
    """Whether a line has one of the forms of a line of a record."""
    start = _end(_BLANKS, line, 0)
    return any(_is_rest(line, end) for end in _after_form(line, start))


def _after_form(line: str, start: int) -> Iterator[int]:
    """Yield where a form that begins at `start` may end: at most three places."""
    yield start  # an empty line or a comment
    first = line[start : start + 1]
    if first == "]":
        yield start + 1
    elif first == "[":
        end = _end(_WORD, line, start + 1)
        if end > start + 1 and line.startswith("]", end):
            yield end + 1
    else:
        number = _end(_NUMBER, line, start)
        if number > start:  # one of a list of numbers
            spaces = _end(_SPACES, line, number)
            yield spaces + line.startswith(",", spaces)
        pattern = _STRING if first == '"' else _WORD
        end = _end(pattern, line, start)
        if end > start:
            spaces = _end(_SPACES, line, end)
            if line.startswith("=", spaces):
                yield _after_value(line, _end(_SPACES, line, spaces + 1))
            elif first == '"':
                yield spaces + line.startswith(",", spaces)


def _after_value(line: str, start: int) -> int:
    """Where a value ends; -1 if there is none."""
    if not line.startswith("[", start):
        pattern = _STRING if line.startswith('"', start) else _NUMBER
        end = _end(pattern, line, start)
        return end if end > start else -1
    if _is_rest(line, start + 1):
        return start + 1
    at = _end(_SPACES, line, start + 1)
    pattern = _STRING if line.startswith('"', at) else _NUMBER
    while not line.startswith("]", at):
        end = _end(pattern, line, at)
        if end == at:
            return -1
        at = _end(_SPACES, line, end)
        if line.startswith(",", at):
            at = _end(_SPACES, line, at + 1)
    return at + 1 if line.startswith("]", at) else -1


def _is_rest(line: str, start: int) -> bool:
    """Whether only blanks and a comment follow."""
    if start < 0:
        return False
    end = _end(_BLANKS, line, start)
    return end == len(line) or line[end] == "#"


def _end(pattern: re.Pattern[str], line: str, start: int) -> int:
    """Where a token that begins at `start` ends; `start` if there is none."""
    found = pattern.match(line, start)
    return start if found is None else found.end()
