"""Writes random texts that follow the grammar, most of them with mistakes of meaning."""

from functools import cache
from pathlib import Path
from random import Random

from lazaretto.grammar import lalr_build

GRAMMAR = Path(lalr_build.__file__).with_name("language.lark")
NAMES = (
    *("Town", "Card", "Colour", "Player", "Power", "Role", "TownCard", "Road", "Pebble"),
    *("town", "card", "player", "me", "other", "n", "x", "each_one"),
    *("Aden", "Bern", "Cork", "red", "green", "home", "goal", "hand", "size", "colour", "cubes"),
    *("total", "wish", "stones", "clock", "deck", "discard", "level", "limit", "moves", "turn", "game"),
    *("visit", "worth", "ask", "count", "max", "neighbours", "label", "points", "reach", "distance"),
)
_CHOSEN = '{total} {|a|b} {"c" if total > 1 else "d {total|e|f}"}'
TEXTS = (
    "",
    "a",
    "{total} of {player}",
    "{Town}",
    "a" * 300,
    "é城\\\\",
    "{count(Card)}{count(Card)}",
    _CHOSEN,
)
SPELT = {
    "RANGE": "..",
    "UNEQUAL": "!=",
    "AT_MOST": "<=",
    "AT_LEAST": ">=",
    "OR_NONE": "or none",
    "OR_STOP": "or stop",
    "INTEGER": "number",
}


@cache
def _rules() -> tuple[dict[str, list[list[str]]], dict[str, str], dict[str, int]]:
    """Return the forms of each rule, the spelling of each terminal, and the least depth of each rule."""
    lark = lalr_build.parser_of(GRAMMAR.read_text(encoding="utf-8"), "module")
    forms: dict[str, list[list[str]]] = {}
    for rule in lark.rules:
        parts = [str(symbol.name) for symbol in rule.expansion]
        if "BROKEN" not in parts and "broken" not in parts:
            forms.setdefault(str(rule.origin.name), []).append(parts)
    spelt = {
        str(terminal.name): str(getattr(terminal.pattern, "value", "")) for terminal in lark.terminals
    } | SPELT
    depth: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for name, each in forms.items():
            known = [max((depth.get(part, 99) for part in form if part in forms), default=0) for form in each]
            least = 1 + min(known)
            if least < depth.get(name, 99):
                depth[name] = least
                changed = True
    return forms, spelt, depth


class Writer:
    """Derives texts from the grammar at random; below a depth it takes the shortest forms."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._forms, self._spelt, self._depth = _rules()

    def text(self, start: str, deep: int = 14) -> str:
        """Return a text of one rule of the grammar."""
        words: list[str] = []
        waiting = [(start, deep)]
        while waiting:
            name, left = waiting.pop()
            forms = self._forms.get(name)
            if forms is None:
                words.append(self._word(name))
                continue
            least = min(map(self._least, forms))
            short = [each for each in forms if self._least(each) <= max(least, left)]
            form = self._random.choice(short)
            waiting += ((part, left - 1) for part in reversed(form))
        return _laid_out(words)

    def _least(self, form: list[str]) -> int:
        return max((self._depth[part] for part in form if part in self._forms), default=0)

    def _word(self, terminal: str) -> str:
        match terminal:
            case "NAME":
                return self._random.choice(NAMES)
            case "NUMBER":
                return self._random.choice(("0", "1", "2", "9", "50", "999999999"))
            case "STRING":
                return f'"{self._random.choice(TEXTS)}"'
            case "_NEWLINE" | "_INDENT" | "_DEDENT":
                return terminal
            case _:
                return self._spelt[terminal]


def _laid_out(words: list[str]) -> str:
    """Write words as lines and blocks."""
    lines: list[str] = []
    line: list[str] = []
    indent = 0
    for word in words:
        match word:
            case "_NEWLINE":
                lines.append("    " * indent + " ".join(line))
                line = []
            case "_INDENT":
                indent += 1
            case "_DEDENT":
                indent -= 1
            case _:
                line.append(word)
    return "\n".join((*lines, "    " * indent + " ".join(line))).rstrip() + "\n"
