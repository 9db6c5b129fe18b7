"""Places the sign, label and marks of every place on the map, without overlaps.

Crowded places choose first; each takes the nearest free cells that keep it on the correct side of its
neighbours. Then every place may move again, because the positions of all others are now known.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from lazaretto.tui.board.auto_layout import Point
from lazaretto.tui.board.canvas import mask, take

FAR_ACROSS, FAR_DOWN = 22, 7
"""The first search window around the true position of a place, in columns and rows."""

ROUNDS = 2
"""How many times places may move again."""

WORK = 100_000
"""How many cells are tried for all places of a board, and for their neighbours; then the rest get none. No
board that comes with the program takes a tenth of it."""

MANY = 1_000
"""With more places than this, nobody looks which ones are crowded."""


@dataclass(frozen=True, slots=True)
class Want:
    """What a place needs: its true position, its label, and the number of cells for marks."""

    at: Point
    label: str
    room: int
    near: tuple[int, ...]
    """The numbers of the places whose relative direction it should keep."""


@dataclass(frozen=True, slots=True)
class Block:
    """The cells assigned to a place, all in one row."""

    column: int
    """The column of the sign."""
    row: int
    label: int
    """The first column of the label."""
    text: str
    room: int
    """The first column of the cells for marks."""
    cells: int
    """The number of cells for marks."""
    leftward: bool
    """Whether the label is to the left of the sign, and the marks to the left of the label."""
    flag: int
    """The column for a flag in front of everything, or -1."""

    @property
    def start(self) -> int:
        """The first column of the block."""
        least = min(self.column, self.label, self.room)
        return least if self.flag < 0 else min(least, self.flag)

    @property
    def end(self) -> int:
        """The column after the last one of the block."""
        return max(self.column + 1, self.label + len(self.text), self.room + self.cells)

    def written(self) -> Iterator[tuple[int, int]]:
        """The cells of the sign and the label."""
        first, last = min(self.column, self.label), max(self.column, self.label + len(self.text) - 1)
        return ((column, self.row) for column in range(first, last + 1))


class Placing:
    """The taken cells of a board, and the block of each place."""

    def __init__(self, wants: Sequence[Want], width: int, height: int, crossed: list[list[int]]) -> None:
        self.wants, self.width, self.height = wants, width, height
        self.taken = [0] * height
        self.blocks: list[Block | None] = [None] * len(wants)
        self._crossed = crossed
        """For each row, the number of cells with lines before each column (a prefix sum)."""
        self._offsets = sorted(
            (0.3 * dx * dx + 2.0 * dy * dy, dx, dy)
            for dx in range(-FAR_ACROSS, FAR_ACROSS + 1)
            for dy in range(-FAR_DOWN, FAR_DOWN + 1)
        )
        self._left = WORK

    def fill(self) -> bool:
        """Find room for every place; return False if a place gets none."""
        known = self.wants if len(self.wants) <= MANY else ()
        crowd = [
            sum(abs(x - other.at[0]) < 12 and abs(y - other.at[1]) < 3 for other in known)
            for x, y in (want.at for want in self.wants)
        ]
        order = sorted(range(len(self.wants)), key=lambda number: -crowd[number])
        for number in order:
            if not self._find(number):
                return False
        for _ in range(ROUNDS):
            for number in order if self._left > 0 else ():
                before = self.blocks[number]
                self._free(number)
                if not self._find(number):
                    self._put(number, before)
        return True

    def strain(self) -> float:
        """The average distance between the places and their true positions."""
        far = [
            math.hypot(block.column - want.at[0], 2 * (block.row - want.at[1]))
            for block, want in zip(self.blocks, self.wants, strict=True)
            if block is not None
        ]
        return sum(far) / len(far) if far else 0.0

    def widen(self, number: int, label: str, crossed: Callable[[int, int], bool]) -> None:
        """Give a place a longer label, if the label covers nothing."""
        block = self.blocks[number]
        more = len(label) - len(block.text) if block is not None else 0
        if block is None or more <= 0:
            return
        start = block.start - more if block.leftward else block.end
        if any(crossed(column, block.row) for column in range(start, start + more)):
            return
        if not self.take(start, block.row, more):
            return
        left = more if block.leftward else 0
        self.blocks[number] = replace(
            block,
            text=label,
            label=block.label - left,
            room=block.room - left if left else block.room + more,
            flag=block.flag - left,
        )

    def take(self, column: int, row: int, length: int) -> bool:
        """Take cells if all of them are free and on the board; return whether it worked."""
        return take(self.taken, self.width, column, row, length)

    def _put(self, number: int, block: Block | None) -> None:
        self.blocks[number] = block
        if block is not None:
            self.taken[block.row] |= mask(block.start, block.end - block.start)

    def _free(self, number: int) -> None:
        block = self.blocks[number]
        if block is not None:
            self.taken[block.row] &= ~mask(block.start, block.end - block.start)
            self.blocks[number] = None

    def _find(self, number: int) -> bool:
        want = self.wants[number]
        x, y = round(want.at[0]), round(want.at[1])
        lowest = math.inf
        block: Block | None = None
        length = len(want.label)
        for base, dx, dy in self._offsets:
            if base >= lowest or self._left < 0:
                break
            block, lowest = self._try(number, x + dx, y + dy, length, base, block, lowest)
        if block is None:
            for row in sorted(range(self.height), key=lambda each: abs(each - y)):
                for column in range(self.width if self._left >= 0 else 0):
                    base = 0.3 * (column - x) ** 2 + 2.0 * (row - y) ** 2
                    if base < lowest:
                        block, lowest = self._try(number, column, row, length, base, block, lowest)
        self._put(number, block)
        return block is not None

    def _try(
        self, number: int, column: int, row: int, length: int, base: float, found: Block | None, lowest: float
    ) -> tuple[Block | None, float]:
        if not (0 <= row < self.height and 0 <= column < self.width):
            return found, lowest
        self._left -= 1
        room = self.wants[number].room
        flag = 1 if length else 0
        side = None
        for leftward in (False, True):
            start = column - flag - (length + room if leftward else 0)
            end = column + 1 + (0 if leftward else length + room)
            if start < 0 or end > self.width:
                continue
            if self.taken[row] & mask(start, end - start):
                continue
            crossed = self._crossed[row]
            price = base + 0.8 * leftward + 0.12 * (crossed[end] - crossed[start])
            if price >= lowest:
                continue
            if side is None:
                side = self._sides(number, column, row)
            price += side
            if price < lowest:
                lowest = price
                label = column - length if leftward else column + 1
                cells = start + flag if leftward else column + 1 + length
                found = Block(
                    column, row, label, self.wants[number].label, cells, room, leftward, start if flag else -1
                )
        return found, lowest

    def _sides(self, number: int, column: int, row: int) -> float:
        """The cost of being on the wrong side of neighbours, or too close to them for a line."""
        price = 0.0
        self._left -= len(self.wants[number].near)
        x, y = self.wants[number].at
        for other in self.wants[number].near:
            block = self.blocks[other]
            if block is None:
                continue
            true_x, true_y = self.wants[other].at
            across, down = true_x - x, true_y - y
            dx, dy = block.column - column, block.row - row
            if (dx * across < 0 and abs(across) > 2) or (dy * down < 0 and abs(down) > 0.6):
                price += 5
            if -3 <= dx <= 3 and -1 <= dy <= 1:
                price += 3
        return price
