"""Names pieces that a player chooses without seeing them: by their position in a pile, counted from the top.

A position tells nothing but itself. So candidates that the chooser does not know are offered in the order of
their positions, after those that it knows; the order of their numbers would tell something.

`Likeness` finds pieces that a seat cannot tell apart, so that a question offers them once. They are alike if
`times` made them equal, they lie in the same pile, the seat knows each of them, and all that it may see of
them is equal. What it may not see plays no part, or the number of options would tell.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from lazaretto.rules.run import messages
from lazaretto.rules.run.backend import Backend
from lazaretto.rules.run.compiled_game import CompiledGame, Tag, VariableInfo
from lazaretto.rules.run.secrets.knowledge import may_know
from lazaretto.rules.run.state import State


class Unseen(NamedTuple):
    """A piece that the chooser does not know, as an answer: it means the same in every determinisation."""

    pile: int
    place: int
    """How many pieces lie above it."""
    alone: bool
    """Whether all unseen candidates lie in this pile, so that its name is left out."""


class WithUnseen(list[Any]):
    """Candidates of which the chooser does not know all."""


def _piece_base(tables: CompiledGame, tag: Tag) -> int | None:
    """Return the number of the first piece of a kind; None if no pile can hide its members."""
    if tag[0] != "kind" or tables.kinds[tag[1]].shape != "piece":
        return None
    hidden = [pile for pile in tables.piles if pile.kind == tag[1] and pile.seen.word != "all"]
    return tables.pile_bases[hidden[0].first] if hidden else None


def _is_unseen(s: State, seat: int, number: int) -> bool:
    """Whether a seat neither sees a piece nor knows it from before."""
    return seat not in s.seen[s.w[number]] and s.known(seat)[number] != number


def ordered(s: State, seat: int, base: int, found: Sequence[Any]) -> Sequence[Any]:
    """Return candidates in an order that tells nothing about those that the seat does not know."""
    known: list[int] = []
    unseen: list[int] = []
    for each in found:
        if each is not None:
            (unseen if _is_unseen(s, seat, base + each) else known).append(each)
    s.fuel -= len(found) >> 2
    if not unseen:
        return found
    piles = {s.w[base + each] for each in unseen}
    places = {piece: (pile, place) for pile in piles for piece, place in _places(s, pile).items()}
    unseen.sort(key=places.__getitem__)
    return WithUnseen([*known, *unseen, *(each for each in found if each is None)])


def _places(s: State, pile: int) -> dict[int, int]:
    """Return how many pieces lie above each piece of a pile."""
    return {piece: place for place, piece in enumerate(reversed(s.p[pile]))}


class Positions:
    """The names of the candidates of one question, as its chooser may know them."""

    def __init__(self, s: State, seat: int, base: int | None, candidates: Iterable[Any]) -> None:
        self._s = s
        self._seat = seat
        self._base = base
        self._places: dict[int, dict[int, int]] = {}
        self._piles: set[int] = set()
        """The piles of the candidates that the chooser does not know."""
        self._all_piles: set[int] = set()
        """The piles of all candidates."""
        for candidate in candidates if base is not None else ():
            if candidate is not None and base is not None:
                pile = s.w[base + candidate]
                self._all_piles.add(pile)
                if pile not in self._piles and _is_unseen(s, seat, base + candidate):
                    self._piles.add(pile)

    def hidden(self, answer: Any) -> Any:
        """Return an answer with positions in place of the pieces that the chooser does not know.

        What is a position already, as in a plan, stays the same.
        """
        if self._base is None or answer is None or isinstance(answer, Unseen):
            return answer
        if isinstance(answer, tuple | list):
            return tuple(map(self._hidden, answer))
        return self._hidden(answer)

    def _hidden(self, piece: int | Unseen) -> int | Unseen:
        assert self._base is not None
        if isinstance(piece, Unseen) or not _is_unseen(self._s, self._seat, self._base + piece):
            return piece
        pile, place = self._spot(piece)
        return Unseen(pile, place, self._piles <= {pile})

    def _spot(self, piece: int) -> tuple[int, int]:
        """Return the pile of a piece, and how many pieces lie above it there."""
        assert self._base is not None
        pile = self._s.w[self._base + piece]
        if pile not in self._places:
            self._places[pile] = _places(self._s, pile)
        return pile, self._places[pile][piece]

    def at(self, piece: int | None) -> Iterator[Unseen]:
        """Yield the positions of a candidate, known or not: without the name of its pile, and with it."""
        if piece is not None and self._base is not None:
            pile, place = self._spot(piece)
            if len(self._all_piles) == 1:
                yield Unseen(pile, place, True)
            yield Unseen(pile, place, False)


def revealed(s: State, answer: Any) -> Any:
    """Return an answer with the pieces that lie at its positions in this state."""
    if isinstance(answer, Unseen):
        return s.p[answer.pile][-1 - answer.place]
    if isinstance(answer, tuple) and any(isinstance(each, Unseen) for each in answer):
        return tuple(revealed(s, each) for each in answer)
    return answer


def alone(s: State, question: int, piece: int, base: int, seat: int) -> None:
    """Note that a question about pieces had only one answer."""
    if seat in s.seen[s.w[base + piece]]:
        s.forced.append((question, piece))
    else:
        s.forced.append(forced(question, Positions(s, seat, base, (piece,)).hidden(piece), piece))


def forced(question: int, told: Any, answer: Any) -> tuple[Any, ...]:
    """Return the note about a question that had only one answer; with the answer itself if it is unseen."""
    return (question, told) if told == answer else (question, told, answer)


def without_unseen(tables: CompiledGame, s: State, seat: int, tag: Tag, value: Any) -> Any:
    """Return a value of a text with positions in place of the pieces that its reader does not know."""
    inner = tag[1] if tag[0] in ("optional", "many") else tag
    return Positions(s, seat, _piece_base(tables, inner), ()).hidden(value)


# --- words -------------------------------------------------------------------------------------------


def position(tables: CompiledGame, players: Sequence[str], tag: Tag, unseen: Unseen) -> str:
    """Return the name of a position: `2nd card`, or `2nd card of ben's hand` if there are several piles."""
    kind = tables.kinds[tag[1]].name.replace("_", " ").lower()
    nth = ordinal(unseen.place + 1)
    if unseen.alone:
        return messages.UNSEEN(nth=nth, kind=kind)
    info = next((each for each in tables.piles if 0 <= unseen.pile - each.first < each.count), None)
    if info is None:
        return messages.UNSEEN_OF(nth=nth, kind=kind, pile="box")
    pile = info.name.replace("_", " ")
    if info.owner is None:
        return messages.UNSEEN_OF(nth=nth, kind=kind, pile=pile)
    owner = tables.kinds[info.owner]
    index = unseen.pile - info.first
    members = tables.kinds[owner.root].members
    name = players[index] if owner.shape == "player" else members[owner.first + index].name
    return messages.UNSEEN_OF_OWNER(nth=nth, kind=kind, pile=pile, owner=name)


def ordinal(number: int) -> str:
    """Return a number as the name of a position."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


Group = tuple[Any, ...]


class Likeness:
    """Groups the pieces of a game by what a seat may see of them."""

    def __init__(self, tables: CompiledGame, backend: Backend) -> None:
        self._tables = tables
        self._backend = backend
        self._bases = self._first_pieces()
        self._kinds = {
            number: self._of_kind(number)
            for number, kind in enumerate(tables.kinds)
            if kind.shape == "piece" and any(member.alike for member in kind.members)
        }

    def _of_kind(self, root: int) -> tuple[list[tuple[VariableInfo, int, int]], list[int]]:
        """Return the attributes of a kind's pieces, and where supplies on them are counted."""
        kinds, tables = self._tables.kinds, self._tables
        variables = [
            (variable, kinds[variable.owner].first, kinds[variable.owner].count)
            for variable in tables.variables
            if variable.owner is not None and kinds[variable.owner].root == root
        ]
        held = [
            offset + owner * count
            for supply in tables.supplies
            for holder, offset, count in supply.holders
            if holder == root
            for owner in range(supply.owners)
        ]
        return variables, held

    def one_of_each(self, s: State, kind: int, pieces: Iterable[Any], seat: int) -> list[Any]:
        """Return the first piece of each group that a seat cannot tell apart; the rules say what it sees."""
        if self._tables.kinds[kind].root not in self._kinds:
            return list(pieces)
        found: dict[Group, Any] = {}
        for piece in pieces:
            found.setdefault((piece,) if piece is None else self._group(s, kind, piece, seat), piece)
        return list(found.values())

    def first_piece(self, kind: int) -> int | None:
        """Return the number of the first piece of a kind's root; None if its members are no pieces."""
        return self._bases.get(self._tables.kinds[kind].root)

    def _group(self, s: State, kind: int, id: int, seat: int) -> Group:
        tables = self._tables
        root = tables.kinds[kind].root
        member = tables.kinds[root].members[id]
        base = self._bases[root]
        pile = s.w[base + id]
        knows = seat in s.seen[pile] or s.known(seat)[base + id] == base + id
        if not member.alike or not knows:
            return (id,)
        variables, held = self._kinds[root]
        seen: list[Any] = [pile, member.kind, member.sort, member.words]
        for variable, first, count in variables:
            index = id - first
            if 0 <= index < count and may_know(tables, self._backend, s, variable, index, seat):
                values = variable.values
                seen.append(s.v[variable.offset + index] if values is None else values[index])
        seen += [s.v[offset + id] for offset in held]
        return tuple(seen)

    def _first_pieces(self) -> dict[int, int]:
        """Return the number of the first piece of each kind."""
        found: dict[int, int] = {}
        total = 0
        for number, kind in enumerate(self._tables.kinds):
            if kind.root == number and kind.shape == "piece":
                found[number] = total
                total += kind.count
        return found
