"""Plays one game in the reference interpreter: the initial board, procedures, answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from lazaretto.rules.check.state_layout import Layout, all_piles
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import FlagType, Kind, KindType, Pile, Variable
from lazaretto.rules.run.errors import EndedError
from lazaretto.rules.run.random_streams import MASK, mix, stream_word
from lazaretto.rules.run.state import State
from tests.reference.asking import Again, Question, Rule, TurnTo
from tests.reference.campaign import begin_with, forget
from tests.reference.statements import Statements

ENDLESS = 2**62
"""Fuel that never runs out: the cost of rules is the compiler's concern."""


def takes(value: tree.ValueRule, players: int) -> bool:
    """Whether a value has this many parameters, all of them players."""
    types = [parameter.type for parameter in value.parameters]
    return len(types) == players and all(
        isinstance(kind_type, KindType) and kind_type.kind.is_player for kind_type in types
    )


class Play(Statements):
    """A game that waits for an answer, or for nothing."""

    def __init__(
        self, world: World, layout: Layout, streams: Sequence[str], seed: int, players: int,
        options: Mapping[str, str], kept: "Mapping[tuple[str, int], Any] | None" = None,
    ) -> None:  # fmt: skip
        state = State(players)
        super().__init__(world, layout, state, streams)
        state.v = list(layout.values)
        state.p = [list(pile) for pile in layout.piles]
        for pile, (thing, _) in zip(state.p, layout.pile_things, strict=True):
            root = (thing if isinstance(thing, Kind) else thing.kind).root
            pile[:] = [each for each in pile if self.member(root, each).seats <= players]
        begin_with(world, layout, state, kept or {})
        state.w = [-1] * layout.pieces
        for number, pile in enumerate(state.p):
            for piece in pile:
                state.w[layout.bases[number] + piece] = number
        state.minds = [list(range(layout.pieces))]
        state.labels = layout.pieces
        state.fuel = ENDLESS
        state.streams = [mix((seed ^ stream_word(name)) & MASK) for name in streams]
        for name, text in options.items():
            self._agree(name, text)
        state.seen = self._seen()
        forget(world, layout, state)
        self.question: Question | None = None
        self._rule: Rule | None = None

    def _agree(self, name: str, text: str) -> None:
        variable = self.world.options[name].variable
        match variable.type:
            case FlagType():
                value: int | bool = text == "yes"
            case KindType(kind):
                value = next(member.id for member in kind.members() if member.name == text)
            case _:
                value = int(text)
        self.state.v[variable.offset] = value

    def _seen(self) -> tuple[tuple[int, ...], ...]:
        """Return for each pile the seats that see it, followed by the public if all do."""
        everyone = tuple(range(self.state.players + 1))
        seen = [everyone] * len(self.state.p)
        for pile in all_piles(self.world):
            for index in range(pile.count):
                seats = [seat for seat in everyone[:-1] if self.sees(seat, pile, index)]
                seen[pile.first + index] = everyone if len(seats) == len(everyone) - 1 else tuple(seats)
        return tuple(seen)

    def sees(self, seat: int, holder: Pile | Variable, index: int) -> bool:
        """Whether a seat sees a pile or a variable of the owner's member with this index."""
        match holder.seen.word:
            case "all":
                return True
            case "nobody":
                return False
            case "owner":
                return seat == index
            case _:
                pass
        assert holder.seen.players is not None
        first = holder.owner.first if holder.owner is not None else 0
        here = {} if holder.seen.this is None else {holder.seen.this: first + index}
        return seat in self.look(holder.seen.players, here)

    # --- playing -------------------------------------------------------------------------------

    def begin(self, procedure: tree.Procedure) -> None:
        """Run a procedure to the first question or its end."""
        self._rule = self.run(procedure, [])
        self._go(None)

    def answer(self, answer: Any) -> None:
        """Answer, and continue to the next question or the end."""
        self._go(answer)

    def turn_to(self, seat: int) -> None:
        """Let another one of those who answer at the same time answer first."""
        self._go(TurnTo(seat))

    def aside(self, procedure: tree.Procedure) -> None:
        """Run a procedure while a question is pending, and recompute the question afterwards."""
        self.called(procedure, [])
        self._go(Again())

    def _go(self, answer: Any) -> None:
        assert self._rule is not None
        self.question = None
        try:
            self.question = self._rule.send(answer)
        except StopIteration:
            self._rule = None
        except EndedError:
            self._rule = None
            self._stand()

    def _stand(self) -> None:
        """Count points, then rank the seats: by the game's own `rank`, or by result and points."""
        state, seats = self.state, range(self.state.players)
        points, rank = self.world.values.get("points"), self.world.values.get("rank")
        if points is not None and takes(points, 1):
            state.points = tuple(self.value(points, [seat]) for seat in seats)
        elif points is not None and takes(points, 0):
            state.points = tuple(self.value(points, []) for seat in seats)
        if rank is not None and takes(rank, 1):
            keys = [self.value(rank, [seat]) for seat in seats]
            state.ranks = tuple(1 + sum(other < key for other in keys) for key in keys)
        elif state.points:
            best = sorted(seats, key=self._worth, reverse=True)
            worths = [self._worth(seat) for seat in best]
            state.ranks = tuple(worths.index(self._worth(seat)) + 1 for seat in seats)

    def _worth(self, seat: int) -> tuple[int, int]:
        result = self.state.results[seat]
        assert result is not None
        return ["lost", "drawn", "won"].index(result[0]), self.state.points[seat]
