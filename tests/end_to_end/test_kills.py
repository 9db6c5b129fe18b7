"""A killed program loses nothing that was shown, and disk errors are reported."""

import select
from pathlib import Path
from random import Random

from lazaretto.host import Store
from lazaretto.rules import Program
from tests.end_to_end.conftest import Windows
from tests.end_to_end.kept import Stand, follows, only_record, read, records, scenario, stand
from tests.end_to_end.player import Player, over
from tests.end_to_end.seen import Seen
from tests.end_to_end.terminals import Memory, Nursery
from tests.soak import TIMES, longer
from tests.tui.played import some

KILLS = 4 if TIMES == 1 else 10 * TIMES


def shows(seen: Seen, wanted: Stand) -> bool:
    return wanted.is_on(seen.rows[0], seen.asked)


def wait_until_it_shows(terminal: Memory, program: Program, kept: Path) -> Seen:
    """Look until the screen shows the state in the file, or that the game is over."""
    return terminal.wait(
        f"what {kept.name} says", lambda seen: over(seen) or shows(seen, stand(program, read(kept)))
    )


@longer
def test_many_kills_lose_nothing_that_was_shown(window: Windows, nursery: Nursery, own_data: Path) -> None:
    program = scenario("pandemic")
    chance = Random(5)
    terminal = window(80, 24)
    command = ["play", "pandemic", "--players", "2", "--seed", "5"]
    kept: Path | None = None
    for kill in range(KILLS):
        terminal.start(nursery, command)
        seen = terminal.sat_down()
        if kept is None:
            (kept,) = (record for record in records(own_data) if not read(record).outcome)
            command = ["play", "--resume", kept.stem]
        if seen.curtain:  # a player was looking at cards that the others may not see
            terminal.press("Enter")
            seen = terminal.wait("a table", lambda seen: bool(seen.question))
        assert shows(seen, stand(program, read(kept))), f"another decision after kill {kill}:\n{seen.text}"
        player = Player(terminal, kill)
        for _ in range(chance.randrange(3)):
            if not over(seen):
                seen = player.step(seen)
        while not seen.question and not over(seen):
            seen = player.step(seen)
        if not over(seen):
            seen = wait_until_it_shows(terminal, program, kept)
        before = read(kept)
        assert bool(before.outcome) is over(seen)
        if not over(seen) and chance.random() < 0.7:
            terminal.press(*player.keys(seen))
            terminal.read(chance.choice((0, 0.01, 0.03, 0.06, 0.1)))
        terminal.kill()
        after = read(kept)
        assert follows(program, before, after), f"lost: {before.choices} has become {after.choices}"
        if after.outcome:
            kept, command = None, ["play", "pandemic", "--players", "2", "--seed", str(100 + kill)]
        terminal.clear()
    assert not list((own_data / "records").glob("*.damaged*"))
    assert "Traceback" not in terminal.sent


def test_keys_that_a_killed_program_did_not_read_go_to_no_other(window: Windows) -> None:
    terminal = window(80, 24)
    terminal.press("Down", "Enter")
    assert select.select([terminal.slave], [], [], 0)[0]
    terminal.clear()
    assert not select.select([terminal.slave], [], [], 0)[0]


def begun(own_data: Path) -> Path:
    """Return a game with a few choices on disk."""
    Store(own_data / "records").save("begun", some(scenario("pandemic"), 4, seed=3).record())
    return only_record(own_data)


def test_a_file_that_is_damaged_while_it_is_played_is_set_aside_and_told(
    window: Windows, nursery: Nursery, own_data: Path
) -> None:
    terminal = window(80, 24)
    path = begun(own_data)
    terminal.start(nursery, ["play", "--resume", path.stem])
    seen = terminal.sat_down()
    damaged = path.read_text(encoding="utf-8")[:-40]
    path.write_text(damaged, encoding="utf-8")
    player = Player(terminal, 1)
    while not (aside := path.with_suffix(".damaged")).exists():
        seen = player.step(seen)
    for _ in range(3):
        seen = player.step(seen) if "was renamed to" not in seen.words else seen
    assert "was renamed to" in seen.words
    assert aside.read_text(encoding="utf-8") == damaged
    wait_until_it_shows(terminal, scenario("pandemic"), path)


def beside_the_list(seen: Seen, title: str) -> str:
    """The words of the launcher that stand below a title, without the list to the left of them."""
    column = next((row.index(title) for row in seen.rows if title in row), 0)
    return " ".join(" ".join(row[column:] for row in seen.rows).split())


def test_a_damaged_file_is_never_played_and_never_lost(
    window: Windows, nursery: Nursery, own_data: Path
) -> None:
    terminal = window(80, 24)
    path = begun(own_data)
    damaged = path.read_text(encoding="utf-8")[:-40]
    path.write_text(damaged, encoding="utf-8")
    terminal.start(nursery, ["play", "--resume", path.stem])
    assert terminal.ended() == 1
    assert "the file is incomplete" in terminal.sent
    assert terminal.clean()
    terminal.clear()
    terminal.start(nursery, ["play"])
    terminal.wait_for("Saved games")
    terminal.wait_for("damaged")
    terminal.press("Tab")
    told = ("the file is incomplete", "Lazaretto does not change it.")
    terminal.wait("why", lambda seen: all(each in beside_the_list(seen, path.stem) for each in told))
    terminal.press("Enter")
    terminal.wait_for("This file is damaged: it cannot be played.")
    assert path.read_text(encoding="utf-8") == damaged


def test_a_full_disk_is_told_and_the_game_goes_on(window: Windows, nursery: Nursery, own_data: Path) -> None:
    program = scenario("pandemic")
    terminal = window(80, 24)
    path = begun(own_data)
    before = read(path)
    terminal.start(nursery, ["play", "--resume", path.stem], largest=path.stat().st_size)
    seen = terminal.sat_down()
    player = Player(terminal, 2)
    while "could not be saved" not in seen.words:
        seen = player.step(seen)
    assert "File too large" in seen.words
    kept = read(path)
    assert kept.choices[: len(before.choices)] == before.choices
    told = seen.asked
    for _ in range(3):
        seen = player.step(seen)
    assert seen.asked != told
    terminal.kill()
    terminal.clear()
    terminal.start(nursery, ["play", "--resume", path.stem])
    terminal.sat_down()
    wait_until_it_shows(terminal, program, path)
    assert not list(path.parent.glob("*.damaged*"))
