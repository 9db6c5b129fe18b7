"""The games that are compared: shipped ones with each optional part, the cookbook, and small ones."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from lazaretto.rules.build import parse_once
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.tools.scenario_tests import arrangements
from tests.docs.test_cookbook import RECIPES
from tests.rules.backends.native.paired_play import ROOT
from tests.rules.backends.test_agreement import LITTLE

Made = TypeVar("Made")
SEARCH = (ROOT / "scenarios",)
FEW = 4
"""How many compiled games are kept in memory."""
ENDLESS = ("moor",)
"""Games whose rules never end; they have little fuel."""
OPTIMISED = ("pandemic", "on_the_brink", "iberia", "the_cure", "cold_war")
"""Games that the C compiler optimises as it does for users: that takes long."""
parsing = parse_once()


@dataclass(frozen=True)
class Table:
    """A game: a scenario with some of its optional parts."""

    name: str
    folder: Path
    switches: frozenset[str] = frozenset()
    level: int = 0
    """How much the C compiler optimises."""

    @property
    def fuel(self) -> int | None:
        """The fuel of a decision, if it is not the usual one."""
        return LITTLE if self.name in ENDLESS else None


def tables(cookbook: Path, quick: bool) -> dict[str, Table]:
    """Return all games by their names; those of the cookbook are written into a folder."""
    found: list[Table] = []
    for scenario in sorted(ROOT.glob("scenarios/*/scenario.toml")):
        found += _with_parts(scenario.parent)
    for scenario in sorted(ROOT.glob("tests/data/*/scenario.toml")):
        found += _with_parts(scenario.parent)
    for name, files in RECIPES.items():
        folder = cookbook / f"cookbook_{name}"
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        found.append(Table(f"cookbook_{name}", folder))
    if not quick:
        found = [replace(each, level=2) if each.name in OPTIMISED else each for each in found]
    return {each.name: each for each in found}


def _with_parts(folder: Path) -> list[Table]:
    pack, _, _ = read_pack(folder, search=SEARCH)
    assert pack is not None, folder
    return [
        Table(
            f"{folder.name}-{arrangement.part}" if arrangement.part else folder.name,
            folder,
            arrangement.switches,
        )
        for arrangement in arrangements(pack)
    ]


class Shelf:
    """Keeps the few things that were used last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, object] = OrderedDict()

    def get(self, key: object, kind: type[Made], make: Callable[[], Made]) -> Made:
        """Return something that was made before, or make it."""
        found = self._kept.pop(key, None)
        if not isinstance(found, kind):
            while len(self._kept) >= FEW:
                self._kept.popitem(last=False)
            found = make()
        self._kept[key] = found
        return found
