"""Optional parts that players may combine are checked together."""

from pathlib import Path

from lazaretto.grammar import Diagnostic, Span, render_all
from lazaretto.rules.link.manifest import Optional
from lazaretto.rules.tools.check_scenario import MOST_TRIED, check_scenario, parts_that_do_not_fit
from tests.rules.small_mods import lay

BROKEN = Diagnostic("R001", "broken", Span("both/scenario.toml", 1, 1, 1, 2))
PART = '\n[optional.{name}]\ntitle = "{name}"\nmodules = ["{name}"]\n{more}'


def checkup(root: Path, parts: dict[str, str], more: str = "", base: str = "") -> str:
    """Return what is told about a scenario with these parts; `more` are further keys of the last one."""
    folder = lay(root, {"both": {"changes": f"change fare(_) by 1\n{base}"}})
    manifest = (folder / "scenario.toml").read_text(encoding="utf-8")
    for name, text in parts.items():
        manifest += PART.format(name=name, more=more if name == list(parts)[-1] else "")
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    (folder / "scenario.toml").write_text(manifest, encoding="utf-8")
    found = check_scenario(folder)
    return render_all((*found.mistakes, *found.warnings), found.sources)


CALM = "after load(_, _)\n    set wind to 0\n"
THREE, FOUR = "change fare(_) to 3\n", "change fare(_) to 4\n"


PLANS = """
extend kind Player
    plan : number = 0 seen by owner

value rumour() : number = 0

after sail(_, _)
    say "They say: {rumour()}."
"""
TELLING = "change rumour() to highest player.plan over player in Player\n"


def test_a_secret_that_is_told_only_with_a_part_is_told_to_the_author(tmp_path: Path) -> None:
    assert checkup(tmp_path / "without", {"calm": CALM}, base=PLANS) == ""
    text = checkup(tmp_path / "with", {"calm": CALM, "telling": TELLING}, base=PLANS)
    assert text.count("L001") == 1


def test_two_parts_that_do_not_fit_are_named(tmp_path: Path) -> None:
    text = checkup(tmp_path, {"calm": CALM, "cheap": THREE, "dear": FOUR})
    assert text.startswith("both/scenario.toml:15:1: P019 the part `dear` cannot be combined with `cheap`")
    assert "this breaks both/dear.rules:1:1: R045 two rules always set `fare`, to different values" in text
    assert text.endswith('or exclude the combination: `excludes = ["cheap"]` in `[optional.dear]`')
    assert text.count("P019") == 1


def test_parts_that_exclude_each_other_are_not_tried_together(tmp_path: Path) -> None:
    more = 'excludes = ["cheap"]\n'
    assert checkup(tmp_path, {"calm": CALM, "cheap": THREE, "dear": FOUR}, more) == ""


def test_parts_that_fit_are_tried_at_once() -> None:
    parts = {f"p{number}": Optional("", excludes=("p0",) * (number == 9)) for number in range(10)}
    tried: list[frozenset[str]] = []

    def link(on: frozenset[str]) -> tuple[Diagnostic, ...]:
        tried.append(on)
        return ()

    assert not list(parts_that_do_not_fit(parts, parts, lambda _: BROKEN.span, link))
    assert tried == [frozenset(parts) - {"p9"}, frozenset(parts) - {"p0"}]


def test_the_number_of_tries_is_bounded() -> None:
    parts = {f"p{number}": Optional("") for number in range(30)}
    tried: list[frozenset[str]] = []

    def link(on: frozenset[str]) -> tuple[Diagnostic, ...]:
        tried.append(on)
        return (BROKEN,)

    told = list(parts_that_do_not_fit(parts, parts, lambda _: BROKEN.span, link))
    assert len(tried) == MOST_TRIED
    assert len(told) == MOST_TRIED - 1
    assert "`p0`" in told[0].message


def test_three_parts_that_fit_only_in_pairs_are_told_as_one() -> None:
    parts = {name: Optional("") for name in ("one", "two", "three")}

    def link(on: frozenset[str]) -> tuple[Diagnostic, ...]:
        return (BROKEN,) if len(on) == 3 else ()

    (told,) = parts_that_do_not_fit(parts, parts, lambda _: BROKEN.span, link)
    assert told.message == "the part `three` cannot be combined with `one`, `two`"
