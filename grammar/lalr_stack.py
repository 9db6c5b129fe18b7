"""The LALR parser: a stack that takes one word after the other, and builds a node at each reduction.

There is no intermediate parse tree: `_Callbacks` calls the builder's method for each rule of the grammar.
"""

import keyword
from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any

from lazaretto.grammar.builders import Chain, ExpressionBuilder, Modules, Part, find
from lazaretto.grammar.lalr_tables import GrammarRule, tables
from lazaretto.grammar.lexer import HARD, Ahead, Word, reads_as_name
from lazaretto.grammar.source import Span

Kept = tuple[list[Any], list[Any]]


class UnexpectedError(Exception):
    """A word is not accepted where it is; reported as a diagnostic."""


class TooDeepError(Exception):
    """An expression is nested more than `most` levels deep; reported as a diagnostic."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


DEEPEST = 100
"""The maximum nesting depth of an expression."""
_OVERRIDABLE = frozenset(
    {
        "kind",
        "member",
        "var",
        "supply",
        "track",
        "pile",
        "option",
        "value",
        "menu",
        "procedure",
        "action",
        "outcome",
        "invariant",
        "goal",
        "test",
    }
)
_Build = Callable[[list[Any]], Any]
_new = tuple.__new__
"""Makes words and spans faster than their classes do, where most of them are made."""


class _Callbacks:
    """Called for each reduction: computes the span, then calls the method of the builder."""

    def __init__(self) -> None:
        self.builder: Modules | None = None
        self.depths: dict[int, tuple[int, Any]] = {}

    def of(self, rule: str) -> _Build:
        """Return the function that builds the node of a rule; an inlined rule stays a list of its parts."""
        if rule.startswith("_"):
            return lambda kids: kids
        if rule.endswith("_lines"):
            return self._chain
        method = f"{rule}_" if keyword.iskeyword(rule) else rule
        known = hasattr(Modules, method)
        expression = hasattr(ExpressionBuilder, method)

        def build(kids: list[Any]) -> Any:
            builder = self.builder
            assert builder is not None
            span = _span(kids, builder.file)
            node = getattr(builder, method)(span, kids) if known else Part(rule, kids, span)
            if rule in _OVERRIDABLE:
                over = find(kids, "over")
                return Part("overriding", [node, over], span) if over else node
            if expression or not known:
                self._deepen(node, kids, 1 if expression else 0)
            return node

        return build

    def _chain(self, kids: list[Any]) -> Chain:
        assert self.builder is not None
        return Chain(kids[0] if len(kids) > 1 else None, kids[-1], _span(kids, self.builder.file))

    def _deepen(self, node: Any, kids: list[Any], step: int) -> None:
        """Record the depth of a node of the current line, and the node, so that its id is not reused."""
        deepest = 0
        for kid in kids:
            found = self.depths.get(id(kid))
            if found is not None and found[0] > deepest:
                deepest = found[0]
        if deepest + step > DEEPEST:
            raise TooDeepError(DEEPEST)
        if deepest or len(kids) > 1:
            self.depths[id(node)] = (deepest + step, node)


def _span(kids: list[Any], file: str) -> Span:
    first, last = kids[0], kids[-1]
    _, _, line, column, _ = first if type(first) is Word else (None, *first.span[:3], None)
    if type(last) is Word:
        _, _, end_line, _, end_column = last
    else:
        *_, end_line, end_column = last.span
    return _new(Span, (file, line, column, end_line, end_column))


def _typed(word: Word, terminal: str) -> Word:
    """Return a word with another type."""
    _, text, line, column, end_column = word
    return _new(Word, (terminal, text, line, column, end_column))


def _laid_out(inner: list[int], build: _Build) -> _Build:
    """Wrap a build function to splice the items of some parts; the list of the first part is reused."""

    def laid_out(kids: list[Any]) -> Any:
        found: list[Any] = []
        for number, kid in enumerate(kids):
            if number not in inner:
                found.append(kid)
            elif found:
                found += kid
            else:
                found = kid
        return build(found)

    return laid_out


def _unless_alone(build: _Build) -> _Build:
    return lambda kids: kids[0] if len(kids) == 1 else build(kids)


class Language:
    """The tables of the grammar, loaded once per process, used by one text at a time."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.callbacks = _Callbacks()
        self.states, self.rules, self.starts, self.terminals, leading = tables()
        self.leading = frozenset(leading)
        self.found: dict[int, tuple[int, str, _Build | None]] = {}
        """For each rule used so far: its number of parts, its name, and its build function."""
        self.nexts: dict[int, list[str]] = {}
        self.keywords = {text: name for text, name in self.terminals.items() if text[0].isalpha()}
        self.spellings = {name: text for text, name in self.terminals.items()}

    def find(self, number: int) -> tuple[int, str, _Build | None]:
        """Return the size, name and build function of a rule; no function if its only part is passed on."""
        rule = self.rules[-1 - number]
        found = self.found[number] = rule.size, rule.rule, self._build(rule)
        return found

    def _build(self, rule: GrammarRule) -> _Build | None:
        if rule.stays and rule.size == 1 and not rule.inner:
            return None
        build = self.callbacks.of(rule.title)
        if rule.stays:
            build = _unless_alone(build)
        return _laid_out(rule.inner, build) if rule.inner else build


_MAKING = Lock()


@cache
def _made() -> Language:
    return Language()


def shared_language() -> Language:
    """Return the only `Language` of the process, also if two threads call this at once."""
    with _MAKING:
        return _made()


class Stack:
    """The parser with its stack; `recovery` restores it after a broken line."""

    def __init__(self, start: str) -> None:
        self._language = shared_language()
        first, self._end = self._language.starts[start]
        self._table = self._language.states
        self._states = [first]
        self._values: list[Any] = []
        self._keywords = self._language.keywords
        self._terminals = self._language.terminals
        self._ahead = Ahead()

    @property
    def position(self) -> int:
        """The current state in the tables."""
        return self._states[-1]

    def keep(self) -> Kept:
        """Return a copy of the current stack."""
        return self._states[:], self._values[:]

    def go_back(self, kept: Kept) -> None:
        """Restore a copied stack."""
        states, values = kept
        self._states, self._values = states[:], values[:]

    def start_line(self) -> None:
        """Start a new line: forget the depths of the last one."""
        self._language.callbacks.depths.clear()

    def feed(self, word: Word) -> Any:
        """Feed one word with its terminal; return the result after the last one.

        Raises:
            UnexpectedError: the word is not accepted here.
        """
        states, values, table, terminal = self._states, self._values, self._table, word.type
        known = self._language.found
        while True:
            then = table[states[-1]].get(terminal)
            if then is None:
                raise UnexpectedError
            if then >= 0:
                states.append(then)
                values.append(word)
                return None
            size, rule, build = known.get(then) or self._language.find(then)
            if build is None:
                states[-1] = table[states[-2]][rule]
            else:
                first = len(values) - size
                kids = values[first:]
                del values[first:], states[first + 1 :]
                values.append(build(kids))
                states.append(table[states[-1]][rule])
            if terminal == "$END" and states[-1] == self._end:
                return values[-1]

    def nexts(self) -> list[str]:
        """Return the terminals that the tables list here; some of them may fail a step later."""
        known, position = self._language.nexts, self.position
        if position not in known:
            known[position] = [terminal for terminal in self._table[position] if terminal.isupper()]
        return known[position]

    def accepted(self) -> frozenset[str]:
        """Return the terminals that are accepted next."""
        return frozenset(terminal for terminal in self.nexts() if self._accepts(terminal))

    def _accepts(self, terminal: str) -> bool:
        states = self._states[:]
        while states[-1] != self._end:
            then = self._table[states[-1]].get(terminal)
            if then is None:
                return False
            if then >= 0:
                return True
            size, rule, _ = self._language.find(then)
            del states[len(states) - size :]
            states.append(self._table[states[-1]][rule])
        return True

    def typed(self, words: list[Word], at: int) -> Word:
        """Return a word with the terminal that the grammar accepts for it here."""
        word = words[at]
        if word.type == "OPERATOR":
            return _typed(word, self._terminals[word.text])
        if word.type != "NAME":
            return word
        terminal = self._keywords.get(word.text)
        if terminal is None:
            return word
        if word.text in HARD:
            return _typed(word, terminal)
        nexts = self._table[self.position]
        if terminal not in nexts or ("NAME" in nexts and reads_as_name(words, at, self._ahead)):
            return word
        return _typed(word, terminal)
