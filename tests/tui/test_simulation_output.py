"""Simulations are told as text in any width, as a page that needs nothing else, as rows and as data."""

import csv
import io
import json
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lazaretto.lab.intervals import Pairs, wilson
from lazaretto.lab.report import Report
from lazaretto.tui.__main__ import main
from lazaretto.tui.messages.simulation import DRAWN, WON
from lazaretto.tui.simulation.plots import ASCII, BLOCKS, bar, binned, histogram, interval_bar
from lazaretto.tui.simulation.progress_bar import ProgressBar, duration
from lazaretto.tui.simulation.report_text import difference_text, differing_bots, names_of
from lazaretto.tui.simulation.sections import ends

DATA = Path(__file__).resolve().parents[1] / "data"
STONES = ["simulate", str(DATA / "stones"), "--games", "60", "--players", "3", "--seed", "2"]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


@pytest.mark.parametrize("columns", [60, 120])
def test_reports_fit_the_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = printed(capsys, *STONES).splitlines()
    assert max(map(len, lines)) <= columns
    assert lines[-1].endswith("games per second") and lines[-2].endswith("turns per game")
    bars = [line.count("█") for line in lines]
    assert max(bars) > columns // 4
    assert "\x1b" not in "".join(lines)
    won = next(line for line in lines if line.endswith("won"))
    found = wilson(int(won.split()[0]), 60)
    assert f"[{100 * found.low:.1f}, {100 * found.high:.1f}]" in won


def test_plots_have_their_width_in_plain_characters() -> None:
    for ink in (BLOCKS, ASCII):
        assert [len(bar(share, 20, ink)) for share in (0, 0.001, 0.5, 1, 7)] == [20] * 5
        assert bar(0.001, 20, ink).strip()
        assert len(interval_bar(0.5, 0.0, 1.0, 17, ink)) == 17
    assert interval_bar(0.5, 0.25, 0.75, 9, ASCII) == "..[-o-].."
    assert "".join(histogram([("1", 2), ("2", 0)], 60, ASCII)).isascii()


def test_numbers_are_put_in_few_bins() -> None:
    bins = binned(Counter({3: 4, 61: 2, 30: 5}))
    assert len(bins) <= 12 and sum(number for _, number in bins) == 11
    assert bins[0] == ("0–9", 4)
    assert binned(Counter({4: 1, 6: 2})) == [("4", 1), ("5", 0), ("6", 2)]
    assert binned(Counter()) == []


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.named: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.named += [name for name, _ in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *STONES, "--html", "--against-option", "start=3")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.tags["svg"] == page.tags["title"] - 1 > 5
    assert not {"script", "link", "img", "iframe", "object"} & page.tags.keys()
    assert not {"src", "href", "onload"} & {*page.named}
    assert "://" not in text and "url(" not in text and "@import" not in text
    assert "light-dark(" in text and "more often than Stones" in text


def test_words_of_a_scenario_cannot_leave_the_page() -> None:
    from lazaretto.tui.simulation.report_text import report_page  # noqa: PLC0415

    report = Report("<script>x</script>", 2, 3, 1, "random", names=("anna", "ben"))
    report.losses["<b onload=x>&"] = 3
    page = report_page([report])
    assert "<script" not in page and "&lt;b onload=x&gt;&amp;" in page


def test_only_ends_that_happened_are_told() -> None:
    all_won, few = Report("x", 2, 4, 1, "random", wins=4), Report("x", 2, 4, 1, "random", wins=1, draws=3)
    assert [(share.label, share.found) for share in ends(all_won)] == [(WON(), 4)]
    assert [(share.label, share.found) for share in ends(few)] == [(WON(), 1), (DRAWN(), 3)]


def test_rows_have_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *STONES, "--csv"))))
    data = json.loads(printed(capsys, *STONES, "--json"))
    assert len(rows) == 60
    assert Counter(row["result"] for row in rows)["won"] == data["wins"]
    assert {row["first"] for row in rows} <= {"anna", "ben", "carl"}
    assert sum(int(row["turns"]) for row in rows) == data["turns"]


def test_a_variant_is_compared_by_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, *STONES, "--json", "--against-option", "start=3"))
    pairs = data["difference"]["pairs"]
    assert sum(pairs.values()) == 60
    assert pairs["both"] + pairs["first"] == data["wins"]
    assert pairs["both"] + pairs["second"] == data["against"]["wins"]
    same = json.loads(printed(capsys, *STONES, "--json", "--against", str(DATA / "stones")))
    assert same["difference"]["value"] == 0 and same["difference"]["chance"] == 1


def test_a_variant_gets_the_options_that_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    other = ["--against", str(DATA / "fugitive"), "--json", "--games", "2"]
    assert (
        "start"
        not in json.loads(printed(capsys, *STONES, "--option", "start=3", *other))["against"]["options"]
    )
    same = [*STONES, "--json", "--option", "start=3", "--against", str(DATA / "stones")]
    data = json.loads(printed(capsys, *same))
    assert data["options"]["start"] == data["against"]["options"]["start"] == "3"
    data = json.loads(printed(capsys, *same, "--against-option", "start=4"))
    assert (data["options"]["start"], data["against"]["options"]["start"]) == ("3", "4")


def test_a_difference_names_both_games() -> None:
    more = difference_text(Pairs(3, 2, 45, 10), ("Plague", "Cure"))
    assert more.startswith("Cure is won 71.7 points more often than Plague, 95 % interval +")
    assert (
        "of 60 pairs of games with the same seed only Cure won 45, only Plague 2 (p below 0.0001). " in more
    )
    assert more.endswith("Cure is clearly easier.")
    less = difference_text(Pairs(0, 1, 0, 0), ("Plague", "Cure"))
    assert "Plague is won 100.0 points more often than Cure" in less and "of 1 pair of games" in less
    assert "(p = 1.0000). These games show no clear difference." in less
    assert "Plague and Cure are won equally often" in difference_text(Pairs(1, 0, 0, 0), ("Plague", "Cure"))
    reports = [Report("x", 2, 3, 1, "random", {"a": each, "b": "1"}) for each in ("5", "6")]
    assert names_of(("X", "X"), reports) == ("X (a=5)", "X (a=6)")


def test_other_bots_of_the_same_game_make_it_no_easier() -> None:
    reports = [Report("x", 2, 3, 1, each, {"a": "5"}) for each in ("easy", "medium")]
    bots = differing_bots(("X", "X"), reports)
    names = names_of(("X", "X"), reports)
    assert bots == ("easy", "medium")
    better = difference_text(Pairs(3, 2, 45, 10), names, bots)
    assert better.startswith("X (medium) is won") and better.endswith("`medium` bots clearly win more often.")
    worse = difference_text(Pairs(3, 45, 2, 10), names, bots)
    assert worse.endswith("`easy` bots clearly win more often.")
    assert difference_text(Pairs(3, 2, 2, 10), names, bots).endswith("These games show no clear difference.")
    assert differing_bots(("X", "Y"), reports) is None
    reports[1].options["a"] = "6"
    assert differing_bots(("X", "X"), reports) is None


def test_what_no_game_used_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = {}
    for engine in ("python", "wasm"):
        arguments = [*STONES, "--json", "--option", "start=3", "--engine", engine]
        found[engine] = json.loads(printed(capsys, *arguments))["unused"]
    assert found["python"] == found["wasm"]
    assert found["python"]["actions"] == ["Rest"]
    assert json.loads(printed(capsys, *STONES, "--json"))["unused"]["actions"] == []


@pytest.mark.parametrize("arguments", [["--until", "2"], ["--until", "none"], ["--json", "--csv"]])
def test_wrong_widths_and_forms_are_wrong_usage(arguments: list[str]) -> None:
    assert main([*STONES, *arguments]) == 2


def test_bots_of_seats_must_be_known_and_fit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*STONES, "--bots", "random,kean,random"]) == 2
    assert "did you mean `keen`?" in capsys.readouterr().err
    assert main([*STONES, "--bots", "random,keen"]) == 2
    assert "2 bots, 3 players" in capsys.readouterr().err


def test_the_progress_says_how_long_it_takes() -> None:
    report = Report("stones", 2, 50, 1, "random", wins=25)
    line = ProgressBar(200).line(50, report, 30.0, 80)
    assert "50 games" in line and "about 2 min left" in line and len(line) < 80
    assert [duration(each) for each in (3.2, 61, 7_300)] == ["4 s", "2 min", "2 h 1 min"]
    assert duration(60) == "1 min"
    assert "1 game, won" in ProgressBar(200).line(1, Report("stones", 2, 1, 1, "random"), 1.0, 80)


def test_a_stop_at_a_width_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*STONES[:2], "--players", "3", "--until", "10%"]
    told = " ".join(printed(capsys, *arguments).split())
    assert "known to within 10 points. Such a stop makes intervals slightly too narrow." in told
    assert "slightly too narrow" in printed(capsys, *arguments, "--html")
    assert "too narrow" not in printed(capsys, *STONES)


def test_options_and_bots_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, *STONES, "--option", "start=3", "--bots", "random,keen,random")
    assert "\nstart=3; the seats are the bots random, keen, random; games," in told
    page = printed(capsys, *STONES, "--html", "--against-option", "start=3")
    assert "<p>start=7; all seats are the bot `random`</p>" in page
    assert "<p>start=3; all seats are the bot `random`</p>" in page


def test_an_interruption_leaves_the_report_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgressBar, "__call__", interrupted)
    assert main([*STONES, "--engine", "python", "--json", "--against-option", "start=3"]) == 130
    found = capsys.readouterr()
    games = json.loads(found.out)["games"]
    assert 0 < games < 60 and "against" not in json.loads(found.out)
    assert f"Interrupted after {games} game" in found.err
    monkeypatch.setattr("lazaretto.lab.series.Series.play", interrupted)
    assert main(STONES) == 130
    found = capsys.readouterr()
    assert found.out == "" and "interrupted" in found.err
