"""Flags, owners, numbers and words of places and links are drawn on the board and told in lines."""

import asyncio
import io
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from lazaretto.host.settings.user_settings import Settings
from lazaretto.tui.board import marks_of
from lazaretto.tui.line.mode import Plain
from tests.sitting import seated
from tests.tui.table.conftest import At, Play
from tests.tui.table.made import program_of, table_of
from tests.tui.table.test_pictures import TextFile, laid_out

SIZES = ((80, 24), (120, 40))
MEADOW = "tests/data/meadow"
COMB = "tests/data/comb"
MOVES = ("put > a1", "put > b2", "put > c3")


PICTURES = [
    ("meadow", (), SIZES, False),
    ("meadow", (), SIZES[:1], True),
    ("noughts", MOVES, SIZES, False),
    ("comb", (), SIZES, False),
    ("comb", (), SIZES[:1], True),
]


@pytest.mark.parametrize(
    ("game", "choices", "sizes", "ascii"),
    PICTURES,
    ids=["meadow", "meadow in ASCII", "noughts", "comb", "comb in ASCII"],
)
def test_state_is_drawn(
    play: Play,
    snapshot: SnapshotAssertion,
    game: str,
    choices: tuple[str, ...],
    sizes: tuple[tuple[int, int], ...],
    ascii: bool,
) -> None:
    found: list[str] = []

    async def script(at: At) -> None:
        if game != "noughts":  # there, the only action asks for a place at once
            await at.press("enter")
        found.append(await laid_out(at))

    for size in sizes:
        settings = Settings(pace="off", ascii=ascii)
        play(script, game=f"tests/data/{game}", size=size, settings=settings, choices=choices)
    assert "\n\n".join(found) + "\n" == snapshot.use_extension(TextFile)


@pytest.mark.parametrize("game", [MEADOW, COMB])
def test_state_is_told_in_lines(tmp_path: Path, snapshot: SnapshotAssertion, game: str) -> None:
    table = table_of(game, tmp_path)
    table.name = "game"
    out = io.StringIO()
    with asyncio.Runner() as runner:
        assert Plain(seated(table), runner, io.StringIO("wait\nhand\nstatus\nquit\n"), out).play() == 0
    assert out.getvalue().partition("The game is saved")[0] == snapshot


def marks(seat: int | None) -> dict[str, list[str]]:
    """Return what is drawn for a seat, in words."""
    view = program_of(MEADOW).start(seed=1, players=("anna", "ben")).view(seat)
    return {ref.key: [mark.text for mark in found] for ref, found in marks_of(view).items()}


def test_what_a_seat_cannot_see_is_not_drawn() -> None:
    assert marks(0)["Hill"] == ["owner anna", "trap"]
    assert marks(1)["Hill"] == marks(None)["Hill"] == ["owner anna"]


def test_hidden_empty_and_usual_values_are_not_drawn() -> None:
    found = marks(None)
    assert "Moor" not in found, "it has a hidden number, and one that is never drawn"
    assert found["Barn"] == ["flooded"]
    assert found["Brook"] == ["dry"], "drawn when it is no"
    assert found["Mill"] == ["sheep"] and found["Oak"] == ["Spade"]
    assert found["Pond"] == ["soil mud"]
    links = sorted(word for key, words in found.items() if " - " in key for word in words)
    assert links == ["icy", "icy", "kept mud", "owner anna", "toll"]


def test_a_variable_that_names_a_place_is_drawn_there() -> None:
    game = program_of(COMB).start(seed=1, players=("anna", "ben"))
    found = {ref.key: [mark.text for mark in marks] for ref, marks in marks_of(game.view(0)).items()}
    assert found == {"a1": ["anna", "ben"], "c2": ["bear"]}, "one is a secret, another one hidden"
    game.choose("rest")
    found = {ref.key: [mark.text for mark in marks] for ref, marks in marks_of(game.view(0)).items()}
    assert found == {"a1": ["anna", "ben"], "a4": ["bear"]}
