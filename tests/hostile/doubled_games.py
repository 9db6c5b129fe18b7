"""Doubles a game: everything that its texts and tables declare exists twice, and both copies are played.

Usage: python -m tests.hostile.doubled_games [--games NAME ...] [--decisions N] [--seed N]

Prints what checking, loading and playing each doubled game costs, as a line of JSON. Names of the second copy end
with `twin`. The second game is set up and plays one round, then the first is set up, and from then on every
turn in the first is followed by one in the second. Whoever is asked for an action of one game may also do one of
the other, so that decisions double, too.
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from grammar import nodes
from grammar.node_dataclass import fields
from grammar.parser import parse
from grammar.source import Source, Span
from rules.check.builtin_calls import BUILT_IN
from rules.link.compose_modules import identifier
from tests.hostile.scenarios import Result, tried

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
GAMES = tuple(sorted(each.parent.name for each in SCENARIOS.glob("*/scenario.toml")))

TWIN = "twin"
"""How names of the second copy end. A parameter `city` is a `City`, so `citytwin` must be a `Citytwin`."""
JOINED = {
    "game": "phase game()\n    game%()\n    game_first()\n",
    "turn": "phase turn(player)\n    turn_first(player)\n    turn%(player)\n",
    "settle": "to settle()\n    settle_first()\n    settle%()\n",
    "ending": "to ending()\n    ending_first()\n    ending%()\n",
    "score": "value score(player) : number = score_first(player) + score%(player)\n",
}
"""What the engine knows by name. The first copy has it as `game_first`, and these rules call both copies."""
KEPT = frozenset({"Player", "player", "me", "this", "cost", "box", "stock", "none", "_"})
PREDEFINED = frozenset({"place", "piece", "number", "flag", "text"})
"""Sorts of kinds and types: names of the language where a kind or a type is expected."""
OWN_KEYS = frozenset({"name", "label", "documentation", "look", "at", "ends", "members"})
"""Keys of rows that are no attributes."""
WORDS = frozenset({"label", "documentation", "look", "at"})
"""Keys of rows whose values name nothing."""

Edit = tuple[Span, str]
Table = Mapping[str, Sequence[Mapping[str, object]]]


@dataclass(frozen=True, slots=True)
class Folder:
    """The texts of one scenario: of the game, or of one that it uses."""

    manifest: dict[str, object]
    modules: dict[str, tuple[Source, nodes.Module]]
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
        names = _declared(family.values())
        rules = _rules(family.values())
        shift = _width(family.values())
        for name, each in family.items():
            place = folder if name == self.name else folder.parent / name
            place.mkdir(parents=True, exist_ok=True)
            for file, text in _files(each, names, rules, shift).items():
                (place / file).write_text(text, encoding="utf-8")
        manifest = _doubled_manifest(family[self.name].manifest, self.parts)
        (folder / "scenario.toml").write_text(manifest, encoding="utf-8")


# --- reading ---------------------------------------------------------------------------------------


def _family(name: str) -> dict[str, Folder]:
    """Return a scenario and all that it uses, those first."""
    found: dict[str, Folder] = {}
    manifest = tomllib.loads((SCENARIOS / name / "scenario.toml").read_text(encoding="utf-8"))
    for used in manifest.get("uses", ()):
        found |= _family(used)
    lists = (manifest, manifest.get("layer", {}), *manifest.get("optional", {}).values())
    modules: dict[str, tuple[Source, nodes.Module]] = {}
    tables: dict[str, tuple[str, Table]] = {}
    for file in (each for part in lists for each in part.get("modules", ()) if "/" not in each):
        path = SCENARIOS / name / f"{file}.rules"
        source = Source(path.name, path.read_text(encoding="utf-8"))
        modules[file] = (source, parse(source, file, True)[0])
    for file in (each for part in lists for each in part.get("tables", ())):
        text = (SCENARIOS / name / f"{file}.toml").read_text(encoding="utf-8")
        tables[file] = (text, tomllib.loads(text))
    coast = manifest.get("coast", "")
    outline = (SCENARIOS / name / coast).read_text(encoding="utf-8") if coast else ""
    return found | {name: Folder(manifest, modules, tables, outline)}


def _nodes(node: object) -> Iterator[object]:
    """Yield a node and everything in it, except words of the app."""
    if isinstance(node, tuple) and not isinstance(node, Span):
        for each in node:
            yield from _nodes(each)
    elif isinstance(node, nodes.Look):
        yield node
        yield from _nodes(node.subject)
    elif fields(node) and not isinstance(node, Span):
        yield node
        for name in fields(node):
            yield from _nodes(getattr(node, name))


_NAMED = (
    nodes.KindDeclaration,
    nodes.MemberDeclaration,
    nodes.Field,
    nodes.Variable,
    nodes.SupplyDeclaration,
    nodes.TrackDeclaration,
    nodes.PileDeclaration,
    nodes.OptionDeclaration,
    nodes.ValueDeclaration,
    nodes.MenuDeclaration,
    nodes.Procedure,
    nodes.Action,
)


def _declared(family: Iterable[Folder]) -> frozenset[str]:
    """Return all names that texts and tables declare."""
    found: set[str] = set()
    kinds: set[str] = set()
    for folder in family:
        found |= set(folder.modules)
        for _, module in folder.modules.values():
            for node in _nodes(module.declarations):
                if isinstance(node, _NAMED):
                    found.add(node.name.text)
                if isinstance(node, nodes.KindDeclaration | nodes.ChoiceType):
                    found |= {each.text for each in node.members}
                if isinstance(node, nodes.KindDeclaration):
                    kinds.add(node.name.text)
        for _, table in folder.tables.values():
            for kind, rows in table.items():
                kinds.add(kind)
                found |= {identifier(str(row["name"])) for row in rows if "name" in row}
                found |= {key for row in rows for key in row} - OWN_KEYS
    return frozenset(found | kinds | {each.lower() for each in kinds}) - KEPT


def _rules(family: Iterable[Folder]) -> frozenset[str]:
    """Return the names of all procedures and values."""
    return frozenset(
        node.name.text
        for folder in family
        for _, module in folder.modules.values()
        for node in _nodes(module.declarations)
        if isinstance(node, nodes.Procedure | nodes.ValueDeclaration)
    )


def _width(family: Iterable[Folder]) -> float:
    """Return how far to the right the second map lies."""
    found = [
        float(row["at"][0])  # type: ignore[index]
        for folder in family
        for _, table in folder.tables.values()
        for rows in table.values()
        for row in rows
        if "at" in row
    ]
    return round(1.2 * (max(found) - min(found)) + 1) if found else 0


# --- rules -----------------------------------------------------------------------------------------


def _files(folder: Folder, names: frozenset[str], rules: frozenset[str], shift: float) -> dict[str, str]:
    """Return all files of a scenario, each beside its copy."""
    files = {"scenario.toml": _doubled_manifest(folder.manifest)}
    for name, (source, module) in folder.modules.items():
        files[f"{name}.rules"] = _Copy(names, rules, False).text(source, module)
        files[f"{name}{TWIN}.rules"] = _Copy(names, rules, True).text(source, module) + _joined(module)
    for name, (text, table) in folder.tables.items():
        files[f"{name}.toml"] = text
        files[f"{name}{TWIN}.toml"] = _table(table, names, shift)
    if folder.coast:
        files[str(folder.manifest["coast"])] = f"{folder.coast}\n{_moved(folder.coast, shift)}"
    return files


@dataclass(frozen=True, slots=True)
class _Copy:
    """Writes one of the two copies of a text."""

    names: frozenset[str]
    rules: frozenset[str]
    """The names of procedures and values."""
    second: bool

    def text(self, source: Source, module: nodes.Module) -> str:
        """Return the text of a module with new names."""
        lines = source.text.split("\n")
        edits: dict[tuple[int, int, int], str] = {}
        for line, start, end, text in self._edits(lines, module):
            edits.setdefault((line, start, end), text)
        for (line, start, end), text in sorted(edits.items(), reverse=True):
            lines[line] = lines[line][:start] + text + lines[line][end:]
        return "\n".join(lines)

    def _edits(self, lines: list[str], module: nodes.Module) -> Iterator[tuple[int, int, int, str]]:
        """Yield what to write where; of several texts for one place the first counts."""
        for node in _nodes(module.declarations):
            match node:
                case nodes.Name(text=text, span=span):
                    if _written(lines, span) == text:
                        yield *_place(span), self.named(text)
                    elif self.second and _written(lines, span).startswith('"'):
                        yield *_end(span), " again"
                case nodes.KindDeclaration(parent=name) | nodes.NamedType(name=name):
                    if name is not None and name.text in PREDEFINED:
                        yield *_place(name.span), _written(lines, name.span)
                case nodes.Call(name=name):
                    built_in = name.text in BUILT_IN and name.text not in self.rules
                    if built_in or (name.text == "turn" and not self.second):
                        yield *_place(name.span), name.text
                case nodes.Offer(menus=menus, interrupts=more):
                    yield from map(self._both, (*menus, *more))
                case nodes.Window(menus=menus):
                    yield from map(self._both, menus)
                case nodes.Outcome(text=title) | nodes.Invariant(text=title):
                    if self.second:
                        yield *_end(title.span), " again"
                case nodes.Look(pairs=pairs):
                    for key, label in pairs:
                        if self.second and key.text == "label" and isinstance(label, nodes.Text):
                            yield *_end(label.span), " again"
                case nodes.Test(span=span):
                    found = _TITLE.search(lines[span.line - 1])
                    if self.second and found is not None:
                        yield span.line - 1, found.end(), found.end(), " again"
                case nodes.Repeat(times=None, condition=None, span=span):
                    if self.second and _endless(node):
                        start = lines[span.line - 1].index("forever")
                        yield span.line - 1, start, start + len("forever"), "1 times"
                case _:
                    pass

    def named(self, name: str) -> str:
        """Return the name that stands for a name in this copy."""
        if not self.second:
            return f"{name}_first" if name in JOINED and name in self.rules else name
        if name in self.names or name.replace("_", "").lower() in self.names - KEPT:
            return f"{name}{TWIN}"
        kind, _, number = name.rpartition("_")
        return f"{kind}{TWIN}_{number}" if number.isdigit() and kind in self.names else name

    def _both(self, menu: nodes.Name) -> tuple[int, int, int, str]:
        """Offer the menu of the other copy, too."""
        both = (f"{menu.text}{TWIN}", menu.text) if self.second else (menu.text, f"{menu.text}{TWIN}")
        return *_place(menu.span), ", ".join(both)


def _joined(module: nodes.Module) -> str:
    """Return the rules that join both copies of what a module declares for the engine."""
    declared = (
        each.name.text
        for each in module.declarations
        if isinstance(each, nodes.Procedure | nodes.ValueDeclaration)
    )
    return "".join("\n" + JOINED[each].replace("%", TWIN) for each in declared if each in JOINED)


_TITLE = re.compile(r'test "(?:[^"\\]|\\.)*(?=")')


def _place(span: Span) -> tuple[int, int, int]:
    return span.line - 1, span.column - 1, span.end_column - 1


def _written(lines: list[str], span: Span) -> str:
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def _end(span: Span) -> tuple[int, int, int]:
    """Return the place before the last quotation mark of a text."""
    return span.end_line - 1, span.end_column - 2, span.end_column - 2


def _endless(node: nodes.Repeat) -> bool:
    return not any(isinstance(each, nodes.Stop | nodes.Return) for each in _nodes(node.body))


# --- tables ----------------------------------------------------------------------------------------


def _table(table: Table, names: frozenset[str], shift: float) -> str:
    """Return the second copy of a table."""

    def named(value: object) -> object:
        if isinstance(value, list):
            return [named(each) for each in value]
        return f"{value}{TWIN}" if isinstance(value, str) and identifier(value) in names else value

    lines: list[str] = []
    for kind, rows in table.items():
        for row in rows:
            lines.append(f"\n[[{kind}{TWIN}]]")
            for key, value in row.items():
                if key == "at":
                    assert isinstance(value, list)
                    lines.append(f"at = {_toml([value[0] + shift, value[1]])}")
                else:
                    new = value if key in WORDS else named(value)
                    lines.append(f"{key if key in OWN_KEYS else f'{key}{TWIN}'} = {_toml(new)}")
    return "\n".join(lines) + "\n"


def _moved(coast: str, shift: float) -> str:
    """Return the outlines behind the second map."""
    return re.sub(
        r"(\S+),(\S+)",
        lambda point: f"{float(point[1]) + shift:.4f},{point[2]}",
        "\n".join(line for line in coast.split("\n") if not line.lstrip().startswith("#")),
    )


def _doubled_manifest(manifest: Mapping[str, object], parts: Sequence[str] = ()) -> str:
    """Return a manifest with each file and its copy."""

    def doubled(part: Mapping[str, object]) -> dict[str, object]:
        found = dict(part)
        for key in ("modules", "tables", "without"):
            files = found.get(key, [])
            assert isinstance(files, list)
            found[key] = [*files, *(f"{each}{TWIN}" for each in files)]
        return found

    top = doubled({key: each for key, each in manifest.items() if key not in {"optional", "layer"}})
    top["parts"] = [*manifest.get("parts", ()), *parts]  # type: ignore[misc]
    lines = [f"{key} = {_toml(value)}" for key, value in top.items()]
    optional, layer = manifest.get("optional", {}), manifest.get("layer")
    assert isinstance(optional, dict)
    sections = {f"optional.{name}": part for name, part in optional.items()}
    for name, part in (sections | ({"layer": layer} if layer else {})).items():
        files = {key: each for key, each in doubled(part).items() if key != "without"}
        lines += [f"\n[{name}]", *(f"{key} = {_toml(value)}" for key, value in files.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    match value:
        case dict():
            return f"{{ {', '.join(f'{key} = {_toml(each)}' for key, each in value.items())} }}"
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def main(arguments: list[str]) -> int:
    """Try the doubled games that the command line names, and print what each cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    broken = 0
    for name in chosen.games:
        result = tried(DoubledGame(name), chosen.seed, chosen.decisions)
        broken += bool(result.broken() or not result.loaded)
        sys.stdout.write(json.dumps({"what": "doubled game", "game": name} | asdict(result)) + "\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
