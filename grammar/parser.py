"""Text to tree, alone with Lark.

Lark makes the tables of the grammar and follows them; the words are cut and the blocks are nested before,
and `reading` walks the lines. What the grammar finds becomes nodes at once, without a tree in between.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import keyword
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from lark import Lark
from lark.common import LexerConf
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer, PatternStr, Token

from grammar.builders import Chain, Expressions, Modules, Part, find
from grammar.diagnostics import Diagnostic, ordered
from grammar.explain import explain
from grammar.kept import cache_file
from grammar.mistakes import EXAMPLES, Example
from grammar.nodes import Module
from grammar.reading import Kept, Place, Reading, TooDeepError, UnexpectedError
from grammar.source import Source, Span
from grammar.words import HARD, Word, reads_as_name

LARGEST = 1_000_000
"""Characters of a text; more is no text that a person wrote."""

DEEPEST = 100
"""How deep an expression may be nested."""

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
        "test",
    }
)


class _NoLexer(Lexer):
    """Lark asks for one; the words are cut elsewhere."""

    def __init__(self, conf: LexerConf) -> None:
        self.conf = conf

    def lex(self, *_: Any) -> Iterator[Token]:
        """Nothing: words are fed one by one."""
        return iter(())


class _Callbacks:
    """What Lark calls for each rule: finds the place, then the builder's method."""

    def __init__(self) -> None:
        self.builder: Modules | None = None
        self.depths: dict[int, tuple[int, Any]] = {}

    def __getattr__(self, rule: str) -> Callable[[list[Any]], Any]:
        if rule.startswith("_") or rule.isupper():
            raise AttributeError(rule)
        if rule.endswith("_lines"):
            return self._chain
        method = f"{rule}_" if keyword.iskeyword(rule) else rule
        known = hasattr(Modules, method)
        expression = hasattr(Expressions, method)

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
        """Keep how deep a node of the current line is; the node too, so that its number stays its own."""
        deepest = 0
        for kid in kids:
            found = self.depths.get(id(kid))
            if found is not None and found[0] > deepest:
                deepest = found[0]
        if deepest + step > DEEPEST:
            raise TooDeepError(f"this expression is nested more than {DEEPEST} deep")
        if deepest or len(kids) > 1:
            self.depths[id(node)] = (deepest + step, node)


def _span(kids: list[Any], file: str) -> Span:
    first, last = kids[0], kids[-1]
    start = first if type(first) is Word else first.span
    if type(last) is Word:
        return Span(file, start.line, start.column, last.line, last.end_column)
    return Span(file, start.line, start.column, last.span.end_line, last.span.end_column)


class _Language:
    """The tables of the grammar, made once in a process, used by one text at a time."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.callbacks = _Callbacks()
        text = Path(__file__).with_name("language.lark").read_text(encoding="utf-8")
        kept = cache_file(f"language-{sha256(text.encode()).hexdigest()[:16]}")
        self.lark = Lark(
            text,
            cache=str(kept) if kept is not None else False,
            parser="lalr",
            lexer=_NoLexer,
            start=["module", "interpolation"],
            keep_all_tokens=True,
            maybe_placeholders=False,
            transformer=self.callbacks,
        )
        self.terminals = {
            terminal.pattern.value: terminal.name
            for terminal in self.lark.terminals
            if isinstance(terminal.pattern, PatternStr)
        }
        self.keywords = {text: name for text, name in self.terminals.items() if text[0].isalpha()}
        self.spellings = {name: text for text, name in self.terminals.items()}


_MAKING = Lock()


@cache
def _made() -> _Language:
    return _Language()


def _language() -> _Language:
    """The same one for every thread: two that ask at once must not get two."""
    with _MAKING:
        return _made()


class _Stack:
    """Lark's stack while a text is read; `reading` takes it back to the start of a broken line."""

    def __init__(self, start: str) -> None:
        self._language = _language()
        self._state = self._language.lark.parse_interactive(start=start).parser_state
        self._table: dict[Any, dict[str, Any]] = self._state.parse_conf.parse_table.states
        self._keywords = self._language.keywords
        self._terminals = self._language.terminals

    @property
    def position(self) -> Any:
        """Where in the tables it stands."""
        return self._state.state_stack[-1]

    def keep(self) -> Kept:
        """The stack as it is now."""
        return self._state.state_stack[:], self._state.value_stack[:]

    def go_back(self, kept: Kept) -> None:
        """The stack as it was then."""
        self._state.state_stack[:], self._state.value_stack[:] = kept

    def start_line(self) -> None:
        """A new line begins: how deep the last one went does not matter any more."""
        self._language.callbacks.depths.clear()

    def feed(self, word: Word) -> Any:
        """Go on by one word that has its terminal.

        Raises:
            UnexpectedError: it cannot stand here.
        """
        try:
            return self._state.feed_token(word, word.type == "$END")  # type: ignore[arg-type]
        except UnexpectedToken as error:
            raise UnexpectedError from error

    def nexts(self) -> list[str]:
        """The terminals that the tables list here; some of them might fail a step later."""
        return [terminal for terminal in self._table[self.position] if terminal.isupper()]

    def accepted(self) -> frozenset[str]:
        """The terminals that can really stand next."""
        kept = self.keep()
        conf = self._state.parse_conf
        callbacks, conf.callbacks = conf.callbacks, {}
        found: set[str] = set()
        try:
            for terminal in self.nexts():
                try:
                    self.feed(Word(terminal, "", 1, 1, 1))
                    found.add(terminal)
                except UnexpectedError:
                    pass
                self.go_back(kept)
        finally:
            conf.callbacks = callbacks
        return frozenset(found)

    def typed(self, words: list[Word], at: int) -> Word:
        """A word with the terminal that the grammar can use for it here."""
        word = words[at]
        if word.type == "OPERATOR":
            return word._replace(type=self._terminals[word.text])
        if word.type != "NAME":
            return word
        terminal = self._keywords.get(word.text)
        if terminal is None:
            return word
        if word.text in HARD:
            return word._replace(type=terminal)
        nexts = self._table[self.position]
        if terminal not in nexts or ("NAME" in nexts and reads_as_name(words, at)):
            return word
        return word._replace(type=terminal)


def _read(source: Source, tests: bool = True) -> Reading:
    language = _language()
    reading = Reading(source, _Stack)
    with language.lock:
        language.callbacks.builder = Modules(source.name, reading.diagnostics.append, reading.interpolate)
        try:
            reading.run(tests)
        finally:
            language.callbacks.builder = None
            language.callbacks.depths.clear()
    return reading


@cache
def _examples(_language: _Language) -> dict[Place, Example]:
    """Where each malformed example stumbles in these tables: others count their places differently."""
    found: dict[Place, Example] = {}
    for example in EXAMPLES:
        for text in example.texts:
            stumbles = _read(Source("", f"to a()\n{text}" if text.startswith(" ") else text)).stumbles
            assert len(stumbles) == 1, text
            found.setdefault(stumbles[0].place, example)
    return found


def read(source: Source, tests: bool = True) -> tuple[Reading, tuple[Diagnostic, ...]]:
    """All that is known of a text: its layout, its words, its tree; and its mistakes."""
    if len(source.text) > LARGEST:
        message = f"this text has {len(source.text)} characters"
        help = f"a text has at most {LARGEST}; split it into modules"
        large = Diagnostic("G011", message, Span(source.name, 1, 1, 1, 2), help)
        return _read(Source(source.name, "")), (large,)
    reading = _read(source, tests)
    language = _language()
    told = [
        explain(stumble, _examples(language), language.spellings, source.name) for stumble in reading.stumbles
    ]
    return reading, ordered(reading.diagnostics + told)


def parse(source: Source, module: str, tests: bool = True) -> tuple[Module, tuple[Diagnostic, ...]]:
    """The tree of a text, and all that is wrong with it; what could not be read is missing in the tree.

    Who only wants to play can leave out the tests; they are then not read at all.
    """
    reading, diagnostics = read(source, tests)
    last = source.text.rpartition("\n")[2]
    span = Span(source.name, 1, 1, source.text.count("\n") + 1, len(last) + 1)
    return Module(module, reading.documentation, reading.declarations, span), diagnostics
