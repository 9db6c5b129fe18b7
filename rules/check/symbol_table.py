"""The symbol table: everything a linked game declares, by name; each pass adds to it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import NoReturn

from lazaretto.grammar import nodes
from lazaretto.grammar.damage import NO_DAMAGE, Damage
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.check.definition_index import References, Use, declared_in
from lazaretto.rules.check.find_by_old_name import AliasedTable, old_idents
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.aliases import NO_ALIASES, Aliases
from lazaretto.rules.link.compose_modules import MOST_TOLD
from lazaretto.rules.link.old_name_use import OldName
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    BROKEN,
    FLAG,
    NUMBER,
    TEXT,
    Kind,
    KindType,
    ManyType,
    Member,
    NumberType,
    Option,
    OptionalType,
    Pile,
    Supply,
    Track,
    Type,
    Variable,
    player_kind,
)

CAMPAIGN = "campaign"
"""The lifetime of what a game hands on, unless the game has a phase of that name."""

_TABLES = (
    ("kinds", "kind"),
    ("variables", "var", "option"),
    ("piles", "pile"),
    ("supplies", "supply"),
    ("tracks", "track"),
    ("options", "option"),
    ("values", "value"),
    ("procedures", "to"),
    ("menus", "menu"),
)
"""The tables whose things are found by old names, too, and the words of these things."""

Named = Kind | Variable | Pile | Supply | Track | tree.ValueRule | tree.Procedure


def constant_of(member: Member, span: Span) -> tree.Constant:
    """Return a member as a value."""
    return tree.Constant(member.id, KindType(member.kind), span)


class EnoughError(Exception):
    """There are too many mistakes, or one after which nothing can be checked."""


@changing_node
class World:
    """The symbol table."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    members: dict[str, list[Member]] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    piles: dict[str, Pile] = field(default_factory=dict)
    supplies: dict[str, Supply] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    values: dict[str, tree.ValueRule] = field(default_factory=dict)
    procedures: dict[str, tree.Procedure] = field(default_factory=dict)
    menus: dict[str, tree.Menu] = field(default_factory=dict)
    actions: list[tree.Action] = field(default_factory=list)
    outcomes: list[tree.OutcomeRule] = field(default_factory=list)
    invariants: list[tree.InvariantRule] = field(default_factory=list)
    goals: list[tree.GoalRule] = field(default_factory=list)
    option_needs: list[tree.OptionNeed] = field(default_factory=list)
    extra: list[tree.Procedure] = field(default_factory=list)
    hidden: list[Variable] = field(default_factory=list)
    templates: list[tree.Template] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    """Each resolved name, with its meaning."""
    seats: tuple[str, ...] = ()
    """The players of the test that is being checked."""
    most_players: int = 4
    least_players: int = 1
    removed: Mapping[str, Span] = field(default_factory=dict)
    """What modules have removed, and where."""
    damage: Damage = NO_DAMAGE
    """What was lost to syntax errors; mistakes that may only follow from it are not reported."""
    lost: set[str] = field(default_factory=set)
    """Names of declarations that were lost, or that depend on a lost one."""
    forgiven: int = 0
    """How many mistakes were not reported."""
    in_rule: bool = False
    muted: bool = False
    """Whether the rest of the current rule may depend on something forgiven before it."""
    statements: int = 0
    questions: int = 0
    expressions: int = 0
    idents: dict[int, dict[str, Member]] = field(default_factory=dict)
    aliases: Aliases = NO_ALIASES
    """The old names of things."""
    old_names: list[OldName] = field(default_factory=list)
    """Where parameters get their kind from an old name of it."""
    written: list[tree.WrittenRule] = field(default_factory=list)
    """The rules as they were written, in order."""

    def __post_init__(self) -> None:
        if self.aliases:
            for table, *words in _TABLES:
                setattr(self, table, AliasedTable(self.aliases.names(*words)))
        self.kinds["Player"] = player_kind()
        self.lost |= self.damage.declared

    @property
    def player(self) -> Kind:
        """The kind of the seats."""
        return self.kinds["Player"]

    def report(self, diagnostic: Diagnostic) -> None:
        """Record a mistake, unless it is on lines that a syntax error left in doubt.

        Raises:
            EnoughError: there are too many mistakes.
        """
        if self.damage and (self.muted or self.in_doubt(diagnostic.span)):
            self.forgive()
            return
        self.diagnostics.append(diagnostic)
        if len(self.diagnostics) >= MOST_TOLD:
            raise EnoughError

    def in_doubt(self, span: Span) -> bool:
        """Whether the first line of a span depends on something that was lost."""
        return self.damage.doubts(span.file, span.line, span.line)

    def forgive(self) -> None:
        """Count a mistake that may only follow from a syntax error, and mute what may follow from it."""
        self.forgiven += 1
        self.muted = self.in_rule and bool(self.damage)

    def begin_rule(self) -> None:
        """Start a rule: the next mistakes belong to it."""
        self.in_rule, self.muted = True, False

    def end_rule(self) -> None:
        """End a rule: the next mistakes belong to no rule."""
        self.in_rule = self.muted = False

    def forgives(self, name: str) -> bool:
        """Whether an undefined name may refer to something that was lost; if so, forgive it.

        A lost kind may have generated numbered members, such as `Card_3`.
        """
        numbered = bool(self.lost) and name.rpartition("_")[2].isdigit()
        return self._forgive_if(numbered or name in self.lost or self.damage.forgives(name))

    def has_gap(self, kind: Kind) -> bool:
        """Whether a kind may have attributes that were lost; if so, forgive that one is missing."""
        return self.some_gap(each.name for each in kind.lineage())

    def some_gap(self, names: Iterable[str]) -> bool:
        """Whether one of some declarations may have lost a part; if so, forgive what is missing."""
        known = list(names)
        return self._forgive_if(self.damage.has_gap(known) or not self.lost.isdisjoint(known))

    def _forgive_if(self, lost: bool) -> bool:
        if lost:
            self.forgive()
        return lost

    @property
    def guessing(self) -> bool:
        """Whether rules may be missing, so that conflicts between rules cannot be checked."""
        return self.forgiven > 0 or self.damage.incomplete

    def give_up(self, diagnostic: Diagnostic) -> NoReturn:
        """Report a mistake after which nothing more can be checked.

        Raises:
            EnoughError: always.
        """
        self.diagnostics.append(diagnostic)
        raise EnoughError

    def unknown(self, name: nodes.Name, known: Iterable[str], word: str = "") -> None:
        """Report an unknown name; `word` says which sort of name is expected."""
        if word:
            self.missing(name, messages.no_such(word, name.text, name.span, known))
        else:
            self.missing(name, messages.unknown(name.text, name.span, known))

    def missing(self, name: nodes.Name, otherwise: Diagnostic) -> None:
        """Report a missing name; as removed, if a module removed it."""
        if self.forgives(name.text):
            return
        removed = self.removed.get(self.aliases.present(name.text) if self.aliases else name.text)
        if removed is not None:
            otherwise = messages.still_used(name.text, name.span, removed)
        self.report(otherwise)

    def spoil(self, name: str, span: Span) -> None:
        """Give a name a broken type, because its declaration is broken; uses of it are not reported."""
        if self.named(name) is None and name not in self.members:
            self.variables[name] = Variable(name, None, BROKEN, span)

    def member(self, kind: Kind, name: str) -> Member | None:
        """Return a member of a kind, by the name that rules write."""
        members = self.idents.get(id(kind))
        if members is None:
            members = self.idents[id(kind)] = {}
            for member in kind.members():
                if not member.seats:
                    members.setdefault(member.ident, member)
            if self.aliases:
                for each in [*members.values()]:
                    for old in old_idents(each, self.aliases):
                        members.setdefault(old, each)
        return members.get(name)

    def named(self, name: str) -> Named | None:
        """Return what is declared under a name, except members of kinds."""
        return next((table[name] for table in self._tables() if name in table), None)

    def all_names(self) -> set[str]:
        """Return every name that a rule may use anywhere."""
        return set(self.members).union(*self._tables())

    def _tables(self) -> tuple[Mapping[str, Named], ...]:
        """Return the declarations by name, in lookup order."""
        return (
            self.kinds,
            self.variables,
            self.piles,
            self.supplies,
            self.tracks,
            self.values,
            self.procedures,
        )

    def claim(self, name: nodes.Name) -> bool:
        """Whether a name is still free; if not, report it."""
        found = self.named(name.text)
        if found is not None and self.aliases and found.name != name.text:
            return True
        if found is None or (self.damage and isinstance(found, Variable) and found.type == BROKEN):
            return True
        if found is self.player:
            self.report(messages.built_in(name.text, name.span))
        else:
            self.report(messages.twice(name.text, name.span, found.span))
        return False

    def kind(self, name: nodes.Name) -> Kind | None:
        """Return a kind by name; report a missing one."""
        found = self.kinds.get(name.text)
        if found is None:
            self.missing(name, messages.not_a_kind(name.text, name.span, self.kinds))
        else:
            self.uses.append((name, found))
        return found

    def procedure(self, name: nodes.Name) -> tree.Procedure | None:
        """Return a procedure by name; report a missing one."""
        found = self.procedures.get(name.text)
        if found is None:
            self.unknown(name, self.procedures, messages.sort("to"))
        else:
            self.uses.append((name, found))
        return found

    def kind_for_word(self, word: str) -> Kind | None:
        """Return the kind that a parameter's name alone implies: `place` is a Place."""
        wanted = word.replace("_", "").casefold()
        found = next((kind for name, kind in self.kinds.items() if name.casefold() == wanted), None)
        if found is None and self.aliases:
            olds = self.aliases.names("kind")
            found = next((self.kinds.get(old) for old in olds if old.casefold() == wanted), None)
        return found

    def named_type(self, node: nodes.NamedType) -> Type | None:
        """Return the type of a type expression."""
        match node.name.text:
            case "number":
                return NumberType(node.low, node.high)
            case "flag":
                return FLAG
            case "text":
                return TEXT
            case _:
                kind = self.kinds.get(node.name.text)
                if kind is None:
                    self.missing(node.name, messages.not_a_type(node.name.text, node.name.span, self.kinds))
                    return None
                self.uses.append((node.name, kind))
                return OptionalType(KindType(kind)) if node.optional else KindType(kind)

    def type_of(self, node: nodes.NamedType | nodes.ManyType) -> Type | None:
        """Return the type of a parameter or result."""
        if isinstance(node, nodes.ManyType):
            item = self.named_type(node.item)
            return ManyType(item) if item is not None else None
        return self.named_type(node)

    def parameter_type(self, node: nodes.Parameter) -> Type:
        """Return the type of a parameter, from its declaration or its name."""
        if node.type is not None:
            return self.type_of(node.type) or BROKEN
        kind = self.kind_for_word(node.name.text)
        if kind is None:
            if not self._lost_kind(node.name.text):
                self.report(messages.untyped(node.name.text, node.span))
            return BROKEN
        if self.aliases and kind.name.casefold() != node.name.text.replace("_", "").casefold():
            name, span = node.name.text, node.name.span
            self.old_names.append(OldName(span, name, f"{name}: {kind.name}", kind.name))
        return KindType(kind)

    def _lost_kind(self, word: str) -> bool:
        """Whether the kind that a parameter is named after may have been lost."""
        wanted = word.replace("_", "").casefold()
        near = next((each for each in (*self.lost, *self.damage.mentioned) if each.casefold() == wanted), "")
        return self.forgives(near or word)

    def link_kinds(self, kind: Kind) -> list[Kind]:
        """Return the kinds of links that join members of a kind."""
        return [
            each for each in self.kinds.values() if each.links is not None and kind.descends_from(each.links)
        ]

    def area_kinds(self, kind: Kind) -> list[Kind]:
        """Return the kinds of areas that have members of a kind."""
        return [
            each
            for each in self.kinds.values()
            if each.area_of is not None and kind.descends_from(each.area_of)
        ]

    def template(self, parts: tuple["str | tree.Expression | tree.Plural", ...], span: Span) -> tree.Template:
        """Return a text with its number in the table of texts."""
        made = tree.Template(parts, span, len(self.templates))
        self.templates.append(made)
        return made

    def may_repeat(self, item: Type | None) -> None:
        """Note that lists of these things may hold the same one several times, and so be longer."""
        plain = item.item if isinstance(item, OptionalType) else item
        if isinstance(plain, KindType):
            plain.kind.root.repeated = True

    def phases(self) -> Iterable[str]:
        """Return the names of all phases."""
        return (name for name, procedure in self.procedures.items() if procedure.phase)

    def phase(self, name: nodes.Name) -> tree.Procedure | None:
        """Return a phase by name; report a missing one."""
        procedure = self.procedures.get(name.text)
        if procedure is not None and procedure.phase:
            self.uses.append((name, procedure))
            return procedure
        if procedure is None and name.text == CAMPAIGN:
            self.report(messages.misplaced("kept limit", name.span))
            return None
        problem = messages.not_a_phase(name.text, name.span, self.phases())
        if procedure is None:
            self.missing(name, problem)
        else:
            self.report(problem)
        return None

    def hidden_variable(self, name: str, owner: Kind | None, span: Span, phase: tree.Procedure) -> Variable:
        """Create an internal variable: the marks of what was done within a phase."""
        made = Variable(
            f"{name}#{len(self.hidden)}",
            owner,
            ManyType(None) if owner is None else NUMBER,
            span,
            hidden=True,
        )
        made.constant = False
        made.lifetime = phase
        made.defaults = [()] if owner is None else [0]
        phase.lifetimes.append(made)
        self.hidden.append(made)
        return made

    def references(self) -> References:
        """Return all uses of names and their definitions."""
        declared = (
            *declared_in(self.kinds),
            *self.variables.values(),
            *self.piles.values(),
            *self.supplies.values(),
            *self.tracks.values(),
            *self.values.values(),
            *self.procedures.values(),
            *self.menus.values(),
            *self.actions,
        )
        return References(self.uses, declared)

    def all_procedures(self) -> Iterator[tree.Procedure]:
        """Yield every procedure, including hook bodies and actions."""
        yield from self.procedures.values()
        yield from self.extra
        for action in self.actions:
            yield action.procedure
