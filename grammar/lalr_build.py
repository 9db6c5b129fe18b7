"""Builds the tables of the grammar from its text. Only this module imports Lark."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Iterator
from typing import Any

from lark import Lark
from lark.common import LexerConf
from lark.grammar import Rule
from lark.lexer import Lexer, PatternStr, Token
from lark.parsers.lalr_analysis import Shift

from lazaretto.grammar.lalr_tables import GrammarRule, Tables


class _NoLexer(Lexer):
    """A placeholder for the lexer that Lark requires; `grammar/lines_and_blocks.py` does the work."""

    def __init__(self, conf: LexerConf) -> None:
        self.conf = conf

    def lex(self, *_: Any) -> Iterator[Token]:
        """Yield nothing: the parser is fed word by word."""
        return iter(())


def parser_of(text: str, *starts: str) -> Lark:
    """Return Lark's own parser for a grammar that may start with several rules."""
    return Lark(
        text,
        parser="lalr",
        lexer=_NoLexer,
        start=list(starts),
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def made(text: str, *starts: str) -> Tables:
    """Return the tables of a grammar."""
    lark = parser_of(text, *starts)
    begun = {start: lark.parse_interactive(start=start).parser_state.parse_conf for start in starts}
    states = begun[starts[0]].states
    assert list(states) == list(range(len(states)))
    numbers = {rule: -1 - number for number, rule in enumerate(lark.rules)}
    spelt = (terminal for terminal in lark.terminals if isinstance(terminal.pattern, PatternStr))
    terminals = {terminal_def.pattern.value: str(terminal_def.name) for terminal_def in spelt}
    leading = _first_of_lines(lark.rules)
    return Tables(
        [
            {str(word): then if action is Shift else numbers[then] for word, (action, then) in row.items()}
            for row in states.values()
        ],
        [_found(rule) for rule in lark.rules],
        {name: [conf.start_state, conf.end_state] for name, conf in begun.items()},
        terminals,
        sorted(word for word, name in terminals.items() if name in leading),
    )


def _first_of_lines(rules: list[Rule]) -> set[str]:
    """Return the terminals that begin a line, from the rules `…_lines`; clauses continue a line."""
    waiting = [rule.expansion[-1].name for rule in rules if rule.origin.name.endswith("_lines")]
    seen = {"clause_line", "choose_line"}
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for first in (rule.expansion[0] for rule in rules if rule.origin.name == name):
            if first.is_term:
                found.add(str(first.name))
            else:
                waiting.append(first.name)
    return found


def _found(rule: Rule) -> GrammarRule:
    parts = enumerate(rule.expansion)
    inner = [number for number, part in parts if not part.is_term and part.name.startswith("_")]
    stays = bool(rule.options.expand1 and not rule.alias)
    name = str(rule.origin.name)
    return GrammarRule(len(rule.expansion), name, str(rule.alias or name), inner, stays)
