"""Formats a text of rules.

Only the space between words changes; the words, their order and their lines stay. So the result has the same
tree as the text, and a second run changes nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.lexer import Word
from lazaretto.grammar.lines_and_blocks import LONGEST_LINE, STEP, Line
from lazaretto.grammar.parser import read
from lazaretto.grammar.recovery import Reading
from lazaretto.grammar.source import Source

TIGHT_BEFORE = frozenset({"RPAR", "RSQB", "COMMA", "DOT", "RANGE", "QMARK"})
TIGHT_AFTER = frozenset({"LPAR", "LSQB", "DOT", "RANGE"})
BEFORE_OWNERS = frozenset({"OVER", "FOLLOWING", "PREFER"})
IN_OWNERS = frozenset({"NAME", "SLASH", "COMMA", "STRING"})
"""Words of a list of owners, such as `mod/changes`."""
ENDS_VALUE = frozenset({"NAME", "NUMBER", "STRING", "RPAR", "RSQB", "YES", "NO", "NONE", "LEFT"})


@dataclass(slots=True)
class _Row:
    """A line of the result: code, comment, or both; neither is an empty line."""

    level: int
    code: str
    comment: Word | None = None
    top: bool = False  # a top-level line that begins a declaration
    has_block: bool = False  # one with more than documentation

    def written(self) -> str:
        """Return the line as it appears in the result."""
        if self.comment is None:
            return self.code
        if not self.code:
            return " " * (STEP * self.level) + self.comment.text.rstrip()
        column = max(len(self.code) + 2, self.comment.column - 1)
        return self.code.ljust(column) + self.comment.text.rstrip()


def format_text(source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the text in its canonical layout, or unchanged with its mistakes; tabs are corrected."""
    reading, diagnostics = read(source)
    if any(diagnostic.code != "G001" for diagnostic in diagnostics):
        return source.text, diagnostics
    rows = [row.written() for row in _spaced(list(_rows(reading, source)))]
    if any(len(row) > LONGEST_LINE for row in rows):
        return source.text, ()
    return "".join(f"{row}\n" for row in rows), ()


# --- rows


def _rows(reading: Reading, source: Source) -> Iterator[_Row]:
    """Yield all rows in order, with the author's empty lines, several collapsed to one."""
    comments = {comment.line: comment for comment in reading.layout.comments}
    empty = {
        number for number, line in enumerate(source.text.split("\n"), 1) if not line.strip("\ufeff \t\r")
    }
    widths = _widths(reading, reading.layout.lines)
    levels: list[tuple[int, int]] = []
    done = 0

    def between(until: int, level: int) -> Iterator[_Row]:
        nonlocal done
        for number in range(done + 1, until):
            if number in empty:
                yield _Row(0, "")
            elif number in comments:
                column = comments[number].column - 1
                inner = [each for indent, each in levels if indent <= column]
                yield _Row(max([level, *inner]), "", comments[number])
        done = max(done, until - 1)

    for line, level in _walk(reading.layout.lines, 0):
        yield from between(line.words[0].line, level)
        del levels[level:]
        levels.append((line.indent, level))
        words = reading.words[line.words[0].line]
        deeper = level + (2 if line.block else 1)
        has_block = any(each.words[0].type != "STRING" for each in line.block)
        for number, code in _physical(words, level, deeper, widths.get(line.words[0].line, 0)):
            first = number == words[0].line
            for inside in () if first else range(done + 1, number):
                if inside in comments:
                    yield _Row(deeper, "", comments[inside])
            yield _Row(level, code, comments.get(number), first and not level, has_block)
            done = number
    yield from between(source.text.count("\n") + 2, 0)


def _walk(lines: list[Line], level: int) -> Iterator[tuple[Line, int]]:
    for line in lines:
        yield line, level
        yield from _walk(line.block, level + 1)


def _physical(words: list[Word], level: int, deeper: int, width: int) -> Iterator[tuple[int, str]]:
    """Yield the code of each physical line that contains some of these words."""
    gaps = _gaps(words)
    if width:
        gaps[1] = " " * (width - len(words[0].text) + 1)
    parts: list[str] = []
    for at, (word, gap) in enumerate(zip(words, gaps, strict=True)):
        if at and word.line != words[at - 1].line:
            yield words[at - 1].line, "".join(parts)
            parts = [" " * (STEP * (level if word.type in ("RPAR", "RSQB") else deeper))]
        elif not at:
            parts = [" " * (STEP * level)]
        else:
            parts.append(gap)
        parts.append(word.text)
    yield words[-1].line, "".join(parts)


def _spaced(rows: list[_Row]) -> list[_Row]:
    """Remove empty lines at the ends and repeated ones; add one around each declaration with a block."""
    found: list[_Row] = []
    last: _Row | None = None
    for row in rows:
        if _is_blank(row) and (not found or _is_blank(found[-1])):
            continue
        if row.top:
            if last is not None and (last.has_block or row.has_block) and not _gap(found):
                found.insert(_before_comments(found), _Row(0, ""))
            last = row
        found.append(row)
    while found and _is_blank(found[-1]):
        found.pop()
    return found


def _is_blank(row: _Row) -> bool:
    return not row.code and row.comment is None


def _gap(rows: list[_Row]) -> bool:
    """Whether there is an empty line after the last code."""
    for row in reversed(rows):
        if row.code:
            return False
        if _is_blank(row):
            return True
    return True


def _before_comments(rows: list[_Row]) -> int:
    """Return where the comments begin that are directly above the next line."""
    at = len(rows)
    while at and not rows[at - 1].code and rows[at - 1].level == 0:
        at -= 1
    return at


# --- words


def _gaps(words: list[Word]) -> list[str]:
    """Return what precedes each word of a line."""
    gaps = [""]
    depth = 0
    unary = owners = False
    for before, word in pairwise(words):
        depth += (before.type == "LPAR") - (word.type == "RPAR")
        tight = before.type in TIGHT_AFTER or word.type in TIGHT_BEFORE or unary
        owners = before.type in BEFORE_OWNERS or (owners and word.type in IN_OWNERS)
        tight = tight or (owners and "SLASH" in (before.type, word.type))
        if word.type == "LPAR":
            tight = tight or before.type == "NAME"
        elif word.type == "COLON":
            tight = depth > 0
        gaps.append("" if tight else " ")
        unary = word.type == "MINUS" and (before.type not in ENDS_VALUE or words[0].type == "TRACK")
    return gaps


def _is_field(words: list[Word]) -> bool:
    return len(words) > 2 and words[0].type == "NAME" and words[1].type == "COLON"


def _widths(reading: Reading, lines: list[Line]) -> dict[int, int]:
    """Return for each attribute line the width of the names in its group of attributes."""
    found: dict[int, int] = {}
    run: list[Word] = []
    end = 0
    for line in lines:
        name = line.words[0]
        if run and (name.line != end + 1 or not _is_field(reading.words[name.line])):
            run = []
        end = max(word.line for word in _last(line).words)
        found |= _widths(reading, line.block)
        if _is_field(reading.words[name.line]):
            run.append(name)
            width = max(len(each.text) for each in run)
            found |= {each.line: width for each in run}
    return found


def _last(line: Line) -> Line:
    while line.block:
        line = line.block[-1]
    return line
