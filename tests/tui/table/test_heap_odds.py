"""After `spread`, every number shown and every imagined world is right: compared with all possible worlds.

A belief holds every arrangement of a small game that an observer must consider possible, with its
probability. It knows nothing of labels and mixtures: it moves and shuffles whole worlds, and drops those in
which the observer would see something else.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, permutations
from math import factorial, sqrt
from pathlib import Path
from random import Random

import pytest

from lazaretto.rules import Game, PileView, Program, load
from lazaretto.rules.run.state import load_state, save_state
from lazaretto.rules.run.views.diff_views import BaseIndex, applied, difference
from lazaretto.tui.table.draw_odds import bands, chance_of, percent
from lazaretto.tui.table.pages.info_pages import piles_page
from tests.soak import TIMES, longer
from tests.tui.table.made import program_of

SCENARIO = 'name = "quay"\ntitle = "Quay"\nplayers = [2, 2]\nmodules = ["quay"]\n'
RULES = """
kind Town

Town Ayr
Town Bude
Town Cork

kind Card is a piece

kind TownCard is a Card for each Town

kind Storm is a Card times 2

kind Fog is a Card

Fog grey

pile deck of Card seen by nobody
    starts with TownCard

pile table of Card
    starts with Storm, Fog

pile vault of Card seen by nobody

extend kind Player
    hand : pile of Card seen by owner

menu moves "What do you do?"

action mix in moves "Mix"
    shuffle deck

action seed in moves "Seed"
    spread those card in table through deck

action storms in moves "Storms"
    spread those card in table only Storm through deck

action deal in moves "Deal"
    move top of deck to my.hand

action dig in moves "Dig"
    move bottom of deck to my.hand

action turn in moves "Turn"
    move top of deck to table

action hide in moves "Hide"
    move top of deck to vault

action lift in moves "Lift"
    move top of table to top of deck

action under in moves "Under"
    move top of table to bottom of deck

action look in moves "Look"
    show top 2 of deck to me

action rank in moves "Rank"
    let cards = top 3 of deck
    show cards to me
    arrange cards by me as ordered "In which order?"
    move ordered to top of deck

action pull in moves "Pull"
    move nth(deck, 2) to table

action stash in moves "Stash"
    move nth(deck, 2) to vault

action fetch in moves "Fetch"
    move all of vault to top of deck

action gather in moves "Gather"
    move all of table to top of deck
    shuffle deck

phase game()
    repeat forever
        for each player in Player
            offer moves to player
"""
PUBLIC = 2
LEAST_IN_DECK = {"deal": 1, "dig": 1, "turn": 1, "hide": 1, "look": 2, "rank": 3, "pull": 3, "stash": 3}
ON_TABLE = ("lift", "under")
ACTIONS = ("mix", "seed", "storms", *LEAST_IN_DECK, *ON_TABLE, "fetch", "gather")

World = tuple[tuple[int, ...], ...]
"""The pieces of each pile, from the bottom."""


class Quay:
    """A game beside the belief of each observer."""

    def __init__(self, program: Program, seed: int) -> None:
        self.game = program.start(seed=seed, players=("anna", "ben"))
        self.chance = Random(seed)
        self.beginning = [self.chance.choice(("seed", "storms")), "mix"]
        tables = self.game._machine.tables
        self.place = {each.name: each.first for each in tables.piles}
        self.deck, self.table, self.vault, self.hand = (
            self.place[each] for each in ("deck", "table", "vault", "hand")
        )
        self.beliefs = [{self.world(): Fraction(1)} for _ in range(3)]
        self.keys = {
            view.key: piece
            for number, pile in shown_piles(self, PUBLIC)
            for piece, view in zip(reversed(self.world()[number]), pile.pieces, strict=True)
            if view is not None
        }
        self.storms = {piece for key, piece in self.keys.items() if key.startswith("Storm")}

    def world(self) -> World:
        return tuple(map(tuple, self.game._state.p))

    def step(self) -> None:
        """Let the player whose turn it is do something possible, and follow it in all beliefs."""
        before, seat = self.world(), self.game.seat
        assert seat is not None
        size, shown = len(before[self.deck]), len(before[self.table])
        can = [action for action in ACTIONS if size >= LEAST_IN_DECK.get(action, 0)]
        can = [each for each in can if shown or each not in ON_TABLE]
        act = self.beginning.pop() if self.beginning else self.chance.choice([*can, "seed", "storms"])
        self.game.choose(act)
        if act == "rank":
            self.game.answer(tuple(self.chance.sample(before[self.deck][-3:], 3)))
        for observer in range(3):
            self.follow(observer, act, seat, before)

    def follow(self, observer: int, act: str, seat: int, before: World) -> None:
        after, deck = self.world(), self.deck
        size = len(before[deck])
        if act in ("look", "rank") and observer == seat:
            number = 2 if act == "look" else 3
            self._keep(observer, lambda world: world[deck][-number:] == before[deck][-number:])
        match act:
            case "look":
                pass
            case "mix":
                self._shuffle(observer, [(deck, at) for at in range(size)])
            case "seed" | "storms":
                added = [piece for piece in before[self.table] if act == "seed" or piece in self.storms]
                self._spread(observer, added)
            case "deal" | "turn" | "hide" | "dig" | "pull" | "stash":
                target = {"deal": self.hand + seat, "dig": self.hand + seat, "hide": self.vault}
                at = {"dig": 0, "pull": size - 2, "stash": size - 2}.get(act, size - 1)
                to = self.vault if act == "stash" else target.get(act, self.table)
                self._move(observer, deck, at, to)
                if act == "stash":
                    hidden = [(deck, at) for at in range(size - 1)]
                    self._shuffle(observer, [*hidden, (self.vault, len(after[self.vault]) - 1)])
            case "lift":
                self._move(observer, self.table, len(before[self.table]) - 1, deck)
            case "under":
                self._move(observer, self.table, len(before[self.table]) - 1, deck, 0)
            case "rank" if observer == seat:
                self.beliefs[observer] = {
                    _with(world, {deck: (*world[deck][:-3], *after[deck][-3:])}): chance
                    for world, chance in self.beliefs[observer].items()
                }
            case "rank":
                self._shuffle(observer, [(deck, at) for at in range(size - 3, size)])
            case _:
                source = self.vault if act == "fetch" else self.table
                self.beliefs[observer] = {
                    _with(world, {deck: (*world[deck], *world[source]), source: ()}): chance
                    for world, chance in self.beliefs[observer].items()
                }
                if act == "gather":
                    self._shuffle(observer, [(deck, at) for at in range(size + len(before[source]))])
        open_to_it = [self.table] if observer == PUBLIC else [self.table, self.hand + observer]
        self._keep(observer, lambda world: all(world[each] == after[each] for each in open_to_it))
        assert after in self.beliefs[observer]

    def _keep(self, observer: int, possible: Callable[[World], bool]) -> None:
        kept = {world: chance for world, chance in self.beliefs[observer].items() if possible(world)}
        total = sum(kept.values())
        self.beliefs[observer] = {world: chance / total for world, chance in kept.items()}

    def _move(self, observer: int, source: int, at: int, target: int, to: int | None = None) -> None:
        moved = {}
        for world, chance in self.beliefs[observer].items():
            piece, there = world[source][at], world[target]
            rest = (*world[source][:at], *world[source][at + 1 :])
            put = (*there, piece) if to is None else (piece, *there)
            moved[_with(world, {source: rest, target: put})] = chance
        self.beliefs[observer] = moved

    def _shuffle(self, observer: int, spots: Sequence[tuple[int, int]]) -> None:
        groups: dict[tuple[World, tuple[int, ...]], Fraction] = {}
        for world, chance in self.beliefs[observer].items():
            pieces = tuple(sorted(world[pile][at] for pile, at in spots))
            rest = _at(world, spots, (-1,) * len(spots))
            groups[rest, pieces] = groups.get((rest, pieces), Fraction(0)) + chance
        self.beliefs[observer] = {
            _at(rest, spots, order): chance / factorial(len(spots))
            for (rest, pieces), chance in groups.items()
            for order in permutations(pieces)
        }

    def _spread(self, observer: int, added: Sequence[int]) -> None:
        """Put one piece on each heap, the larger heaps on top, and shuffle heap by heap."""
        deck = self.deck
        if not added:
            return
        cards = len(next(iter(self.beliefs[observer]))[deck])
        sizes = [(cards + at) // len(added) for at in range(len(added))]  # from the bottom
        moved = {}
        for world, chance in self.beliefs[observer].items():
            pieces, left = [], list(world[deck])
            for size, piece in zip(sizes, reversed(added), strict=True):
                pieces += [*left[:size], piece]
                del left[:size]
            table = tuple(each for each in world[self.table] if each not in added)
            moved[_with(world, {deck: tuple(pieces), self.table: table})] = chance
        self.beliefs[observer] = moved
        start = 0
        for size in sizes:
            self._shuffle(observer, [(deck, at) for at in range(start, start + size + 1)])
            start += size + 1


def _with(world: World, piles: dict[int, tuple[int, ...]]) -> World:
    return tuple(piles.get(number, pile) for number, pile in enumerate(world))


def _at(world: World, spots: Sequence[tuple[int, int]], pieces: Sequence[int]) -> World:
    piles = [*map(list, world)]
    for (pile, at), piece in zip(spots, pieces, strict=True):
        piles[pile][at] = piece
    return tuple(map(tuple, piles))


def shown_piles(quay: Quay, observer: int) -> Iterator[tuple[int, PileView]]:
    """Yield all piles as an observer sees them, with their numbers."""
    view = quay.game.view(None if observer == PUBLIC else observer)
    yield from ((quay.place[pile.name], pile) for pile in view.piles)
    yield from ((quay.hand + seat, pile) for seat, each in enumerate(view.seats) for pile in each.piles)


def compare(quay: Quay, observer: int) -> None:
    """Compare the chance of every piece at every place, and of storms among the next pieces."""
    belief = quay.beliefs[observer]
    for number, pile in shown_piles(quay, observer):
        place = 0
        size = pile.count
        for band in bands(pile):
            told: dict[int, float] = {}
            for share in band.shares():
                told |= {quay.keys[piece.key]: share.chance for piece in share.could}
            for at in range(place, place + band.count):
                true: dict[int, Fraction] = {}
                for world, chance in belief.items():
                    piece = world[number][size - 1 - at]
                    true[piece] = true.get(piece, Fraction(0)) + chance
                assert {*told} == {*true}
                assert told == pytest.approx({piece: float(chance) for piece, chance in true.items()})
            place += band.count
        for draws in range(1, 4):
            for sort in ("Storm", "Ayr"):
                wanted = {piece for key, piece in quay.keys.items() if key.startswith(sort)}
                hits = sum(
                    chance
                    for world, chance in belief.items()
                    if not wanted.isdisjoint(world[number][-draws:])
                )
                found = chance_of(pile, lambda piece, sort=sort: piece.key.startswith(sort), draws)  # type: ignore[misc]
                assert found == pytest.approx(float(hits), abs=1e-9)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder: Path = tmp_path_factory.mktemp("quay")
    (folder / "scenario.toml").write_text(SCENARIO)
    (folder / "quay.rules").write_text(RULES)
    loaded = load(folder)
    assert loaded.program is not None, loaded.diagnostics
    return loaded.program


@longer
def test_every_number_shown_is_that_of_all_possible_worlds(program: Program) -> None:
    for seed in range(2 * TIMES):
        quay = Quay(program, seed)
        for _ in range(7):
            quay.step()
            for observer in range(3):
                compare(quay, observer)


@longer
def test_imagined_worlds_are_as_likely_as_they_should_be(program: Program) -> None:
    """Count storms at each place of the deck, over many games: no count is far from what is expected."""
    excess: defaultdict[int, float] = defaultdict(float)
    spread: defaultdict[int, float] = defaultdict(float)
    for seed in range(5 * TIMES):
        quay = Quay(program, seed)
        for step in range(7):
            quay.step()
            seat = step % 2
            belief, before = quay.beliefs[seat], quay.game.view(seat)
            size = len(quay.world()[quay.deck])
            due = [
                float(sum(chance for world, chance in belief.items() if world[quay.deck][at] in quay.storms))
                for at in range(size)
            ]
            for luck in range(8):
                imagined = quay.game.imagine(seat, seed * 1_000 + step * 100 + luck)
                world = tuple(map(tuple, imagined._state.p))
                assert world in belief
                for at, chance in enumerate(due):
                    excess[at] += (world[quay.deck][at] in quay.storms) - chance
                    spread[at] += chance * (1 - chance)
            assert imagined.view(seat) == before
            twice = imagined.imagine(1 - seat, seed)
            assert twice.view(1 - seat) == imagined.view(1 - seat)
    assert all(abs(excess[at]) < 4 * sqrt(spread[at]) for at in spread), (excess, spread)


def test_heaps_are_kept_in_saved_states_forks_and_changes_of_views(program: Program) -> None:
    base = program.view_base(("anna", "ben"), 0)
    index = BaseIndex(base)
    told = base.blank
    heaps = 0
    for seed in range(4):
        quay = Quay(program, seed)
        for _ in range(9):
            quay.step()
            state, view = quay.game._state, quay.game.view(0)
            assert load_state(save_state(state), state).snapshot() == state.snapshot()
            assert quay.game.fork().snapshot() == quay.game.snapshot()
            told = applied(index, told, difference(index, told, view))
            assert told == view
            heaps += any(pile.heaps for pile in view.piles)
    assert heaps > 9


def test_states_saved_before_there_were_heaps_are_read(program: Program) -> None:
    quay = Quay(program, 1)
    data = json.loads(save_state(quay.game._state))
    del data["mixtures"]
    assert load_state(json.dumps(data), quay.game._state).snapshot() == quay.game.snapshot()


def test_a_deck_of_a_known_game_has_an_epidemic_in_every_heap() -> None:
    """Play at random; heap by heap, the chance of an epidemic follows from what was drawn."""
    game = program_of("scenarios/pandemic").start(seed=5, players=("anna", "ben"))
    (deck,) = (each.first for each in game._machine.tables.piles if each.name == "player_deck")
    whole = tuple(game._state.p[deck])[::-1]
    epidemics = {piece for piece in whole if is_epidemic(game, deck, piece)}
    count, number = len(whole), len(epidemics)
    sizes = [(count - number + number - 1 - at) // number + 1 for at in range(number)]
    assert sum(sizes) == count and len({*sizes}) > 1
    chance = Random(5)
    checked = {}
    while game.decision is not None:
        drawn = count - len(game._state.p[deck])
        if drawn not in checked:
            view = game.view(None)
            (pile,) = (each for each in view.piles if each.name == "player_deck")
            found = chance_of(pile, lambda piece: piece.sort == "Epidemic", 2)
            page = ["".join(span.text for span in line) for line in piles_page(view)(100)]
            sure = chance_of(pile, lambda piece: piece.sort == "Epidemic") >= 1
            told = f"next, {percent(found)} in the next 2" if found else "Epidemic: not among the next 2"
            assert any(("Epidemic: next for certain" if sure else told) in line for line in page)
            assert found == pytest.approx(float(1 - miss(sizes, whole, epidemics, drawn)))
            checked[drawn] = found
            imagined = tuple(game.imagine(0, drawn)._state.p[deck])[::-1]
            dealt = {piece for piece in whole[:drawn] + imagined if is_epidemic(game, deck, piece)}
            assert heaped(whole[:drawn] + imagined, sizes, dealt) == [1] * number
        keys = [option.key for option in game.decision.options if option.why_not is None]
        game.choose("pass" if "pass" in keys else chance.choice(keys))
    assert len(checked) > 5 and 0 in checked.values()


def is_epidemic(game: Game, deck: int, piece: int) -> bool:
    tables = game._machine.tables
    pile = next(each for each in tables.piles if each.first == deck)
    return tables.kinds[tables.kinds[pile.kind].root].members[piece].sort.startswith("Epidemic")


def heaped(cards: Sequence[int], sizes: Sequence[int], epidemics: set[int]) -> list[int]:
    """Return the number of epidemics in each heap, from the top."""
    ends = [*accumulate(sizes)]
    return [
        len(epidemics.intersection(cards[end - size : end])) for end, size in zip(ends, sizes, strict=True)
    ]


def miss(sizes: Sequence[int], whole: Sequence[int], epidemics: set[int], drawn: int) -> Fraction:
    """Return the probability that the next two cards are no epidemics; each heap has one anywhere."""
    found, start = Fraction(1), 0
    for size in sizes:
        seen, left = max(0, min(size, drawn - start)), max(0, min(size, start + size - drawn))
        taken = max(0, min(start + size, drawn + 2) - max(start, drawn))
        if taken and epidemics.isdisjoint(whole[start : start + seen]):
            found *= 1 - Fraction(taken, left)
        start += size
    return found
