"""Composes modules by name: applies what each adds, extends, replaces or removes.

Composition works on declarations, before any checks. A replaced rule leaves no trace, and changing something
that does not exist is a mistake.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from lazaretto.grammar import nodes
from lazaretto.grammar.damage import NO_DAMAGE, Damage
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import changed, value
from lazaretto.grammar.source import NOWHERE, Span
from lazaretto.rules.errors import checker_diagnostics as messages, conflict_diagnostics as order_messages
from lazaretto.rules.link.aliases import NO_ALIASES, Aliases, Key, read_aliases
from lazaretto.rules.link.declaration_keys import extends, key_of, row_key, spot, taken_names
from lazaretto.rules.link.nameable_modules import NO_SCENARIOS, Naming
from lazaretto.rules.link.old_name_use import OldName
from lazaretto.rules.link.read_tables import Row
from lazaretto.rules.link.resolve_owner_names import Preferences, RuleOwners, read_preferences
from lazaretto.rules.model.entities import PLAYER

MOST_TOLD = 200
"""After this many mistakes, checking stops."""

MOST_REPLACED = 20
"""How often one declaration may be replaced."""


@value
class Placed:
    """A declaration with its module and, for a procedure, the declaration it replaced."""

    module: str
    declaration: nodes.Plain
    inherited: "Placed | None" = None


@value
class Composed:
    """The declarations to check, in order, and the removed ones by name."""

    placed: tuple[Placed, ...]
    rows: tuple[Row, ...]
    diagnostics: tuple[Diagnostic, ...]
    removed: Mapping[str, Span] = field(default_factory=dict)
    start: Span = NOWHERE
    """The source position of the scenario's own declaration."""
    damage: Damage = NO_DAMAGE
    """What was lost to syntax errors."""
    owners: RuleOwners = field(default_factory=RuleOwners)
    """Whose rules a name can mean."""
    preferences: Preferences = field(default_factory=Preferences)
    """Which owner has the last word where rules conflict."""
    aliases: Aliases = NO_ALIASES
    """The old names of things."""


def _spot(item: Placed | Row) -> Span:
    """Return the span of the name of a declaration or row, or of the whole if it has no name."""
    if isinstance(item, Row):
        return item.place("name")
    return spot(item.declaration)


@value
class _Replacement:
    """A declaration that replaces another one, and the modules that it overrides."""

    placed: Placed
    over: frozenset[str]
    span: Span


class _Composer:
    """Keeps declarations by name while modules change them.

    Declarations lost to syntax errors, according to `damage`, are omitted everywhere because nothing is known
    about them.
    """

    def __init__(self, damage: Damage, owners: RuleOwners, preferences: Preferences) -> None:
        self.damage = damage
        self.owners = owners
        self.aliases = owners.aliases
        self.preferences = preferences
        self.order: dict[int, Placed | Row] = {}
        self.next = 0
        self.named: dict[Key, int] = {}
        self.replaced: dict[Key, list[_Replacement]] = {}
        """The replacements of each declaration; the last one counts."""
        self.origins: dict[Key, Placed | Row] = {}
        """What was replaced first."""
        self.overrides: list[tuple[Key, nodes.Name, tuple[str, ...]]] = []
        """The names after `over`, with the modules that they mean."""
        self.inside: set[Key] = set()
        """Actions inside members and kinds: others may extend them, but not replace or remove them."""
        self.removed: dict[str, Span] = {}
        self.diagnostics: list[Diagnostic] = []

    def append(self, item: Placed | Row) -> int:
        self.order[self.next] = item
        self.next += 1
        return self.next - 1

    def lost(self, key: Key) -> bool:
        return key[1] in self.damage.declared

    def add(self, item: Placed | Row, key: Key | None) -> None:
        if key is not None and self.aliases:
            key = self.aliases.current(key)[0], key[1]
        if key is None:
            self.append(item)
        elif self.lost(key):
            return
        elif key in self.named:
            first = self.order[self.named[key]]
            self.diagnostics.append(messages.twice(key[1], _spot(item), _spot(first)))
        else:
            self.named[key] = self.append(item)

    def meant(self, key: Key, span: Span) -> Key:
        """Return the present sort and name of what a module changes, and note an old name."""
        if not self.aliases or key in self.named or key in self.inside:
            return key
        found = self.aliases.current(key)
        if found not in self.named and found not in self.inside and found != ("kind", PLAYER):
            return found[0], key[1]
        if found[1] != key[1]:
            self.owners.old_names.append(OldName(span, key[1], found[1]))
        return found

    def target(self, word: str, key: Key, span: Span) -> int | None:
        number = self.named.get(key)
        if number is None and not self.damage.forgives(key[1]) and not self.damage.forgives(key[0]):
            known = [name for kind, name in self.named if kind == key[0]]
            if key[0] == "kind" and word == "extend":
                known.append(PLAYER)
            sorts = [kind for kind, name in self.named if name == key[1]]
            self.diagnostics.append(messages.no_target(word, *key, span, known, sorts))
        return number

    def declare(self, item: Placed) -> None:
        node = item.declaration
        if isinstance(node, nodes.MemberDeclaration | nodes.KindDeclaration):
            actions = (rule for rule in node.rules if isinstance(rule, nodes.Action))
            self.inside |= {("action", action.name.text) for action in actions}
        key = key_of(node)
        if key is not None and extends(node):
            meant = self.meant(key, spot(node))
            self.extend(item if meant == key else Placed(item.module, _renamed(node, meant[1])), meant)
        else:
            self.add(item, key)

    def extend(self, item: Placed, key: Key) -> None:
        if self.lost(key):
            return
        if (
            key == ("kind", PLAYER)
            or key in self.inside
            or self.target("extend", key, _spot(item)) is not None
        ):
            self.append(item)

    def replace(self, module: str, node: nodes.Replace) -> None:
        key = key_of(node.declaration)
        assert key is not None, "the grammar lets only named declarations be replaced"
        span, written = spot(node.declaration), key
        key = self.meant(key, span)
        declaration = node.declaration if key == written else _renamed(node.declaration, key[1])
        number = None if self.lost(key) else self.target("replace", key, span)
        if number is None:
            return
        origin = self.origins.setdefault(key, self.order[number])
        chain = self.replaced.setdefault(key, [])
        new = _Replacement(Placed(module, declaration), self._over(key, module, node.over), span)
        place = len(chain)
        while place and self._wins(chain[place - 1], new, key):
            place -= 1
        below = chain[place - 1] if place else None
        if below is not None and not self._wins(new, below, key):
            first, apart = below.placed.module, self.owners.apart(below.placed.module, module)
            self.diagnostics.append(
                order_messages.overridden_twice(key[1], first, span, below.span, module if apart else "")
            )
            return
        if len(chain) >= MOST_REPLACED:
            self.diagnostics.append(messages.too_many("replacements", MOST_REPLACED, span, key[1]))
            return
        chain.insert(place, new)
        top = origin
        for replacement in chain:
            before = top if isinstance(top, Placed) else None
            top = Placed(replacement.placed.module, replacement.placed.declaration, before)
        self.order[number] = top

    def _over(self, key: Key, module: str, names: tuple[nodes.Name, ...]) -> frozenset[str]:
        """Return the modules that a replacement overrides."""
        found: set[str] = set()
        for name in names:
            meant, problem = self.owners.find(name, module)
            found.update(meant)
            if problem is not None and not self.damage.forgives(name.text):
                self.diagnostics.append(problem)
            self.overrides.append((key, name, meant))
        return frozenset(found)

    def _wins(self, one: _Replacement, other: _Replacement, key: Key) -> bool:
        """Whether it is said that one replacement comes after the other."""
        first, second = one.placed.module, other.placed.module
        decided = self.preferences.wins((first,), (second,), key[1])
        return second in one.over if decided is None else decided

    def check_overrides(self) -> None:
        """Report an `over` that names a module which does not touch the declaration."""
        for key, name, meant in self.overrides:
            modules = {replacement.placed.module for replacement in self.replaced.get(key, ())}
            origin = self.origins.get(key)
            if isinstance(origin, Placed):
                modules.add(origin.module)
            if meant and modules.isdisjoint(meant) and not self.damage:
                self.diagnostics.append(order_messages.not_replaced(key[1], meant[0], name.span))

    def check_targets(self, names: list[nodes.Name]) -> None:
        """Report what a `prefer` is about if it does not exist."""
        known = {name for _, name in self.named}
        for name in names:
            if self.owners.present(name) not in known and not self.damage.forgives(name.text):
                self.diagnostics.append(messages.unknown(name.text, name.span, known))

    def remove(self, node: nodes.Remove) -> None:
        word = "to" if node.word.text == "phase" else node.word.text
        key = self.meant((word, node.name.text), node.name.span)
        number = None if self.lost(key) else self.target("remove", key, node.name.span)
        if number is not None:
            del self.named[key], self.order[number]
            self.removed.setdefault(key[1], node.name.span)


def compose(
    modules: Sequence[nodes.Module],
    rows: Iterable[Row],
    start: Span = NOWHERE,
    damage: Damage = NO_DAMAGE,
    naming: Naming = NO_SCENARIOS,
) -> Composed:
    """Compose modules and tables in link order; `damage` says what syntax errors lost."""
    aliases, wrong = NO_ALIASES, list[Diagnostic]()
    if any(isinstance(each, nodes.Alias) for module in modules for each in module.declarations):
        rows = tuple(rows)
        aliases, wrong = read_aliases(modules, taken_names(modules, rows), naming.uses)
    owners = RuleOwners(tuple(each.name for each in modules), _members(modules, aliases), naming, aliases)
    preferences, problems = read_preferences(modules, owners, damage)
    composer = _Composer(damage, owners, preferences)
    composer.diagnostics += (*wrong[:MOST_TOLD], *problems)
    for row in rows:
        if len(composer.diagnostics) >= MOST_TOLD:
            break
        composer.add(row, row_key(row))
    targets: list[nodes.Name] = []
    for module in modules:
        for declaration in module.declarations:
            if len(composer.diagnostics) >= MOST_TOLD:
                break
            if isinstance(declaration, nodes.Prefer):
                targets += declaration.targets
            elif isinstance(declaration, nodes.Remove):
                composer.remove(declaration)
            elif isinstance(declaration, nodes.Replace):
                composer.replace(module.name, declaration)
            elif not isinstance(declaration, nodes.Alias):
                composer.declare(Placed(module.name, declaration))
    composer.check_overrides()
    composer.check_targets(targets)
    everything = composer.order.values()
    return Composed(
        tuple(each for each in everything if isinstance(each, Placed)),
        tuple(each for each in everything if isinstance(each, Row)),
        tuple(composer.diagnostics),
        composer.removed,
        start,
        damage,
        owners,
        preferences,
        aliases,
    )


def _renamed(node: nodes.Plain, name: str) -> nodes.Plain:
    """Return a declaration under the present name of what it changes; a text is no name and stays."""
    if isinstance(node, nodes.Outcome | nodes.Invariant | nodes.Goal):
        return node
    if isinstance(node, nodes.Change | nodes.Hook | nodes.Forbid | nodes.Look):
        return node
    if isinstance(node, nodes.Test):
        return changed(node, name=name)
    return changed(node, name=nodes.Name(name, node.name.span))


def _members(modules: Iterable[nodes.Module], aliases: Aliases) -> frozenset[str]:
    """Return the names of all members and kinds that can have rules."""
    declarations = (
        declaration.declaration if isinstance(declaration, nodes.Replace) else declaration
        for module in modules
        for declaration in module.declarations
    )
    return frozenset(
        aliases.present(declaration.name.text) if aliases else declaration.name.text
        for declaration in declarations
        if isinstance(declaration, nodes.MemberDeclaration)
        or (isinstance(declaration, nodes.KindDeclaration) and declaration.rules)
    )
