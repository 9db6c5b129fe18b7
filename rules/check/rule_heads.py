"""Checks the heads of rules: who owns a rule, when it is active, what the names in its head mean.

Names in patterns must be members of the parameter's kind, or take an argument that is used: otherwise a
misspelt member would take every argument. A rule about something that cannot be hooked into, forbidden or
changed is told what that is.
"""

from collections.abc import Iterator, Sequence

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import changed, fields
from lazaretto.grammar.source import Span
from lazaretto.rules.check.expected_types import facts
from lazaretto.rules.check.expressions import ExpressionChecker
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.check.symbol_table import World, constant_of
from lazaretto.rules.check.weave_hooks import OrderClause
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.resolve_owner_names import RuleOwners, scenario_of
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    FLAG,
    NONE,
    Kind,
    KindType,
    ManyType,
    Member,
    OptionalType,
    Pile,
    Supply,
    Track,
    Type,
    fits,
)


class Targets:
    """Knows what the names of a game stand for; a rule can be about procedures and values only."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.actions: dict[str, nodes.Action] = {}

    def read(self, placed: Sequence[Placed]) -> None:
        """Note all actions, which have no names in the symbol table until they are checked."""
        for declared in placed:
            node = declared.declaration
            inside = node.rules if isinstance(node, nodes.MemberDeclaration) else (node,)
            self.actions |= {rule.name.text: rule for rule in inside if isinstance(rule, nodes.Action)}

    def value(self, name: nodes.Name) -> tree.ValueRule | None:
        """Return the value that a rule changes; report anything else."""
        world = self.world
        rule = world.values.get(name.text)
        if rule is not None:
            world.uses.append((name, rule))
            return rule
        procedure = world.procedures.get(name.text)
        if procedure is not None:
            words = ["_"] * len(procedure.parameters)
            world.report(messages.changes_procedure(name.text, words, name.span))
        elif not self._is_other(name, messages.sort("value")):
            world.unknown(name, world.values, messages.sort("value"))
        return None

    def procedure(self, name: nodes.Name) -> tree.Procedure | None:
        """Return the procedure that a rule hooks into or forbids; report anything else."""
        world = self.world
        value = world.values.get(name.text)
        if name.text in world.procedures:
            return world.procedure(name)
        if value is not None:
            words = ["_"] * len(value.parameters)
            world.report(messages.hooks_value(name.text, words, name.span))
        elif not self._is_other(name, messages.sort("to")):
            world.procedure(name)
        return None

    def _is_other(self, name: nodes.Name, wanted: str) -> bool:
        """Report something that is neither a procedure nor a value; return whether there is such a thing."""
        world, text = self.world, name.text
        if text in self.actions:
            called = [each for each in _called(self.actions[text].body) if each in world.procedures]
            world.report(messages.about_action(text, dict.fromkeys(called), name.span))
            return True
        found = _sort(world, text)
        if found is not None:
            world.report(messages.other_sort(text, found, wanted, name.span))
        return found is not None


def _called(thing: object) -> Iterator[str]:
    """Yield the names of everything that statements call on a line of its own."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from _called(each)
    elif isinstance(thing, nodes.Do):
        yield thing.call.name.text
    elif isinstance(thing, nodes.If | nodes.Match | nodes.Case | nodes.ForEach | nodes.Repeat):
        for field in fields(thing):
            yield from _called(getattr(thing, field))


def _sort(world: World, name: str) -> str | None:
    """Return the sort of thing that a name stands for; None if it stands for nothing."""
    found = world.named(name)
    if found is None:
        return "menu" if name in world.menus else "member" if name in world.members else None
    match found:
        case Kind():
            return "kind"
        case Pile():
            return "pile"
        case Supply():
            return "supply"
        case Track():
            return "track"
        case _:
            return "option" if name in world.options else "variable"


def not_settable(place: tree.Expression, name: str, span: Span) -> Diagnostic:
    """Return the mistake of a rule that sets something which is changed in another way."""
    match place:
        case tree.TrackValue():
            return messages.sets_track(name, span)
        case tree.SupplyValue():
            return messages.sets_supply(name, span)
        case tree.PileValue():
            return messages.sets_pile(name, span)
        case tree.CallValue(value=value):
            return messages.sets_value(value.name, span)
        case _:
            return messages.not_settable(name, span)


def _kind_of(wanted: Type) -> Kind | None:
    """Return the kind whose members a parameter takes; None for seats, numbers and so on."""
    plain = wanted.item if isinstance(wanted, OptionalType) else wanted
    return plain.kind if isinstance(plain, KindType) and not plain.kind.is_player else None


def _check_spelling(world: World, pattern: nodes.Name, wanted: Type) -> None:
    """Report a name that is written like the members of a kind but is none of them."""
    kind, name = _kind_of(wanted), pattern.text
    if kind is None or not name[:1].isupper() or world.forgives(name):
        return
    members = [member.ident for member in kind.members()]
    others = world.members.get(name, ())
    if others:
        world.report(messages.member_of_another_kind(name, others[0].kind.name, kind.name, pattern.span))
    elif any(member[:1].isupper() for member in members):
        world.report(messages.no_such_member(name, kind.name, members, pattern.span))


class PatternUse:
    """Finds names of a rule's patterns that the rule never uses; made before the rule is checked."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.uses = len(world.uses)
        self.mistakes = len(world.diagnostics), world.forgiven

    @property
    def spoiled(self) -> bool:
        """Whether the rule has mistakes so far."""
        return (len(self.world.diagnostics), self.world.forgiven) != self.mistakes

    def check(self, node: nodes.Change | nodes.Hook | nodes.Forbid, scope: Scope) -> None:
        """Report the unused names, unless the rule has other mistakes that may hide the use."""
        world = self.world
        if self.spoiled or world.damage:
            return
        used = {bound.span for _, bound in world.uses[self.uses :] if isinstance(bound, tree.LocalValue)}
        for pattern in node.patterns:
            bound = scope.names.get(pattern.text)
            taken = isinstance(bound, tree.LocalValue) and bound.span == pattern.span and pattern.text != "me"
            if not taken or pattern.span in used or pattern.text in set(_revealed(node)):
                continue
            assert isinstance(bound, tree.LocalValue)
            kind = _kind_of(bound.local.type)
            members = [member.ident for member in kind.members()] if kind is not None else []
            world.report(messages.unused_pattern(pattern.text, members, pattern.span))


def _revealed(thing: object) -> Iterator[str]:
    """Yield the owners of what a rule says that it reveals."""
    if isinstance(thing, nodes.Reveals):
        yield from (secret.owner for secret in thing.secrets)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _revealed(each)
    else:
        for name in fields(thing):
            yield from _revealed(getattr(thing, name))


class Owner:
    """The owner of a rule: a member of a kind, each member of a kind, or only a module."""

    def __init__(self, module: str, member: Member | None, kind: Kind | None = None) -> None:
        self.module = module
        self.member = member
        self.kind = kind
        """The kind whose members all have the rule."""
        self.each: tree.LocalValue | None = None
        """The member that is meant at a time, if all members have the rule."""

    @property
    def name(self) -> str:
        """A name that no other owner has; it says who extends the member of another scenario."""
        if self.kind is not None:
            return self._called(self.kind.name, self.kind.span)
        if self.member is not None:
            return self._called(self.member.ident, self.member.span)
        return self.module

    def _called(self, name: str, span: Span) -> str:
        at_home = scenario_of(self.module) == scenario_of(span.file)
        return name if at_home else f"{name} ({self.module})"

    @property
    def names(self) -> tuple[str, ...]:
        """The names that `following`, `over` and `prefer` use for it."""
        if self.kind is not None:
            return self.kind.name, self.module
        return (self.member.ident, self.module) if self.member is not None else (self.module,)

    def this(self, span: Span) -> tree.Constant | tree.LocalValue | None:
        """Return the member as a value; None if the owner is only a module."""
        if self.each is not None:
            return changed(self.each, span=span)
        return constant_of(self.member, span) if self.member is not None else None

    @property
    def activity(self) -> nodes.Active | None:
        """The clause that says when, and for whom, its rules are active."""
        kind = self.member.kind if self.member is not None else self.kind
        return kind.activity() if kind is not None else None


class Patterns:
    """Checks the heads of rules that change other rules."""

    def __init__(self, world: World, owners: RuleOwners) -> None:
        self.world = world
        self.owners = owners
        self.expressions = ExpressionChecker(world)
        self.clauses: list[OrderClause] = []
        """What the rules say about their order."""

    def _activity(self, owner: Owner, player: tree.LocalValue, span: Span) -> tree.Expression | None:
        """Return the condition under which the owner's rules are active for a player."""
        active, this = owner.activity, owner.this(span)
        if active is None or this is None:
            return None
        scope = Scope(Frame(mark="a"), "active")
        scope.names["this"] = this
        if active.variable is not None:
            scope.names[active.variable.text] = changed(player, span=active.variable.span)
        return self.expressions.condition(active.condition, scope)

    def _match(
        self, patterns: tuple[nodes.Name, ...], parameters: tuple[tree.Local, ...], owner: Owner, scope: Scope
    ) -> list[tree.Expression]:
        """Bind the names of a pattern to the parameters; return the required equalities as conditions."""
        conditions: list[tree.Expression] = []
        for pattern, parameter in zip(patterns, parameters, strict=True):
            here = tree.LocalValue(parameter, parameter.type, pattern.span)
            word = pattern.text
            if word == "_":
                continue
            if word in {"none", "yes", "no"}:
                conditions += self._plain(pattern, here)
                continue
            if word == "me":
                scope.names["me"] = here
                active = self._activity(owner, here, pattern.span)
                if active is not None:
                    conditions.append(active)
                if owner.activity is None or owner.activity.variable is None:
                    kind = owner.member.kind if owner.member is not None else owner.kind
                    if kind is not None and self.world.has_gap(kind):
                        continue
                    self.world.report(messages.misplaced("pattern me", pattern.span))
                continue
            if word == "this" and owner.each is not None and owner.each.local is parameter:
                if owner.each.type != parameter.type and owner.kind is not None:
                    conditions.append(tree.IsA(here, owner.kind, False, FLAG, pattern.span))
                continue
            known = self._known(pattern, parameter.type, owner)
            if known is not None:
                conditions.append(tree.Operation("=", (here, known), FLAG, pattern.span))
                continue
            first = next((name for name in patterns if name.text == word), pattern)
            if first is not pattern:
                self.world.report(messages.twice_in_pattern(word, pattern.span, first.span))
            elif word == "this":
                self.world.report(messages.misplaced("this", pattern.span))
            else:
                _check_spelling(self.world, pattern, parameter.type)
                scope.names[word] = here
        return conditions

    def _plain(self, pattern: nodes.Name, here: tree.LocalValue) -> list[tree.Expression]:
        """Treat `none`, `yes` and `no` in a pattern as values, if the parameter can have them."""
        kind: Type = NONE if pattern.text == "none" else FLAG
        value = {"none": None, "yes": True, "no": False}[pattern.text]
        if not fits(kind, here.type):
            self.world.report(messages.wrong_type(kind, here.type, pattern.span))
            return []
        constant = tree.Constant(value, kind, pattern.span)
        return [tree.Operation("=", (here, constant), FLAG, pattern.span)]

    def _known(self, pattern: nodes.Name, wanted: Type, owner: Owner) -> tree.Expression | None:
        word, span = pattern.text, pattern.span
        if word == "this":
            return owner.this(span)
        kind = _kind_of(wanted)
        if kind is not None:
            member = self.world.member(kind, word)
            if member is not None:
                self.world.uses.append((pattern, member))
                return constant_of(member, span)
        return None

    def _clauses(
        self, rule: tree.HookRule | tree.ChangeRule, names: tuple[nodes.Name, ...], owner: Owner
    ) -> None:
        """Note the members and modules whose rules a clause of a rule refers to."""
        for name in names:
            meant, problem = self.owners.find(name, owner.module)
            if problem is not None and not self.world.forgives(name.text):
                self.world.report(problem)
            members = self.world.members.get(name.text, ())
            self.world.uses.extend((name, member) for member in members[:1])
            self.clauses.append(OrderClause(rule, name, meant))

    def _open(
        self,
        target: nodes.Name,
        patterns: tuple[nodes.Name, ...],
        parameters: tuple[tree.Local, ...],
        owner: Owner,
        frame: Frame,
        span: Span,
    ) -> tuple[Scope, list[tree.Expression], tree.Local | None, tree.Expression | None] | None:
        """Return the scope for checking a rule about a procedure or value.

        It comes with its conditions and, if the rule uses `me` without binding it, the local that iterates
        over the players for whom the owner is active.
        """
        if len(patterns) != len(parameters):
            words = [*(pattern.text for pattern in patterns), *("_" for _ in parameters)][: len(parameters)]
            self.world.report(messages.arity(target.text, len(parameters), len(patterns), target.span, words))
            return None
        scope = Scope(frame, target.text)
        if owner.kind is not None and not self._each_member(owner.kind, owner, patterns, parameters, frame):
            return None
        this = owner.this(span)
        if this is not None:
            scope.names["this"] = this
        conditions = self._match(patterns, parameters, owner, scope)
        me = players = None
        activity = owner.activity
        if activity is not None and "me" not in scope.names:
            player = KindType(self.world.player)
            each = frame.local("each", player, span)
            active = self._activity(owner, tree.LocalValue(each, player, span), span)
            if active is None:
                return None
            if activity.variable is None:
                return scope, [active, *conditions], None, None
            me = scope.bind("me", player, span)
            everyone = tree.KindSet(self.world.player, ManyType(player), span)
            players = tree.Quantifier("those", each, everyone, active, None, ManyType(player), span)
        return scope, conditions, me, players

    def _each_member(
        self,
        kind: Kind,
        owner: Owner,
        patterns: tuple[nodes.Name, ...],
        parameters: tuple[tree.Local, ...],
        frame: Frame,
    ) -> bool:
        """Bind `this` of a rule in a kind: to the argument where a pattern says so, else to each member."""
        own = KindType(kind)
        for pattern, parameter in zip(patterns, parameters, strict=True):
            if pattern.text == "this":
                plain = parameter.type.item if isinstance(parameter.type, OptionalType) else parameter.type
                if not isinstance(plain, KindType) or plain.kind.shared_ancestor(kind) is None:
                    self.world.report(messages.wrong_type(own, parameter.type, pattern.span))
                    return False
                narrower = plain if plain.kind.descends_from(kind) else own
                same = parameter.type if fits(parameter.type, own) else narrower
                owner.each = tree.LocalValue(parameter, same, pattern.span)
                return True
        each = frame.local("this", own, kind.span)
        owner.each = tree.LocalValue(each, own, kind.span)
        return True

    def _this_loop(self, owner: Owner, parameters: tuple[tree.Local, ...]) -> tree.Local | None:
        """Return the local that stands for each member of a kind in turn; None if no loop is needed."""
        if owner.each is None or owner.each.local in parameters:
            return None
        return owner.each.local

    def _when(self, node: nodes.Expression | None, scope: Scope, conditions: list[tree.Expression]) -> bool:
        if node is None:
            return True
        found = self.expressions.condition(node, scope)
        if found is None:
            return False
        conditions.append(found)
        scope.facts.update(facts(found, True))
        return True
