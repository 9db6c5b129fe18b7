"""Estimates what a text lost to its syntax errors: names, lines whose meaning is in doubt, blocks with gaps.

The parser omits a line that it cannot read, together with its block. A checker that continues must not report
consequences of the gap: a name whose declaration was lost is not unknown. The estimate is generous: it is
better to miss a mistake until the syntax is correct than to report a false one.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import takewhile

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.lexer import HARD, Word
from lazaretto.grammar.lines_and_blocks import Layout, Line
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Source

_AFTER_NAME: dict[str, frozenset[str]] = {
    "kind": frozenset({"", "is", "links", "for", "times", "over"}),
    "var": frozenset({":"}),
    "option": frozenset({":"}),
    "supply": frozenset({"of"}),
    "pile": frozenset({"of"}),
    "track": frozenset({"NUMBER", "-"}),
    "value": frozenset({"("}),
    "to": frozenset({"("}),
    "phase": frozenset({"("}),
    "menu": frozenset({"", "STRING", "over"}),
    "action": frozenset({"in", "", "STRING", "over"}),
}
"""For each word that begins a declaration with a name: what can follow the name; empty for the line's end."""

_AFTER_MEMBER = frozenset({"", "STRING", "over"})
_AFTER_LIKELY = frozenset({"(", ":", "=", "NUMBER", "STRING"})
"""What can follow the name in a declaration of the wrong form."""

_STUCK = frozenset({"is", "of", "in", "links", "for", "times", "over"})
"""Words that follow a name, and stick to it if the space is missing."""

_NAMELESS = frozenset(
    [
        "before",
        "after",
        "instead",
        "forbid",
        "change",
        "look",
        "win",
        "lose",
        "invariant",
        "goal",
        "test",
        "prefer",
        "alias",
    ]
)
_ABOUT_OTHERS = frozenset({"replace", "remove", "extend"})
_UNPLACED = frozenset({"G008", "G009", "G011"})
"""Errors after which whole parts of a text are skipped."""

_HEADLESS = frozenset({"G022", "G023"})
"""Errors of lines in a wrong block; the head of the right one may be missing."""

_WORD = re.compile(r"\w+")
_TORN = re.compile(r"(?=(?<!\w)(\w+)[^\w\s]{1,3}(\w+))")
"""A name that a stray sign split in two."""

Range = tuple[int, int]


@value
class Damage:
    """What is in doubt in one or several texts; by default nothing."""

    declared: frozenset[str] = frozenset()
    """Names whose declaration, replacement, extension or removal was lost."""
    mentioned: frozenset[str] = frozenset()
    """All words of the lost lines; some of them may be declared there."""
    partial: frozenset[str] = frozenset()
    """Names of declarations with a gap in their block."""
    suspect: dict[str, tuple[Range, ...]] = field(default_factory=dict)
    """For each file the lines, first and last, whose meaning depends on something lost."""
    nameless: bool = False
    """Whether a declaration with an unknown name was lost: it may have declared any name."""
    blind: bool = False
    """Whether so much was lost that the rest cannot be checked."""

    def __bool__(self) -> bool:
        return bool(self.declared or self.partial or self.suspect or self.nameless or self.blind)

    @property
    def incomplete(self) -> bool:
        """Whether some declaration is missing completely."""
        return self.nameless or bool(self.declared)

    def forgives(self, name: str) -> bool:
        """Whether an undeclared name may have been declared in what was lost."""
        return self.nameless or name in self.declared or name in self.mentioned

    def has_gap(self, names: Iterable[str]) -> bool:
        """Whether one of some declarations may have lost a part."""
        return self.nameless or any(name in self.partial for name in names)

    def doubts(self, file: str, first: int, last: int) -> bool:
        """Whether some lines of a file overlap with lines in doubt."""
        return any(low <= last and first <= high for low, high in self.suspect.get(file, ()))


NO_DAMAGE = Damage()


def together(damages: Iterable[Damage]) -> Damage:
    """Return the combined damage of several texts."""
    all_of = [damage for damage in damages if damage]
    if not all_of:
        return NO_DAMAGE
    return Damage(
        frozenset().union(*(each.declared for each in all_of)),
        frozenset().union(*(each.mentioned for each in all_of)),
        frozenset().union(*(each.partial for each in all_of)),
        {file: ranges for each in all_of for file, ranges in each.suspect.items()},
        any(each.nameless for each in all_of),
        any(each.blind for each in all_of),
    )


def damage_of(layout: Layout, diagnostics: tuple[Diagnostic, ...], source: Source) -> Damage:
    """Return what the syntax errors of a text lost."""
    if not diagnostics:
        return NO_DAMAGE
    return _Assessor(layout, source).assess(diagnostics)


@value
class _Head:
    """The first line of a declaration: the names it declares, and whether they are certain."""

    names: frozenset[str]
    sure: bool


class _Assessor:
    def __init__(self, layout: Layout, source: Source) -> None:
        self.lines = layout.lines
        self.leading = layout.leading
        self.file = source.name
        self.rows = source.text.split("\n")
        self.declared: set[str] = set()
        self.mentioned: set[str] = set()
        self.partial: set[str] = set()
        self.suspect: set[Range] = set()
        self.lost: set[Range] = set()
        """The rows whose words are noted as mentioned."""
        self.nameless = self.blind = False

    def assess(self, diagnostics: tuple[Diagnostic, ...]) -> Damage:
        for diagnostic in diagnostics:
            way = _way_to(self.lines, diagnostic.span.line)
            if diagnostic.code in _UNPLACED or not way:
                self.blind = True
            elif len(way) == 1:
                self._at_margin(way[0])
            else:
                self._in_block(way, way[-2].block if diagnostic.code == "G022" else [way[-1]])
                if len(way) == 2 and diagnostic.code in _HEADLESS and self._after_blank_row(way[0], way[1]):
                    self.nameless = True
                    self._give_up(way[0])
        return Damage(
            frozenset(self.declared),
            frozenset(self.mentioned),
            frozenset(self.partial),
            {self.file: tuple(sorted(self.suspect))},
            self.nameless,
            self.blind,
        )

    def _at_margin(self, line: Line) -> None:
        """Record that a top-level line is lost with its block."""
        self._doubt(line, line)
        self._lose(line)
        head = _head(line.words)
        first = line.words[0].text
        if head.sure:
            self.declared |= head.names
            return
        if first not in self.leading or first in _AFTER_NAME or first in _ABOUT_OTHERS:
            likely = _likely_names(line.words)
            self.declared |= (likely | self._torn(line)) if likely else head.names
            self.partial |= likely
            self.nameless = self.nameless or not likely
            self.blind = self.blind or (not likely and first in {"replace", "remove"})
        self._gap_above(line)

    def _after_blank_row(self, top: Line, line: Line) -> bool:
        """Whether an empty row is between the head of a block and a line: another head may be missing."""
        return any(not row.strip() for row in self.rows[top.words[0].line : line.words[0].line - 1])

    def _torn(self, line: Line) -> frozenset[str]:
        row = self.rows[line.words[0].line - 1]
        return frozenset(one + other for one, other in _TORN.findall(row))

    def _gap_above(self, line: Line) -> None:
        """Attribute a line that is not a declaration to the block above."""
        at = _place(self.lines, line.words[0].line)
        if at:
            before = self.lines[at - 1]
            self.partial |= _head(before.words).names
            self._doubt(before, before)

    def _in_block(self, way: list[Line], lost: list[Line]) -> None:
        """Record that lines inside a declaration are lost."""
        top, inner = way[0], way[1]
        self.partial |= _head(top.words).names
        first = next((word.text for word in top.words if word.text not in _ABOUT_OTHERS), "")
        member = first not in self.leading
        for line in lost:
            self._lose(line)
            for inner_line in _all_lines(line):
                self._inner_head(inner_line.words, top, member or first == "kind")
        if first == "test":
            self._doubt(top, top)
        elif first in {"kind", "menu"}:
            self._doubt(inner, inner)
        elif member and len(way) > 2:
            self._doubt(_before(inner, way[2]), inner)
        elif member:
            self.mentioned |= _names(top.words)
            self._doubt(_before(top, inner), inner)
        else:
            self._doubt(_before(top, inner), top)

    def _inner_head(self, words: list[Word], top: Line, member: bool) -> None:
        """Record that a declaration slipped into a block with the lines below it."""
        first = words[0].text
        if first not in _AFTER_NAME and first not in _ABOUT_OTHERS:
            return
        head = _head(words)
        self.declared |= head.names
        self.nameless = self.nameless or not head.sure
        if not (member and first == "action"):
            self._give_up(top)

    def _give_up(self, top: Line) -> None:
        """Record that a declaration contains lines of another one."""
        head = _head(top.words)
        self.declared |= head.names if head.sure else frozenset()
        self._lose(top)
        self._doubt(top, top)

    def _doubt(self, first: Line, last: Line) -> None:
        self.suspect.add((first.words[0].line, _end(last)))

    def _lose(self, line: Line) -> None:
        rows = line.words[0].line, _end(line)
        if rows in self.lost:
            return
        self.lost.add(rows)
        text = "\n".join(self.rows[rows[0] - 1 : rows[1]])
        self.mentioned.update(_WORD.findall(text))
        self.mentioned.update(one + other for one, other in _TORN.findall(text))


def _end(line: Line) -> int:
    """Return the last row of a line and its block."""
    return max(line.last.line, _end(line.block[-1]) if line.block else 0)


def _before(parent: Line, line: Line) -> Line:
    """Return the line before one in the same block, which it might continue with another indentation."""
    return parent.block[max(0, _place(parent.block, line.words[0].line) - 1)]


def _all_lines(line: Line) -> Iterator[Line]:
    yield line
    for each in line.block:
        yield from _all_lines(each)


def _way_to(lines: list[Line], row: int) -> list[Line]:
    """Return the lines around a row, outermost first; none if no line contains it."""
    at = _place(lines, row)
    if at < 0 or row > _end(lines[at]):
        return []
    return [lines[at]] if row <= lines[at].last.line else [lines[at], *_way_to(lines[at].block, row)]


def _place(lines: list[Line], row: int) -> int:
    """Return the number of the last line that begins in a row or above it; -1 if there is none."""
    return bisect_right(lines, row, key=lambda line: line.words[0].line) - 1


def _head(words: list[Word]) -> _Head:
    """Return the names that a top-level line declares or refers to."""
    at = 1 if words[0].text in _ABOUT_OTHERS else 0
    rest = words[at:]
    first = rest[0].text if rest else ""
    if first in _NAMELESS:
        return _Head(frozenset(), True)
    if words[0].text == "remove":
        sure = len(rest) > 1 and rest[1].type in ("NAME", "STRING")
        sure = sure and (len(rest) == 2 or rest[2].type == "STRING")
        return _Head(frozenset({rest[1].text}) if sure else _names(words), sure)
    name = rest[1] if len(rest) > 1 and rest[1].type == "NAME" and rest[1].text not in HARD else None
    after = rest[2] if len(rest) > 2 else None
    follows = {after.text, after.type} if after is not None else {""}
    fits = rest and rest[0].type == "NAME" and follows & _AFTER_NAME.get(first, _AFTER_MEMBER)
    if name is not None and fits and name.text not in HARD:
        return _Head(frozenset({name.text}), True)
    return _Head(_names(words), False)


def _likely_names(words: list[Word]) -> frozenset[str]:
    """Return the names that an unreadable head may declare; none if it has no name."""
    rest = words[1:] if words[0].text in _ABOUT_OTHERS else words
    if len(rest) > 1 and rest[0].type == rest[1].type == "NAME":
        run = [*takewhile(_nameable, rest[1:])]
        after = rest[len(run) + 1 :]
        follows = _AFTER_LIKELY | _AFTER_NAME.get(rest[0].text, _AFTER_MEMBER)
    else:
        run = [word for word in rest[:1] if _nameable(word) and word.text not in _AFTER_NAME]
        after = rest[1:]
        follows = frozenset({"(", ""} if words[0].text == "remove" else {"("})
    found = {after[0].type, after[0].text} if after else {""}
    if not run or _splits(run[-1], *after[:2]) or follows.isdisjoint(found):
        return frozenset()
    texts = [word.text for word in run]
    unstuck = {text.removeprefix(word) for text in texts for word in _AFTER_NAME}
    unstuck |= {text.removesuffix(word) for text in texts for word in _STUCK}
    return frozenset((*texts, "_".join(texts), "".join(texts), texts[0] + texts[-1])) | unstuck


def _splits(word: Word, sign: Word | None = None, after: Word | None = None) -> bool:
    """Whether a number or text may stand inside a name that was one before."""
    if sign is None or sign.type not in ("STRING", "NUMBER"):
        return False
    return sign.column == word.end_column or (after is not None and after.type == "NAME")


def _nameable(word: Word) -> bool:
    return word.type == "NAME" and word.text not in HARD


def _names(words: list[Word]) -> frozenset[str]:
    return frozenset(word.text for word in words if word.type == "NAME")
