"""Builds the nodes of expressions."""

import re
from typing import Any

from lazaretto.grammar import layout_messages as messages
from lazaretto.grammar import nodes
from lazaretto.grammar.builders.partial_nodes import Builder, after
from lazaretto.grammar.error_examples import VALUES
from lazaretto.grammar.lexer import Word, divided, end_of_braces
from lazaretto.grammar.node_dataclass import changed
from lazaretto.grammar.source import Span

ESCAPES = '"\\{}'
_ESCAPED = re.compile(r"\\(.)")


class Expressions(Builder):
    """One method per rule of the grammar; each gets the span and all parts of the rule."""

    def name(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """A name."""
        if kids[0].text in VALUES:
            self.complain(messages.FOREIGN_VALUE, span, word=kids[0].text, instead=VALUES[kids[0].text])
        return nodes.Name(kids[0].text, span)

    def number(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """A number."""
        return nodes.Number(self.number_of(kids[0]), span)

    def none(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`none`."""
        return nodes.Nothing(span)

    def yes(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`yes`."""
        return nodes.Flag(True, span)

    def no(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`no`."""
        return nodes.Flag(False, span)

    def text(self, span: Span, kids: list[Any]) -> nodes.Text:
        """A string with the expressions between its braces."""
        word: Word = kids[0]
        inner = word.text[1:-1]
        if "{" not in inner and "\\" not in inner and "}" not in inner:
            return nodes.Text((inner,) if inner else (), span)
        return nodes.Text(self._parts(inner, word.line, word.column + 1), span)

    def _parts(self, inner: str, line: int, column: int) -> tuple[str | nodes.Expression | nodes.Plural, ...]:
        parts: list[str | nodes.Expression | nodes.Plural] = []
        letters: list[str] = []
        at = 0
        while at < len(inner):
            letter = inner[at]
            here = Span(self.file, line, column + at, line, column + at + 1)
            if letter == "\\":
                if inner[at + 1] not in ESCAPES:
                    self.complain(messages.UNKNOWN_ESCAPE, here, letter=inner[at + 1])
                letters.append(inner[at + 1])
                at += 2
            elif letter == "{":
                end = end_of_braces(inner, at)
                if end < 0:
                    self.complain(messages.UNCLOSED_BRACE, here)
                    end = len(inner)
                else:
                    found = self._gap(inner[at + 1 : end], line, column + at + 1)
                    if letters:
                        parts.append("".join(letters))
                        letters = []
                    if found is not None:
                        parts.append(found)
                at = end + 1
            else:
                if letter == "}":
                    self.complain(messages.LONELY_BRACE, here)
                letters.append(letter)
                at += 1
        if letters:
            parts.append("".join(letters))
        return tuple(parts)

    def _gap(self, inside: str, line: int, column: int) -> nodes.Expression | nodes.Plural | None:
        """Build what stands between braces: an expression, or a word that depends on a number."""
        counted, *words = divided(inside)
        if not words:
            return self._interpolate(inside, line, column)
        span = Span(self.file, line, column - 1, line, column + len(inside) + 1)
        if len(words) != 2:
            numberless = len(words) == 1 and " " in counted.strip()
            message = messages.PLURAL_NUMBER if numberless else messages.PLURAL_FORMS
            self.complain(message, span, one=counted, other=words[0])
            return None
        number = self._interpolate(counted, line, column) if counted.strip() else None
        for escape in (each[1] for word in words for each in _ESCAPED.finditer(word)):
            if escape not in ESCAPES + "|":
                self.complain(messages.UNKNOWN_ESCAPE, span, letter=escape)
        if any(sign in _ESCAPED.sub("", word) for word in words for sign in '{}"'):
            self.complain(messages.PLURAL_WORDS, span)
            return None
        if number is None and counted.strip():
            return None
        one, other = (_ESCAPED.sub(r"\1", word) for word in words)
        return nodes.Plural(number, one, other, span)

    def my(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`my.x` is `me.x`."""
        return nodes.Attribute(nodes.Name("me", self.place(kids[0])), self.name_of(kids[2]), span)

    def attribute(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`thing.name`."""
        return nodes.Attribute(kids[0], self.name_of(kids[2]), span)

    def parentheses(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """The same expression; its span includes the brackets."""
        inner: nodes.Expression = kids[1]
        return changed(inner, span=span)

    def listing(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`[a, b]`."""
        return nodes.Listing(tuple(kids[1:-1:2]), span)

    def call(self, span: Span, kids: list[Any]) -> nodes.Call:
        """`name(arguments)`."""
        inner = kids[2:-1]
        through = None
        if inner and isinstance(inner[-1], nodes.Through):
            through = inner.pop()
        return nodes.Call(self.name_of(kids[0]), tuple(inner[::2]), through, span)

    def through(self, span: Span, kids: list[Any]) -> nodes.Through:
        """`by link in Kind where condition`."""
        return nodes.Through(self.name_of(kids[1]), self.name_of(kids[3]), after(kids, "where"), span)

    def may(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`may procedure(arguments)`."""
        return nodes.May(kids[1], span)

    def unary(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`not x`, `-x`."""
        return nodes.Unary(kids[0].text, kids[1], span)

    def binary(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """Two operands and the operator."""
        return nodes.Binary(kids[1].text, kids[0], kids[2], span)

    def conditional(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`a if condition else b`."""
        return nodes.Conditional(kids[2], kids[0], kids[4], span)

    def binding(self, span: Span, kids: list[Any]) -> nodes.Binding:
        """`value as name`, after `if` or `needs`."""
        return nodes.Binding(kids[0], self.name_of(kids[2]), span)

    def not_in(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`x not in y`."""
        return nodes.Binary("not in", kids[0], kids[3], span)

    def is_a(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`x is a Kind`."""
        return nodes.IsA(kids[0], self.name_of(kids[3]), False, span)

    def is_not_a(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`x is not a Kind`."""
        return nodes.IsA(kids[0], self.name_of(kids[4]), True, span)

    def on(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`supply on holder`."""
        return nodes.On(kids[0], kids[2], span)

    def left(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`supply left`."""
        return nodes.Left(kids[0], span)

    def only(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`set only Kind`."""
        return nodes.Only(kids[0], self.name_of(kids[2]), span)

    def made_for(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`Kind of thing`, or of several things between ( )."""
        things = (kids[2],) if len(kids) == 3 else tuple(kids[3:-1:2])
        return nodes.MadeFor(self.name_of(kids[0]), things, span)

    def end(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`top of pile`."""
        return nodes.End(kids[0].text, None, kids[2], span)

    def counted_end(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`top 3 of pile`."""
        return nodes.End(kids[0].text, kids[1], kids[3], span)

    def random_of(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`random of set`."""
        return nodes.RandomOf(kids[2], span)

    def over_set(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`any x in set where condition` and its variants."""
        where = after(kids, "where")
        if kids[0].text == "all" and where is None:
            self.complain(messages.ALL_WITHOUT_WHERE, span, name=kids[1].text)
        return nodes.Quantifier(kids[0].text, self.name_of(kids[1]), kids[3], where, None, span)

    def those(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`those x in set where condition`."""
        variable = kids[1]
        if not isinstance(variable, nodes.Name):
            self.complain(messages.THOSE_WITHOUT_NAME, variable.span)
            variable = nodes.Name("_", variable.span)
        return nodes.Quantifier("those", variable, kids[3], after(kids, "where"), None, span)

    def over_values(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`sum value over x in set where condition` and its variants."""
        where = after(kids, "where")
        return nodes.Quantifier(kids[0].text, self.name_of(kids[3]), kids[5], where, kids[1], span)

    def by_measure(self, span: Span, kids: list[Any]) -> nodes.Expression:
        """`greatest x in set by measure`."""
        where, by = after(kids, "where"), after(kids, "by")
        return nodes.Quantifier(kids[0].text, self.name_of(kids[1]), kids[3], where, by, span)
