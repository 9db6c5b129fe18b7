"""Leaks that are planted in the shipped games are found."""

import tomllib
from dataclasses import replace
from pathlib import Path

from lazaretto.grammar.diagnostics import Diagnostic, render_all
from lazaretto.grammar.source import Source
from lazaretto.rules.build import Linked, link_pack, parse_once
from lazaretto.rules.flow.check_flows import warnings_of
from lazaretto.rules.link.read_scenario import read_pack

SCENARIOS = Path(__file__).parents[3] / "scenarios"
PLANTED = tomllib.loads((Path(__file__).parent / "planted_leaks.toml").read_text(encoding="utf-8"))["leak"]
LEAST = 27
_parse = parse_once()


def planted(scenario: str, leaks: list[dict[str, str]]) -> tuple[Linked, dict[str, tuple[str, int, int]]]:
    """Link a scenario with some leaks; also return for each leak the file and the changed lines."""
    pack, problems, sources = read_pack(SCENARIOS / scenario, partial=True)
    assert pack is not None
    assert not problems
    texts = {source.name: source.text for _, source in pack.texts}
    for leak in leaks:
        text, old, new = texts[leak["file"]], leak.get("old"), leak["new"].removeprefix("\n")
        if old is None:
            texts[leak["file"]] = f"{text}\n{new}"
        else:
            old = old.removeprefix("\n")
            assert text.count(old) == 1, leak["name"]
            texts[leak["file"]] = text.replace(old, new)
    lines = {}
    for leak in leaks:
        new = leak["new"].removeprefix("\n")
        first = texts[leak["file"]].split(new)[0].count("\n") + 1
        lines[leak["name"]] = leak["file"], first, first + new.count("\n")
    changed = tuple((name, Source(source.name, texts[source.name])) for name, source in pack.texts)
    sources = {**sources, **{source.name: source for _, source in changed}}
    return link_pack(replace(pack, texts=changed), sources, tests=False, parsing=_parse), lines


def tells(warning: Diagnostic, file: str, first: int, last: int) -> bool:
    """Whether a warning names one of some lines."""
    places = (warning.span, *(span for span, _ in warning.others))
    return any(place.file == file and first <= place.line <= last for place in places)


def test_leaks_planted_in_the_games_are_found() -> None:
    """At least 27 of 30; a new one that is not found belongs into the table as well."""
    missed: list[str] = []
    for scenario in dict.fromkeys(leak["scenario"] for leak in PLANTED):
        linked, lines = planted(scenario, [leak for leak in PLANTED if leak["scenario"] == scenario])
        assert not linked.diagnostics, render_all(linked.diagnostics, linked.sources)
        found = warnings_of(linked)
        missed += [
            name
            for name, place in lines.items()
            if not any(tells(diagnostic, *place) for diagnostic in found)
        ]
    assert len(PLANTED) == 30
    assert len(PLANTED) - len(missed) >= LEAST, missed
