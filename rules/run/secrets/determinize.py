"""Determinises a state for one seat: draws everything the seat cannot see at random again.

`Sight` is what one seat can see of the states of a game, as plain values that can be compared. `deal_anew`
deals a running game anew for all its players at once: what nobody knows changes, and nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, NamedTuple

from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.questions.legal_answers import Pending
from lazaretto.rules.run.random_streams import MASK, below, mix, shuffled
from lazaretto.rules.run.secrets.knowledge import exchange, may_know
from lazaretto.rules.run.secrets.mixtures import Mixture
from lazaretto.rules.run.state import Log, State

_ATTEMPTS = 50
"""How often to draw an order that respects heaps before they are ignored."""

NOTHING: Mapping[int, Any] = MappingProxyType({})
"""What a seat believes that has no reason to believe anything."""


class Part(NamedTuple):
    """Pieces that may change places, and what is known about their heaps."""

    pieces: list[int]
    mixture: Mixture | None = None


class Turning(NamedTuple):
    """A number in a row of cases that share out evenly who lies where.

    Within as many cases as a set has pieces, each piece of it lies once at each place.
    """

    case: int
    seed: int

    def order(self, pieces: list[int]) -> list[int]:
        """The pieces in the order of this case: every so many cases they are shuffled again."""
        cycle, turn = divmod(self.case, len(pieces))
        order = sorted(pieces)
        shuffled([mix(self.seed ^ mix(cycle * len(pieces) + order[0]))], 0, order)
        return order[turn:] + order[:turn]


def imagine(
    machine: Machine,
    state: State,
    seat: int,
    seed: int,
    kept: int | None = None,
    turning: Turning | None = None,
    believed: Mapping[int, Any] = NOTHING,
) -> None:
    """Redistribute every set of pieces the seat cannot tell apart, redraw hidden values, reseed the streams.

    A hidden number, text or list is reset to its initial value: nothing tells which others there may be. What
    may be nothing is nothing in some draws, whether or not it is.

    What the seat `kept` sees stays unchanged. With `turning`, cases in a row share out evenly what may be.
    Hidden values are those that are `believed`, by their places in the state, if the seat would not see them.
    """
    streams = [mix(seed ^ 0x1A2B3C4D5E6F)]
    redistribute(machine, state, confused(state, seat, kept), streams, turning)
    for variable in machine.tables.variables:
        if variable.values is None and not variable.option and variable.seen.word != "all":
            _hidden_values(machine, state, seat, variable, streams, believed)
    reseed(state, streams[0])


def reseed(state: State, seed: int) -> None:
    """Start all streams of random numbers anew."""
    state.streams = [mix(seed ^ (index * 0x9E3779B97F4A7C15)) for index in range(len(state.streams))]


def confused(state: State, seat: int, kept: int | None = None) -> list[Part]:
    """Return the sets of pieces that a seat cannot tell apart, without those that the seat `kept` sees."""
    labels = state.known(seat)
    groups: dict[int, list[int]] = {}
    for piece, label in enumerate(labels):
        seen = state.seen[state.w[piece]]
        if label != piece and seat not in seen and (kept is None or kept not in seen):
            groups.setdefault(label, []).append(piece)
    return [
        Part(group, state.mixture(label).left({*group}) if label in state.mixtures else None)
        for label, group in groups.items()
    ]


def redistribute(
    machine: Machine,
    state: State,
    parts: Sequence[Part],
    streams: list[int],
    turning: Turning | None = None,
) -> None:
    """Let the pieces of each part change places at random, and let all observers know as much as before."""
    bases = machine.tables.pile_bases
    spots = {
        bases[number] + piece: (number, index)
        for number, pile in enumerate(state.p)
        for index, piece in enumerate(pile)
    }
    holds = {
        each.first + index: (bases[each.first] + each.holds[0], bases[each.first] + each.holds[1])
        for each in machine.tables.piles
        for index in range(each.count)
    }
    before = [state.heaps(known) for known in state.minds]
    moved: dict[int, int] = {}
    backs = [each for each in machine.tables.variables if each.on_back]
    for group, mixture in parts:
        group.sort(key=spots.__getitem__)
        wanted = [holds.get(spots[piece][0]) for piece in group]
        if mixture is not None:
            dealt = _heaped(mixture, group, wanted, streams)
        else:
            dealt = _dealt(group, wanted, streams, turning)
        others = [[known[piece] for piece in group] for known in state.minds]
        for variable in backs:
            _keep_backs(machine, state, variable, group, dealt, bases[spots[group[0]][0]])
        for old, new in zip(group, dealt, strict=True):
            number, index = spots[old]
            state.p[number][index] = new - bases[number]
            state.w[new] = number
            moved[old] = new
        for known, labels_before in zip(state.minds, others, strict=True):
            for old, new, label_before in zip(group, dealt, labels_before, strict=True):
                known[new] = new if label_before == old else label_before
    if state.mixtures:
        exchange(state, before, moved)


def _heaped(
    mixture: Mixture, group: list[int], wanted: list[tuple[int, int] | None], streams: list[int]
) -> list[int]:
    """Return the pieces of a mixture in a random order, each arrangement as likely as the mixture says.

    If piles that hold only some kinds leave no such order within a few attempts, heaps play no part.
    """
    place = {piece: at for at, piece in enumerate(group)}
    chances = mixture.likelihoods()
    for _ in range(_ATTEMPTS):
        drawn = below(streams, 0, sum(chances))
        count = next(
            count
            for total, (_, count) in zip(accumulate(chances), mixture.counts, strict=True)
            if drawn < total
        )
        sorts = [[*sort] for sort in mixture.sorts]
        for sort in sorts:
            shuffled(streams, 0, sort)
        found = group[:]
        for heap, row in zip(mixture.heaps, count, strict=True):
            inside = [sort.pop() for sort, number in zip(sorts, row, strict=True) for _ in range(number)]
            places = sorted(place[piece] for piece in heap)
            dealt = _filled(inside, [wanted[at] for at in places], streams)
            if dealt is None:
                break
            for at, piece in zip(places, dealt, strict=True):
                found[at] = piece
        else:
            return found
    return _dealt(group, wanted, streams)


def _keep_backs(
    machine: Machine, state: State, variable: VariableInfo, group: list[int], dealt: list[int], base: int
) -> None:
    """Let each piece show on its back what the piece in its spot showed before."""
    tables = machine.tables
    assert variable.owner is not None
    owner = tables.kinds[variable.owner]
    if not any(pile.kind == owner.root and tables.pile_bases[pile.first] == base for pile in tables.piles):
        return
    start = variable.offset - base - owner.first
    own = range(variable.offset, variable.offset + owner.count)
    moved = [(start + old, start + new) for old, new in zip(group, dealt, strict=True)]
    values = [(new, state.v[old]) for old, new in moved if old in own and new in own]
    for place, value in values:
        state.v[place] = value


def _dealt(
    group: list[int],
    wanted: list[tuple[int, int] | None],
    streams: list[int],
    turning: Turning | None = None,
) -> list[int]:
    """Return the pieces in a random order, each in a pile that may hold it.

    The result does not depend on the real order of the pieces.
    """
    found = _filled(group, wanted, streams, turning)
    assert found is not None, "the real order is possible"
    return found


def _filled(
    group: list[int],
    wanted: list[tuple[int, int] | None],
    streams: list[int],
    turning: Turning | None = None,
) -> list[int] | None:
    """Return the pieces in a random order that fits; restrictive piles are filled first. None: none fits."""
    rest = sorted(group)
    shuffled(streams, 0, rest)
    if turning is not None:
        rest = turning.order(rest)
    found = group[:]
    ranges = [(0, max(group) + 1) if each is None else each for each in wanted]
    if ranges and ranges.count(ranges[0]) == len(ranges):  # most groups lie in piles that hold the same
        low, high = ranges[0]
        return rest if low <= min(rest) and max(rest) < high else None
    waiting = {each: filter(range(*each).__contains__, rest) for each in set(ranges)}
    dealt: set[int] = set()
    for place in sorted(range(len(group)), key=lambda each: ranges[each][1] - ranges[each][0]):
        next_one = next((piece for piece in waiting[ranges[place]] if piece not in dealt), None)
        if next_one is None:
            return None
        found[place] = next_one
        dealt.add(next_one)
    return found


def _hidden_values(
    machine: Machine,
    state: State,
    seat: int,
    variable: VariableInfo,
    streams: list[int],
    believed: Mapping[int, Any],
) -> None:
    owner = machine.tables.kinds[variable.owner] if variable.owner is not None else None
    count = 1 if owner is None else owner.count
    for index in range(count):
        if sees(machine, state, variable, index, seat):
            continue
        place = variable.offset + index
        if place in believed and _fits(machine, state, seat, variable, index, believed[place]):
            continue
        _draw(machine, state, seat, variable, index, streams)


def _fits(machine: Machine, state: State, seat: int, variable: VariableInfo, index: int, value: Any) -> bool:
    """Set a variable to a value if the seat still does not see it; return whether it is set."""
    place = variable.offset + index
    old, state.v[place] = state.v[place], value
    if sees(machine, state, variable, index, seat):
        state.v[place] = old
        return False
    return True


def _draw(
    machine: Machine, state: State, seat: int, variable: VariableInfo, index: int, streams: list[int]
) -> None:
    """Set a variable to a random value such that the seat still does not see it.

    The result does not depend on the real value, nor on whether there is one.
    """
    drawn = _possible(machine, state, variable, index)
    shuffled(streams, 0, drawn)
    any(_fits(machine, state, seat, variable, index, value) for value in drawn)


def _possible(machine: Machine, state: State, variable: VariableInfo, index: int) -> list[Any]:
    """Return the values of which a hidden variable gets one; of endless ones, only its initial value."""
    tables = machine.tables
    optional = variable.tag[0] == "optional"
    tag = variable.tag[1] if optional else variable.tag
    nothing: list[Any] = [None] if optional else []
    if tag[0] == "kind" and tables.kinds[tag[1]].members:
        members = enumerate(tables.kinds[tag[1]].members)
        return [id for id, member in members if member.present(state.players)] + nothing
    if tag[0] == "flag":
        return [False, True, *nothing]
    return [tables.values[variable.offset + index]]


def sees(machine: Machine, state: State, variable: VariableInfo, index: int, seat: int | None) -> bool:
    """Whether a seat (None: everybody) may know a variable of one member.

    If finding out takes too long, it may not.
    """
    if variable.seen.number is None:
        return may_know(machine.tables, machine.backend, state, variable, index, seat)
    try:
        with machine.looking(state):
            return may_know(machine.tables, machine.backend, state, variable, index, seat)
    except RuleError:
        if state.fuel >= 0:
            raise
        return False


_MOST_DEALS = 40
"""How many deals are tried until the open question can still be answered."""


def deal_anew(machine: Machine, state: State, seed: int) -> tuple[State, Pending | None]:
    """Return a copy of the state in which the pieces that no observer knows are dealt again.

    Random numbers to come are others, too. Variables stay as they are: rules have set them, not chance alone.

    Raises:
        RuleError: the open question cannot be answered in any deal.
    """
    for attempt in range(_MOST_DEALS):
        new = state.fork()
        streams = [mix((seed + attempt * 0x9E3779B97F4A7C15) & MASK)]
        redistribute(machine, new, _parts(new), streams)
        reseed(new, streams[0])
        new.barrier += 1
        try:
            return new, machine.pending(new)
        except RuleError:
            continue
    raise RuleError(messages.NO_DEAL())


def _parts(state: State) -> list[Part]:
    """Return the sets of pieces that may change places, whoever looks at them.

    Pieces may do so if every observer confuses them. If observers know different things about heaps, only
    pieces of the same heaps change places: any arrangement of them is possible for everybody.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for piece, pile in enumerate(state.w):
        labels = tuple(known[piece] for known in state.minds)
        if piece not in labels and not state.seen[pile]:
            groups.setdefault(labels, []).append(piece)
    sizes = [_sizes(known) for known in state.minds]
    parts: list[Part] = []
    for labels, group in groups.items():
        mixed = [label for label in labels if label in state.mixtures]
        if not mixed:
            parts.append(Part(group))
            continue
        known = [state.mixture(label).left({*group}) for label in mixed]
        sized = zip(sizes, labels, strict=True)
        whole = all(size[label] == len(group) for size, label in sized if label in state.mixtures)
        if whole and all(mixture == known[0] for mixture in known):
            parts.append(Part(group, known[0]))
        else:
            parts += map(Part, _by_heaps(group, [state.mixture(label) for label in mixed]))
    return parts


def _sizes(known: list[int]) -> dict[int, int]:
    """Return how many pieces have each label."""
    found: dict[int, int] = {}
    for label in known:
        found[label] = found.get(label, 0) + 1
    return found


def _by_heaps(group: list[int], known: list[Mixture]) -> list[list[int]]:
    """Divide pieces by the heaps in which they lie."""
    heaps = [
        {piece: number for number, heap in enumerate(mixture.heaps) for piece in heap} for mixture in known
    ]
    found: dict[tuple[int | None, ...], list[int]] = {}
    for piece in group:
        found.setdefault(tuple(each.get(piece) for each in heaps), []).append(piece)
    return list(found.values())


Values = tuple[Any, ...]
"""The value of each variable that not everybody sees."""

Seen = tuple[Any, ...]
"""What a seat sees of a state."""


class Sight:
    """Compares states as one seat sees them."""

    def __init__(self, machine: Machine, seat: int) -> None:
        self._machine = machine
        self._seat = seat
        self._veiled = list(_veiled(machine.tables))
        self.cells = tuple(cell for _, _, cell in self._veiled)
        """Where the variables are that not everybody sees; those with several values are left out."""
        self._open = sorted(_open_cells(machine.tables).difference(self.cells))

    def unseen(self, state: State, by: int | None = None) -> tuple[int, ...]:
        """Return which of these variables a seat does not see now; this seat, unless another is named."""
        seat = self._seat if by is None else by
        return tuple(
            cell
            for variable, index, cell in self._veiled
            if not sees(self._machine, state, variable, index, seat)
        )

    def hides(self, state: State, other: int) -> bool:
        """Whether another seat sees a variable that this seat does not see."""
        if other == self._seat or not self._veiled:
            return False
        return not {*self.unseen(state)} <= {*self.unseen(state, other)}

    def values(self, state: State) -> Values:
        """Return the variables that not everybody sees, whoever sees them now."""
        return tuple(state.v[cell] for cell in self.cells)

    def seen(self, state: State) -> Seen:
        """Return all open values and piles, and of the others what this seat sees now."""
        unseen = {*self.unseen(state)}
        v = state.v
        return (
            state.turns,
            state.over,
            tuple([v[cell] for cell in self._open]),
            tuple([(cell, v[cell]) for cell in self.cells if cell not in unseen]),
            tuple(
                [
                    tuple(pile) if self._seat in seen else len(pile)
                    for pile, seen in zip(state.p, state.seen, strict=True)
                ]
            ),
        )

    def lines(self, log: Log, since: Log) -> list[Any]:
        """Return what this seat may read of the lines that were added to an earlier log, oldest first."""
        found: list[Any] = []
        while log is not None and log is not since:
            log, readers, *line = log
            if readers is None or self._seat in readers:
                found.append(line)
        found.reverse()
        return found


def _veiled(tables: CompiledGame) -> Iterator[tuple[VariableInfo, int, int]]:
    """Yield the variables that not everybody may see, for each owner, with their places in the state."""
    for variable in tables.variables:
        tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
        if (
            variable.values is None
            and not variable.option
            and variable.seen.word != "all"
            and tag[0] != "many"
        ):
            for index in range(_count(tables, variable)):
                yield variable, index, variable.offset + index


def _open_cells(tables: CompiledGame) -> set[int]:
    """Return the places of all that everybody sees: variables, tracks and supplies."""
    found = {track.offset for track in tables.tracks}
    for variable in tables.variables:
        if variable.values is None and variable.seen.word == "all":
            found.update(range(variable.offset, variable.offset + _count(tables, variable)))
    for supply in tables.supplies:
        found.update(range(supply.stock, supply.stock + supply.owners))
        for _, offset, members in supply.holders:
            found.update(range(offset, offset + members * supply.owners))
    return found


def _count(tables: CompiledGame, variable: VariableInfo) -> int:
    return 1 if variable.owner is None else tables.kinds[variable.owner].count
