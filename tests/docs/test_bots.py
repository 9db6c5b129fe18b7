"""The figures of the page about bots, and of its journal, follow from the games that are kept."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from lazaretto.lab.game_rows import seed_of
from lazaretto.lab.intervals import wilson
from tests.docs.pages import ROOT

RESULTS = ROOT / "benchmarks" / "results"
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
JOURNAL = (RESULTS / "journal.md").read_text(encoding="utf-8")
LEVELS = ["pandemic/2/epidemics=4", "pandemic/4/epidemics=4", "pandemic/4/epidemics=5"]
NAMES = {"On the Brink": "on_the_brink", "Iberia": "iberia", "The Cure": "the_cure", "Cold War": "cold_war"}


@cache
def lines_of(file: str) -> list[dict[str, str]]:
    """Return the lines of a file of games."""
    with (RESULTS / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@cache
def games(file: str) -> dict[tuple[str, str], dict[int, bool]]:
    """Return whether each game was won, by seed, for each cell and bot."""
    won: dict[tuple[str, str], dict[int, bool]] = defaultdict(dict)
    for row in lines_of(file):
        won[row["cell"], row["bot"]][int(row["seed"])] = row["won"] == "1"
    return won


def kept(cell: str, bot: str, base: int = 1815, number: int = 300) -> dict[int, bool]:
    """Return the games of a bot on the seeds that follow from a base, from whichever file has them all."""
    seeds = [seed_of(base, each) for each in range(number)]
    for file in ("levels.csv", "bots.csv", "beam.csv"):
        won = games(file)[cell, bot]
        if won.keys() >= set(seeds):
            return {seed: won[seed] for seed in seeds}
    raise AssertionError(f"no file has {number} games of {bot} from {base} in {cell}")


def share(wins: int, number: int) -> str:
    interval = wilson(wins, number)
    return f"{wins / number * 100:.0f} % [{interval.low * 100:.0f}, {interval.high * 100:.0f}]"


def share_of(won: dict[int, bool]) -> str:
    return share(sum(won.values()), len(won))


def rows(text: str, first: str) -> Iterator[list[str]]:
    """Yield the rows of the table whose first heading this is."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(f"| {first} |"):
            next(lines)
            break
    for line in lines:
        if not line.startswith("|"):
            return
        yield [each.strip() for each in line.strip("|").split("|")]


def thinker(cell: str) -> str:
    """Return the name under which games of today's `thinker` are kept."""
    return "thinker" if cell == LEVELS[2] else "thinker,width=40"


@pytest.mark.parametrize("text", [PAGE, JOURNAL], ids=["page", "journal"])
def test_the_levels(text: str) -> None:
    table = [*rows(text, "level")][:4]
    assert [row[0].split(",")[0] for row in table] == ["`easy`", "`medium`", "`hard`", "`thinker`"]
    for name, *shares, _ in table:
        level = re.findall(r"`(\w+)`", name)[0]
        bots = [(cell, thinker(cell) if level == "thinker" else level) for cell in LEVELS]
        assert shares == [share_of(kept(cell, bot)) for cell, bot in bots]


def test_the_time_of_a_turn() -> None:
    for name, *_, shown in [*rows(PAGE, "level")][:4]:
        level = re.findall(r"`(\w+)`", name)[0]
        times = []
        for cell in LEVELS:
            bot = thinker(cell) if level == "thinker" else level
            file = "bots.csv" if level == "hard" else "levels.csv" if bot == level else "beam.csv"
            played = [line for line in lines_of(file) if (line["cell"], line["bot"]) == (cell, bot)]
            times.append(
                sum(float(each["seconds"]) for each in played) / sum(int(each["turns"]) for each in played)
            )
        digits = len(shown.partition(" ")[0].partition(".")[2])
        span = [f"{each:.{digits}f}" for each in (min(times), max(times))]
        assert shown == (span[0] if span[0] == span[1] else " to ".join(span))


def test_how_hard_loses() -> None:
    cell, seeds = LEVELS[2], kept(LEVELS[2], "hard").keys()
    lost = [
        line["reason"]
        for line in lines_of("bots.csv")
        if (line["cell"], line["bot"], line["won"]) == (cell, "hard", "0") and int(line["seed"]) in seeds
    ]
    outbreaks = sum(each.startswith("Eight outbreaks") for each in lost)
    for text in (PAGE, JOURNAL):
        words = " ".join(text.split())
        assert f"f {len(lost)} games that `hard` lost there, {outbreaks} had the eighth outbreak" in words


def test_the_other_games() -> None:
    table = [*rows(PAGE, "game")]
    assert [name for name, *_ in table] == [*NAMES]
    for name, *shares in table:
        cell = f"{NAMES[name]}/3"
        few = [share_of(kept(cell, level, 1814, 60)) for level in ("easy", "medium")]
        assert shares == [*few, share_of(kept(cell, "thinker", 1814))]


def test_the_wider_beam() -> None:
    both = [(kept(cell, "hard,width=40", number=50), kept(cell, "hard", number=50)) for cell in LEVELS]
    wide, narrow = (sum(sum(won.values()) for won in side) for side in zip(*both, strict=True))
    for text in (PAGE, JOURNAL):
        assert f"it won {wide} of 150 games instead of {narrow}" in " ".join(text.split())


def test_the_bio_terrorist() -> None:
    played = [row for row in lines_of("hidden.csv") if (row["blind"], row["level"]) == ("0", "thinker")]
    for text in (PAGE, JOURNAL):
        for row in rows(text, "players"):
            own = [each for each in played if each["players"] == row[0]][:13]
            assert len(own) == 13
            wins = [sum(each[side] == "won" for each in own) for side in ("lone", "others")]
            sides = row[1:3] if text is PAGE else [row[2].partition("= ")[2], row[3].partition("= ")[2]]
            assert sides == [share(win, 13) for win in wins]


def test_the_two_scores_of_before() -> None:
    """What was learned without a score, on two bases, and the score that it is compared with."""
    wins = [
        sum(
            sum(kept(LEVELS[0], f"thinker,width=40 {name}", base, number).values())
            for base, number in ((1815, 300), (271828, 300), (779001, 600))
        )
        for name in ("without score", "score of before")
    ]
    for text in (PAGE, JOURNAL):
        assert f"{wins[0]} to {wins[1]} of 1,200 games" in " ".join(text.split())


def test_the_journal_compares_with_before() -> None:
    table = [*rows(JOURNAL, "players, epidemics")]
    assert [row[0] for row in table] == ["2, 4", "4, 4", "4, 5"]
    for cell, row in zip(LEVELS, table, strict=True):
        hard, before = kept(cell, "hard"), kept(cell, "before")
        counts = [f"{sum(won.values())}/300 = {share_of(won)}" for won in (hard, before)]
        only = [
            sum(one[seed] > other[seed] for seed in one) for one, other in ((hard, before), (before, hard))
        ]
        assert row[1:] == [*counts, f"{only[0]} to {only[1]}"]


def test_every_file_of_games_is_in_the_journal() -> None:
    files = {path.name for path in RESULTS.glob("*.csv")}
    assert {file for file in files if file not in JOURNAL} == set()
