"""Reads a screen as a person would: words, their positions, and which of them are bright."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pyte

from tests.pyte_rows import rows

MARK = re.compile(r"(?P<letter>\w)?\s*(?P<box>\[[ x]\])|(?P<place>\d+)\.|(?P<only>[\w])")
PROMPT = " ▸ "
CURTAIN = "Press Enter to see it"
"""What the screen between two players asks for."""


@dataclass(frozen=True)
class Choosable:
    """An open option: its letter, and whether it is ticked if the question asks for that."""

    letter: str
    name: str
    box: str = ""


@dataclass(frozen=True)
class Seen:
    """A snapshot of a terminal."""

    screen: pyte.Screen
    rows: tuple[str, ...]

    @classmethod
    def of(cls, screen: pyte.Screen) -> "Seen":
        return cls(screen, tuple(rows(screen)))

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @cached_property
    def words(self) -> str:
        """The whole text in one line, without its line breaks."""
        return " ".join(self.text.split())

    @property
    def keys(self) -> str:
        """The last line, which lists the keys."""
        return self.rows[-1]

    @cached_property
    def question_row(self) -> int | None:
        rows = [number for number, row in enumerate(self.rows[:-1]) if row.startswith(PROMPT)]
        return rows[-1] if rows else None

    @property
    def question(self) -> str:
        """The question, up to the first wide gap."""
        if self.question_row is None:
            return ""
        return re.split(r"\s{2,}", self._menu(self.question_row).strip(" ▸"))[0]

    @property
    def asked(self) -> str:
        """The question with everything below it, except the details of the option under the cursor."""
        if self.question_row is None:
            return ""
        rows = range(self.question_row, len(self.rows) - 2)
        return " ".join(" ".join(map(self._menu, rows)).split())

    @property
    def settled(self) -> bool:
        """Whether a table with a drawn board is shown, or the screen between two players."""
        return self.curtain or (bool(self.question) and not any(row.startswith("…") for row in self.rows))

    @property
    def curtain(self) -> bool:
        """Whether this is the screen between two players, which hides the table."""
        return CURTAIN in self.text

    @property
    def lasting(self) -> tuple[str, ...]:
        """Everything except the line that also describes the option under the cursor."""
        return (*self.rows[:-2], self.rows[-1])

    @property
    def said(self) -> str:
        """The warning below the options, if there is one."""
        return self.rows[-2] if self.rows[-2].startswith(" ! ") else ""

    @property
    def typed(self) -> str | None:
        """The name that is being typed; None if none is."""
        return self.rows[-2][3:].split("_")[0] if self.rows[-2].startswith(" / ") else None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The open entries without a letter, if a place is asked for."""
        if self.question_row is None:
            return ()
        rows = range(self.question_row + 2, len(self.rows) - 2)
        pieces = [each.strip() for y in rows for each in re.split(r"\s{2,}", self._menu(y).strip())]
        return tuple(piece for piece in pieces if piece and "✕" not in piece and "…" not in piece)

    @cached_property
    def options(self) -> tuple[Choosable, ...]:
        """The options below the question; open ones are bright, closed ones are not."""
        if self.question_row is None:
            return ()
        found: list[Choosable] = []
        for y in range(self.question_row + 1, len(self.rows) - 2):
            marks = list(self._bright(y))
            for number, (_, end, mark) in enumerate(marks):
                fits = MARK.fullmatch(mark)
                if fits is None:
                    continue
                until = marks[number + 1][0] if number + 1 < len(marks) else self._columns
                name = re.split(r"\s{2,}", self.rows[y][end:until].strip())[0]
                letter = fits["letter"] or fits["only"] or fits["place"] or ""
                found.append(Choosable(letter, name, fits["box"] or ""))
        return tuple(found)

    @cached_property
    def _columns(self) -> int:
        """The width of the part of the screen with the question, which has its own background."""
        assert self.question_row is not None
        row = self.screen.buffer[self.question_row]
        return next((x for x in range(1, self.screen.columns) if row[x].bg != row[1].bg), self.screen.columns)

    def _menu(self, y: int) -> str:
        return self.rows[y][: self._columns]

    def _bright(self, y: int) -> Iterator[tuple[int, int, str]]:
        """Yield the bold parts of a row in the colour of the prompt's mark: where they begin and end."""
        assert self.question_row is not None
        mark = self.screen.buffer[self.question_row][1]
        row = self.screen.buffer[y]
        columns = [
            x for x in range(self._columns) if row[x].data.strip() and row[x].bold and row[x].fg == mark.fg
        ]
        start = last = None
        for x in columns:
            if last is not None and start is not None and x > last + 2:
                yield start, last + 1, self.rows[y][start : last + 1]
                start = None
            start, last = (x if start is None else start), x
        if start is not None and last is not None:
            yield start, last + 1, self.rows[y][start : last + 1]
