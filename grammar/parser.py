"""Text to tree, alone with Lark.

Lark makes the tables of the grammar, which are followed here. The words are cut and the blocks are nested
before, and `reading` walks the lines; what the grammar finds becomes nodes at once, with no tree in between.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import keyword
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from lark import Lark
from lark.common import LexerConf
from lark.grammar import Rule
from lark.lexer import Lexer, PatternStr, Token
from lark.parse_tree_builder import ExpandSingleChild
from lark.parsers.lalr_analysis import Shift

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


class _Found(NamedTuple):
    """What becomes of the words that make up a rule: how many there are, and what they become together."""

    size: int
    rule: str
    build: Callable[[list[Any]], Any] | None
    """None where one thing stays what it is."""


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
        self.starts = {
            start: self.lark.parse_interactive(start=start).parser_state.parse_conf
            for start in self.lark.options.start
        }
        self.builders: dict[Any, Callable[[list[Any]], Any]] = {**self.starts["module"].callbacks}
        self.found: dict[int, _Found] = {}
        """By the number of Lark's rule, which is slow to compare."""
        self.nexts: dict[Any, list[str]] = {}
        self.terminals = {
            terminal.pattern.value: terminal.name
            for terminal in self.lark.terminals
            if isinstance(terminal.pattern, PatternStr)
        }
        self.keywords = {text: name for text, name in self.terminals.items() if text[0].isalpha()}
        self.spellings = {name: text for text, name in self.terminals.items()}

    def find(self, rule: Rule) -> _Found:
        """What becomes of a rule; the same for every start."""
        build = self.builders[rule]
        size = len(rule.expansion)
        stays = size == 1 and isinstance(build, ExpandSingleChild)
        found = self.found[id(rule)] = _Found(size, rule.origin.name, None if stays else build)
        return found


_MAKING = Lock()


@cache
def _made() -> _Language:
    return _Language()


def _language() -> _Language:
    """The same one for every thread: two that ask at once must not get two."""
    with _MAKING:
        return _made()


_NOWHERE = (None, None)
"""Where the tables go with a word that they do not list."""


class _Stack:
    """Where a text stands in the tables; `reading` takes it back to the start of a broken line."""

    def __init__(self, start: str) -> None:
        self._language = _language()
        conf = self._language.starts[start]
        self._table: dict[Any, dict[str, tuple[Any, Any]]] = conf.states
        self._end = conf.end_state
        self._states: list[Any] = [conf.start_state]
        self._values: list[Any] = []
        self._keywords = self._language.keywords
        self._terminals = self._language.terminals

    @property
    def position(self) -> Any:
        """Where in the tables it stands."""
        return self._states[-1]

    def keep(self) -> Kept:
        """The stack as it is now."""
        return self._states[:], self._values[:]

    def go_back(self, kept: Kept) -> None:
        """The stack as it was then."""
        states, values = kept
        self._states, self._values = states[:], values[:]

    def start_line(self) -> None:
        """A new line begins: how deep the last one went does not matter any more."""
        self._language.callbacks.depths.clear()

    def feed(self, word: Word) -> Any:
        """Go on by one word that has its terminal; back comes the whole where it is the last one.

        Raises:
            UnexpectedError: it cannot stand here.
        """
        states, values, table, terminal = self._states, self._values, self._table, word.type
        known = self._language.found
        while True:
            action, then = table[states[-1]].get(terminal) or _NOWHERE
            if action is Shift:
                states.append(then)
                values.append(word)
                return None
            if then is None:
                raise UnexpectedError
            size, rule, build = known.get(id(then)) or self._language.find(then)
            if build is None:
                states[-1] = table[states[-2]][rule][1]
            else:
                first = len(values) - size
                kids = values[first:]
                del values[first:], states[first + 1 :]
                values.append(build(kids))
                states.append(table[states[-1]][rule][1])
            if terminal == "$END" and states[-1] == self._end:
                return values[-1]

    def nexts(self) -> list[str]:
        """The terminals that the tables list here; some of them might fail a step later."""
        known, position = self._language.nexts, self.position
        if position not in known:
            known[position] = [terminal for terminal in self._table[position] if terminal.isupper()]
        return known[position]

    def accepted(self) -> frozenset[str]:
        """The terminals that can really stand next."""
        return frozenset(terminal for terminal in self.nexts() if self._accepts(terminal))

    def _accepts(self, terminal: str) -> bool:
        states = self._states[:]
        while states[-1] != self._end:
            action, then = self._table[states[-1]].get(terminal) or _NOWHERE
            if then is None:
                return False
            if action is Shift:
                return True
            del states[len(states) - len(then.expansion) :]
            states.append(self._table[states[-1]][then.origin.name][1])
        return True

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
