"""Intermediate results of building nodes: parts of nodes and lists of lines; the base class of builders."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from lazaretto.grammar import layout_messages as messages, nodes
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.lexer import Word, span_of
from lazaretto.grammar.message import Message, with_commas
from lazaretto.grammar.source import Span

T = TypeVar("T")


class Part(NamedTuple):
    """A rule of the grammar that has no node: a clause, a header, a block."""

    rule: str
    kids: list[Any]
    span: Span


class Chain(NamedTuple):
    """A list of lines that grows at its end without changing earlier versions.

    The parser returns to the start of a broken line; a list changed in place would keep the later lines.
    """

    before: "Chain | None"
    item: Any
    span: Span

    def items(self) -> list[Any]:
        """Return all lines except broken ones, in order."""
        found: list[Any] = []
        at: Chain | None = self
        while at is not None:
            found.append(at.item)
            at = at.before
        return [each for each in reversed(found) if not is_part(each, "broken")]


def is_part(thing: object, rule: str) -> bool:
    """Whether this is the part of a certain rule of the grammar."""
    return type(thing) is Part and thing.rule == rule


def find(kids: Iterable[Any], rule: str) -> Part | None:
    """Return the first part of a rule, if there is one."""
    for kid in kids:
        if type(kid) is Part and kid.rule == rule:
            return kid
    return None


def after(kids: Iterable[Any], rule: str) -> Any:
    """Return what follows the first word of a part of a rule; None if there is no such part."""
    part = find(kids, rule)
    return part.kids[1] if part is not None else None


def index_of(kids: list[Any], terminal: str) -> int:
    """Return the span of the first word of a terminal among these."""
    return next(index for index, kid in enumerate(kids) if getattr(kid, "type", "") == terminal)


def block_of(kids: list[Any], rule: str) -> list[Any]:
    """Return the lines of the block among these, or none."""
    part = find(kids, rule)
    if part is None:
        return []
    chain: Chain = part.kids[1]
    return chain.items()


def only(kids: Iterable[Any], shape: type[T]) -> tuple[T, ...]:
    """Return the parts of one class."""
    return tuple(kid for kid in kids if isinstance(kid, shape))


def first(kids: Iterable[Any], shape: type[T]) -> T | None:
    """Return the first part of one class, if there is one."""
    return next((kid for kid in kids if isinstance(kid, shape)), None)


def plain(text: str) -> str:
    """Return the text of a quoted word with its escapes decoded and its braces unchanged."""
    inner = text[1:-1]
    if "\\" not in inner:
        return inner
    found: list[str] = []
    letters: Iterator[str] = iter(inner)
    for letter in letters:
        found.append(next(letters, "") if letter == "\\" else letter)
    return "".join(found)


class Builder:
    """The base of all builders: the source file, the list of mistakes, and the parser of interpolations."""

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
        """Report a mistake that the grammar alone does not detect."""
        self._tell(diagnose(message, span, **gaps))

    def place(self, word: Word) -> Span:
        """Return the span of a word."""
        return span_of(word, self.file)

    def name_of(self, word: Word) -> nodes.Name:
        """Return a word as a name."""
        return nodes.Name(word.text, self.place(word))

    def names_of(self, part: Part | None) -> tuple[nodes.Name, ...]:
        """Return the names of a list of names or owners, or of a clause that ends in one."""
        if part is None:
            return ()
        if part.rule == "names":
            return tuple(self.name_of(word) for word in part.kids[::2])
        if part.rule == "owners":
            return tuple(self._owner(owner) for owner in part.kids[::2])
        return self.names_of(part.kids[-1])

    def _owner(self, part: Part) -> nodes.Name:
        """Return the owner of rules as one name: `mod/changes` is written with or without quotes."""
        if part.kids[0].type == "STRING":
            return nodes.Name(plain(part.kids[0].text), part.span)
        return nodes.Name("".join(word.text for word in part.kids), part.span)

    def number_of(self, word: Word) -> int:
        """Return a word of digits as a number."""
        if len(word.text) > 9:
            self.complain(messages.LARGE_NUMBER, self.place(word))
            return 0
        return int(word.text)

    def documentation(self, span: Span, kids: list[Any]) -> Part:
        """Return a text alone on its line."""
        return Part("documentation", [plain(kids[0].text)], span)

    def documented(self, lines: list[Any], clauses: tuple[str, ...] = ()) -> tuple[str, list[Any]]:
        """Return the documentation at the head of a block, and the other lines."""
        found: list[str] = []
        others: list[Any] = []
        for line in lines:
            if is_part(line, "overriding"):
                declaration, over = line.kids
                self.complain(messages.OVER_WITHOUT_REPLACE, over.span)
                others.append(declaration)
            elif not is_part(line, "documentation"):
                others.append(line)
            elif all(type(other) is Part and other.rule in clauses for other in others):
                found.append(line.kids[0])
            else:
                self.complain(messages.LATE_DOCUMENTATION, line.span)
        return " ".join(found), others

    def clauses_of(
        self, kids: list[Any], lines: list[Any], allowed: tuple[str, ...], word: str
    ) -> dict[str, Part]:
        """Return the clauses that end the header and those that begin the block, each at most once."""
        parts = [find(kids, "clauses"), *(line.kids[0] for line in lines if is_part(line, "clause_line"))]
        clauses = [clause for part in parts if part is not None for clause in part.kids]
        found: dict[str, Part] = {}
        for clause in clauses:
            if clause.rule not in allowed:
                named = with_commas(f"`{each}`" for each in allowed)
                self.complain(
                    messages.FOREIGN_CLAUSE, clause.span, word=word, clause=clause.rule, allowed=named
                )
            elif clause.rule in found:
                self.complain(messages.CLAUSE_TWICE, clause.span, clause=clause.rule)
            found.setdefault(clause.rule, clause)
        return found

    def without_clauses(self, lines: list[Any]) -> nodes.Block:
        """Return the statements of a block that may begin with clauses."""
        for before, line in pairwise(lines):
            if is_part(line, "clause_line") and not is_part(before, "clause_line"):
                self.complain(messages.LATE_CLAUSE, line.span)
        return tuple(line for line in lines if type(line) is not Part)

    def statements(self, lines: list[Any]) -> tuple[str, nodes.Block]:
        """Return the documentation and statements of a block."""
        documentation, others = self.documented(lines)
        return documentation, tuple(others)

    def body(self, part: Part) -> nodes.Block:
        """Return the statements of a block that cannot have documentation."""
        lines: list[Any] = part.kids[1].items()
        for line in lines:
            if is_part(line, "documentation"):
                self.complain(messages.STRAY_DOCUMENTATION, line.span)
        return tuple(line for line in lines if type(line) is not Part)
