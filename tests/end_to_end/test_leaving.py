"""However the program is left, the game is saved and the terminal is restored."""

import os
import signal
import sys
from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.conftest import Windows
from tests.end_to_end.kept import only_record, read, scenario, stand
from tests.end_to_end.key_codes import KEYS
from tests.end_to_end.player import Player
from tests.end_to_end.seen import CURTAIN, Seen
from tests.end_to_end.terminals import TAKEN_OVER, Memory, Nursery
from tests.soak import soak

PLAY = ("play", "pandemic", "--players", "2", "--seed", "3")


def in_a_game(terminal: Memory, answers: int = 3) -> Seen:
    seen = terminal.sat_down()
    assert all(terminal.modes[mode] is value for mode, value in TAKEN_OVER.items())
    player = Player(terminal, 1)
    for _ in range(answers):
        seen = player.step(seen)
    while "stop typing" in seen.keys:
        seen = player.step(seen)
    return seen


def shows_what_is_kept(terminal: Memory, own_data: Path) -> Seen:
    """Look until the screen shows the state in the file."""

    def agrees(seen: Seen) -> bool:
        return stand(scenario("pandemic"), read(only_record(own_data))).is_on(seen.rows[0], seen.asked)

    return terminal.wait("what is kept", agrees)


def assert_kept(seen: Seen, own_data: Path) -> None:
    """Check that the last screen agrees with the file."""
    assert stand(scenario("pandemic"), read(only_record(own_data))).is_on(seen.rows[0], seen.asked)


@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=soak), pytest.param(signal.SIGINT, marks=soak)],
)
def test_told_to_end_it_leaves_at_once(number: signal.Signals, window: Windows, own_data: Path) -> None:
    terminal = window()
    terminal.start_alone(sys.executable, "-m", "lazaretto", *PLAY)
    in_a_game(terminal)
    seen = shows_what_is_kept(terminal, own_data)
    terminal.signal(number)
    assert terminal.ended() == 128 + number
    assert terminal.clean()
    assert "Traceback" not in terminal.sent
    assert_kept(seen, own_data)


def test_a_window_that_is_closed_ends_the_program(window: Windows, nursery: Nursery, own_data: Path) -> None:
    terminal = window()
    terminal.start(nursery, PLAY)
    in_a_game(terminal)
    seen = shows_what_is_kept(terminal, own_data)
    terminal.hang_up()
    assert terminal.ended() == 128 + signal.SIGHUP
    assert_kept(seen, own_data)


def test_ctrl_c_asks_once_and_then_leaves(window: Windows, nursery: Nursery, own_data: Path) -> None:
    terminal = window()
    terminal.start(nursery, PLAY)
    in_a_game(terminal)
    seen = shows_what_is_kept(terminal, own_data)
    terminal.press("C-c")
    terminal.wait_for("again to quit")
    terminal.press("C-c")
    assert terminal.ended() == 0
    assert terminal.clean()
    assert f"lazaretto play --resume {only_record(own_data).stem}" in terminal.sent
    assert_kept(seen, own_data)


def at_the_prompt(seen: Seen) -> bool:
    return seen.rows[seen.screen.cursor.y][: seen.screen.cursor.x] == "> "


def test_put_to_sleep_in_a_shell_it_comes_back(window: Windows, own_data: Path) -> None:
    terminal = window()
    terminal.start_alone("/bin/sh", "-i")
    terminal.press(f"PS1='> '; {sys.executable} -m lazaretto {' '.join(PLAY)}", "Enter")
    seen = in_a_game(terminal)
    terminal.press("C-z")
    terminal.wait("the shell", at_the_prompt)
    terminal.press("echo still $((40 + 2))", "Enter")
    terminal.wait_for("still 42")
    assert all(terminal.modes[mode] is not value for mode, value in TAKEN_OVER.items())
    terminal.press("fg", "Enter")
    terminal.wait("the table", lambda now: terminal.modes[1049] and now.asked == seen.asked)
    player = Player(terminal, 2)
    seen = player.step(terminal.settle())
    while "stop typing" in seen.keys:
        seen = player.step(seen)
    shows_what_is_kept(terminal, own_data)
    terminal.press("q")
    terminal.wait_for("Saved games")
    terminal.press("q")
    terminal.wait("the shell", at_the_prompt)
    terminal.press("echo ended with $?", "Enter")
    terminal.wait_for("ended with 0")
    assert all(terminal.modes[mode] is not value for mode, value in TAKEN_OVER.items())
    assert "Traceback" not in terminal.sent


def test_a_window_pulled_to_every_size_shows_the_same_game(
    window: Windows, nursery: Nursery, own_data: Path
) -> None:
    chance = Random(1)
    terminal = window(80, 24)
    terminal.start(nursery, PLAY)
    in_a_game(terminal)
    for _ in range(60):
        terminal.resize(chance.randint(40, 220), chance.randint(10, 70))
        terminal.read(0)
    for size in ((220, 70), (40, 10), (1, 1), (20, 5), (80, 24)):
        terminal.resize(*size)
        terminal.read(0.1)
    terminal.sat_down()
    shows_what_is_kept(terminal, own_data)
    Player(terminal, 2).step(terminal.settle())
    shows_what_is_kept(terminal, own_data)
    terminal.signal(signal.SIGTERM)
    assert terminal.ended() == 128 + signal.SIGTERM
    assert terminal.clean()
    assert "Traceback" not in terminal.sent


def in_a_burst(terminal: Memory, *keys: str) -> None:
    os.write(terminal.master, "".join(KEYS.get(key, key) for key in keys).encode())


def test_keys_typed_ahead_are_for_the_screen_they_open(
    window: Windows, nursery: Nursery, own_data: Path
) -> None:
    terminal = window()
    terminal.start(nursery, PLAY)
    before = in_a_game(terminal, answers=0)
    in_a_burst(terminal, "v", "s")
    terminal.wait("the players", lambda seen: seen.rows[0].startswith(" Players"))
    in_a_burst(terminal, *["BSpace"] * 5)
    terminal.wait("the table", lambda seen: seen.asked == before.asked)
    terminal.press("?")
    terminal.wait("the help", lambda seen: seen.rows[0].startswith(" Help"))
    in_a_burst(terminal, "BSpace", "BSpace", "v", "BSpace", "d")
    terminal.wait("the next step", lambda seen: bool(seen.question) and seen.question != before.question)
    assert [key for _, key in read(only_record(own_data)).choices] == ["drive"]


def test_a_curtain_opens_once(window: Windows, nursery: Nursery) -> None:
    terminal = window()
    terminal.start(nursery, [*PLAY, "--option", "hands=private"])
    terminal.wait_for(CURTAIN)
    in_a_burst(terminal, "Enter", "Enter")
    terminal.wait("the table", lambda seen: "new game" in seen.keys or bool(seen.question))
    assert terminal.settle().question


def test_keys_that_nobody_has_do_no_harm(window: Windows, nursery: Nursery, own_data: Path) -> None:
    """Random input from a line or a keyboard leaves the game in a state that can be continued."""
    chance = Random(9)
    terminal = window()
    terminal.start(nursery, PLAY)
    in_a_game(terminal)
    noise = "abcdfgimnoprstwxyz0123456789 \r\t\x7f?/[]{}()é漢\x1b" + 3 * "?\x1bvevu"
    for _ in range(12):
        os.write(terminal.master, "".join(chance.choices(noise, k=40)).encode())
        terminal.settle()
    for junk in (b"\x1b[99999;1;1Z", b"\x1bO\x1b[", b"\xff\xfe\x80", b"\x1b[200~pasted\ntext\x1b[201~"):
        os.write(terminal.master, junk)
        terminal.settle()
    terminal.signal(signal.SIGTERM)
    assert terminal.ended() == 128 + signal.SIGTERM
    assert terminal.clean()
    stand(scenario("pandemic"), read(only_record(own_data)))
