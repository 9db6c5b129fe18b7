"""Builds the nodes of types, parameters and declarations."""

from typing import Any

from lazaretto.grammar import layout_messages as messages, nodes
from lazaretto.grammar.builders.partial_nodes import (
    Builder,
    Part,
    after,
    block_of,
    find,
    first,
    index_of,
    is_part,
    only,
)
from lazaretto.grammar.builders.statements import StatementBuilder
from lazaretto.grammar.source import Span


class Types(Builder):
    """One method per rule of the grammar; each gets the span and all parts of the rule."""

    def named_type(self, span: Span, kids: list[Any]) -> nodes.NamedType:
        """`Kind`, `number`."""
        return nodes.NamedType(self.name_of(kids[0]), False, None, None, span)

    number_type = named_type

    def optional_type(self, span: Span, kids: list[Any]) -> nodes.NamedType:
        """`Kind?`."""
        return nodes.NamedType(self.name_of(kids[0]), True, None, None, span)

    def ranged_type(self, span: Span, kids: list[Any]) -> nodes.NamedType:
        """`number 0..6`."""
        low, high = kids[1].kids
        if kids[0].text != "number":
            self.complain(messages.RANGE_WITHOUT_NUMBER, kids[1].span, low=low, high=high)
        return nodes.NamedType(self.name_of(kids[0]), False, low, high, span)

    def choice_type(self, span: Span, kids: list[Any]) -> nodes.ChoiceType:
        """`a | b | c`."""
        return nodes.ChoiceType(tuple(self.name_of(word) for word in kids[::2]), span)

    def many_type(self, span: Span, kids: list[Any]) -> nodes.ManyType:
        """`set of T`, `list of T`."""
        return nodes.ManyType(kids[0].text, kids[2], span)

    def pile_type(self, span: Span, kids: list[Any]) -> nodes.PileType:
        """`pile of Kind`."""
        return nodes.PileType(self.name_of(kids[2]), span)

    def supply_type(self, span: Span, kids: list[Any]) -> nodes.SupplyType:
        """`supply of n`."""
        return nodes.SupplyType(self.number_of(kids[2]), span)

    def face_type(self, span: Span, kids: list[Any]) -> nodes.FaceType:
        """`any of expression`."""
        return nodes.FaceType(kids[2], span)

    def range(self, span: Span, kids: list[Any]) -> Part:
        """`low..high`, as two numbers."""
        low, high = kids[0].kids[0], kids[2].kids[0]
        if low > high:
            self.complain(messages.EMPTY_RANGE, span, low=low, high=high)
        return Part("range", [low, high], span)

    def integer(self, span: Span, kids: list[Any]) -> Part:
        """A whole number with or without a sign."""
        number = self.number_of(kids[-1])
        return Part("integer", [-number if len(kids) > 1 else number], span)

    def seen(self, span: Span, kids: list[Any]) -> nodes.SeenBy:
        """`seen by all`, `nobody`, `owner`, or a set of players."""
        whom = kids[2]
        if getattr(whom, "type", "") in ("ALL", "NOBODY", "OWNER"):
            return nodes.SeenBy(whom.text, None, span)
        return nodes.SeenBy("players", whom, span)

    def parameter(self, span: Span, kids: list[Any]) -> nodes.Parameter:
        """`name`, `name: type`."""
        return nodes.Parameter(self.name_of(kids[0]), kids[2] if len(kids) > 1 else None, span)

    def _suffixes(
        self, kids: list[Any]
    ) -> tuple[nodes.Expression | None, nodes.Name | None, nodes.SeenBy | None]:
        lifetime = find(kids, "lifetime")
        return (
            after(kids, "default"),
            self.name_of(lifetime.kids[1]) if lifetime else None,
            first(kids, nodes.SeenBy),
        )


MOST_SPACES = 1_000
"""A longer track is certainly a typing error."""


class Declarations(Types, StatementBuilder):
    """One method per rule of the grammar; each gets the span and all parts of the rule."""

    # --- kinds and members

    def kind(self, span: Span, kids: list[Any]) -> nodes.KindDeclaration:
        """`kind Name is ...` and its block."""
        return self._kind(span, kids, 1, extends=False)

    def extend_kind(self, span: Span, kids: list[Any]) -> nodes.KindDeclaration:
        """`extend kind Name`."""
        return self._kind(span, kids, 2, extends=True)

    def _kind(self, span: Span, kids: list[Any], at: int, *, extends: bool) -> nodes.KindDeclaration:
        documentation, lines = self.documented(block_of(kids, "kind_block"))
        is_kind, area, links = find(kids, "is_kind"), find(kids, "area_of"), find(kids, "links")
        shape = is_kind.kids if is_kind else kids
        each, times = find(shape, "each"), find(shape, "times")
        active = only(lines, nodes.Active)
        for extra in active[1:]:
            self.complain(messages.ACTIVE_TWICE, extra.span)
        return nodes.KindDeclaration(
            name=self.name_of(kids[at]),
            parent=self.name_of(is_kind.kids[2]) if is_kind else None,
            members=self.names_of(find(kids, "one_of")),
            links=self.name_of(links.kids[1]) if links else None,
            one_way=links is not None and len(links.kids) > 2,
            area=self.name_of(area.kids[4]) if area else None,
            each=self.names_of(each.kids[2]) if each else (),
            times=self.number_of(times.kids[1]) if times else None,
            fields=only(lines, nodes.Field),
            rules=tuple(line for line in lines if isinstance(line, nodes.Rule)),
            active=active[0] if active else None,
            looks=only(lines, nodes.Look),
            documentation=documentation,
            extends=extends,
            span=span,
        )

    def field(self, span: Span, kids: list[Any]) -> nodes.Field:
        """`name : type` with its suffixes."""
        documentation, lines = self.documented(block_of(kids, "look_block"))
        looks = only(lines, nodes.Look)
        default, lifetime, seen = self._suffixes(kids)
        return nodes.Field(
            self.name_of(kids[0]), kids[2], default, lifetime, seen, looks, documentation, span
        )

    def active(self, span: Span, kids: list[Any]) -> nodes.Active:
        """`active for player when condition`, or without a player."""
        if len(kids) < 5:
            return nodes.Active(None, kids[2], span)
        return nodes.Active(self.name_of(kids[2]), kids[4], span)

    def look(self, span: Span, kids: list[Any]) -> nodes.Look:
        """`look key value, key value`."""
        return nodes.Look(None, tuple(part.kids[0] for part in only(kids, Part)), span)

    def top_look(self, span: Span, kids: list[Any]) -> nodes.Look:
        """`look name key value`."""
        return nodes.Look(self.name_of(kids[1]), tuple(part.kids[0] for part in only(kids, Part)), span)

    def pair(self, span: Span, kids: list[Any]) -> Part:
        """`key value`."""
        return Part("pair", [(self.name_of(kids[0]), kids[1])], span)

    def member(self, span: Span, kids: list[Any]) -> nodes.MemberDeclaration:
        """`Kind name "label"` and its block."""
        return self._member(span, kids, 0, extends=False)

    def extend_member(self, span: Span, kids: list[Any]) -> nodes.MemberDeclaration:
        """`extend Kind name`."""
        return self._member(span, kids, 1, extends=True)

    def _member(self, span: Span, kids: list[Any], at: int, *, extends: bool) -> nodes.MemberDeclaration:
        documentation, lines = self.documented(block_of(kids, "member_block"))
        return nodes.MemberDeclaration(
            kind=self.name_of(kids[at]),
            name=self.name_of(kids[at + 1]),
            label=first(kids, nodes.Text),
            settings=only(lines, nodes.Setting),
            rules=tuple(line for line in lines if isinstance(line, nodes.Rule)),
            looks=only(lines, nodes.Look),
            documentation=documentation,
            extends=extends,
            span=span,
        )

    def setting(self, span: Span, kids: list[Any]) -> nodes.Setting:
        """`attribute = value`."""
        return nodes.Setting(self.name_of(kids[0]), kids[2], span)

    # --- variables and containers

    def var(self, span: Span, kids: list[Any]) -> nodes.Variable:
        """`var name : type` with its suffixes."""
        documentation, lines = self.documented(block_of(kids, "look_block"))
        looks = only(lines, nodes.Look)
        default, lifetime, seen = self._suffixes(kids)
        return nodes.Variable(
            self.name_of(kids[1]), kids[3], default, lifetime, seen, looks, documentation, span
        )

    def supply(self, span: Span, kids: list[Any]) -> nodes.SupplyDeclaration:
        """`supply name of n`."""
        documentation, lines = self.documented(block_of(kids, "look_block"))
        size = self.number_of(kids[3])
        return nodes.SupplyDeclaration(
            self.name_of(kids[1]), size, only(lines, nodes.Look), documentation, span
        )

    def track(self, span: Span, kids: list[Any]) -> nodes.TrackDeclaration:
        """`track name 0..8`, or space by space."""
        documentation, lines = self.documented(block_of(kids, "look_block"))
        spaces = kids[2].kids
        if is_part(spaces[0], "range"):
            low, high = spaces[0].kids
            if not 0 < high - low + 1 <= MOST_SPACES:
                self.complain(messages.BAD_TRACK, kids[2].span, low=low, high=high, most=MOST_SPACES)
                high = low
            numbers = tuple(range(low, high + 1))
        else:
            numbers = tuple(part.kids[0] for part in spaces)
        return nodes.TrackDeclaration(
            self.name_of(kids[1]), numbers, only(lines, nodes.Look), documentation, span
        )

    def pile(self, span: Span, kids: list[Any]) -> nodes.PileDeclaration:
        """`pile name of Kind seen by ...`."""
        documentation, lines = self.documented(block_of(kids, "pile_block"))
        starts = [
            name for line in lines if is_part(line, "starts_with") for name in self.names_of(line.kids[2])
        ]
        return nodes.PileDeclaration(
            name=self.name_of(kids[1]),
            kind=self.name_of(kids[3]),
            lifetime=self._suffixes(kids)[1],
            seen=first(kids, nodes.SeenBy),
            starts_with=tuple(starts),
            looks=only(lines, nodes.Look),
            documentation=documentation,
            span=span,
        )

    def option(self, span: Span, kids: list[Any]) -> nodes.OptionDeclaration:
        """`option name : type = default "label"`."""
        documentation, lines = self.documented(block_of(kids, "option_block"))
        shape = kids[3]
        if is_part(shape, "range"):
            low, high = shape.kids
            shape = nodes.NamedType(nodes.Name("number", shape.span), False, low, high, shape.span)
        default = kids[4].kids[1]
        return nodes.OptionDeclaration(
            name=self.name_of(kids[1]),
            type=shape,
            default=default,
            label=first(kids, nodes.Text),
            needs=only(lines, nodes.Needs),
            documentation=documentation,
            span=span,
        )

    def value(self, span: Span, kids: list[Any]) -> nodes.ValueDeclaration:
        """`value name(parameters) : type = expression`, or a block."""
        written = find(kids, "hook_block")
        lines = block_of(kids, "value_block" if written is None else "hook_block")
        documentation, lines = self.documented(lines, ("clause_line",))
        parts = self.clauses_of([], lines, ("because",), "value")
        return nodes.ValueDeclaration(
            name=self.name_of(kids[1]),
            parameters=only(kids[2].kids, nodes.Parameter),
            type=after(kids, "result"),
            value=kids[index_of(kids, "EQUAL") + 1] if written is None else None,
            body=self.without_clauses(lines),
            documentation=documentation,
            span=span,
            because=after(parts.values(), "because"),
        )

    # --- menus, actions, procedures

    def cost(self, span: Span, kids: list[Any]) -> Part:
        """`cost n`, in a menu or an action."""
        return Part("cost", kids, span)

    def limit(self, span: Span, kids: list[Any]) -> nodes.Limit:
        """`limit n per phase`."""
        return nodes.Limit(kids[1], self.name_of(kids[3]), span)

    def menu(self, span: Span, kids: list[Any]) -> nodes.MenuDeclaration:
        """`menu name "label"` and its block."""
        return self._menu(span, kids, 1, extends=False)

    def extend_menu(self, span: Span, kids: list[Any]) -> nodes.MenuDeclaration:
        """`extend menu name`."""
        return self._menu(span, kids, 2, extends=True)

    def _menu(self, span: Span, kids: list[Any], at: int, *, extends: bool) -> nodes.MenuDeclaration:
        documentation, lines = self.documented(block_of(kids, "menu_block"))
        cost, pay = self._single(lines, "cost"), self._single(lines, "pay")
        seen = self._single(lines, "menu_seen")
        return nodes.MenuDeclaration(
            name=self.name_of(kids[at]),
            label=first(kids, nodes.Text),
            cost=cost.kids[1] if cost else None,
            needs=only(lines, nodes.Needs),
            pay=self.body(pay.kids[2]) if pay else (),
            secret=seen is not None and seen.kids[2].text == "owner",
            documentation=documentation,
            extends=extends,
            span=span,
        )

    def action(self, span: Span, kids: list[Any]) -> nodes.Action:
        """`action name in menus "label"` and its block."""
        documentation, lines = self.documented(block_of(kids, "action_block"))
        cost, limits = self._single(lines, "cost"), only(lines, nodes.Limit)
        for extra in limits[1:]:
            self.complain(messages.LINE_TWICE, extra.span, word="limit")
        return nodes.Action(
            name=self.name_of(kids[1]),
            menus=self.names_of(kids[3]),
            label=first(kids, nodes.Text),
            limit=limits[0] if limits else None,
            cost=cost.kids[1] if cost else None,
            looks=only(lines, nodes.Look),
            body=tuple(line for line in lines if type(line) not in (Part, nodes.Limit, nodes.Look)),
            documentation=documentation,
            span=span,
        )

    def extend_action(self, span: Span, kids: list[Any]) -> nodes.ActionExtension:
        """`extend action name "label"` and its block."""
        documentation, lines = self.documented(block_of(kids, "extend_action_block"))
        cost, limits = self._single(lines, "cost"), only(lines, nodes.Limit)
        for extra in limits[1:]:
            self.complain(messages.LINE_TWICE, extra.span, word="limit")
        return nodes.ActionExtension(
            name=self.name_of(kids[2]),
            label=first(kids, nodes.Text),
            limit=limits[0] if limits else None,
            cost=cost.kids[1] if cost else None,
            needs=only(lines, nodes.Needs),
            looks=only(lines, nodes.Look),
            documentation=documentation,
            over=self.names_of(find(kids, "over")),
            span=span,
            reveals=only(lines, nodes.Reveals),
        )

    def _single(self, lines: list[Any], rule: str) -> Part | None:
        found = [line for line in lines if is_part(line, rule)]
        for extra in found[1:]:
            self.complain(messages.LINE_TWICE, extra.span, word=rule)
        return found[0] if found else None

    def procedure(self, span: Span, kids: list[Any]) -> nodes.Procedure:
        """`to name(parameters) : type`, or `phase`."""
        documentation, body = self.statements(block_of(kids, "block"))
        return nodes.Procedure(
            name=self.name_of(kids[1]),
            parameters=only(kids[2].kids, nodes.Parameter),
            type=after(kids, "result"),
            body=body,
            documentation=documentation,
            phase=kids[0].type == "PHASE",
            span=span,
        )

    # --- the end of the game

    def outcome(self, span: Span, kids: list[Any]) -> nodes.Outcome:
        """`win` or `lose`, watching a condition."""
        runs_out = find(kids, "runs_out")
        watched = kids[index_of(kids, "WHEN") + 1]
        return nodes.Outcome(
            word=kids[0].text,
            text=kids[1],
            players=after(kids, "players"),
            condition=None if runs_out else watched,
            runs_out=watched if runs_out else None,
            span=span,
        )

    def invariant(self, span: Span, kids: list[Any]) -> nodes.Invariant:
        """`invariant "text" condition`."""
        return nodes.Invariant(kids[1], kids[2], span)

    def goal(self, span: Span, kids: list[Any]) -> nodes.Goal:
        """`goal "text" when condition`, or `goal "text" win or lose when condition`."""
        documentation, _ = self.documented(block_of(kids, "goal_block"))
        condition = kids[index_of(kids, "WHEN") + 1]
        return nodes.Goal(kids[1], condition, find(kids, "either") is not None, documentation, span)
