"""What an expression means and which type it has."""

from typing import assert_never

from grammar import nodes
from grammar.source import Span
from rules.check import messages
from rules.check.scope import Scope
from rules.check.world import World
from rules.model import tree
from rules.model.things import Kind
from rules.model.types import (
    BROKEN,
    FLAG,
    NONE,
    NUMBER,
    SUPPLY,
    TEXT,
    VOID,
    KindType,
    ManyType,
    NumberType,
    OptionalType,
    PileType,
    Type,
    fits,
    item_of,
    join,
)

MOST = 2**63 - 1
"""Numbers stay within 64 bits."""


def path_of(expression: tree.Expression) -> str | None:
    """A name for a value that two readings share, if nothing happens between them."""
    match expression:
        case tree.LocalValue(local=local):
            return local.name
        case tree.VariableValue(variable=variable, thing=None):
            return variable.name
        case tree.VariableValue(variable=variable, thing=thing) if thing is not None:
            inner = path_of(thing)
            return f"{inner}.{variable.name}" if inner is not None else None
        case _:
            return None


def written(node: nodes.Expression) -> str:
    """An expression as its author wrote it, as far as it is short."""
    match node:
        case nodes.Name(text):
            return text
        case nodes.Attribute(thing, name):
            return f"{written(thing)}.{name.text}"
        case nodes.Call(name):
            return f"{name.text}(...)"
        case _:
            return "this"


def facts(condition: tree.Expression, truth: bool) -> dict[str, Type]:
    """What is known of paths once a condition is known to hold, or not to hold."""
    match condition:
        case tree.Operation("and", operands) if truth:
            return {path: kind for each in operands for path, kind in facts(each, truth).items()}
        case tree.Operation("or", operands) if not truth:
            return {path: kind for each in operands for path, kind in facts(each, truth).items()}
        case tree.Operation("not", (operand,)):
            return facts(operand, not truth)
        case tree.Operation(operator="=" | "!=" as operator, operands=(left, right)):
            if (operator == "!=") == truth:
                for one, other in ((left, right), (right, left)):
                    path = path_of(one)
                    if path and isinstance(one.type, OptionalType) and other.type == NONE:
                        return {path: one.type.item}
            else:
                for one, other in ((left, right), (right, left)):
                    path = path_of(one)
                    if path and isinstance(one.type, OptionalType) and isinstance(other.type, KindType):
                        return {path: one.type.item}
            return {}
        case tree.IsA(operand=operand, kind=kind, negated=negated) if negated != truth:
            path = path_of(operand)
            return {path: KindType(kind)} if path else {}
        case _:
            return {}


class Expressions:
    """The checker of expressions, over one world."""

    def __init__(self, world: World) -> None:
        self.world = world

    # --- doors ---------------------------------------------------------------------------------

    def check(
        self, node: nodes.Expression, scope: Scope, wanted: Type | None = None
    ) -> tree.Expression | None:
        """The meaning of an expression, or None with the mistake reported."""
        found = self._check(node, scope, wanted)
        if found is None:
            return None
        if wanted is not None and not fits(found.type, wanted):
            if isinstance(found.type, OptionalType) and fits(found.type.item, wanted):
                self.world.report(messages.optional(written(node), node.span))
            elif found.type == VOID and isinstance(node, nodes.Call):
                self.world.report(messages.no_result(node.name.text, node.span))
            else:
                self.world.report(messages.wrong_type(found.type, wanted, node.span))
            return None
        return found

    def condition(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """A condition."""
        return self.check(node, scope, FLAG)

    def many(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """Something with members: a list, a pile, a kind."""
        found = self._check(node, scope, None)
        if found is None:
            return None
        if not isinstance(found.type, ManyType | PileType):
            self.world.report(
                messages.wrong_type(found.type, "set", node.span, "a kind, a pile or a list has members")
            )
            return None
        return found

    def template(self, node: nodes.Text, scope: Scope) -> tree.Template | None:
        """A text with gaps."""
        parts: list[str | tree.Expression] = []
        for part in node.parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            checked = self._check(part, scope, None)
            if checked is None:
                return None
            if checked.type == SUPPLY:
                self.world.report(
                    messages.wrong_type(checked.type, "number", part.span, "add `left` or `on ...`")
                )
                return None
            parts.append(checked)
        return self.world.template(tuple(parts), node.span)

    def supply(self, node: nodes.Expression, scope: Scope) -> tree.SupplyValue | None:
        """A supply."""
        found = self._check(node, scope, None)
        if found is None:
            return None
        if not isinstance(found, tree.SupplyValue):
            self.world.report(messages.wrong_type(found.type, SUPPLY, node.span))
            return None
        return found

    def pile(self, node: nodes.Expression, scope: Scope) -> tree.PileValue | tree.BoxValue | None:
        """A pile, or the box."""
        if isinstance(node, nodes.Name) and node.text == "box":
            return tree.BoxValue(ManyType(None), node.span)
        found = self._check(node, scope, None)
        if found is None:
            return None
        if not isinstance(found, tree.PileValue):
            self.world.report(messages.wrong_type(found.type, "pile", node.span))
            return None
        return found

    def players(self, node: nodes.Expression, scope: Scope) -> tree.Expression | None:
        """A player or several, as a list."""
        found = self._check(node, scope, None)
        if found is None:
            return None
        player = KindType(self.world.player)
        if fits(found.type, player):
            return tree.ListOf((found,), ManyType(player), node.span)
        if fits(found.type, ManyType(player)):
            return found
        self.world.report(messages.wrong_type(found.type, "set of Player", node.span))
        return None

    # --- the shapes ----------------------------------------------------------------------------

    def _check(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        found = self._shape(node, scope, wanted)
        return found if found is not None and found.type != BROKEN else None

    def _shape(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        match node:
            case nodes.Number(value, span):
                if abs(value) > MOST:
                    self.world.report(messages.too_large(MOST, span))
                    return None
                return tree.Constant(value, NUMBER, span)
            case nodes.Flag(value, span):
                return tree.Constant(value, FLAG, span)
            case nodes.Nothing(span):
                return tree.Constant(None, NONE, span)
            case nodes.Text(span=span):
                self.world.report(
                    messages.wrong_type(TEXT, wanted or "value", span, "names stand without quotes")
                )
                return None
            case nodes.Name():
                return self._name(node, scope, wanted)
            case nodes.Attribute():
                return self._attribute(node, scope)
            case nodes.Call():
                return self._call(node, scope)
            case nodes.May(call, span):
                return self._may(call, span, scope)
            case nodes.Unary():
                return self._unary(node, scope)
            case nodes.Binary():
                return self._binary(node, scope, wanted)
            case nodes.IsA():
                return self._is_a(node, scope)
            case nodes.On():
                return self._on(node, scope)
            case nodes.Left(supply, span):
                stock = self.supply(supply, scope)
                return tree.StockLeft(stock.supply, stock.thing, NUMBER, span) if stock else None
            case nodes.Only():
                return self._only(node, scope)
            case nodes.Listing():
                return self._listing(node, scope, wanted)
            case nodes.End():
                return self._end(node, scope)
            case nodes.RandomOf(chosen, span):
                many = self.many(chosen, scope)
                item = item_of(many.type) if many else None
                if many is None or item is None:
                    return None
                return tree.RandomOf(many, scope.stream, item, span)
            case nodes.MadeFor():
                return self._made_for(node, scope)
            case nodes.Quantifier():
                return self._quantifier(node, scope)
            case _:
                assert_never(node)

    def _name(self, node: nodes.Name, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        world, name, span = self.world, node.text, node.span
        bound = scope.find(name)
        if bound is not None:
            if isinstance(bound, tree.Constant):
                return tree.Constant(bound.value, bound.type, span)
            return tree.LocalValue(bound.local, scope.fact(bound.local.name) or bound.type, span)
        member = self._member(name, wanted, span)
        if member is not None:
            return member
        if name in world.variables:
            variable = world.variables[name]
            return tree.VariableValue(variable, None, scope.fact(variable.name) or variable.type, span)
        if name in world.piles:
            return tree.PileValue(world.piles[name], None, PileType(world.piles[name].kind), span)
        if name in world.supplies:
            return tree.SupplyValue(world.supplies[name], None, SUPPLY, span)
        if name in world.tracks:
            return tree.TrackValue(world.tracks[name], NUMBER, span)
        if name in world.kinds:
            kind = world.kinds[name]
            return tree.KindSet(kind, ManyType(KindType(kind)), span)
        if name in world.values and not world.values[name].parameters:
            value = world.values[name]
            return tree.CallValue(value, (), value.type, span)
        if name in world.values or name in world.procedures:
            rule = world.values.get(name) or world.procedures[name]
            world.report(messages.no_arguments(name, span, (each.word for each in rule.parameters)))
            return None
        if name in {"me", "this", "cost"}:
            world.report(messages.misplaced(name, "where a player acts or a member's rules apply", span))
            return None
        known = scope.visible() | world.all_names()
        if isinstance(wanted, KindType):
            known |= {each.ident for each in wanted.kind.members()}
        world.unknown(node, known)
        return None

    def _member(self, name: str, wanted: Type | None, span: Span) -> tree.Constant | None:
        kind = wanted.item.kind if isinstance(wanted, OptionalType) else None
        if isinstance(wanted, KindType):
            kind = wanted.kind
        if kind is not None and not kind.is_player:
            member = self.world.member(kind, name)
            if member is not None:
                return tree.Constant(member.id, KindType(member.kind), span)
        found = self.world.members.get(name, [])
        if len(found) == 1:
            return tree.Constant(found[0].id, KindType(found[0].kind), span)
        if len(found) > 1 and self.world.named(name) is None:
            owners = [f"the {each.kind.name}" for each in found]
            if wanted is not None or len({each.kind.root for each in found}) > 1:
                self.world.report(messages.ambiguous(name, owners, span))
            return tree.Constant(found[0].id, KindType(found[0].kind), span)
        return None

    def _attribute(self, node: nodes.Attribute, scope: Scope) -> tree.Expression | None:
        world, name, span = self.world, node.name.text, node.span
        if isinstance(node.thing, nodes.Name) and scope.find(node.thing.text) is None:
            kind = world.kinds.get(node.thing.text)
            if kind is not None and kind.supply(name) is not None and not world.members.get(node.thing.text):
                word = kind.name.lower()
                world.report(
                    messages.unclear(
                        f"it is not said which {kind.name} is meant",
                        node.thing.span,
                        f"write `{word}.{name}` where `{word}` is one of them",
                    )
                )
                return None
        thing = self._check(node.thing, scope, None)
        if thing is None:
            return None
        if isinstance(thing.type, OptionalType):
            world.report(messages.optional(written(node.thing), node.thing.span))
            return None
        if not isinstance(thing.type, KindType):
            world.report(messages.wrong_type(thing.type, "thing with attributes", node.thing.span))
            return None
        kind = thing.type.kind
        variable = kind.variable(name)
        if variable is not None:
            made = tree.VariableValue(variable, thing, variable.type, span)
            path = path_of(made)
            known = scope.fact(path) if path else None
            return tree.VariableValue(variable, thing, known, span) if known else made
        pile = kind.pile(name)
        if pile is not None:
            return tree.PileValue(pile, thing, PileType(pile.kind), span)
        supply = kind.supply(name)
        if supply is not None:
            return tree.SupplyValue(supply, thing, SUPPLY, span)
        names = {each for kin in kind.lineage() for each in (*kin.variables, *kin.piles, *kin.supplies)}
        world.report(messages.no_attribute(kind.name, name, node.name.span, names))
        return None

    def _call(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        world, name = self.world, node.name.text
        if name in _BUILT_IN and name not in world.procedures and name not in world.values:
            return self._built_in(node, scope)
        if node.through is not None:
            world.report(messages.misplaced("by", "in questions about the map", node.through.span))
            return None
        if name in world.values:
            value = world.values[name]
            arguments = self.arguments(node, value.parameters, scope)
            return tree.CallValue(value, arguments, value.type, node.span) if arguments is not None else None
        if name in world.procedures:
            procedure = world.procedures[name]
            arguments = self.arguments(node, procedure.parameters, scope)
            if arguments is None:
                return None
            return tree.CallProcedure(procedure, arguments, procedure.result, node.span)
        world.unknown(node.name, {*world.values, *world.procedures, *_BUILT_IN}, "value or procedure")
        return None

    def arguments(
        self, node: nodes.Call, parameters: tuple[tree.Local, ...], scope: Scope
    ) -> tuple[tree.Expression, ...] | None:
        """The arguments of a call, each fitting its parameter."""
        if len(node.arguments) != len(parameters):
            words = [each.word for each in parameters]
            self.world.report(
                messages.arity(node.name.text, len(parameters), len(node.arguments), node.span, words)
            )
            return None
        checked = [
            self.check(each, scope, parameter.type)
            for each, parameter in zip(node.arguments, parameters, strict=True)
        ]
        found = tuple(each for each in checked if each is not None)
        return found if len(found) == len(checked) else None

    def _may(self, call: nodes.Call, span: Span, scope: Scope) -> tree.Expression | None:
        procedure = self.world.procedures.get(call.name.text)
        if procedure is None:
            self.world.unknown(call.name, self.world.procedures, "procedure")
            return None
        arguments = self.arguments(call, procedure.parameters, scope)
        return tree.MayCall(procedure, arguments, FLAG, span) if arguments is not None else None

    def _unary(self, node: nodes.Unary, scope: Scope) -> tree.Expression | None:
        if node.operator == "not":
            operand = self.condition(node.operand, scope)
            return tree.Operation("not", (operand,), FLAG, node.span) if operand else None
        operand = self.check(node.operand, scope, NUMBER)
        if isinstance(operand, tree.Constant) and isinstance(operand.value, int):
            return tree.Constant(-operand.value, NUMBER, node.span)
        return tree.Operation("neg", (operand,), NUMBER, node.span) if operand else None

    def _binary(self, node: nodes.Binary, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        operator = node.operator
        if operator in {"and", "or"}:
            left = self.condition(node.left, scope)
            inner = scope.child()
            if left is not None:
                inner.facts.update(facts(left, operator == "and"))
            right = self.condition(node.right, inner)
            if left is None or right is None:
                return None
            return tree.Operation(operator, (left, right), FLAG, node.span)
        if operator in {"=", "!="}:
            return self._equality(node, scope)
        if operator in {"in", "not in"}:
            many = self.many(node.right, scope)
            if many is None:
                return None
            item = item_of(many.type)
            left = self._check(node.left, scope, item)
            if left is None:
                return None
            plain = left.type.item if isinstance(left.type, OptionalType) else left.type
            if item is not None and join(plain, item) is None:
                self.world.report(messages.wrong_type(left.type, item, node.left.span))
                return None
            return tree.Operation(operator, (left, many), FLAG, node.span)
        if operator in {"+", "-"}:
            left = self._check(node.left, scope, wanted)
            if left is not None and isinstance(left.type, ManyType | PileType):
                right = self.many(node.right, scope)
                if right is None:
                    return None
                kind = join(left.type, right.type)
                if kind is None:
                    self.world.report(messages.wrong_type(right.type, left.type, node.right.span))
                    return None
                kind = ManyType(item_of(kind if operator == "+" else left.type))
                return tree.Operation(f"set {operator}", (left, right), kind, node.span)
            if left is not None and not isinstance(left.type, NumberType):
                self.world.report(messages.wrong_type(left.type, NUMBER, node.left.span))
                left = None
            right = self.check(node.right, scope, NUMBER)
        else:
            left = self.check(node.left, scope, NUMBER)
            right = self.check(node.right, scope, NUMBER)
        if left is None or right is None:
            return None
        kind = FLAG if operator in {"<", "<=", ">", ">="} else NUMBER
        if operator in {"/", "mod"} and isinstance(right, tree.Constant) and right.value == 0:
            self.world.report(messages.by_zero(node.right.span))
            return None
        return tree.Operation(operator, (left, right), kind, node.span)

    def _equality(self, node: nodes.Binary, scope: Scope) -> tree.Expression | None:
        left_node, right_node = node.left, node.right
        words_first = isinstance(left_node, nodes.Name) and not self._resolves(left_node, scope)
        if words_first:
            right = self._check(right_node, scope, None)
            left = self._check(left_node, scope, right.type) if right is not None else None
        else:
            left = self._check(left_node, scope, None)
            right = self._check(right_node, scope, left.type) if left is not None else None
        if left is None or right is None:
            return None
        if join(left.type, right.type) is None:
            self.world.report(messages.wrong_type(right.type, left.type, right_node.span))
            return None
        if left.type == SUPPLY or isinstance(left.type, ManyType | PileType) != isinstance(
            right.type, ManyType | PileType
        ):
            self.world.report(messages.wrong_type(right.type, left.type, right_node.span))
            return None
        return tree.Operation(node.operator, (left, right), FLAG, node.span)

    def _resolves(self, node: nodes.Name, scope: Scope) -> bool:
        name = node.text
        return (
            scope.find(name) is not None or self.world.named(name) is not None or name in self.world.members
        )

    def _is_a(self, node: nodes.IsA, scope: Scope) -> tree.Expression | None:
        operand = self._check(node.operand, scope, None)
        kind = self.world.kind(node.kind)
        if operand is None or kind is None:
            return None
        plain = operand.type.item if isinstance(operand.type, OptionalType) else operand.type
        if not self._may_be(plain, kind, node.span):
            return None
        return tree.IsA(operand, kind, node.negated, FLAG, node.span)

    def _may_be(self, given: Type | None, kind: Kind, span: Span) -> bool:
        """Whether it can be asked if something is of a kind: both answers must be possible."""
        if isinstance(given, KindType) and kind.descends_from(given.kind):
            return True
        if isinstance(given, KindType) and given.kind.descends_from(kind):
            self.world.report(messages.always(given, kind.name, span))
        else:
            self.world.report(messages.never(given or "value", kind.name, span))
        return False

    def _on(self, node: nodes.On, scope: Scope) -> tree.Expression | None:
        supply = self.supply(node.supply, scope)
        holder = self._check(node.holder, scope, None)
        if supply is None or holder is None:
            return None
        if isinstance(holder, tree.KindSet):
            self.holds(supply, holder.kind)
            return tree.CountOn(supply.supply, supply.thing, None, holder.kind, NUMBER, node.span)
        if isinstance(holder.type, OptionalType):
            self.world.report(messages.optional(written(node.holder), node.holder.span))
            return None
        if not isinstance(holder.type, KindType):
            self.world.report(
                messages.wrong_type(holder.type, "thing that can hold pieces", node.holder.span)
            )
            return None
        self.holds(supply, holder.type.kind)
        return tree.CountOn(supply.supply, supply.thing, holder, holder.type.kind, NUMBER, node.span)

    def holds(self, supply: tree.SupplyValue, kind: Kind) -> None:
        """Remember that pieces of a supply may lie on members of a kind."""
        supply.supply.holders.setdefault(kind.root, -1)

    def _only(self, node: nodes.Only, scope: Scope) -> tree.Expression | None:
        many = self.many(node.set, scope)
        kind = self.world.kind(node.kind)
        if many is None or kind is None:
            return None
        item = item_of(many.type)
        plain = item.item if isinstance(item, OptionalType) else item
        if not self._may_be(plain, kind, node.span):
            return None
        return tree.OnlyKind(many, kind, ManyType(KindType(kind)), node.span)

    def _listing(self, node: nodes.Listing, scope: Scope, wanted: Type | None) -> tree.Expression | None:
        item = item_of(wanted) if wanted is not None else None
        checked = [self._check(each, scope, item) for each in node.items]
        found = tuple(each for each in checked if each is not None)
        if len(found) != len(checked):
            return None
        kind: Type | None = None
        for each, written in zip(found, node.items, strict=True):
            shared = each.type if kind is None else join(kind, each.type)
            if shared is None or shared == NONE:
                self.world.report(messages.wrong_type(each.type, kind or "value", written.span))
                return None
            kind = shared
        return tree.ListOf(found, ManyType(kind if kind is not None else item), node.span)

    def _end(self, node: nodes.End, scope: Scope) -> tree.Expression | None:
        pile = self.pile(node.pile, scope)
        count = self.check(node.count, scope, NUMBER) if node.count is not None else None
        if pile is None or (node.count is not None and count is None):
            return None
        if isinstance(pile, tree.BoxValue):
            self.world.report(messages.wrong_type("box", "pile", node.pile.span))
            return None
        item = KindType(pile.pile.kind)
        return tree.EndOf(node.end, count, pile, item if count is None else ManyType(item), node.span)

    def _made_for(self, node: nodes.MadeFor, scope: Scope) -> tree.Expression | None:
        kind = self.world.kind(node.kind)
        if kind is None:
            return None
        if kind.each is None or kind.times != 1:
            self.world.report(
                messages.unclear(
                    f"there is not one `{kind.name}` for each thing",
                    node.kind.span,
                    "only a kind that is declared `for each` of another has one",
                )
            )
            return None
        thing = self.check(node.thing, scope, KindType(kind.each))
        return tree.MadeFor(kind, thing, KindType(kind), node.span) if thing is not None else None

    def _quantifier(self, node: nodes.Quantifier, scope: Scope) -> tree.Expression | None:
        many = self.many(node.set, scope)
        item = item_of(many.type) if many is not None else None
        if many is None:
            return None
        if item is None:
            self.world.report(messages.always_empty(node.set.span))
            return None
        inner = scope.child()
        variable = inner.bind(node.variable.text, item, node.variable.span)
        where = self.condition(node.where, inner) if node.where is not None else None
        if node.where is not None and where is None:
            return None
        if where is not None:
            inner.facts.update(facts(where, True))
        value = None
        if node.value is not None:
            number = node.word in {"sum", "highest", "lowest", "greatest", "least"}
            value = self.check(node.value, inner, NUMBER if number else None)
            if value is None:
                return None
        kind: Type
        narrowed = inner.facts.get(variable.name, item)
        match node.word:
            case "any" | "all" | "no":
                kind = FLAG
            case "count" | "sum" | "highest" | "lowest":
                kind = NUMBER
            case "first" | "greatest" | "least":
                if not isinstance(narrowed, KindType):
                    self.world.report(messages.wrong_type(item, "kind", node.set.span))
                    return None
                kind = OptionalType(narrowed)
            case _:
                kind = ManyType(value.type if value is not None else narrowed)
        return tree.Quantifier(node.word, variable, many, where, value, kind, node.span)

    # --- what the language brings along --------------------------------------------------------

    def _built_in(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        """What the language itself can work out."""
        name, span = node.name.text, node.span
        wanted = _BUILT_IN[name]
        if len(node.arguments) != wanted:
            self.world.report(messages.arity(name, wanted, len(node.arguments), span, ["..."] * wanted))
            return None
        if name == "count":
            many = self.many(node.arguments[0], scope)
            return tree.BuiltIn("count", (many,), NUMBER, span) if many else None
        if name in {"min", "max"}:
            low, high = (self.check(each, scope, NUMBER) for each in node.arguments)
            return tree.BuiltIn(name, (low, high), NUMBER, span) if low and high else None
        if name == "next":
            kind = KindType(self.world.player)
            seat = self.check(node.arguments[0], scope, kind)
            return tree.BuiltIn("next", (seat,), kind, span) if seat else None
        if name == "position":
            track = self._check(node.arguments[0], scope, None)
            if isinstance(track, tree.TrackValue):
                return tree.TrackPosition(track.track, NUMBER, span)
            if track is not None:
                self.world.report(messages.wrong_type(track.type, "track", span))
            return None
        return self._graph(node, scope)

    def _graph(self, node: nodes.Call, scope: Scope) -> tree.Expression | None:
        name, span, world = node.name.text, node.span, self.world
        checked = [self._check(each, scope, None) for each in node.arguments]
        arguments = tuple(each for each in checked if each is not None)
        if len(arguments) != len(checked):
            return None
        first = arguments[0].type
        plain = item_of(first) if name == "connected" else first
        if isinstance(plain, OptionalType):
            world.report(messages.optional(written(node.arguments[0]), node.arguments[0].span))
            return None
        if not isinstance(plain, KindType):
            world.report(messages.wrong_type(first, "place", node.arguments[0].span))
            return None
        kind = plain.kind
        if name in {"ends", "across"}:
            if kind.links is None:
                world.report(messages.wrong_type(kind.name, "link", node.arguments[0].span))
                return None
            place = KindType(kind.links)
            if name == "across" and not fits(arguments[1].type, place):
                world.report(messages.wrong_type(arguments[1].type, place, node.arguments[1].span))
                return None
            return tree.Graph(name, arguments, None, kind, ManyType(place) if name == "ends" else place, span)
        if name == "members":
            if kind.area_of is None:
                world.report(messages.wrong_type(kind.name, "area", node.arguments[0].span))
                return None
            return tree.Graph(name, arguments, None, kind, ManyType(KindType(kind.area_of)), span)
        if name == "areas":
            areas = world.area_kinds(kind)
            if len(areas) != 1:
                world.report(
                    messages.unclear(
                        f"no one kind of area has members of `{kind.name}`",
                        span,
                        f"declare `kind Region is an area of {kind.name}`",
                    )
                )
                return None
            return tree.Graph(name, arguments, None, areas[0], ManyType(KindType(areas[0])), span)
        return self._by_links(node, scope, arguments, kind)

    def _by_links(
        self, node: nodes.Call, scope: Scope, arguments: tuple[tree.Expression, ...], kind: Kind
    ) -> tree.Expression | None:
        name, span, world = node.name.text, node.span, self.world
        through = None
        links = world.link_kinds(kind)
        if not links:
            world.report(messages.unreachable_link(span, kind.name))
            return None
        if node.through is not None:
            link = world.kind(node.through.kind)
            if link is None:
                return None
            if link not in links:
                world.report(messages.unreachable_link(node.through.span, kind.name))
                return None
            inner = scope.child()
            variable = inner.bind(node.through.variable.text, KindType(link), node.through.variable.span)
            where = None
            if node.through.where is not None:
                where = self.condition(node.through.where, inner)
                if where is None:
                    return None
            through = tree.Through(variable, link, where)
        elif len(links) > 1 and name == "links":
            names = ", ".join(each.name for each in links)
            world.report(
                messages.unclear(f"there are several kinds of links: {names}", span, "add `by link in ...`")
            )
            return None
        if name == "distance" and not fits(arguments[1].type, KindType(kind.root)):
            world.report(messages.wrong_type(arguments[1].type, kind.name, node.arguments[1].span))
            return None
        place = KindType(links[0].links or kind)
        types: dict[str, Type] = {
            "neighbours": ManyType(place),
            "reach": ManyType(place),
            "distance": NUMBER,
            "connected": FLAG,
            "links": ManyType(KindType(through.kind if through else links[0])),
        }
        return tree.Graph(name, arguments, through, kind, types[name], span)


_BUILT_IN = {
    "count": 1,
    "min": 2,
    "max": 2,
    "next": 1,
    "position": 1,
    "neighbours": 1,
    "reach": 1,
    "distance": 2,
    "connected": 1,
    "links": 1,
    "ends": 1,
    "across": 2,
    "areas": 1,
    "members": 1,
}
BUILT_IN_NAMES = frozenset(_BUILT_IN)
