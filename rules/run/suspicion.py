"""What a seat may suspect about variables that it does not see, from all that it has seen.

It keeps a set of possible worlds: values of these variables, each with a weight. While others act openly, the
worlds follow the same answers; a world in which the seat would have seen something else is dropped. While
somebody acts in secret, that seat acts in each world as it might have done: at random by the weights of its
actions, but only so that the seat sees what it has really seen. The less likely that was, the less the world
weighs afterwards.

The real game says only what the seat has seen, and which pieces came to light.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any

from lazaretto.rules.run.choice_history import Entry
from lazaretto.rules.run.determinize import imagine, reseed
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.hindsight import deal_as_seen, hand_out
from lazaretto.rules.run.legal_answers import Answer, Journal, Pending
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.random_streams import RandomWord, mix
from lazaretto.rules.run.seat_sight import Sight, Values
from lazaretto.rules.run.secret_acts import Effort, SecretActs, Stretch
from lazaretto.rules.run.state import State
from lazaretto.rules.run.unseen_pieces import WithUnseen, revealed

WORLDS = 64
"""How many worlds act at a time when somebody acts in secret."""

ENOUGH = 24
"""If fewer of them fit what was seen, others are tried."""

ROUNDS = 4
"""How often."""

DEALS = 4
"""How many deals of unknown pieces are tried at a time."""

EFFORT = 4_000
"""How many answers are tried for all worlds together until they fit what was seen."""

BACK = 6
"""How many turns a seat that has not watched from the beginning looks back."""

Worlds = dict[Values, float]
"""Possible values, each with its weight."""


class Suspicion:
    """The possible worlds of one seat, which follow one game."""

    def __init__(self, machine: Machine, seat: int, seed: int = 0) -> None:
        self._machine = machine
        self._seat = seat
        self._sight = Sight(machine, seat)
        self._below = RandomWord(mix(seed ^ 0x5EC2E7)).below
        self._seed = seed
        self._at: State | None = None
        self._journal: Journal = None
        self._deals = 0
        self._worlds: Worlds = {}
        self.rebuilt = 0
        """How often no world was left that fitted what was seen."""
        self._acting = SecretActs(machine, self._sight, self._below)

    @property
    def worlds(self) -> Mapping[Values, float]:
        """The possible worlds; empty if the seat sees every variable."""
        return self._worlds

    @property
    def cells(self) -> tuple[int, ...]:
        """Where the variables of a world are in the state."""
        return self._sight.cells

    def drawn(self, seed: int) -> dict[int, Any]:
        """Return one world, each as likely as its weight says."""
        spot = RandomWord(mix(seed ^ 0xD0_0B7)).below(1 << 30) / (1 << 30) * sum(self._worlds.values())
        for values, weight in self._worlds.items():
            spot -= weight
            if spot < 0:
                return dict(zip(self.cells, values, strict=True))
        return {}

    # --- following -----------------------------------------------------------------------------

    def follow(
        self,
        state: State,
        journal: Journal,
        origin: tuple[Callable[[], State], Journal],
        deals: int,
        check: Callable[[], None],
    ) -> None:
        """Take into account what has happened in a game up to a state.

        `check` may end the work; the worlds then stay at an earlier point, and can follow later.
        """
        if not self.cells:
            return
        entries = _since(journal, self._journal) if self._at is not None else None
        if entries is None or deals != self._deals:
            entries = self._start(state, journal, origin, deals)
        while entries:
            check()
            entries = self._go_on(entries, journal)

    def _start(
        self, state: State, journal: Journal, origin: tuple[Callable[[], State], Journal], deals: int
    ) -> list[Entry]:
        """Begin as far back as the seat remembers; return the answers that follow."""
        again, first = origin
        entries = _since(journal, first)
        self._deals = deals
        if deals or entries is None:
            self._at, self._journal, entries = state.fork(), journal, []
        else:
            self._at = again()
            while entries and self._at.turns < state.turns - BACK:
                _answer(self._machine, self._at, entries.pop(0))
            self._journal = _link(journal, len(entries))
        self._worlds = self._anything(self._at)
        return entries

    def _go_on(self, entries: list[Entry], journal: Journal) -> list[Entry]:
        """Follow the first stretch of answers, all open or all of one seat in secret; return the others."""
        before = self._at
        assert before is not None
        after, sight = before.fork(), self._sight
        actor = entries[0].seat
        secret = sight.hides(before, actor)
        count = 0
        for entry in entries:
            hides = sight.hides(after, entry.seat)
            if count and (hides != secret or (secret and entry.seat != actor)):
                break
            _answer(self._machine, after, entry)
            count += 1
        if not sight.unseen(after):
            worlds: Worlds = {}
        elif not self._worlds:
            worlds = self._anything(after)
        else:
            lines = sight.lines(after.log, before.log)
            stretch = Stretch(before, after, lines, sight.seen(after))
            worlds = self._acted(stretch, actor) if secret else self._watched(stretch, entries[:count])
        self._worlds, self._at = worlds, after
        self._journal = _link(journal, len(entries) - count)
        return entries[count:]

    def _anything(self, state: State) -> Worlds:
        """Return values that the seat cannot tell from the real ones, whatever happened before."""
        if not self._sight.unseen(state):
            return {}
        found: Worlds = {}
        for _ in range(2 * WORLDS):
            other = state.fork()
            imagine(self._machine, other, self._seat, self._below(1 << 40))
            values = self._sight.values(other)
            found[values] = found.get(values, 0.0) + 1
        return _scaled(found)

    def _in(self, state: State, values: Values) -> State | None:
        """Return a copy with the values of a world where the seat does not see them; None if it would."""
        new, unseen = state.fork(), self._sight.unseen(state)
        for cell, value in zip(self.cells, values, strict=True):
            if cell in unseen:
                new.v[cell] = value
        return new if self._sight.unseen(new) == unseen else None

    # --- while others act openly ---------------------------------------------------------------

    def _watched(self, stretch: Stretch, entries: Sequence[Entry]) -> Worlds:
        """Give the same answers in all worlds; keep those in which the seat sees the same."""
        for _ in range(DEALS):
            streams = [self._below(1 << 60)]
            dealt = stretch.before.fork()
            deal_as_seen(self._machine, dealt, stretch.after, self._seat, streams)
            found: Worlds = {}
            chancy: frozenset[int] | None = None
            for values, weight in self._worlds.items():
                world = self._in(dealt, values)
                if world is None or not self._same(world, stretch, entries):
                    continue
                if chancy is None:
                    chancy = self._chancy(dealt, values, world, entries)
                new = self._redrawn(stretch.after, self._sight.values(world), chancy)
                found[new] = found.get(new, 0.0) + weight
            if found:
                return _scaled(found)
        still = {
            values: weight
            for values, weight in self._worlds.items()
            if self._in(stretch.after, values) is not None
        }
        return _scaled(still) if still else self._rebuild(stretch.after)

    def _same(self, world: State, stretch: Stretch, entries: Sequence[Entry]) -> bool:
        """Whether a world, with the same answers, shows the seat the same."""
        since = world.log
        if not _answered(self._machine, world, entries):
            return False
        sight = self._sight
        return sight.lines(world.log, since) == stretch.lines and sight.seen(world) == stretch.seen

    def _chancy(
        self, before: State, values: Values, world: State, entries: Sequence[Entry]
    ) -> frozenset[int]:
        """Return which variables may have got their values by chance: with other luck they have others."""
        other = self._in(before, values)
        if other is None or world.streams == before.streams:
            return frozenset()
        reseed(other, self._below(1 << 60))
        lucky = values if not _answered(self._machine, other, entries) else self._sight.values(other)
        now = self._sight.values(world)
        return frozenset(cell for cell, one, two in zip(self.cells, now, lucky, strict=True) if one != two)

    def _redrawn(self, after: State, values: Values, chancy: frozenset[int]) -> Values:
        """Return the values with anything possible where chance has set them."""
        if not chancy:
            return values
        other = after.fork()
        imagine(self._machine, other, self._seat, self._below(1 << 40))
        return tuple(
            other.v[cell] if cell in chancy else value for cell, value in zip(self.cells, values, strict=True)
        )

    def _rebuild(self, state: State) -> Worlds:
        self.rebuilt += 1
        return self._anything(state)

    # --- while somebody acts in secret ---------------------------------------------------------

    def _acted(self, stretch: Stretch, actor: int) -> Worlds:
        """Let the seat act in each world so that this seat sees what it has seen."""
        ends: list[tuple[Values, float, int]] = []
        effort = Effort(EFFORT)
        worlds, led = self._worlds, Worlds()
        for number in range(ROUNDS):
            effort.dead.clear()
            deals = [self._dealt(stretch, actor) for _ in range(DEALS)]
            for at, values in enumerate(self._picked(worlds)):
                start = self._in(deals[at % DEALS], values)
                if start is None:
                    continue
                end = self._acting.ends(start, stretch, actor, effort)
                if end is not None:
                    ends.append(end)
                    led[values] = led.get(values, 0.0) + end[1]
                if not effort.left:
                    break
            if len(ends) >= ENOUGH or not effort.left:
                break
            worlds = led or (self._anything(stretch.before) if number else worlds)
        return _scaled(_liked(ends)) if ends else self._rebuild(stretch.after)

    def _dealt(self, stretch: Stretch, actor: int) -> State:
        """Return the state before the stretch with unknown pieces as they may have been."""
        streams = [self._below(1 << 60)]
        start = stretch.before.fork()
        imagine(self._machine, start, self._seat, streams[0])
        hand_out(self._machine, start, stretch.after, self._seat, actor, streams)
        return start

    def _picked(self, worlds: Worlds) -> list[Values]:
        """Return worlds as often as they weigh, evenly spread."""
        step, left, found = sum(worlds.values()) / WORLDS, 0.0, list[Values]()
        spot = step * self._below(1 << 20) / (1 << 20)
        for values, weight in worlds.items():
            left += weight
            while spot < left and len(found) < WORLDS:
                found.append(values)
                spot += step
        return found


def _liked(ends: Sequence[tuple[Values, float, int]]) -> Worlds:
    """Return worlds with weights: an end weighs more the better it is for whoever acted."""
    from statistics import mean, pstdev  # noqa: PLC0415  (few games need it, and it takes long to import)

    worths = [worth for _, _, worth in ends]
    middle = mean(worths)
    spread = pstdev(worths) or 1.0
    found: Worlds = {}
    for values, chance, worth in ends:
        liking = exp(max(-2.0, min(2.0, (worth - middle) / spread)))
        found[values] = found.get(values, 0.0) + chance * liking
    return found


def _scaled(worlds: Worlds) -> Worlds:
    """Return the heaviest worlds with weights that sum up to one."""
    kept = sorted(worlds.items(), key=lambda each: -each[1])[:WORLDS]
    total = sum(weight for _, weight in kept)
    return {values: weight / total for values, weight in kept}


def _since(journal: Journal, first: Journal) -> list[Entry] | None:
    """Return the answers after a link, oldest first; None if the link is not part of the journal."""
    found: list[Entry] = []
    while journal is not first:
        if journal is None:
            return None
        journal, *entry = journal
        found.append(Entry(*entry))
    found.reverse()
    return found


def _link(journal: Journal, back: int) -> Journal:
    """Return the link so many answers before the last."""
    for _ in range(back):
        assert journal is not None
        journal = journal[0]
    return journal


def _answer(machine: Machine, state: State, entry: Entry) -> Pending | None:
    """Give an answer of the journal."""
    asked = machine.asks[entry.ask]
    if asked.together is not None:
        state.stack[-1][asked.seat] = entry.seat
    return machine.answer(state, revealed(state, entry.answer))


def _answered(machine: Machine, state: State, entries: Sequence[Entry]) -> bool:
    """Give answers as long as each is open; return whether all were."""
    try:
        pending = machine.pending(state)
        for entry in entries:
            if pending is None or pending.ask != entry.ask or not _is_open(machine, pending, entry.answer):
                return False
            pending = _answer(machine, state, entry)
    except (RuleError, IndexError):
        return False
    return True


def _is_open(machine: Machine, pending: Pending, answer: Answer) -> bool:
    """Whether an answer is one of those that are open."""
    if pending.answers.__class__ is WithUnseen:
        return True
    if machine.choosing.single[pending.ask]:
        return answer in pending.answers
    return {*answer} <= {*pending.answers} and pending.least <= len(answer) <= pending.most
