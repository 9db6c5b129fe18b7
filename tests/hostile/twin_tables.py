"""Writes the second copies of tables and outlines, and manifests that list both copies."""

import json
import re
from collections.abc import Mapping, Sequence

from lazaretto.rules.run.identifier_of_name import identifier
from tests.hostile.twin_rules import KEPT, TWIN

Table = Mapping[str, Sequence[Mapping[str, object]]]
"""The rows of each kind."""

_OWN_KEYS = frozenset({"name", "label", "documentation", "look", "at", "ends", "members"})
"""Keys of rows that are no attributes."""
_WORDS = frozenset({"label", "documentation", "look"})
"""Keys of rows whose values name nothing."""


def declared(table: Table) -> set[str]:
    """Return the names of kinds, members and attributes in a table."""
    rows = [row for each in table.values() for row in each]
    names = {identifier(str(row["name"])) for row in rows if "name" in row}
    keys = {key for row in rows for key in row} - _OWN_KEYS
    return (names | keys | set(table) | {kind.lower() for kind in table}) - KEPT


def width(tables: Sequence[Table]) -> float:
    """Return how far to the right the second map lies."""
    positions = [row["at"] for table in tables for rows in table.values() for row in rows if "at" in row]
    across = [float(position[0]) for position in positions if isinstance(position, list)]
    return round(1.2 * (max(across) - min(across)) + 1) if across else 0


def second_table(table: Table, names: frozenset[str], shift: float) -> str:
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
                    new = value if key in _WORDS else named(value)
                    lines.append(f"{key if key in _OWN_KEYS else f'{key}{TWIN}'} = {_toml(new)}")
    return "\n".join(lines) + "\n"


def second_outlines(coast: str, shift: float) -> str:
    """Return the outlines behind the second map."""
    return re.sub(
        r"(\S+),(\S+)",
        lambda point: f"{float(point[1]) + shift:.4f},{point[2]}",
        "\n".join(line for line in coast.split("\n") if not line.lstrip().startswith("#")),
    )


def both_listed(manifest: Mapping[str, object], parts: Sequence[str] = ()) -> str:
    """Return a manifest with each file and its copy."""

    def doubled(part: Mapping[str, object]) -> dict[str, object]:
        found = dict(part)
        for key in ("modules", "tables", "without"):
            files = found.get(key, [])
            assert isinstance(files, list)
            found[key] = [*files, *(f"{file}{TWIN}" for file in files)]
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
