"""Runs a procedure in several determinisations for a seat, and counts what happens.

So players see what would happen next, as far as they can know it: nothing else of the game is used.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import lcm
from random import Random
from typing import Any

from lazaretto.rules.run.errors import RuleError, VeilError
from lazaretto.rules.run.game import Game
from lazaretto.rules.run.limits import Ration, SpentError
from lazaretto.rules.run.secrets.determinize import Turning
from lazaretto.rules.run.views import text_rendering
from lazaretto.rules.run.views.view_static import album_of, called_track

WORLDS = 160
"""How many determinisations are tried at least, if the fuel suffices."""

MOST_WORLDS = 320
"""How many are tried at most."""

SEED = 20
"""What the cases start from."""

FUEL = 30_000_000
"""The fuel for all previews of one look, also where a rule fails; cases tried until then are counted."""

_WRITTEN = 100
"""What a line of the log takes of it, besides what the rule has paid, and what a pile or count takes."""


@dataclass(frozen=True, slots=True)
class TrackOutlook:
    """Where the marker of a track would be."""

    name: str
    before: int
    values: tuple[tuple[int, int], ...]
    """The value of a space, and in how many cases the marker is there."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What would happen: each count is a number of cases."""

    title: str
    cases: int
    """How many cases were tried; 1 if nothing is left to chance, 0 if the rules take too long to try one."""
    lines: tuple[tuple[str, int], ...]
    """The lines of the log."""
    tracks: tuple[TrackOutlook, ...]
    places: tuple[tuple[text_rendering.Ref, int], ...]
    """The places on which something changes."""
    ends: tuple[tuple[str, int], ...] = ()
    """How the game would end."""


def outlooks(game: Game, seat: int, ref: text_rendering.Ref | None = None) -> tuple[Outlook, ...]:
    """Return what each preview of a game shows to a seat: those about a place, or those about none.

    All of them share one tank of fuel.
    """
    found: list[Outlook] = []
    ration = Ration(FUEL)
    for number, given in _previews(game, seat, ref) if game.outcome is None else ():
        outlook = _Cases(game, seat, ration).outlook(number, given)
        if outlook is not None and (
            not outlook.cases or outlook.lines or outlook.tracks or outlook.places or outlook.ends
        ):
            found.append(outlook)
    return tuple(found)


def _previews(game: Game, seat: int, ref: text_rendering.Ref | None) -> Iterator[tuple[int, list[int]]]:
    """Yield the procedures that are previews of this, with their arguments."""
    tables = game.tables
    for number, procedure in enumerate(tables.procedures):
        if not procedure.preview:
            continue
        given: list[int] = []
        about = False
        for _, tag in procedure.parameters:
            kind = tables.kinds[tag[1]]
            if kind.shape == "player":
                given.append(seat)
                continue
            about = True
            members = range(kind.first, kind.first + kind.count)
            named = [at for at in members if text_rendering.refs(tables, game.players, tag, at) == (ref,)]
            given += named
        if about == (ref is not None) and len(given) == len(procedure.parameters):
            yield number, given


def _even(sizes: Iterable[int]) -> int:
    """Return how many cases to try so that, if possible, each piece comes at each place equally often."""
    cycle = 1
    for size in sorted(set(sizes)):
        both = lcm(cycle, size)
        cycle = both if both <= MOST_WORLDS else cycle
    return -(-WORLDS // cycle) * cycle


class _Cases:
    """The cases that were tried, and what happened in them."""

    def __init__(self, game: Game, seat: int, ration: Ration) -> None:
        self.game, self.seat, self.ration = game, seat, ration
        self.album = album_of(game.machine, game.players)
        self.tracks = [track for track in game.tables.tracks if track.looks.get("hidden") != "yes"]
        self.lines: Counter[str] = Counter()
        self.places: Counter[text_rendering.Ref] = Counter()
        self.ends: Counter[str] = Counter()
        self.moved: list[Counter[int]] = [Counter() for _ in self.tracks]
        self.before = self._board(game)
        self.counts = sum(map(len, self.before.values()))
        """How many piles and counts are compared in each case."""

    def outlook(self, procedure: int, given: list[int]) -> Outlook | None:
        """Run a procedure in each case; None if it cannot be run in any."""
        cases, spent = 0, False
        try:
            with self.game.rationed(self.ration):
                for number in range(_even(self.game.unknown(self.seat))):
                    certain = self._tried(procedure, given, number)
                    cases += certain is not None
                    if certain:
                        break
        except SpentError:
            spent = True
        title = self.game.tables.procedures[procedure].preview
        if not cases:
            return Outlook(title, 0, (), (), ()) if spent else None
        return self._counted(title, cases)

    def _tried(self, procedure: int, given: list[int], number: int) -> bool | None:
        """Run the procedure in one case; return whether all others are the same, None if a rule fails."""
        try:
            if not number:
                with suppress(VeilError):
                    self._try(procedure, given, number, still=True)
                    return True
            self._try(procedure, given, number, still=False)
        except RuleError:
            return None
        return False

    def _try(self, procedure: int, given: list[int], number: int, still: bool) -> None:
        """Run the procedure in one case, and count what happened."""
        case = self.game.imagine(self.seat, number, Turning(number, SEED)).fork(still)
        case.play_out(procedure, given, Random(number).randrange)
        lines = case.lines_since(self.game, self.seat)
        after = self._board(case)
        self.ration.left -= _WRITTEN * (len(lines) + self.counts)
        self.lines.update(list(dict.fromkeys(lines)))
        self.places.update(ref for ref, held in after.items() if held != self.before[ref])
        for counter, track in zip(self.moved, self.tracks, strict=True):
            counter[track.spaces[case.cell(track.offset)]] += 1
        if case.outcome is not None:
            self.ends[case.outcome.reason] += 1

    def _board(self, game: Game) -> Mapping[text_rendering.Ref, tuple[Any, ...]]:
        """What is on each place: counted pieces, and the sizes of piles."""
        found: dict[text_rendering.Ref, tuple[Any, ...]] = {}
        for number, kind in self.album.shown:
            if kind.shape != "place":
                continue
            holdings = self.album.holdings[number]
            piles = self.album.piles.get(number, ())
            for id, portrait in enumerate(self.album.portraits[number]):
                held = [game.cell(holding.offset + id) for holding in holdings]
                sizes = [game.pile_size(pile.first + id - first) for pile, first, _ in piles]
                found[text_rendering.Ref(kind.name, portrait.key)] = (*held, *sizes)
        return found

    def _counted(self, title: str, cases: int) -> Outlook:
        lines = self.lines.items() if cases == 1 else self.lines.most_common()
        tracks = tuple(
            TrackOutlook(called_track(track), now, tuple(sorted(counter.items())))
            for track, counter in zip(self.tracks, self.moved, strict=True)
            if counter.keys() != {now := track.spaces[self.game.cell(track.offset)]}
        )
        places = tuple(self.places.most_common())
        return Outlook(title, cases, tuple(lines), tracks, places, tuple(self.ends.most_common()))
