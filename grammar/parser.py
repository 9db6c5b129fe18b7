"""Parses a text into a tree with the LALR tables of the grammar.

The lexer and the layout run first, and `recovery` feeds the parser line by line. Each reduction builds its
node directly; there is no intermediate parse tree.
"""

from functools import cache

from lazaretto.grammar import layout_messages as messages
from lazaretto.grammar.builders import Modules
from lazaretto.grammar.damage import Damage, damage_of
from lazaretto.grammar.diagnostics import Diagnostic, diagnose, ordered
from lazaretto.grammar.error_examples import EXAMPLES, Example
from lazaretto.grammar.lalr_stack import Language, shared_language
from lazaretto.grammar.lines_and_blocks import MOST
from lazaretto.grammar.nodes import Module
from lazaretto.grammar.recovery import Place, Reading
from lazaretto.grammar.source import Source, Span
from lazaretto.grammar.syntax_errors import explain

LARGEST = 1_000_000
"""The maximum length of a text in characters, far above any text that a person writes."""


def _read(source: Source, tests: bool = True) -> Reading:
    language = shared_language()
    reading = Reading(source, language.leading, tests)
    with language.lock:
        language.callbacks.builder = Modules(source.name, reading.diagnostics.append, reading.interpolate)
        try:
            reading.run()
        finally:
            language.callbacks.builder = None
            language.callbacks.depths.clear()
    return reading


@cache
def _examples(_language: Language) -> dict[Place, Example]:
    """Return the parser state in which each malformed example fails; it depends on the tables."""
    examples: dict[Place, Example] = {}
    for example in EXAMPLES:
        for text in example.texts:
            stumbles = _read(Source("", f"to a()\n{text}" if text.startswith(" ") else text)).stumbles
            assert len(stumbles) == 1, text
            examples.setdefault(stumbles[0].place, example)
    return examples


def read(source: Source, tests: bool = True) -> tuple[Reading, tuple[Diagnostic, ...]]:
    """The layout, the words and the tree of a text, and its syntax errors."""
    if len(source.text) > LARGEST:
        start = Span(source.name, 1, 1, 1, 2)
        large = diagnose(messages.LONG_TEXT, start, length=len(source.text), most=LARGEST)
        return _read(Source(source.name, "")), (large,)
    reading = _read(source, tests)
    language = shared_language()
    diagnostics = [
        explain(stumble, _examples(language), language.spellings, source.name) for stumble in reading.stumbles
    ]
    return reading, ordered(reading.diagnostics + diagnostics)


def parse(source: Source, module: str, tests: bool = True) -> tuple[Module, tuple[Diagnostic, ...]]:
    """Return the tree of a text and its syntax errors; the tree lacks what could not be read.

    Without `tests` the text's tests are skipped.
    """
    reading, diagnostics = read(source, tests)
    last = source.text.rpartition("\n")[2]
    span = Span(source.name, 1, 1, source.text.count("\n") + 1, len(last) + 1)
    enough = len(diagnostics) >= MOST
    damage = Damage(blind=True) if enough else damage_of(reading.layout, diagnostics, source)
    return Module(module, reading.documentation, reading.declarations, span, damage), diagnostics
