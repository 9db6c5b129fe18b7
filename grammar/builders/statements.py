"""Builds the nodes of expressions and statements."""

import re
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
    plain,
)
from lazaretto.grammar.error_examples import VALUES
from lazaretto.grammar.lexer import Word, divided, end_of_braces
from lazaretto.grammar.node_dataclass import changed
from lazaretto.grammar.source import Span

ESCAPES = '"\\{}'
_ESCAPED = re.compile(r"\\(.)")


class ExpressionBuilder(Builder):
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
        for escape in (match[1] for word in words for match in _ESCAPED.finditer(word)):
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


class StatementBuilder(ExpressionBuilder):
    """One method per rule of the grammar; each gets the span and all parts of the rule."""

    def set(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`set target to value`."""
        return nodes.Set(self._target(kids[1]), kids[3], span)

    def add(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`add value to target`."""
        return nodes.Add(kids[1], self._target(kids[3]), span)

    def _target(self, target: nodes.Expression) -> nodes.Expression:
        if not isinstance(target, nodes.Name | nodes.Attribute):
            self.complain(messages.CANNOT_SET, target.span)
        return target

    def let(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`let name = value`."""
        return nodes.Let(self.name_of(kids[1]), kids[3], span)

    def do(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """A call."""
        return nodes.Do(kids[0], span)

    def return_(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`return value`, or without one."""
        return nodes.Return(kids[1] if len(kids) > 2 else None, span)

    def stop(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`stop`."""
        return nodes.Stop(span)

    def pass_(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`nothing`."""
        return nodes.Pass(span)

    def proceed(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`proceed`."""
        return nodes.Proceed(span)

    def reveals(self, span: Span, kids: list[Any]) -> nodes.Reveals:
        """`reveals secret, secret "reason"`."""
        reason = plain(kids[-2].text)
        if not reason.strip():
            self.complain(messages.REVEALS_WITHOUT_REASON, self.place(kids[-2]))
        return nodes.Reveals(tuple(kids[1:-2:2]), reason, span)

    def secret(self, span: Span, kids: list[Any]) -> nodes.RevealedSecret:
        """`name`, `player.name` or `my.name`."""
        owner = "" if len(kids) == 1 else "me" if kids[0].type == "MY" else kids[0].text
        return nodes.RevealedSecret(owner, self.name_of(kids[-1]), span)

    # --- branches and loops

    def branches(self, span: Span, kids: list[Any]) -> Part:
        """`if` with its `else if` branches."""
        before: list[Any] = kids[0].kids if is_part(kids[0], "branches") else []
        return Part("branches", [*before, (kids[-3], self.body(kids[-1]))], span)

    def if_(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """The complete `if` statement."""
        otherwise = find(kids, "otherwise")
        return nodes.If(tuple(kids[0].kids), otherwise.kids[0] if otherwise else None, span)

    def otherwise(self, span: Span, kids: list[Any]) -> Part:
        """`else`."""
        return Part("otherwise", [self.body(kids[2])], span)

    def case(self, span: Span, kids: list[Any]) -> nodes.Case:
        """`when member, member`."""
        return nodes.Case(self.names_of(kids[1]), self.body(kids[3]), span)

    def match(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`match value`."""
        lines = kids[4].items()
        cases = [line for line in lines if isinstance(line, nodes.Case)]
        others = [line for line in lines if is_part(line, "otherwise")]
        if others and lines[-1] is not others[0]:
            self.complain(messages.ELSE_NOT_LAST, others[0].span)
        return nodes.Match(kids[1], tuple(cases), others[0].kids[0] if others else None, span)

    def for_each(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`for each x in set where condition`."""
        where = after(kids, "where")
        return nodes.ForEach(self.name_of(kids[2]), kids[4], where, self.body(kids[-1]), span)

    def together(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`together for each x in players where condition`."""
        where = after(kids, "where")
        return nodes.Together(self.name_of(kids[3]), kids[5], where, self.body(kids[-1]), span)

    def no_undo(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`no undo`."""
        return nodes.NoUndo(span)

    def repeat(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`repeat` in its three forms."""
        times = find(kids, "times_over")
        return nodes.Repeat(times.kids[0] if times else None, after(kids, "while"), self.body(kids[-1]), span)

    # --- pieces

    def all(self, span: Span, kids: list[Any]) -> Part:
        """The amount `all`."""
        return Part("all", kids, span)

    def put(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`put n of supply on holder`."""
        return nodes.MoveSupply("put", _amount(kids[1]), kids[3], None, _holder(kids[5]), span)

    def take(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`take n of supply from holder`."""
        return nodes.MoveSupply("take", _amount(kids[1]), kids[3], _holder(kids[5]), None, span)

    def move_supply(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`move n of supply from holder to holder`."""
        return nodes.MoveSupply("move", _amount(kids[1]), kids[3], _holder(kids[5]), _holder(kids[7]), span)

    def move_named(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """The same, if the amount is a name."""
        what = kids[1]
        if not isinstance(what, nodes.MadeFor) or len(what.things) > 1:
            self.complain(messages.MOVE_WITHOUT_AMOUNT, what.span)
            return nodes.Pass(span)
        return nodes.MoveSupply("move", what.kind, what.things[0], _holder(kids[3]), _holder(kids[5]), span)

    def destination(self, span: Span, kids: list[Any]) -> Part:
        """A pile, and one of its ends."""
        return Part("destination", [kids[0].text if len(kids) > 1 else "top", kids[-1]], span)

    def move_pieces(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`move pieces to pile`."""
        end, pile = kids[3].kids
        return nodes.MovePieces(kids[1], False, end, pile, span)

    def move_whole(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`move all of pile to pile`."""
        end, pile = kids[5].kids
        return nodes.MovePieces(kids[3], True, end, pile, span)

    def shuffle(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`shuffle pile`."""
        return nodes.Shuffle(kids[1], span)

    def spread(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`spread pieces through pile`."""
        return nodes.Spread(kids[1], kids[3], span)

    def roll(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`roll dice`."""
        return nodes.Roll(kids[1], span)

    def show(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`show pieces to players`."""
        return nodes.Show(kids[1], kids[3], span)

    def advance(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`advance track by n`, `retreat track by n`."""
        return nodes.Advance(self.name_of(kids[1]), after(kids, "by"), kids[0].text == "retreat", span)

    # --- choices

    def needs(self, span: Span, kids: list[Any]) -> nodes.Needs:
        """`needs condition else "reason"`."""
        return nodes.Needs(kids[1], after(kids, "reason"), span)

    def choose(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`choose` with all its clauses, on its line or in its block."""
        at = index_of(kids, "IN")
        least, most = self._bounds(find(kids, "bounds"))
        lines = block_of(kids, "choose_block")
        parts = [
            find(kids, "choose_clauses"),
            *(line.kids[0] for line in lines if is_part(line, "choose_line")),
        ]
        clauses = [clause for part in parts if part is not None for clause in part.kids]
        found: dict[str, Part] = {}
        for clause in clauses:
            if clause.rule in found:
                self._twice_in_choice(clause)
            found.setdefault(clause.rule, clause)
        such = found.get("such_that")
        result = found.get("as")
        return nodes.Choose(
            variable=self.name_of(kids[at - 1]),
            set=kids[at + 1],
            where=after(clauses, "where"),
            least=least,
            most=most,
            result=self.name_of(result.kids[1]) if result else None,
            optional="or_none" in found or "or_stop" in found,
            stops="or_stop" in found,
            by=after(clauses, "by"),
            prompt=found["prompt"].kids[0] if "prompt" in found else None,
            empty=after(clauses, "reason"),
            such_that=(such.kids[2], after(such.kids, "reason")) if such else None,
            needs=tuple(line for line in lines if isinstance(line, nodes.Needs)),
            span=span,
        )

    def _twice_in_choice(self, clause: Part) -> None:
        if clause.rule == "prompt":
            self.complain(messages.QUESTION_TWICE, clause.span)
        else:
            word = "else" if clause.rule == "reason" else clause.rule.replace("_", " ")
            self.complain(messages.TWICE_IN_CHOICE, clause.span, clause=word)

    def _bounds(self, part: Part | None) -> tuple[nodes.Expression | None, nodes.Expression | None]:
        """`2`, `1 to 5`, or `up to 2`, which starts at 0."""
        if part is None:
            return None, None
        first, last = part.kids[0], part.kids[-1]
        return (nodes.Number(0, self.place(first)) if type(first) is Word else first), last

    def choose_number(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`choose number n from a to b`."""
        return nodes.ChooseNumber(
            self.name_of(kids[2]), kids[4], kids[6], after(kids, "by"), first(kids[7:], nodes.Text), span
        )

    def arrange(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`arrange list by player as name`."""
        at = index_of(kids, "AS")
        return nodes.Arrange(
            kids[1], after(kids, "by"), self.name_of(kids[at + 1]), first(kids[at:], nodes.Text), span
        )

    def confirm(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`confirm name by player "question"`."""
        return nodes.Confirm(self.name_of(kids[1]), kids[3], kids[4], span)

    def consent(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`consent of player "question" when condition`."""
        return nodes.Consent(kids[2], kids[3], after(kids, "consent_when"), span)

    def offer(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`offer menus to player with menus`."""
        interrupts = self.names_of(find(kids, "interrupts"))
        return nodes.Offer(self.names_of(kids[1]), kids[3], interrupts, first(kids[4:], nodes.Text), span)

    def window(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`window menus for player`."""
        return nodes.Window(self.names_of(kids[1]), kids[3], first(kids[4:], nodes.Text), span)

    def once(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`once per phase for values`."""
        keys = find(kids, "keys")
        return nodes.Once(self.name_of(kids[2]), tuple(keys.kids[1::2]) if keys else (), span)

    # --- log lines, and the end of the game

    def say(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`say "text"`."""
        return nodes.Say(kids[1], None, span)

    def tell(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`tell players "text"`."""
        return nodes.Say(kids[2], kids[1], span)

    def finish(self, span: Span, kids: list[Any]) -> nodes.Statement:
        """`win`, `lose` or `draw`."""
        return nodes.Finish(kids[0].text, kids[1], after(kids, "players"), span)


def _amount(amount: Any) -> nodes.Expression | None:
    if is_part(amount, "all"):
        return None
    found: nodes.Expression = amount
    return found


def _holder(holder: nodes.Expression) -> nodes.Expression | None:
    return None if isinstance(holder, nodes.Name) and holder.text == "stock" else holder
