"""What a seat may suspect about variables that it does not see, from all that it has seen.

It keeps a set of possible worlds: values of these variables, each with a weight. While others act openly, the
worlds follow the same answers; a world in which the seat would have seen something else is dropped. While
somebody acts in secret, that seat acts in each world as it might have done: at random by the weights of its
actions, but only so that the seat sees what it has really seen. The less likely that was, the less the world
weighs afterwards.

There are up to 64 worlds. Open answers are given in every world too. What suits the acting seat's own score
weighs more. If no world is left, all values are possible again. Sets and lists that are hidden are not
followed, nor is anything concluded about hidden pieces beyond what labels say.

The real game says only what the seat has seen, and which pieces came to light: the unknown pieces of an
earlier state are dealt anew, as somebody would who has learned more since.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, NamedTuple

from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.questions.legal_answers import Answer, Below, Journal, Pending, weight_of
from lazaretto.rules.run.random_streams import RandomWord, below, mix
from lazaretto.rules.run.records.choice_history import Entry
from lazaretto.rules.run.secrets.choose_unseen_pieces import WithUnseen, revealed
from lazaretto.rules.run.secrets.determinize import Part, Seen, Sight, Values, imagine, redistribute, reseed
from lazaretto.rules.run.secrets.knowledge import exchange
from lazaretto.rules.run.state import Log, State

_HELD = 4
"""A piece that came to light lay in a pile of whoever acted, except for one time in so many."""


def _deal_as_seen(machine: Machine, before: State, after: State, seat: int, streams: list[int]) -> None:
    """Let the pieces of an earlier state change places that the seat could not tell apart, then and later.

    Pieces that it has seen since stay where they were, so the same answers have the same visible results.
    """
    then, later = before.known(seat), after.known(seat)
    groups: dict[tuple[int, int], list[int]] = {}
    for piece, (old, new) in enumerate(zip(then, later, strict=True)):
        hidden = seat not in before.seen[before.w[piece]] and seat not in after.seen[after.w[piece]]
        if hidden and piece not in (old, new) and old not in before.mixtures:
            groups.setdefault((old, new), []).append(piece)
    redistribute(machine, before, [Part(group) for group in groups.values() if len(group) > 1], streams)


def _hand_out(
    machine: Machine, before: State, after: State, seat: int, actor: int, streams: list[int]
) -> None:
    """Let a seat that acted in secret hold pieces that came to light while it did so, in most cases.

    `before` is dealt anew already; without this, hardly any such deal would lead to what was seen.
    """
    then, later = before.known(seat), after.known(seat)
    shown = [
        piece
        for piece, label in enumerate(then)
        if label != piece
        and (later[piece] == piece or seat in after.seen[after.w[piece]])
        and not _held(before, piece, seat, actor)
    ]
    for piece in shown:
        own = [
            other
            for other, label in enumerate(then)
            if label == then[piece] and other not in shown and _held(before, other, seat, actor)
        ]
        if own and below(streams, 0, _HELD):
            _swap(machine, before, piece, own[below(streams, 0, len(own))])


def _held(state: State, piece: int, seat: int, actor: int) -> bool:
    """Whether a piece lies where one seat sees it and the other does not."""
    seen: Sequence[int] = state.seen[state.w[piece]]
    return actor in seen and seat not in seen


def _swap(machine: Machine, state: State, one: int, other: int) -> None:
    """Let two pieces change places, and let all observers know as much as before."""
    bases = machine.tables.pile_bases
    heaps = [state.heaps(known) for known in state.minds]
    first, second = state.w[one], state.w[other]
    at, to = state.p[first].index(one - bases[first]), state.p[second].index(other - bases[second])
    state.p[first][at], state.p[second][to] = other - bases[first], one - bases[second]
    state.w[one], state.w[other] = second, first
    for known in state.minds:
        mine, yours = known[one], known[other]
        known[other] = other if mine == one else mine
        known[one] = one if yours == other else yours
    if state.mixtures:
        exchange(state, heaps, {one: other, other: one})


DEEP = 60
"""The maximum number of answers in one secret turn."""

SPREAD = 1_000
"""What weights are multiplied with before they are divided."""

BROAD = 60
"""The maximum number of answers that are considered."""


class Stretch(NamedTuple):
    """A stretch of the real game: the states at its ends, and what the seat has seen."""

    before: State
    after: State
    lines: Sequence[Any]
    seen: Seen


class Effort:
    """How many answers may still be tried, and where trying has led to nothing."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.dead: set[tuple[Values, int, int]] = set()
        self.used: dict[tuple[int, int, tuple[Answer, ...]], Counter[int]] = {}
        """How often each answer has led to what was seen: others are then tried more often."""


class _Way(NamedTuple):
    """What a seat that acts in secret has to lead to."""

    stretch: Stretch
    actor: int
    since: Log
    effort: Effort


class SecretActs:
    """Acts for others in the worlds of one seat."""

    def __init__(self, machine: Machine, sight: Sight, below: Below) -> None:
        self._machine = machine
        self._sight = sight
        self._below = below
        self._weights = [weight_of(action) + 1 for action in machine.tables.actions]

    def ends(
        self, world: State, stretch: Stretch, actor: int, effort: "Effort"
    ) -> tuple[Values, float, int] | None:
        """Act in secret; return the values then, how likely that was, and how good it is for the actor."""
        try:
            pending = self._machine.pending(world)
        except RuleError:
            return None
        found = self._way(world, pending, _Way(stretch, actor, world.log, effort), 0, 0)
        if found is None:
            return None
        end, chance = found
        return self._sight.values(end), chance, self._worth(end, actor)

    def _worth(self, state: State, actor: int) -> int:
        score = self._machine.tables.score
        if score is None:
            return 0
        try:
            with self._machine.looking(state):
                return int(self._machine.backend.value(score)(state, actor))
        except RuleError:
            return 0

    def _way(
        self, world: State, pending: Pending | None, way: "_Way", told: int, depth: int
    ) -> tuple[State, float] | None:
        """Return a world after the secret turn in which this seat has seen the same, and its chance."""
        goal, whole = way.stretch.after, told == len(way.stretch.lines)
        ours = pending is not None and pending.seat == way.actor
        if not ours or (whole and world.ask == goal.ask and _asked(self._machine, goal) == way.actor):
            same = whole and world.ask == goal.ask and self._sight.seen(world) == way.stretch.seen
            return (world, 1.0) if same else None
        assert pending is not None
        key = self._sight.values(world), told, pending.ask
        if depth > DEEP or key in way.effort.dead:
            return None
        machine = self._machine
        answers = machine.choosing.answers(world, pending, pending.seat, BROAD)
        menu = machine.menu_asks[pending.ask]
        weights = [self._weights[answer[1]] if menu and answer is not None else 1 for answer in answers]
        total, used = sum(weights), way.effort.used.setdefault((told, pending.ask, tuple(answers)), Counter())
        drawn = [SPREAD * weight // (1 + used[at]) for at, weight in enumerate(weights)]
        while (left := sum(drawn)) and way.effort.left:
            at = self._at_weight(drawn, left)
            share = weights[at] * left / (total * drawn[at])
            drawn[at] = 0
            found = self._try(world, answers[at], way, told, depth)
            if found is not None:
                used[at] += 1
                return found[0], found[1] * share
        way.effort.dead.add(key)
        return None

    def _try(
        self, world: State, answer: Answer, way: "_Way", told: int, depth: int
    ) -> tuple[State, float] | None:
        """Go on with an answer, if the seat then has seen nothing but what it has really seen."""
        way.effort.left -= 1
        trial = world.fork()
        try:
            after = self._machine.answer(trial, answer)
            lines = self._sight.lines(trial.log, way.since)
            if lines != way.stretch.lines[: len(lines)]:
                return None
            return self._way(trial, after, way, len(lines), depth + 1)
        except RuleError:
            return None

    def _at_weight(self, weights: Sequence[int], total: int) -> int:
        spot = self._below(total)
        for at, weight in enumerate(weights):
            spot -= weight
            if spot < 0:
                return at
        raise AssertionError("there is an answer for every number below the sum")


def _asked(machine: Machine, state: State) -> int | None:
    """Return the seat that a state asks."""
    return None if state.ask is None else state.stack[-1][machine.asks[state.ask].seat]


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
            _deal_as_seen(self._machine, dealt, stretch.after, self._seat, streams)
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
        _hand_out(self._machine, start, stretch.after, self._seat, actor, streams)
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
    kept = sorted(worlds.items(), key=lambda item: -item[1])[:WORLDS]
    total = sum(weight for _, weight in kept)
    return {values: weight / total for values, weight in kept}


def _since(journal: Journal, first: Journal) -> list[Entry] | None:
    """Return the answers after a link, oldest first; None if the link is not part of the journal."""
    entries: list[Entry] = []
    while journal is not first:
        if journal is None:
            return None
        journal, *entry = journal
        entries.append(Entry(*entry))
    entries.reverse()
    return entries


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
