"""Sets up a new game from options, seats and a seed, and builds its initial board.

Usually everybody knows where each piece begins. What lies in a kept pile depends on the game before, and a
hidden pile must stay hidden. So an observer who cannot see a kept pile knows of no piece in any hidden pile
which one it is: otherwise what is missing elsewhere would tell. This holds for first games too, or it would
tell whether this is one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from lazaretto.grammar.message import with_commas
from lazaretto.rules.errors.did_you_mean import did_you_mean, nearest
from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import CompiledGame, OptionInfo, SwitchInfo
from lazaretto.rules.run.errors import StartError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.players_rulebook import Chapter
from lazaretto.rules.run.records.campaign_values import CampaignValues, Kept
from lazaretto.rules.run.secrets.knowledge import blur
from lazaretto.rules.run.state import NOWHERE, State
from lazaretto.rules.run.views.constant_view import ViewBase, base_of
from lazaretto.rules.run.views.text_rendering import said


def _forget_hidden(state: State, tables: CompiledGame) -> None:
    """Merge the pieces in piles that an observer does not see, if a kept pile is one of them."""
    kept = [
        number for info in tables.kept if info.pile for number in range(info.first, info.first + info.count)
    ]
    for observer in range(state.players + 1) if kept else ():
        for base in sorted({tables.pile_bases[each] for each in kept if observer not in state.seen[each]}):
            pieces = [
                piece
                for number, pile in enumerate(state.p)
                if tables.pile_bases[number] == base and observer not in state.seen[number]
                for piece in pile
            ]
            blur(state, base, pieces, (observer,))


class Program:
    """A compiled scenario that can start games."""

    def __init__(
        self, tables: CompiledGame, folder: Path, read: tuple[frozenset[str], tuple[Path, ...]] | None = None
    ) -> None:
        self.machine = Machine(tables)
        self.folder = self.machine.folder = folder
        self.read = read
        """With which switches and search folders it was read, if its texts can be read again."""
        self.name: str = tables.name
        self.title: str = tables.title
        self.description: str = tables.description
        self.players: tuple[int, int] = tables.players
        self.digest: str = tables.digest
        self.options: tuple[OptionInfo, ...] = tables.options
        self.switches: tuple[SwitchInfo, ...] = tables.switches
        self.coast: tuple[tuple[tuple[float, float], ...], ...] = tables.coast
        """Return the outlines drawn behind the map, in map units."""

    def rulebook(self) -> tuple[Chapter, ...]:
        """Return the rulebook, built from the scenario's documentation; imports the builder on first use."""
        chapters: tuple[Chapter, ...] = import_module("lazaretto.rules.run.players_rulebook").rulebook(
            self.machine.tables
        )
        return chapters

    def view_base(self, players: Sequence[str], seat: int | None) -> ViewBase:
        """Return the constant part of a seat's views in a game of these players; None: of the public view."""
        return base_of(self.machine, players, seat)

    @property
    def hands_on(self) -> bool:
        """Whether its games hand something on to the next game of a campaign."""
        return bool(self.machine.tables.kept)

    def fitting(self, players: Sequence[str], kept: Kept) -> tuple[dict[str, str], tuple[str, ...]]:
        """Return those values of an earlier game that fit this one, and a sentence about each other one."""
        return CampaignValues(self.machine.tables, players).fitting(kept)

    def same_ending(self, found: str, wanted: str) -> bool:
        """Whether two texts tell of the same win or loss, one of them perhaps in the words of older texts."""
        return self.machine.tables.former.same_ending(found, wanted)

    def check_options(self, players: int, options: Mapping[str, str]) -> None:
        """Check that a game of so many players could start with these options; nothing is started.

        Raises:
            StartError: the options are invalid, or do not fit.
            RuleError: a rule failed.
        """
        names = tuple(str(number + 1) for number in range(players))
        bare(self.machine, 0, names, options)

    def start(
        self,
        *,
        seed: int,
        players: Sequence[str],
        options: Mapping[str, str] | None = None,
        kept: Kept | None = None,
    ) -> Game:
        """Start a new game and run it to its first decision; `kept` is what an earlier game handed on.

        Raises:
            StartError: the seats, options or values of an earlier game are invalid.
            RuleError: a rule failed during set-up.
        """
        self._refuse_number(len(players))
        return bare(self.machine, seed, players, options or {}, kept).begin()

    def board(self, players: Sequence[str], options: Mapping[str, str]) -> State:
        """Return the initial board of new games with these players and options; nobody may change it.

        Raises:
            StartError: the seats or options are invalid.
        """
        self._refuse_number(len(players))
        return _initial_board(self.machine, tuple(players), options).state

    def _refuse_number(self, players: int) -> None:
        low, high = self.players
        if not low <= players <= high:
            raise StartError(
                messages.WRONG_NUMBER_OF_PLAYERS(title=self.title, low=low, high=high, found=players)
            )


_SIGNS = frozenset(":,>\n")
"""Characters that no name may contain, because they separate names and parts of choices."""


def bare(
    machine: Machine,
    seed: int,
    players: Sequence[str],
    options: Mapping[str, str],
    kept: Kept | None = None,
) -> Game:
    """Return the initial board, before any rule has run. A test of a single rule may use fewer seats."""
    names = tuple(players)
    if kept:
        _refuse_names(names)
        return Game(machine, *_begun(machine, names, seed, options, kept))
    board = _initial_board(machine, names, options)
    return Game(machine, board.state, names, seed, board.options)


def _initial_board(machine: Machine, names: tuple[str, ...], options: Mapping[str, str]) -> "Board":
    """Return the initial board of a game that no other game precedes; nobody may change its state."""
    _refuse_names(names)
    key = len(names), tuple(options.items())
    board: Board | None = machine.boards.get(key)
    if board is None:
        if len(machine.boards) >= _BOARDS:
            machine.boards.clear()
        board = Board(machine, len(names), options)
        board.refuse_misfits(names)
        machine.boards[key] = board
    return board


def _begun(
    machine: Machine, players: tuple[str, ...], seed: int, options: Mapping[str, str], kept: Kept
) -> tuple[State, tuple[str, ...], int, Mapping[str, str], Kept]:
    """Return what makes a game that begins with values of an earlier one."""
    board = Board(machine, len(players), options, CampaignValues(machine.tables, players), kept)
    board.refuse_misfits(players)
    return board.state, players, seed, board.options, kept


def _refuse_names(names: tuple[str, ...]) -> None:
    if not _told_apart(names):
        raise StartError(messages.NAMES_NOT_CLEAR())


@lru_cache(maxsize=64)
def _told_apart(names: tuple[str, ...]) -> bool:
    """Check that every player has a name and no two share one."""
    return len({*names}) == len(names) and all(map(str.strip, names)) and _SIGNS.isdisjoint("".join(names))


_BOARDS = 64
"""How many boards are cached."""


def _agree(tables: CompiledGame, given: Mapping[str, str], state: State) -> dict[str, str]:
    if tables.former:
        given = dict(tables.former.option(name, value) for name, value in given.items())
    known = {each.name: each for each in tables.options}
    for name in given:
        if name not in known:
            names = (*known, *(switch.name for switch in tables.switches))
            if not names:
                raise StartError(messages.NO_OPTIONS(title=tables.title, name=name))
            listed, help = with_commas(names), did_you_mean(name, names)
            if not help:
                raise StartError(messages.NO_OPTION(title=tables.title, name=name, names=listed))
            raise StartError(messages.NO_OPTION_BUT(title=tables.title, name=name, names=listed, help=help))
    chosen: dict[str, str] = {}
    for option in tables.options:
        text = given.get(option.name, option.default)
        state.v[option.offset] = _option_value(option, text)
        chosen[option.name] = text
    return chosen


def _option_value(option: OptionInfo, text: str) -> int | bool:
    if option.kind == "number":
        if text.removeprefix("-").isdecimal() and len(text) < 20 and option.low <= int(text) <= option.high:
            return int(text)
        raise StartError(messages.NOT_IN_RANGE(name=option.name, low=option.low, high=option.high, text=text))
    if text not in option.members:
        words = messages.NOT_A_MEMBER(name=option.name, names=with_commas(option.members), text=text)
        raise StartError(words, nearest(text, option.members))
    index = option.members.index(text)
    return bool(index) if option.kind == "flag" else option.low + index


def _without_absent(tables: CompiledGame, state: State) -> None:
    """Take away the pieces that are made for seats which nobody has taken."""
    roots = (kind for number, kind in enumerate(tables.kinds) if kind.root == number)
    pieces = [member for root in roots if root.shape == "piece" for member in root.members]
    for pile, base in zip(state.p, tables.pile_bases, strict=True):
        pile[:] = [each for each in pile if pieces[base + each].present(state.players)]


class Board:
    """Builds the initial board for a number of seats and some options: values, piles and who sees them."""

    def __init__(
        self,
        machine: Machine,
        players: int,
        options: Mapping[str, str],
        values: CampaignValues | None = None,
        kept: Kept | None = None,
    ) -> None:
        tables = machine.tables
        state = State(players)
        state.v = list(tables.values)
        state.p = [list(each) for each in tables.pile_contents]
        if machine.seated:
            _without_absent(tables, state)
        if values is not None and kept:
            values.take_in(state, kept)
        state.w = [NOWHERE] * tables.pieces
        for number, pile in enumerate(state.p):
            for piece in pile:
                state.w[tables.pile_bases[number] + piece] = number
        state.minds = [list(range(tables.pieces))]
        state.labels = tables.pieces
        self.state = state
        self._machine = machine
        self._everyone = tuple(range(players + 1))
        self._own = [
            number
            for pile in tables.piles
            if pile.owner is not None
            for number in range(pile.first, pile.first + pile.count)
        ]
        """Piles that have an owner."""
        self._asked: list[tuple[int, Callable[..., Iterable[int]], tuple[int, ...]]] = []
        """Piles whose visibility is computed by a rule, with that rule and its arguments."""
        self.options = _agree(tables, options, state)
        state.seen = self._seen()
        with machine.looking(state):
            self._settle()
        state.veiled = any(len(state.seen[number]) <= players for number in self._own)
        _forget_hidden(state, tables)

    def refuse_misfits(self, players: Sequence[str]) -> None:
        """Refuse options that do not fit each other or the number of players.

        Raises:
            StartError: with the reason that the scenario gives.
        """
        machine = self._machine
        with machine.looking(self.state):
            for number in range(machine.tables.option_needs):
                reason = machine.backend.need(number)(self.state)
                if reason is not None:
                    raise StartError(
                        messages.MISFIT(
                            title=machine.tables.title, text=said(machine.tables, players, reason)
                        )
                    )

    def _seen(self) -> tuple[tuple[int, ...], ...]:
        """For each pile the observers that see it: seats, and the number of seats for the public."""
        machine, seen = self._machine, [self._everyone] * len(self.state.p)
        for pile in machine.tables.piles:
            first = machine.tables.kinds[pile.owner].first if pile.owner is not None else 0
            for index in range(pile.count):
                match pile.seen.word:
                    case "all":
                        found = self._everyone
                    case "nobody":
                        found = ()
                    case "owner":
                        found = (index,) if index < self.state.players else ()
                    case _:
                        given = (first + index,) if pile.seen.owned else ()
                        assert pile.seen.number is not None
                        function = machine.backend.visible(pile.seen.number)
                        self._asked.append((pile.first + index, function, given))
                        continue
                seen[pile.first + index] = self._told(found)
        return tuple(seen)

    def _told(self, found: Iterable[int]) -> tuple[int, ...]:
        ordered = tuple(sorted({each for each in found if each < self.state.players}))
        return self._everyone if len(ordered) >= self.state.players else ordered

    def _settle(self) -> None:
        """Run the rules that compute visibility."""
        seen = list(self.state.seen)
        for number, function, given in self._asked:
            seen[number] = self._told(function(self.state, *given))
        self.state.seen = tuple(seen)
