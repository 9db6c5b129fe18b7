"""Compiling only reads the checked tree, so that several back ends can share it."""

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from lazaretto.rules.build import compile_linked, link
from lazaretto.rules.check.checker import Checked
from tests.soak import soak

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
CORNERS = SCENARIOS.parent / "tests" / "data" / "corners"
GAMES = [CORNERS, *sorted(path.parent for path in SCENARIOS.glob("*/scenario.toml"))]
SHORT = ("corners", "contagion")
"""The games that are compared every time; to write down the tree of a large one takes seconds."""
CACHES = frozenset({"idents", "uses", "_names", "_former"})
"""Fields of the symbol table and of its aliases that are filled on demand."""


def fingerprint(root: object) -> list[str]:
    """Return a line for each reachable object: its class and fields, with other objects by number."""
    numbers: dict[int, int] = {}
    kept: list[object] = []

    def number(thing: object) -> str:
        if thing is None or isinstance(thing, str | int | float):
            return repr(thing)
        if id(thing) not in numbers:
            numbers[id(thing)] = len(kept)
            kept.append(thing)
        return f"#{numbers[id(thing)]}"

    number(root)
    lines: list[str] = []
    for at, thing in enumerate(kept):  # grows during the loop
        if is_dataclass(thing):
            names = [field.name for field in fields(thing) if field.name not in CACHES]
            inside = ", ".join(f"{name}={number(getattr(thing, name))}" for name in names)
        elif isinstance(thing, dict):
            inside = ", ".join(f"{number(key)}: {number(value)}" for key, value in thing.items())
        elif isinstance(thing, list | tuple):
            inside = ", ".join(map(number, thing))
        elif isinstance(thing, frozenset | set):
            inside = ", ".join(sorted(map(str, thing)))
        else:
            inside = ""
        lines.append(f"#{at} {type(thing).__name__}({inside})")
    return lines


def everything(checked: Checked) -> tuple[object, ...]:
    return checked.world, checked.layout, checked.cases


def test_a_fingerprint_sees_every_field() -> None:
    linked = link(CORNERS)
    assert linked.checked is not None
    before = fingerprint(everything(linked.checked))
    assert len(before) > 3_000
    procedure = next(iter(linked.checked.world.procedures.values()))
    procedure.documentation += "."
    changed = fingerprint(everything(linked.checked))
    assert sum(one != other for one, other in zip(before, changed, strict=True)) == 1


@pytest.mark.parametrize(
    "folder",
    [pytest.param(game, id=game.name, marks=() if game.name in SHORT else soak) for game in GAMES],
)
def test_compiling_does_not_write_to_the_tree(folder: Path) -> None:
    linked = link(folder)
    assert linked.checked is not None, linked.diagnostics
    before = fingerprint(everything(linked.checked))
    assert compile_linked(linked) is not None
    after = fingerprint(everything(linked.checked))
    written = [
        f"{one:.300}\n-> {other:.300}" for one, other in zip(before, after, strict=False) if one != other
    ]
    assert before == after, "\n".join(written[:5])
