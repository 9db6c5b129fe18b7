"""Builds the nodes of hooks, replacements and tests, and of the whole module."""

from typing import Any

from lazaretto.grammar import layout_messages as messages, nodes
from lazaretto.grammar.builders.declarations import Declarations
from lazaretto.grammar.builders.partial_nodes import Part, after, block_of, find, is_part, plain
from lazaretto.grammar.source import Span


class Modules(Declarations):
    """One method per rule of the grammar; each gets the span and all parts of the rule."""

    # --- rules that change other rules

    def _patterns(self, part: Part) -> tuple[nodes.Name, ...]:
        return tuple(self.name_of(word) for word in part.kids[1:-1:2])

    def change(self, span: Span, kids: list[Any]) -> nodes.Change:
        """`change value(patterns) to expression`."""
        documentation, lines = self.documented(block_of(kids, "clause_block"), ("clause_line",))
        parts = self.clauses_of(kids, lines, ("when", "over"), "change")
        to = kids[3].kids
        return nodes.Change(
            target=self.name_of(kids[1]),
            patterns=self._patterns(kids[2]),
            word=" ".join(word.text for word in to[:-1]),
            value=to[-1],
            when=after(parts.values(), "when"),
            over=self.names_of(parts.get("over")),
            span=span,
            reveals=_reveals(lines),
            documentation=documentation,
        )

    def hook(self, span: Span, kids: list[Any]) -> nodes.Hook:
        """`before`, `after`, `instead of` and the body."""
        at = 2 if kids[0].type == "INSTEAD" else 1
        documentation, lines = self.documented(block_of(kids, "hook_block"), ("clause_line",))
        parts = self.clauses_of(kids, lines, ("when", "following"), kids[0].text)
        body = self.without_clauses(lines)
        if lines and not body:
            self.complain(messages.NOTHING_DONE, lines[-1].span)
        return nodes.Hook(
            word=kids[0].text,
            target=self.name_of(kids[at]),
            patterns=self._patterns(kids[at + 1]),
            when=after(parts.values(), "when"),
            following=self.names_of(parts.get("following")),
            body=body,
            span=span,
            documentation=documentation,
        )

    def forbid(self, span: Span, kids: list[Any]) -> nodes.Forbid:
        """`forbid procedure(patterns) when condition because "text"`."""
        lines = block_of(kids, "clause_block")
        documentation, clauses = self.documented(lines, ("clause_line",))
        parts = self.clauses_of(kids, clauses, ("when", "because"), "forbid")
        because = after(parts.values(), "because")
        if because is None:
            because = nodes.Text((), span)
            if lines or find(kids, "clause_block") is None:
                self.complain(messages.FORBID_WITHOUT_REASON, self.place(kids[0]))
        when = after(parts.values(), "when")
        patterns = self._patterns(kids[2])
        return nodes.Forbid(
            self.name_of(kids[1]), patterns, when, because, span, _reveals(lines), documentation
        )

    # --- composition

    def replace(self, span: Span, kids: list[Any]) -> nodes.Replace:
        """`replace declaration over module`."""
        declaration, over = kids[1], None
        if is_part(declaration, "overriding"):
            declaration, over = declaration.kids
        return nodes.Replace(declaration, self.names_of(over), span)

    def remove(self, span: Span, kids: list[Any]) -> nodes.Remove:
        """`remove word name`."""
        name = kids[2]
        if name.type == "STRING":
            text = self.text(self.place(name), [name])
            return nodes.Remove(self.name_of(kids[1]), nodes.Name(text.plain, text.span), span)
        return nodes.Remove(self.name_of(kids[1]), self.name_of(name), span)

    def prefer(self, span: Span, kids: list[Any]) -> nodes.Prefer:
        """`prefer owners over owners in names`."""
        targets = self.names_of(kids[5]) if len(kids) > 5 else ()
        return nodes.Prefer(self.names_of(kids[1]), self.names_of(kids[3]), targets, span)

    def alias(self, span: Span, kids: list[Any]) -> nodes.Alias:
        """`alias word old for new`."""
        word = None if is_part(kids[1], "renamed") else self.name_of(kids[1])
        old, new = (self._renamed(kid) for kid in kids if is_part(kid, "renamed"))
        return nodes.Alias(word, old[1], new[1], span, old[0], new[0])

    def _renamed(self, part: Part) -> tuple[nodes.Name | None, nodes.Name]:
        """Return the kind of an attribute and its name; of everything else the name alone."""
        if part.kids[0].type == "STRING":
            text = self.text(part.span, part.kids)
            return None, nodes.Name(text.plain, text.span)
        kind = self.name_of(part.kids[0]) if len(part.kids) > 1 else None
        return kind, self.name_of(part.kids[-1])

    def module(self, span: Span, kids: list[Any]) -> Part:
        """The module: its documentation, and its declarations."""
        documentation, lines = self.documented(kids[0].items())
        return Part("module", [documentation, lines], span)

    # --- tests

    def test(self, span: Span, kids: list[Any]) -> nodes.Test:
        """`test "name"` and its lines."""
        _, lines = self.documented(block_of(kids, "test_block"))
        return nodes.Test(plain(kids[1].text), tuple(lines), span)

    def given_players(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`given players a, b`."""
        return nodes.GivenPlayers(self.names_of(kids[2]), span)

    def given_option(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`given option name = value`."""
        return nodes.GivenOption(self.name_of(kids[2]), kids[4], span)

    def given_seed(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`given seed n`."""
        return nodes.GivenSeed(self.number_of(kids[2]), span)

    def given_fate(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`given fate value, value`."""
        return nodes.GivenFate(tuple(kids[2:-1:2]), span)

    def step(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`given statement`, `when statement`."""
        return nodes.Step(kids[0].text, kids[1], span)

    def does(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`when player does "choice"`."""
        return nodes.Does(self.name_of(kids[1]), plain(kids[3].text), span)

    def next_game(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`when next game`."""
        return nodes.NextGame(span)

    def then_holds(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`then condition`."""
        return nodes.ThenHolds(kids[1], span)

    def then_may(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`then player may "choice"`, or may not."""
        texts = [plain(word.text) for word in kids[3:-1] if word.type == "STRING"]
        because = texts[1] if len(texts) > 1 else None
        return nodes.ThenMay(self.name_of(kids[1]), texts[0], kids[3].type == "NOT", because, span)

    def then_asks(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`then asks player "prompt"`, `then nothing asked`."""
        if kids[1].type == "NOTHING":
            return nodes.ThenAsks(None, None, span)
        return nodes.ThenAsks(self.name_of(kids[2]), plain(kids[3].text) if len(kids) > 4 else None, span)

    def then_ends(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`then won "reason"` and its variants, for all players or one."""
        player = self.name_of(kids.pop(1)) if kids[1].type == "NAME" else None
        reason = plain(kids[2].text) if getattr(kids[2], "type", "") == "STRING" else None
        points = rank = None
        if (standing := find(kids, "standing")) is not None:
            counted = find(standing.kids, "integer")
            points = counted.kids[0] if counted is not None else None
            rank = self.number_of(standing.kids[-1]) if standing.kids[-1].type == "NUMBER" else None
        return nodes.ThenEnds(player, kids[1].text, reason, points, rank, span)

    def then_goal(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`then goal "text"`, or `then not goal "text"`."""
        text = kids[-2]
        return nodes.ThenGoal(nodes.Name(plain(text.text), self.place(text)), kids[1].type == "NOT", span)

    def then_says(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`then says "text"`, or `then never says "text"`."""
        return nodes.ThenSays(plain(kids[-2].text), kids[1].type == "NEVER", span)

    def then_sees(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`then player sees thing`, or does not."""
        return nodes.ThenSees(self.name_of(kids[1]), kids[-2], kids[2].type == "DOES", span)

    def leave_open(self, span: Span, kids: list[Any]) -> nodes.TestLine:
        """`leave open`."""
        return nodes.LeaveOpen(span)


def _reveals(lines: list[Any]) -> tuple[nodes.Reveals, ...]:
    return tuple(line for line in lines if isinstance(line, nodes.Reveals))
