"""Intermediate results of building nodes: parts of nodes and lists of lines; the base class of builders."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from grammar import layout_messages as messages
from grammar import nodes
from grammar.diagnostics import Diagnostic, diagnose
from grammar.lexer import Word, span_of
from grammar.message import Message
from grammar.source import Span

T = TypeVar("T")


class Part(NamedTuple):
    """A rule of the grammar that is no node of its own: a clause, a header, a block."""

    rule: str
    kids: list[Any]
    span: Span


class Chain(NamedTuple):
    """A list of lines that grows at its end without changing what was there before.

    The parser goes back to the start of a broken line; a list changed in place would keep what came after.
    """

    before: "Chain | None"
    item: Any
    span: Span

    def items(self) -> list[Any]:
        """All lines but the broken ones, in order."""
        found: list[Any] = []
        at: Chain | None = self
        while at is not None:
            found.append(at.item)
            at = at.before
        return [each for each in reversed(found) if not is_part(each, "broken")]


def is_part(thing: object, rule: str) -> bool:
    """Is this what is left of a certain rule of the grammar?"""
    return type(thing) is Part and thing.rule == rule


def find(kids: Iterable[Any], rule: str) -> Part | None:
    """The first part of a rule, where there is one."""
    for kid in kids:
        if type(kid) is Part and kid.rule == rule:
            return kid
    return None


def after(kids: Iterable[Any], rule: str) -> Any:
    """What follows the word that a part of a rule begins with; None where there is no such part."""
    part = find(kids, rule)
    return part.kids[1] if part is not None else None


def index_of(kids: list[Any], terminal: str) -> int:
    """Where the first word of a terminal stands among these."""
    return next(index for index, kid in enumerate(kids) if getattr(kid, "type", "") == terminal)


def block_of(kids: list[Any], rule: str) -> list[Any]:
    """The lines of the block among these, or none."""
    part = find(kids, rule)
    if part is None:
        return []
    chain: Chain = part.kids[1]
    return chain.items()


def only(kids: Iterable[Any], shape: type[T]) -> tuple[T, ...]:
    """Those of one class."""
    return tuple(kid for kid in kids if isinstance(kid, shape))


def first(kids: Iterable[Any], shape: type[T]) -> T | None:
    """The first of one class, where there is one."""
    return next((kid for kid in kids if isinstance(kid, shape)), None)


def plain(text: str) -> str:
    """What a quoted word says, its escapes undone, its braces left alone."""
    inner = text[1:-1]
    if "\\" not in inner:
        return inner
    found: list[str] = []
    letters: Iterator[str] = iter(inner)
    for letter in letters:
        found.append(next(letters, "") if letter == "\\" else letter)
    return "".join(found)


class Builder:
    """The start of all builders: where they stand, whom they tell, how they read what is in braces."""

    def __init__(
        self,
        file: str,
        tell: Callable[[Diagnostic], None],
        interpolate: Callable[[str, int, int], "nodes.Expression | None"],
    ) -> None:
        self.file = file
        self._tell = tell
        self._interpolate = interpolate

    def complain(self, message: Message, span: Span, **gaps: object) -> None:
        """Report a mistake that the grammar alone does not see."""
        self._tell(diagnose(message, span, **gaps))

    def place(self, word: Word) -> Span:
        """Where a word stands."""
        return span_of(word, self.file)

    def name_of(self, word: Word) -> nodes.Name:
        """A word as a name."""
        return nodes.Name(word.text, self.place(word))

    def names_of(self, part: Part | None) -> tuple[nodes.Name, ...]:
        """The names of a list of names, or of a clause that ends in one."""
        if part is None:
            return ()
        if part.rule == "names":
            return tuple(self.name_of(word) for word in part.kids[::2])
        return self.names_of(part.kids[-1])

    def number_of(self, word: Word) -> int:
        """A word of digits as a number."""
        if len(word.text) > 9:
            self.complain(messages.LARGE_NUMBER, self.place(word))
            return 0
        return int(word.text)

    def documentation(self, span: Span, kids: list[Any]) -> Part:
        """A text alone on its line."""
        return Part("documentation", [plain(kids[0].text)], span)

    def documented(self, lines: list[Any], clauses: tuple[str, ...] = ()) -> tuple[str, list[Any]]:
        """The documentation at the head of a block, and the other lines."""
        found: list[str] = []
        others: list[Any] = []
        for line in lines:
            if is_part(line, "overriding"):
                declaration, over = line.kids
                self.complain(messages.OVER_WITHOUT_REPLACE, over.span)
                others.append(declaration)
            elif not is_part(line, "documentation"):
                others.append(line)
            elif all(type(each) is Part and each.rule in clauses for each in others):
                found.append(line.kids[0])
            else:
                self.complain(messages.LATE_DOCUMENTATION, line.span)
        return " ".join(found), others

    def statements(self, lines: list[Any]) -> tuple[str, nodes.Block]:
        """Documentation and statements of a block."""
        documentation, others = self.documented(lines)
        return documentation, tuple(others)

    def body(self, part: Part) -> nodes.Block:
        """The statements of a block that has no place for documentation."""
        lines: list[Any] = part.kids[1].items()
        for line in lines:
            if is_part(line, "documentation"):
                self.complain(messages.STRAY_DOCUMENTATION, line.span)
        return tuple(line for line in lines if type(line) is not Part)
