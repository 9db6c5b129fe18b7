"""Draws bars, intervals and histograms with plain characters, in any width."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from lazaretto.tui.safe_output import out_has

_EIGHTHS = " ▏▎▍▌▋▊▉█"
MOST_BINS = 12
"""How many bars a histogram has at most."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The characters that plots are made of."""

    parts: str
    """What a cell looks like from empty to full."""
    ground: str
    low: str
    high: str
    between: str
    middle: str


BLOCKS = Ink(_EIGHTHS, "┈", "┝", "┥", "━", "●")
ASCII = Ink(" #", ".", "[", "]", "-", "o")


def ink() -> Ink:
    """The characters that standard output can show."""
    return BLOCKS if out_has("".join((_EIGHTHS, BLOCKS.low, BLOCKS.middle))) else ASCII


def bar(share: float, width: int, ink: Ink) -> str:
    """A bar from the left, padded to its width; what is not nothing shows at least a trace."""
    steps = len(ink.parts) - 1
    filled = round(max(0.0, min(1.0, share)) * width * steps)
    filled = max(filled, int(share > 0))
    whole, rest = divmod(filled, steps)
    return (ink.parts[-1] * whole + (ink.parts[rest] if rest else "")).ljust(width)


def interval_bar(value: float, low: float, high: float, width: int, ink: Ink) -> str:
    """An interval on a line from 0 to 1."""
    cells = [ink.ground] * width
    first, middle, last = (min(width - 1, max(0, int(each * width))) for each in (low, value, high))
    for spot in range(first, last + 1):
        cells[spot] = ink.between
    cells[first], cells[last], cells[middle] = ink.low, ink.high, ink.middle
    return "".join(cells)


def binned(counts: Counter[int]) -> list[tuple[str, int]]:
    """Whole numbers in at most so many bins of equal size, also the empty ones between them."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    size = _round_size(ceil((high - low + 1) / (MOST_BINS - 1)))
    start = low // size * size
    found: list[tuple[str, int]] = []
    while start <= high:
        number = sum(counts[each] for each in range(start, start + size))
        found.append((str(start) if size == 1 else f"{start}–{start + size - 1}", number))
        start += size
    return found


def _round_size(least: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50 …"""
    unit = 1
    while True:
        for each in (1, 2, 5):
            if each * unit >= least:
                return each * unit
        unit *= 10


def histogram(bins: Sequence[tuple[str, int]], width: int, ink: Ink) -> list[str]:
    """A line for each bin: its label, a bar, and the number."""
    if not bins:
        return []
    total, most = max(1, sum(number for _, number in bins)), max(1, *(number for _, number in bins))
    labels = max(len(label) for label, _ in bins)
    room = max(4, width - labels - 20)
    return [
        f"  {label:>{labels}}  {bar(number / most, room, ink)}  {number:6d} {number / total:6.1%}"
        for label, number in bins
    ]
