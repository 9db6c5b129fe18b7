"""Doubles a game: everything that its texts and tables declare exists twice, and both copies are played.

Usage: python -m tests.hostile.doubled_games [--games NAME ...] [--decisions N] [--seed N]

Prints what checking, loading and playing each doubled game costs, as JSON. The second game is set up and
plays one turn or round. Then the first is set up, and each of its turns is followed by one in the second.
Whoever is asked for an action of one game may also do one of the other, so that decisions double, too.
"""

import argparse
import json
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from lazaretto.grammar import nodes
from lazaretto.grammar.parser import parse
from lazaretto.grammar.source import Source
from tests.hostile import twin_rules, twin_tables
from tests.hostile.scenarios import tried
from tests.hostile.twin_rules import TWIN, Copy
from tests.hostile.twin_tables import Table

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
GAMES = tuple(sorted(each.parent.name for each in SCENARIOS.glob("*/scenario.toml")))


@dataclass(frozen=True, slots=True)
class Folder:
    """The files of one scenario: of the game, or of one that it uses."""

    manifest: dict[str, object]
    modules: dict[str, tuple[Source, nodes.Module]]
    tests: dict[str, tuple[Source, nodes.Module]]
    """The tests beside modules, by the name of the module."""
    tables: dict[str, tuple[str, Table]]
    coast: str


@dataclass(frozen=True, slots=True)
class DoubledGame:
    """A shipped game, twice, with some optional parts on beside those that are on by default."""

    name: str
    parts: tuple[str, ...] = ()

    def write(self, folder: Path) -> None:
        """Write the game to a folder, and the scenarios it uses beside that."""
        family = _family(self.name)
        modules = [module for each in family.values() for _, module in each.modules.values()]
        tables = [table for each in family.values() for _, table in each.tables.values()]
        names = frozenset[str]().union(
            *map(twin_rules.declared, modules),
            *map(twin_tables.declared, tables),
            *(each.modules for each in family.values()),
        )
        called, shift = twin_rules.callable_names(modules), twin_tables.width(tables)
        for name, each in family.items():
            top = name == self.name
            place = folder if top else folder.parent / name
            place.mkdir(parents=True, exist_ok=True)
            files = _both(each, Copy(names, called, False), Copy(names, called, True), shift)
            files["scenario.toml"] = twin_tables.both_listed(each.manifest, self.parts if top else ())
            for file, text in files.items():
                (place / file).write_text(text, encoding="utf-8")


def _family(name: str) -> dict[str, Folder]:
    """Return a scenario and all that it uses, those first."""
    found: dict[str, Folder] = {}
    manifest = tomllib.loads((SCENARIOS / name / "scenario.toml").read_text(encoding="utf-8"))
    for used in manifest.get("uses", ()):
        found |= _family(used)
    lists = (manifest, manifest.get("layer", {}), *manifest.get("optional", {}).values())
    modules: dict[str, tuple[Source, nodes.Module]] = {}
    tests: dict[str, tuple[Source, nodes.Module]] = {}
    tables: dict[str, tuple[str, Table]] = {}
    for file in (each for part in lists for each in part.get("modules", ()) if "/" not in each):
        for ending, texts in ((".rules", modules), (".tests", tests)):
            path = SCENARIOS / name / f"{file}{ending}"
            if ending == ".rules" or path.exists():
                source = Source(path.name, path.read_text(encoding="utf-8"))
                texts[file] = (source, parse(source, file, True)[0])
    for file in (each for part in lists for each in part.get("tables", ())):
        text = (SCENARIOS / name / f"{file}.toml").read_text(encoding="utf-8")
        tables[file] = (text, tomllib.loads(text))
    coast = manifest.get("coast", "")
    outline = (SCENARIOS / name / coast).read_text(encoding="utf-8") if coast else ""
    return found | {name: Folder(manifest, modules, tests, tables, outline)}


def _both(folder: Folder, first: Copy, second: Copy, shift: float) -> dict[str, str]:
    """Return the texts, tables and outlines of a scenario, each with its copy."""
    files: dict[str, str] = {}
    for ending, texts in ((".rules", folder.modules), (".tests", folder.tests)):
        for name, (source, module) in texts.items():
            files[f"{name}{ending}"] = first.text(source, module)
            files[f"{name}{TWIN}{ending}"] = second.text(source, module)
    for name, (text, table) in folder.tables.items():
        files[f"{name}.toml"] = text
        files[f"{name}{TWIN}.toml"] = twin_tables.second_table(table, second.names, shift)
    if folder.coast:
        outlines = twin_tables.second_outlines(folder.coast, shift)
        files[str(folder.manifest["coast"])] = f"{folder.coast}\n{outlines}"
    return files


def main(arguments: list[str]) -> int:
    """Try the doubled games that the command line names, and print what each cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    games: dict[str, dict[str, object]] = {}
    errors: list[str] = []
    for name in chosen.games:
        found = tried(DoubledGame(name), chosen.seed, chosen.decisions)
        problem = found.mistake or found.fault or found.broken()
        errors += [f"{name}: {problem}"] if problem else []
        games[name] = {
            "decisions": found.decisions,
            "statements": found.sizes.get("statements", 0),
            "load_seconds": round(found.load_seconds, 2),
            "load_megabytes": found.load_megabytes,
            "decision_seconds": round(found.decision_seconds, 2),
            "decision_megabytes": found.decision_megabytes,
        }
    summary = {"what": "doubled games", "seed": chosen.seed, "games": games, "errors": errors}
    sys.stdout.write(json.dumps(summary) + "\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
