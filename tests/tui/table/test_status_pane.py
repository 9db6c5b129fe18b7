"""The status tells first what may lose the game, and never leaves that out."""

from dataclasses import dataclass, replace

import pytest

from lazaretto.rules import PileView, ThingView, View
from lazaretto.tui.table.panes.status_pane import status_lines
from tests.tui.board.made import SUPPLIES, view_of


@dataclass
class Seen:
    """What a status is drawn from."""

    view: View
    turn: int = 3


def text(view: View, columns: int) -> list[str]:
    lines = status_lines(Seen(view), columns, whole=True)  # type: ignore[arg-type]
    return ["".join(span.text for span in line) for line in lines]


def pile(name: str, count: int, known: bool, feared: bool = False) -> PileView:
    return PileView(name, None, count, known, (), (), {"feared": "yes"} if feared else {}, "")


def table(piles: list[PileView], cured: int = 0) -> View:
    view = view_of("scenarios/the_cure")
    diseases = [replace(thing, attributes={"cured": "yes"}) for thing in view.things["Disease"]]
    shown: tuple[ThingView, ...] = (*diseases[:cured], *view.things["Disease"][cured:])
    return replace(view, piles=tuple(piles), things={**view.things, "Disease": shown})


PILES = [
    pile("event_deck", 7, known=False),
    pile("bag", 16, known=True, feared=True),
    pile("treatment_centre", 6, known=True),
    pile("cdc", 4, known=True),
]


@pytest.mark.parametrize("cured", range(5))
def test_what_may_lose_the_game_is_there_whatever_else_is_told(cured: int) -> None:
    for columns in (50, 60, 80, 120):
        lines = text(table(PILES, cured), columns)
        assert "bag 16" in " ".join(lines), columns
        assert all(len(line) <= columns for line in lines)


def test_it_stands_before_what_may_not_and_the_rest_fills_the_line() -> None:
    line = text(table(PILES, 2), 80)[-1]
    assert line.index("bag 16") < line.index("event deck 7") < line.index("treatment centre 6")
    assert "cdc 4" in line


def test_known_piles_give_way_before_a_line_is_added() -> None:
    many = [*PILES, *(pile(f"heap_{number}", 3, known=True) for number in range(9))]
    assert len(text(table(many, 2), 80)) == len(text(table(PILES, 2), 80))


def test_a_pile_that_may_lose_the_game_is_told_even_if_it_is_empty() -> None:
    assert "bag 0" in text(table([pile("bag", 0, known=True, feared=True)]), 80)[-1]


def test_supplies_that_may_lose_the_game_keep_their_words_longest() -> None:
    blue, red, *_ = SUPPLIES
    feared = replace(blue, looks={**blue.looks, "feared": "yes"})
    view = replace(table(PILES, 2), supplies=(feared, red))
    lines = [" ".join(text(view, columns)) for columns in range(140, 40, -1)]
    spelled = ["".join(name[0] for name in ("blue", "red") if f"{name} ones 9" in line) for line in lines]
    assert list(dict.fromkeys(spelled)) == ["br", "b", ""]
