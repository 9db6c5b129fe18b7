"""Builds the nodes of types and parameters."""

from typing import Any

from lazaretto.grammar import layout_messages as messages
from lazaretto.grammar import nodes
from lazaretto.grammar.builders.partial_nodes import Builder, Part, after, find, first
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
