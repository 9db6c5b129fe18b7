"""Two windows on one game: the second is asked how to open it, and the first says that it was taken over."""

from pathlib import Path

from tests.end_to_end.conftest import Windows
from tests.end_to_end.kept import only_record, read, records
from tests.end_to_end.player import Player
from tests.end_to_end.terminals import Nursery


def test_a_game_moves_to_another_window_and_nothing_is_lost(
    window: Windows, nursery: Nursery, own_data: Path
) -> None:
    first, second = window(100, 30), window(100, 30)
    first.start(nursery, ["play", "pandemic", "--players", "2", "--seed", "3"])
    seen = first.sat_down()
    playing = Player(first, 1)
    for _ in range(3):
        seen = playing.step(seen)
    path = only_record(own_data)
    second.start(nursery, ["play", "--resume", path.stem])
    second.wait_for("is open in another window")
    second.press("t")
    second.sat_down()
    first.wait_for("Another window has taken over")
    before = read(path)
    assert "undo" not in first.look().keys
    assert "on the board" in first.look().text
    first.press("Tab", "Enter")
    first.wait_for("Another window has taken over")
    assert read(path) == before
    following = Player(second, 2)
    seen = second.look()
    while read(path) == before:
        seen = following.step(seen)
    assert records(own_data) == [path]
    first.kill()
    second.kill()
    first.clear()
    first.start(nursery, ["play", "--resume", path.stem])
    first.sat_down()
