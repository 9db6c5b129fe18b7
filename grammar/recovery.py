"""Feeds a text to the parser line by line, and recovers after a line that it cannot read.

The parser's stack is saved at the start of each line. If the line cannot be read, the error is reported, the
stack is restored, the token BROKEN replaces the line and its block, and parsing continues with the next line
that is not deeper. The block is parsed separately, below a correct header, so that its errors are reported
too.
"""

from difflib import get_close_matches
from typing import Any, NamedTuple

from lazaretto.grammar import layout_messages as messages
from lazaretto.grammar.builders import Part
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.error_examples import OPENERS
from lazaretto.grammar.lalr_stack import Kept, Stack, TooDeepError, UnexpectedError
from lazaretto.grammar.lexer import Word, cut, joined, span_of
from lazaretto.grammar.lines_and_blocks import MOST, Layout, Line
from lazaretto.grammar.message import Message
from lazaretto.grammar.nodes import Declaration, Expression
from lazaretto.grammar.source import Source

ALIKE = 0.75
"""How alike a first word and a keyword are, from 0 to 1, if the keyword may have been meant."""

EXTENDED = {"kind": "KIND", "menu": "MENU", "action": "ACTION"}
"""The words that may follow `extend`; any other one is the name of a kind."""

HEADERS = {
    "kind": "KIND NAME",
    "extend": "EXTEND KIND NAME",
    "to": "TO NAME LPAR RPAR",
    "phase": "PHASE NAME LPAR RPAR",
    "menu": "MENU NAME",
    "pay": "PAY",
    "action": "ACTION NAME IN NAME",
    "before": "BEFORE NAME LPAR RPAR",
    "after": "AFTER NAME LPAR RPAR",
    "instead": "INSTEAD OF NAME LPAR RPAR",
    "test": "TEST STRING",
    "if": "IF NONE",
    "match": "MATCH NONE",
    "when": "WHEN NAME",
    "for": "FOR EACH NAME IN NAME",
    "together": "TOGETHER FOR EACH NAME IN NAME",
    "repeat": "REPEAT FOREVER",
}
"""The shortest correct line that begins with a word, as terminals."""

IF = ("IF", "NONE", "_NEWLINE", "_INDENT", "BROKEN", "_DEDENT")
BRANCHES = frozenset(("if", "else", "elif", "elseif", "elsif"))

Place = tuple[Any, str]


class Stumble(NamedTuple):
    """A word that was not accepted, and what would have been.

    `before` are the accepted words of the line, with their terminals; `openers` the terminals that could have
    begun the line; `place` is the parser's state and the rejected terminal; `leading` are the words that
    begin a line anywhere.
    """

    before: list[Word]
    word: Word
    line: Line
    accepted: frozenset[str]
    openers: frozenset[str]
    place: Place
    leading: frozenset[str]


class Reading:
    """Parses one text, line by line."""

    def __init__(self, source: Source, leading: frozenset[str], tests: bool) -> None:
        self.file = source.name
        self.leading = leading
        self.layout = Layout(source, leading, tests)
        self.diagnostics: list[Diagnostic] = list(self.layout.diagnostics)
        self.stumbles: list[Stumble] = []
        self.words: dict[int, list[Word]] = {}
        """The words of each accepted line, with their terminals, by line number."""
        self.documentation = ""
        self.declarations: tuple[Declaration, ...] = ()

    def run(self) -> None:
        """Parse everything, or everything except the tests."""
        lines = self.layout.lines
        if not lines:
            return
        stack = Stack("module")
        end = self._block(stack, lines)
        result: Part = stack.feed(_behind(end, "$END"))
        self.documentation, declarations = result.kids
        self.declarations = tuple(declarations)

    # --- lines and blocks

    def _block(self, stack: Stack, lines: list[Line]) -> Word:
        """Parse each line with its block; return the last word."""
        orphaned = False
        end = lines[0].last
        for line in lines:
            first = line.words[0]
            kept = stack.keep()
            stack.start_line()
            enough = len(self.diagnostics) + len(self.stumbles) >= MOST
            orphaned = orphaned and first.text == "else"
            good = not enough and not line.broken and self._read(stack, line, orphaned)
            end = self._below(stack, line) if good else line.last
            if orphaned or not good:
                stack.go_back(kept)
                if not good and not enough:
                    self._aside(stack, line, kept)
                stack.feed(first._replace(type="BROKEN"))
            orphaned = orphaned or (not good and first.text in BRANCHES)
            if enough:
                break
        return end

    def _read(self, stack: Stack, line: Line, orphaned: bool) -> bool:
        """Parse one line; an `else` whose `if` was broken gets an artificial `if`."""
        if orphaned:
            try:
                self._feed(stack, line.words[0], *IF)
            except UnexpectedError:
                return False
        return self._line(stack, line)

    def _aside(self, stack: Stack, line: Line, kept: Kept) -> None:
        """Parse the block of a broken line, only to report its errors."""
        words = line.words
        if not line.block:
            return
        first = OPENERS.get(words[0].text, words[0].text).partition(" ")[0]
        meant = get_close_matches(first, sorted(HEADERS), 1, ALIKE)
        header = HEADERS[meant[0]] if meant else ""
        if words[0].text in BRANCHES:
            header = HEADERS["if"]
        elif words[0].text == "extend" and len(words) > 1:
            header = f"EXTEND {EXTENDED.get(words[1].text, 'NAME')} NAME"
        elif not header and len(words) > 1 and words[0].type == words[1].type == "NAME":
            header = "NAME NAME"
        try:
            self._feed(stack, words[0], *header.split(), "_NEWLINE", "_INDENT")
        except UnexpectedError:
            return
        else:
            self._block(stack, line.block)
        finally:
            stack.go_back(kept)

    def _feed(self, stack: Stack, word: Word, *terminals: str) -> None:
        for terminal in terminals:
            stack.feed(word._replace(type=terminal, text='""' if terminal == "STRING" else "_"))

    def _below(self, stack: Stack, line: Line) -> Word:
        """Parse the block of a line that was accepted."""
        last = line.last
        expected = stack.nexts()
        if line.block and "_INDENT" in expected:
            stack.feed(_behind(last, "_INDENT"))
            last = self._block(stack, line.block)
            stack.feed(_behind(last, "_DEDENT"))
        elif line.block:
            inner = line.block[0]
            self._stumble(stack, inner, [], inner.words[0]._replace(type="_INDENT"))
        elif expected == ["_INDENT"]:
            if not line.cut_off:
                self._stumble(stack, line, line.words, _behind(last, "_EMPTY"))
            for terminal in ("_INDENT", "BROKEN", "_DEDENT"):
                stack.feed(_behind(last, terminal))
        return last

    def _line(self, stack: Stack, line: Line) -> bool:
        """Parse the words of one line; return whether they were accepted."""
        words = joined(line.words)
        for word in words:
            if word.type in ("UNKNOWN", "UNCLOSED"):
                self._stumble(stack, line, [], word)
                return False
        understood, _ = self._understand(stack, line, words, _behind(words[-1], "_NEWLINE"), opens=True)
        if understood is None:
            return False
        self.words[words[0].line] = understood
        return True

    def _understand(
        self, stack: Stack, line: Line, words: list[Word], end: Word, *, opens: bool
    ) -> tuple[list[Word] | None, Any]:
        """Return the words with their terminals, and the result at their end; None if an error was reported.

        `opens` says that they begin a line, so that other words could have begun it.
        """
        kept = stack.keep()
        understood: list[Word] = []
        word = words[0]
        try:
            for at in range(len(words)):
                word = stack.typed(words, at)
                stack.feed(word)
                understood.append(word)
            word = end
            return understood, stack.feed(end)
        except UnexpectedError:
            place = (stack.position, word.type)
            stack.go_back(kept)
            openers = stack.accepted() if opens else frozenset[str]()
            for each in understood:
                stack.feed(each)
            self._stumble(stack, line, understood, word, openers, place)
        except TooDeepError as error:
            self._tell(messages.EXPRESSION_TOO_DEEP, word, most=error.most)
        return None, None

    # --- interpolations

    def interpolate(self, text: str, line: int, column: int) -> Expression | None:
        """Parse the expression between two braces of a text."""
        words, _ = cut(text, line, column)
        end = Word("$END", "", line, column + len(text), column + len(text) + 1)
        if not words:
            braces = Word("", "", line, column - 1, column + len(text) + 1)
            self._tell(messages.EMPTY_BRACES, braces)
            return None
        found: Expression | None
        _, found = self._understand(Stack("interpolation"), Line(words, 0), words, end, opens=False)
        return found

    # --- mistakes

    def _tell(self, message: Message, word: Word, **gaps: object) -> None:
        self.diagnostics.append(diagnose(message, span_of(word, self.file), **gaps))

    def _stumble(
        self,
        stack: Stack,
        line: Line,
        before: list[Word],
        word: Word,
        openers: frozenset[str] = frozenset(),
        place: Place = (None, ""),
    ) -> None:
        self.stumbles.append(Stumble(before, word, line, stack.accepted(), openers, place, self.leading))


def _behind(word: Word, terminal: str) -> Word:
    """Return a terminal without text, directly after a word."""
    return Word(terminal, "", word.line, word.end_column, word.end_column)
