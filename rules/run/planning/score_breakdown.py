"""Evaluates the terms of a score one by one, and says in words what each of them is about."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from lazaretto.rules.run.backend import Backend
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.planning.score_sums import (
    Best,
    Called,
    Each,
    Either,
    Leaf,
    Part,
    Sum,
    TermTree,
    Weighted,
)
from lazaretto.rules.run.state import State
from lazaretto.rules.run.views import text_rendering

_TOLERANCE = 1.0
"""How much rounding may change a value that is taken apart."""


class Term(NamedTuple):
    """A term of the score: the number of a value, and what it is about."""

    number: int
    about: tuple[Any, ...]


class Share(NamedTuple):
    """What a term adds to the score, and its arguments in this position."""

    amount: float
    arguments: tuple[Any, ...]


class Terms:
    """Takes a score apart in one state."""

    def __init__(self, tables: CompiledGame, backend: Backend, state: State, tree: TermTree) -> None:
        self._tables = tables
        self._backend = backend
        self._state = state
        self._tree = tree
        self._found: dict[Term, Share] = {}
        self._site: tuple[Any, ...] | None = None
        """What the best of several is chosen for: whoever it is, its terms are the same ones."""

    def of(self, seat: int) -> dict[Term, Share]:
        """Return what each term adds to the score of a seat."""
        self._found = {}
        self._site = None
        self._add(self._tree.root, (seat,), 1)
        return self._found

    def _call(self, number: int, arguments: tuple[Any, ...]) -> Any:
        return self._backend.term(number)(self._state, *arguments)

    def _note(self, term: int, arguments: tuple[Any, ...], amount: float) -> None:
        if not amount:
            return
        tags = self._tree.terms[term].tags
        about = tuple(argument for tag, argument in zip(tags, arguments, strict=True) if tag[0] == "kind")
        key = Term(term, about if self._site is None else self._site)
        before = self._found.get(key)
        if before is not None:
            arguments = arguments if abs(amount) > abs(before.amount) else before.arguments
            amount += before.amount
        self._found[key] = Share(amount, arguments)

    def _add(self, part: Part, here: tuple[Any, ...], factor: float) -> float:
        """Note the terms of a part; return its amount."""
        match part:
            case Leaf(number, term):
                amount: float = factor * self._call(number, here)
                self._note(term, here, amount)
                return amount
            case Weighted(inner, weight):
                return self._add(inner, here, factor * weight)
            case Sum(parts):
                return sum(self._add(each, here, factor) for each in parts)
            case Each(members, inner):
                return sum(self._add(inner, (*here, each), factor) for each in self._call(members, here))
            case Best():
                return self._best(part, here, factor)
            case Either(test, then, otherwise):
                return self._add(then if self._call(test, here) else otherwise, here, factor)
            case Called():
                return self._called(part, here, factor)

    def _best(self, part: Best, here: tuple[Any, ...], factor: float) -> float:
        members: Sequence[Any] = self._call(part.members, here)
        if not members:
            return 0
        choose = max if part.highest else min
        chosen = choose(members, key=lambda each: self._call(part.number, (*here, each)))
        site = self._site
        self._site = here if site is None else site
        amount = self._add(part.part, (*here, chosen), factor)
        self._site = site
        return amount

    def _called(self, part: Called, here: tuple[Any, ...], factor: float) -> float:
        arguments = tuple(self._call(argument, here) for argument in part.arguments)
        amount: float = factor * self._backend.value(part.value)(self._state, *arguments)
        before = dict(self._found)
        for tests, inner in part.parts:
            if all(self._call(test, arguments) for test in tests):
                if abs(self._add(inner, arguments, factor) - amount) <= _TOLERANCE * abs(factor):
                    return amount
                break
        self._found = before  # rules that set it differently: it cannot be told what it is made of
        self._note(part.term, arguments, amount)
        return amount

    def words(self, term: int, arguments: tuple[Any, ...], players: Sequence[str]) -> str:
        """Say what a term is about in this state: in its own words, or in those of its documentation."""
        tables, info = self._tables, self._tree.terms[term]
        if info.words is not None:
            said = self._call(info.words, arguments)
            return text_rendering.label(tables, players, ("text",), said)
        pairs = [each for each in zip(info.tags, arguments, strict=True) if each[0][0] == "kind"]
        about = [text_rendering.label(tables, players, tag, pair) for tag, pair in pairs]
        what = info.documentation.partition(". ")[0].rstrip(".") or info.name.replace("_", " ")
        return f"{what} ({', '.join(about)})" if about else what

    def refs(
        self, term: int, arguments: tuple[Any, ...], players: Sequence[str]
    ) -> tuple[text_rendering.Ref, ...]:
        """Return the things that a term is about."""
        pairs = zip(self._tree.terms[term].tags, arguments, strict=True)
        found = (text_rendering.refs(self._tables, players, tag, pair) for tag, pair in pairs)
        return tuple(ref for each in found for ref in each)
