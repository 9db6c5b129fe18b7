"""The page about speed over time agrees with the history, and its curves can be read."""

import re
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.speed_figures import FIGURES, SECTIONS
from benchmarks.speed_history import HISTORY, Line, append, made, read
from benchmarks.speed_page import PAGE, PICTURES, generated, pictures, with_curves, write_page
from tests.docs.pages import ROOT

SVG = "{http://www.w3.org/2000/svg}"


def line(day: int, machine: str = "a processor, 2 cores", **figures: float) -> Line:
    about = {
        "date": f"2026-01-{day:02}T00:00:00Z",
        "commit": f"c{day}",
        "machine": machine,
        "python": "3.11.7",
    }
    return made(about, {name.replace("_", " "): value for name, value in figures.items()})


def texts(picture: str) -> list[str]:
    return ["".join(each.itertext()) for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_the_page_agrees_with_the_history() -> None:
    """If not: python benchmarks/speed_page.py."""
    lines = read(HISTORY)
    page = PAGE.read_text(encoding="utf-8")
    assert with_curves(page, lines) == page
    assert generated(lines) in page
    drawn = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob(PICTURES)}
    assert drawn == pictures(lines)


def test_an_empty_history_has_no_curves() -> None:
    assert pictures([]) == {}
    assert generated([]) == "No line has been recorded yet.\n"


def test_a_curve_shows_its_first_and_its_last_value() -> None:
    lines = [line(3, turns_of_pandemic=9_000), line(1, turns_of_pandemic=10_000), line(2, lines_parsed=5)]
    made_of_it = pictures(lines)
    assert set(made_of_it) == {"speed-games.svg", "speed-loading.svg"}
    assert texts(made_of_it["speed-games.svg"]) == [
        "turns of pandemic",
        "1/s, more is better",
        "10,000",
        "9,000 (-10.0 %)",
    ]
    assert 'class="last worse"' in made_of_it["speed-games.svg"]
    assert "| turns of pandemic | 1/s | more | 10,000 | 9,000 | -10.0 % | -10.0 % with `c3` |" in generated(
        lines
    )


def test_each_machine_has_a_curve_and_each_figure_a_chart() -> None:
    every = {figure.name: 3.0 for figure in FIGURES}
    lines = [
        Line({**line(day, machine).cells, **{name: str(value + day) for name, value in every.items()}})
        for day, machine in ((1, "old"), (2, "old"), (3, "<new>"), (4, "<new>"))
    ]
    found = pictures(lines)
    assert set(found) == {f"speed-{section}.svg" for section in SECTIONS}
    curves = [each for text in found.values() for each in ElementTree.fromstring(text).iter(f"{SVG}polyline")]
    assert len(curves) == 2 * len(FIGURES)
    assert sorted(re.findall(r"\]\(pictures/(.+)\)", generated(lines))) == sorted(found)
    assert "Another curve is that of Python 3.11.7 on old." in " ".join(generated(lines).split())


def test_pictures_are_readable_on_light_and_on_dark_screens() -> None:
    """Each colour has another one for dark screens, also the ground, which a page does not colour."""
    (picture,) = pictures([line(1, view_of_a_seat=7)]).values()
    light, _, dark = picture.partition("@media (prefers-color-scheme: dark) {")
    coloured = re.compile(r"(?m)^(\S+) \{.*(?:fill|stroke): #|(\.c\d) \{")
    assert {*coloured.findall(light)} == {*coloured.findall(dark)} != set()
    assert '<rect class="room"' in picture
    assert "script" not in picture and "http" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_writing_the_page_removes_old_pictures(tmp_path: Path) -> None:
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    (tmp_path / "docs" / "speed.md").write_text("A\n\n<!-- speed -->\n<!-- end of speed -->\n")
    old = tmp_path / "docs" / "pictures" / "speed-old.svg"
    old.write_text("")
    history = tmp_path / "history.csv"
    append(history, line(1, view_of_a_seat=7), ["view of a seat"])
    write_page(tmp_path, history)
    page = (tmp_path / "docs" / "speed.md").read_text(encoding="utf-8")
    assert with_curves(page, read(history)) == page
    assert page.startswith("A\n\n<!-- speed -->\n\nThe curves have 1 line, from `c1`")
    assert [path.name for path in old.parent.iterdir()] == ["speed-views.svg"]
