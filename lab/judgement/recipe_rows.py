"""The rows of a recipe, while they are put together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lazaretto.rules.run import judgement_form as form
from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo


@dataclass(slots=True)
class Recipe:
    """The rows of a recipe, the tables that they read, and the names of their features."""

    rows: list[tuple[int, ...]] = field(default_factory=list)
    table: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    """What each feature tells of: a pile, a supply, a track or a variable."""
    topic: str = ""
    """What the next rows tell of."""
    _starts: dict[tuple[int, ...], int] = field(default_factory=dict)
    """Where each table begins."""

    def add(self, names: Sequence[str], what: int, *operands: int) -> None:
        """Add a row, if there is room for its features."""
        if len(self.names) + len(names) <= form.MOST_FEATURES and len(self.rows) < form.MOST_ROWS:
            padding = (0,) * (form.WORDS - 2 - len(operands))
            self.rows.append((what, len(self.names), *operands, *padding))
            self.names += _unique(names, set(self.names))
            self.topics += [self.topic] * len(names)

    def tabled(self, numbers: Sequence[int]) -> int | None:
        """Store a table; return where it begins, or None if there is no room for it."""
        key = tuple(numbers)
        if key not in self._starts:
            if len(self.table) + len(key) > form.MOST_TABLE:
                return None
            self._starts[key] = len(self.table)
            self.table += key
        return self._starts[key]


def _unique(names: Sequence[str], taken: set[str]) -> Iterator[str]:
    for name in names:
        found, number = name, 2
        while found in taken:
            found, number = f"{name} {number}", number + 1
        taken.add(found)
        yield found


def is_player(tables: CompiledGame, owner: int | None) -> bool:
    """Whether a kind is that of the seats."""
    return owner is not None and tables.kinds[owner].shape == "player"


def tag_of(variable: VariableInfo) -> tuple[object, ...]:
    """Return the type of a variable, without the possibility that it has no value."""
    tag: tuple[object, ...] = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
    return tag
