"""Compares the figures of a line with those of the last ten lines of the same machine and Python."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from benchmarks.speed_figures import Figure
from benchmarks.speed_history import Line, by_date

LAST = 10
"""With how many lines a line is compared, if there are so many."""
LIMIT = 0.05
"""What is worse by more than this is told."""
FEWEST = 3
"""From how many lines on a spread is known."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure, and what it was before."""

    figure: Figure
    now: float
    before: Sequence[float]
    """What earlier lines have, in the order of their commits."""

    @property
    def usual(self) -> float | None:
        """The median of the lines before."""
        return median(self.before) if self.before else None

    @property
    def change(self) -> float | None:
        """How much greater the figure is than it usually was, as a part of that."""
        return self.now / self.usual - 1 if self.usual else None

    @property
    def worse(self) -> float | None:
        """How much worse it is; negative if it is better."""
        if self.change is None:
            return None
        return self.change if self.figure.better == "less" else -self.change

    @property
    def spread(self) -> float | None:
        """How much the figure changes from line to line without a cause; None if too few lines tell.

        It is twice the median of the steps between neighbours. So neither a lasting change nor a single
        disturbed line makes a figure look noisy.
        """
        if not self.usual or len(self.before) < FEWEST:
            return None
        return 2 * median(abs(now - before) for before, now in pairwise(self.before)) / self.usual

    @property
    def told(self) -> bool:
        """Whether it is worse by more than the limit."""
        return self.worse is not None and self.worse > LIMIT


def compared(line: Line, lines: Sequence[Line], figures: Sequence[Figure]) -> list[Compared]:
    """Compare figures of a line with lines of the same machine and Python whose commits are not younger."""
    earlier = by_date(each for each in lines if each.place == line.place and each.date <= line.date)
    found: list[Compared] = []
    for figure in figures:
        now = line.figure(figure.name)
        known = (each.figure(figure.name) for each in earlier)
        if now is not None:
            found.append(Compared(figure, now, [each for each in known if each is not None][-LAST:]))
    return found


def shown(value: float) -> str:
    """Return a number as people read it."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 1 else f"{value:.{1 if abs(value) >= 10 else 2}f}"


def percent(part: float | None) -> str:
    """Return a change with its sign; nothing if it is unknown."""
    return "" if part is None else f"{part * 100:+.1f} %"


def table(found: Sequence[Compared]) -> Iterator[str]:
    """Return the lines of a table of all figures."""
    wide = max(len(each.figure.name) for each in found)
    yield f"{'':{wide}}  {'unit':5}  {'now':>10}  {'usual':>10}  {'lines':>5}  {'change':>8}  {'spread':>8}"
    for each in found:
        usual = "" if each.usual is None else shown(each.usual)
        spread = "" if each.spread is None else f"{each.spread * 100:.1f} %"
        yield (
            f"{each.figure.name:{wide}}  {each.figure.unit:5}  {shown(each.now):>10}  {usual:>10}"
            f"  {len(each.before):>5}  {percent(each.change):>8}  {spread:>8}"
        ).rstrip()


def verdict(found: Sequence[Compared]) -> Iterator[str]:
    """Return sentences about what is worse than it usually was."""
    most = max((len(each.before) for each in found), default=0)
    if not most:
        yield "There is no earlier line of this machine and this Python to compare with."
        return
    than = f"the median of the last {most} lines" if most > 1 else "the only earlier line"
    than += " of this machine and this Python"
    worse = [each for each in found if each.told]
    if not worse:
        yield f"Nothing is worse than {than} by more than {LIMIT:.0%}.".replace("%", " %")
        return
    yield f"Worse than {than} by more than {LIMIT:.0%}:".replace("%", " %")
    yield from (f"  {sentence(each)}" for each in worse)


def sentence(each: Compared) -> str:
    """Say how much worse a figure is, and whether that is usual."""
    assert each.usual is not None and each.worse is not None
    text = (
        f"{each.figure.name}: {shown(each.usual)} -> {shown(each.now)} {each.figure.unit}, "
        f"worse by {each.worse * 100:.1f} %"
    )
    if each.spread is None or each.spread <= LIMIT:
        return text
    within = "within its usual spread of" if each.worse <= each.spread else "more than its usual spread of"
    return f"{text}; {within} {each.spread * 100:.1f} %"
