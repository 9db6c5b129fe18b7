"""The odds are equal to those from counting every possible deal."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, strategies as st

from lazaretto.rules import PieceView, PileView, Ref
from lazaretto.tui.table.draw_odds import (
    Share,
    about,
    bands,
    chance,
    drawn_from,
    is_known,
    next_words,
    percent,
    places_of_pieces,
    share_words,
    soon_words,
)
from tests.tui.table.made import program_of
from tests.unhurried import unhurried

PLACES = [Ref("Town", each) for each in "AB"]
EMPTY = PileView("deck", None, 0, False, (), (), {}, "")


def piece(key: str, of: Ref | None) -> PieceView:
    return PieceView(key, key, key, "Card", None, {}, "", of)


@st.composite
def piles(draw: st.DrawFn) -> PileView:
    """Generate a pile of bands that draw from a few disjoint sets, some of them more than once."""
    sets: list[tuple[PieceView, ...]] = []
    for number in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 3))
        made_for = draw(st.lists(st.sampled_from([None, *PLACES]), min_size=size, max_size=size))
        sets.append(tuple(piece(f"{number}.{place}", of) for place, of in enumerate(made_for)))
    left = [len(each) for each in sets]
    odds: list[tuple[int, tuple[PieceView, ...]]] = []
    for _ in range(draw(st.integers(1, 4))):
        number = draw(st.integers(0, len(sets) - 1))
        if left[number]:
            count = draw(st.integers(1, left[number]))
            left[number] -= count
            odds.append((count, sets[number]))
    count = sum(count for count, _ in odds)
    return replace(EMPTY, count=count, pieces=(None,) * count, odds=tuple(odds))


def deals(pile: PileView) -> list[list[PieceView]]:
    """Return every possible order of the pile, all equally likely."""
    sets = {could[0].key: could for _, could in pile.odds}
    found = []
    for orders in product(*(permutations(each) for each in sets.values())):
        left = {key: list(order) for key, order in zip(sets, orders, strict=True)}
        found.append([left[could[0].key].pop() for count, could in pile.odds for _ in range(count)])
    return found


@unhurried
@given(piles(), st.integers(0, 9), st.sampled_from(PLACES))
def test_chances_are_those_of_all_deals(pile: PileView, draws: int, of: Ref) -> None:
    every = deals(pile)
    hits = sum(any(each.of == of for each in deal[:draws]) for deal in every)
    assert chance(pile, of, draws) == pytest.approx(float(Fraction(hits, len(every))))


@unhurried
@given(piles(), st.sampled_from(PLACES))
def test_it_waits_where_some_deal_has_it(pile: PileView, of: Ref) -> None:
    every = deals(pile)
    spots = [place for deal in every for place, each in enumerate(deal, 1) if each.of == of]
    assert places_of_pieces(pile).get(of) == ((min(spots), max(spots)) if spots else None)


def test_what_was_shuffled_back_waits_on_top() -> None:
    """After an intensify step, the discarded cards are the next ones, in any order."""
    game = program_of("scenarios/pandemic").start(seed=3, players=("anna", "ben"))
    while "epidemic" not in " ".join(game.log(None)[-8:]).lower():
        keys = [option.key for option in game.decision.options if option.why_not is None]  # type: ignore[union-attr]
        game.choose("go on" if "go on" in keys else "pass" if "pass" in keys else keys[0])
    view = game.view(None)
    (deck,) = [pile for pile in drawn_from(view) if pile.name.startswith("infection")]
    first = bands(deck)[0]
    on_top = {each.of for each in first.could}
    assert first.known and 1 < first.count < 15
    for ref in on_top:
        assert ref is not None
        assert chance(deck, ref) == pytest.approx(1 / first.count)
        assert chance(deck, ref, first.count) == pytest.approx(1)
        assert deck in [pile for pile, _, _ in about(view, ref)]
    below = [each.of for band in bands(deck)[1:] for each in band.could]
    assert all(chance(deck, ref, first.count) == 0 for ref in below if ref not in on_top and ref)


def test_chances_in_words() -> None:
    shown = [percent(each) for each in (0, 0.001, 0.4, 0.999, 1)]
    assert shown == ["no chance", "1 %", "40 %", "99 %", "100 %"]


def test_odds_say_what_cannot_come_yet_and_what_is_known() -> None:
    known = Share(1, 1, (piece("a", None),), 1.0)
    some = Share(2, 2, (piece("a", None), piece("b", None)), 0.5)
    assert is_known(known)
    assert not is_known(some)
    assert share_words(some, 1, listed=False) == "in unknown order; each is next with 50 %:"
    later = share_words(some, 12, listed=False)
    assert later == "in unknown order; each is the first of these with 50 %, none before the 12th:"
    assert next_words(0.0, 9) == "not before the 9th"
    assert next_words(1.0, 1) == "next for certain"
    assert soon_words(piece("a", None), 1.0, 1.0) == "a: next for certain"
    assert soon_words(piece("a", None), 0.0, 0.0) == "a: not among the next 2"
