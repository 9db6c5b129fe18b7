"""The aliases of a game: the old names of things, so that texts and records which use them still work.

An alias counts only where its old name means nothing else: if a later scenario declares something under that
name, the declaration wins.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from grammar import nodes
from grammar.diagnostics import Diagnostic
from grammar.source import Span
from rules.errors import alias_messages as messages

WORDS = frozenset(
    {
        *("kind", "var", "supply", "track", "pile", "option", "value", "menu", "to", "action"),
        *("win", "lose", "invariant", "test"),
    }
)
"""The words that say what sort of thing a name means, as in `remove`; a member has the word of its kind."""

Key = tuple[str, str]
"""A sort and a name; the sort of a member is its kind."""


@dataclass(frozen=True, slots=True)
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

    def covers(self, key: Key) -> bool:
        """Whether it is about a thing of this sort and name."""
        return not self.kind and self.old == key[1] and self.word in ("", key[0])

    def meets(self, other: "Alias") -> bool:
        """Whether both are about the same old name."""
        alike = self.word == other.word or not self.word or not other.word
        return (self.kind, self.old) == (other.kind, other.old) and alike


@dataclass(slots=True, eq=False)
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
            fitting = (each for each in self.lines if not each.kind and each.word in ("", *words))
            self._names[key] = _closed({each.old: each.new for each in fitting})
        return self._names[key]

    def attributes(self, kind: str) -> Mapping[str, str]:
        """Return the present name for each old name of an attribute of a kind."""
        kinds = self.names("kind")
        fitting = (each for each in self.lines if each.kind and kinds.get(each.kind, each.kind) == kind)
        return _closed({each.old: each.new for each in fitting})

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
        return self.names(*{each.word for each in self.lines}).get(name, name)

    def may_mean(self, old: str, new: str) -> bool:
        """Whether something of the present name once had the old one, be it an attribute or anything else."""
        kinds = {each.kind for each in self.lines if each.kind}
        return self.present(old) == new or any(self.attributes(each).get(old) == new for each in kinds)

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
        later = {each.new for each in self.lines}
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
    found: list[Alias] = []
    problems: list[Diagnostic] = []
    for each in _lines(modules):
        if (each.node.old_kind is None) != (each.node.new_kind is None):
            problems.append(messages.half_attribute(each.node))
            continue
        first = next((other for other in found if other.meets(each)), None)
        if first is not None:
            if first.scenario == each.scenario or first.new != each.new:
                problems.append(messages.alias_twice(each.old, each.node.old.span, first.node.old.span))
            continue
        found.append(each)
    for each in _circles(found):
        problems.append(messages.alias_circle(each.old, each.node.old.span))
        found.remove(each)
    counting: list[Alias] = []
    hidden: list[tuple[Alias, Span]] = []
    for each in found:
        spans = [*_taken(each, taken)]
        others = [span for span in spans if not _builds_on(span, each, uses)]
        if others:
            problems.append(messages.alias_in_use(each.old, each.node.old.span, others[0]))
        elif spans:
            hidden.append((each, spans[0]))
        else:
            counting.append(each)
    return Aliases(tuple(counting), tuple(hidden)), problems


def _lines(modules: Iterable[nodes.Module]) -> Iterator[Alias]:
    for module in modules:
        for node in module.declarations:
            if isinstance(node, nodes.Alias):
                word = node.word.text if node.word is not None else ""
                kind = node.new_kind.text if node.new_kind is not None else ""
                word = "to" if word == "phase" else word
                yield Alias(word, kind, node.old.text, node.new.text, module.name, node)


def _taken(alias: Alias, taken: Mapping[Key, list[Span]]) -> Iterator[Span]:
    """Yield where the old name is declared as something else."""
    if alias.kind:
        yield from taken.get((f"{alias.kind}.", alias.old), ())
        return
    for key, spans in taken.items():
        if alias.covers(key) and not key[0].endswith("."):
            yield from spans


def _builds_on(span: Span, alias: Alias, uses: Mapping[str, frozenset[str]]) -> bool:
    """Whether the scenario of a text is another one that builds on that of an alias."""
    scenario = span.file.rpartition("/")[0]
    return scenario != alias.scenario and alias.scenario in uses.get(scenario, ())


def _circles(lines: list[Alias]) -> list[Alias]:
    """Return the aliases whose new name leads back to their old one."""
    found: list[Alias] = []
    for each in lines:
        steps = {one.old: one.new for one in lines if (one.kind, one.word) == (each.kind, each.word)}
        seen, name = set[str](), each.new
        while name in steps and name not in seen:
            seen.add(name)
            name = steps[name]
        if each.old in (*seen, name):
            found.append(each)
    return found


def _closed(names: dict[str, str]) -> dict[str, str]:
    """Return the last name of each chain of names."""
    if names.keys().isdisjoint(names.values()):
        return names
    found: dict[str, str] = {}
    for old, new in names.items():
        seen = {old}
        while new in names and new not in seen:
            seen.add(new)
            new = names[new]
        found[old] = new
    return found
