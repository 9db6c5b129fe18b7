"""The aliases of a game: the old names of things, so that texts and records which use them still work.

An alias counts only where its old name means nothing else: if a later scenario declares something under that
name, the declaration wins.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.errors import alias_messages as messages
from lazaretto.rules.errors.checker_diagnostics import too_many
from lazaretto.rules.model.entities import PLAYER

TITLED = frozenset({"win", "lose", "invariant", "goal", "test"})
"""The words of what has a text for a name: an alias means such a thing only if it has its word."""

WORDS = TITLED | {"kind", "var", "supply", "track", "pile", "option", "value", "menu", "to", "action"}
"""The words that say what sort of thing a name means, as in `remove`; a member has the word of its kind."""

Key = tuple[str, str]
"""A sort and a name; the sort of a member is its kind."""


RESERVED = frozenset({PLAYER, "me", "this", "cost", "box"})
"""Names that the language itself gives to something, besides its functions."""

MOST_ALIASES = 5_000
"""The maximum number of lines in all texts of a game."""


@changing_node
class Alias:
    """One line: the old name of something."""

    word: str
    """The sort of thing, or the kind of a member; empty for all things of that name."""
    kind: str
    """The kind of an attribute; empty for everything else."""
    old: str
    new: str
    module: str
    node: nodes.Alias

    @property
    def scenario(self) -> str:
        """The scenario that declares it."""
        return self.module.rpartition("/")[0]

    def hides(self, key: Key) -> bool:
        """Whether its old name would hide a thing of this sort and name; attributes have the sort `Kind.`."""
        if self.kind or key[0].endswith("."):
            return f"{self.kind}." == key[0]
        return key[0] == self.word or (not self.word and key[0] not in TITLED)

    def meets(self, other: "Alias") -> bool:
        """Whether both are about the same old name."""
        alike = self.word == other.word or not self.word or not other.word
        return (self.kind, self.old) == (other.kind, other.old) and alike


@changing_node
class Aliases:
    """All aliases of a game that count."""

    lines: tuple[Alias, ...] = ()
    hidden: tuple[tuple[Alias, Span], ...] = ()
    """Aliases whose old name a later scenario has given to something else, and where."""
    _names: dict[str, dict[str, str]] = field(default_factory=dict)
    _former: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.lines)

    def names(self, *words: str) -> Mapping[str, str]:
        """Return the present name for each old name of some sorts."""
        key = " ".join(sorted(words))
        if key not in self._names:
            fitting = (line for line in self.lines if not line.kind and line.word in ("", *words))
            self._names[key] = _closed({alias.old: alias.new for alias in fitting})
        return self._names[key]

    def attributes(self, kind: str) -> Mapping[str, str]:
        """Return the present name for each old name of an attribute of a kind."""
        kinds = self.names("kind")
        fitting = (line for line in self.lines if line.kind and kinds.get(line.kind, line.kind) == kind)
        return _closed({alias.old: alias.new for alias in fitting})

    def members(self, kinds: Iterable[str]) -> Mapping[str, str]:
        """Return the present name for each old name of the members of kinds."""
        present = self.names("kind")
        known = {old for old, new in present.items() if new in {*kinds}}.union(kinds)
        return self.names(*sorted(known))

    def former(self, kinds: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
        """Return the old names of the members of a kind; `kinds` are its name and those of its ancestors."""
        if kinds not in self._former:
            found: dict[str, tuple[str, ...]] = {}
            for old, new in self.members(kinds).items():
                found[new] = (*found.get(new, ()), old)
            self._former[kinds] = found
        return self._former[kinds]

    def current(self, key: Key) -> Key:
        """Return the present sort and name of what a text means."""
        word, name = key
        if word not in WORDS:
            word = self.names("kind").get(word, word)
            return word, self.members((word,)).get(name, name)
        return word, self.names(word).get(name, name)

    def present(self, name: str) -> str:
        """Return the present name of a thing of any sort that is not an attribute."""
        return self.names(*{line.word for line in self.lines}).get(name, name)

    def may_mean(self, old: str, new: str) -> bool:
        """Whether something of the present name once had the old one, be it an attribute or anything else."""
        kinds = {line.kind for line in self.lines if line.kind}
        return self.present(old) == new or any(self.attributes(kind).get(old) == new for kind in kinds)

    def olds(self, name: str, *words: str) -> tuple[str, ...]:
        """Return the old names of something, the first one first."""
        return tuple(old for old, new in self.names(*words).items() if new == name)

    def first_name(self, name: str) -> str:
        """Return the first name of a thing, which names its stream of random numbers in every version."""
        verb, space, thing = name.rpartition(" ")
        kind, dot, own = thing.rpartition(".")
        if dot:
            first = self._first(own, self.attributes(kind))
            return f"{verb}{space}{self._first(kind, self.names('kind'))}.{first}"
        return f"{verb}{space}{self._first(own, self.names('to', 'value', 'action', 'pile', 'var'))}"

    def _first(self, name: str, names: Mapping[str, str]) -> str:
        """Return the beginning of the chain of names that ends here; the earliest line of several chains."""
        later = {line.new for line in self.lines}
        olds = [old for old, new in names.items() if new == name]
        return next((old for old in olds if old not in later), olds[0] if olds else name)


NO_ALIASES = Aliases()


def read_aliases(
    modules: Iterable[nodes.Module], taken: Mapping[Key, list[Span]], uses: Mapping[str, frozenset[str]]
) -> tuple[Aliases, list[Diagnostic]]:
    """Return the aliases of all modules, and the mistakes in them.

    `taken` has the names of everything that is declared; attributes with their kind and a dot. `uses` says
    for each scenario which ones it builds on.
    """
    found: dict[tuple[str, str], list[Alias]] = {}
    problems: list[Diagnostic] = []
    for number, line in enumerate(_lines(modules)):
        if number == MOST_ALIASES:
            problems.append(too_many("declarations", MOST_ALIASES, line.node.span))
            break
        same = found.setdefault((line.kind, line.old), [])
        first = next((other for other in same if other.meets(line)), None)
        if (line.node.old_kind is None) != (line.node.new_kind is None):
            problems.append(messages.half_attribute(line.node))
        elif line.old in RESERVED and not line.kind:
            problems.append(messages.alias_built_in(line.old, line.node.old.span))
        elif first is None:
            same.append(line)
        elif first.scenario == line.scenario or first.new != line.new:
            problems.append(messages.alias_twice(line.old, line.node.old.span, first.node.old.span))
    lines = [alias for same in found.values() for alias in same]
    circles = _circles(lines)
    problems += (messages.alias_circle(circle.old, circle.node.old.span) for circle in circles)
    return _counting([line for line in lines if line not in circles], taken, uses, problems), problems


def _counting(
    lines: Iterable[Alias],
    taken: Mapping[Key, list[Span]],
    uses: Mapping[str, frozenset[str]],
    problems: list[Diagnostic],
) -> Aliases:
    """Return the aliases whose old name means nothing else; add a mistake for each that hides something."""
    sorts: dict[str, list[Key]] = {}
    for key in taken:
        sorts.setdefault(key[1], []).append(key)
    counting: list[Alias] = []
    hidden: list[tuple[Alias, Span]] = []
    for line in lines:
        spans = [span for key in sorts.get(line.old, ()) if line.hides(key) for span in taken[key]]
        others = [span for span in spans if not _builds_on(span, line, uses)]
        if others:
            problems.append(messages.alias_in_use(line.old, line.node.old.span, others[0]))
        elif spans:
            hidden.append((line, spans[0]))
        else:
            counting.append(line)
    return Aliases(tuple(counting), tuple(hidden))


def _lines(modules: Iterable[nodes.Module]) -> Iterator[Alias]:
    for module in modules:
        for node in module.declarations:
            if isinstance(node, nodes.Alias):
                word = node.word.text if node.word is not None else ""
                kind = node.new_kind.text if node.new_kind is not None else ""
                word = "to" if word == "phase" else word
                yield Alias(word, kind, node.old.text, node.new.text, module.name, node)


def _builds_on(span: Span, alias: Alias, uses: Mapping[str, frozenset[str]]) -> bool:
    """Whether the scenario of a text is another one that builds on that of an alias."""
    scenario = span.file.rpartition("/")[0]
    return scenario != alias.scenario and alias.scenario in uses.get(scenario, ())


def _circles(lines: Iterable[Alias]) -> set[Alias]:
    """Return the aliases whose new names lead in a circle."""
    steps = {(line.kind, line.word, line.old): line for line in lines}
    aliases: set[Alias] = set()
    seen: set[Alias] = set()
    for first in lines:
        way: dict[Alias, None] = {}
        each: Alias | None = first
        while each is not None and each not in seen:
            seen.add(each)
            way[each] = None
            each = steps.get((each.kind, each.word, each.new))
        if each is not None and each in way:
            steady = list(way)
            aliases.update(steady[steady.index(each) :])
    return aliases


def _closed(names: dict[str, str]) -> dict[str, str]:
    """Return the last name of each chain of names; one that leads in a circle stays as it is."""
    if names.keys().isdisjoint(names.values()):
        return names
    found: dict[str, str] = {}
    for old in names:
        way: dict[str, None] = {}
        name = old
        while name in names and name not in way and name not in found:
            way[name] = None
            name = names[name]
        last = found.get(name, name)
        found |= dict.fromkeys(way, last)
    return {old: found[old] for old in names}
