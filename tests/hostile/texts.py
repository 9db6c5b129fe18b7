"""Breaks texts of scenarios, their tables and records at random, and checks that each has an answer.

    python -m tests.hostile.texts --count 200000 --seed 1 --jobs 2 --json texts.json

A broken text gives mistakes or a game that can be played. A broken record is read or refused with a sentence,
and so is everything that a player may do with it; nothing takes long, and nothing is unexpected.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from lazaretto.host import Store, crash_report, sit_down
from lazaretto.host.lobby.lobby_protocol import Access, LobbyError
from lazaretto.host.lobby.local_lobby import LocalLobby
from lazaretto.lab.game_rows import names_for
from lazaretto.lab.playing.bots import COMPANIONS
from lazaretto.rules import ChoiceError, RuleError, load
from lazaretto.rules.run.records.record_file import RecordError, read, write
from tests.grammar.test_fuzz import answer
from tests.hostile.broken_records import broken_record
from tests.hostile.pieces import Tally, arguments, finish, run_pieces, summary
from tests.rules.test_fuzz import DATA, HOUSE, SIGNS, TOYS, WORDS, damaged, survives

SIZE = 200
LONGEST = 10.0
"""Seconds that any answer may take."""

ENDINGS = {".rules", ".tests", ".toml"}
SHIPPED = tuple(
    sorted(each for each in (HOUSE / "scenarios").glob("*/*.*") if each.suffix in {".rules", ".tests"})
)


def any_text(random: Random, place: Path) -> str:
    """Parse and format some damaged lines of a shipped scenario."""
    lines = _lines_of(random.choice(SHIPPED))
    start = random.randrange(len(lines))
    lines = lines[start : start + random.randrange(1, 40)]
    for _ in range(random.randrange(5)):
        at = random.randrange(len(lines))
        column = random.randrange(len(lines[at]) + 1)
        more = random.choice((random.choice(SIGNS), random.choice(WORDS), "", random.choice(lines)))
        lines[at] = lines[at][:column] + more + lines[at][column + random.randrange(3) :]
    return "correct" if answer("\n".join(lines)) else "mistakes"


def any_game(random: Random, place: Path) -> str:
    """Compile and play a small scenario with damage in its rules or tables."""
    toy = random.choice(TOYS)
    texts = {
        path.name: "\n".join(_lines_of(path)) for path in sorted(toy.iterdir()) if path.suffix in ENDINGS
    }
    folder = place / toy.name
    folder.mkdir(exist_ok=True)
    for name, text in damaged(texts, random, random.choice((1, 1, 2, 4))).items():
        (folder / name).write_text(text, encoding="utf-8")
    return "playable" if survives(folder, random.randrange(100)) else "mistakes"


def any_record(random: Random, place: Path) -> str:
    """Read a broken record."""
    data = broken_record(random.choice(records()), random)
    try:
        found = read(data.decode("utf-8", "replace"), "game")
    except RecordError:
        return "refused"
    if read(write(found), "game") != found:
        raise AssertionError("a record that was read cannot be written")
    return "read"


def any_kept_game(random: Random, place: Path) -> str:
    """Do with a broken record what a player may do with a kept game."""
    folder = place / "records"
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_bytes(broken_record(random.choice(records()), random))
    lobby = LocalLobby([DATA], Store(folder), COMPANIONS, place / "settings.toml")
    return asyncio.run(_handled(lobby, random))


async def _handled(lobby: LocalLobby, random: Random) -> str:
    (kept,) = await lobby.kept()
    try:
        kept = await lobby.find(kept.path)
        await lobby.standing(kept)
        sitting = await sit_down(await lobby.resume(kept, random.choice((Access.LOOK, Access.PLAY))))
        decision = sitting.seats[0].look().view.decision
        for option in (decision.options if decision is not None else ())[:1]:
            with suppress(ChoiceError, RuleError):
                await sitting.seats[0].choose(option.key)
        sitting.leave()
        showing = await lobby.replay(kept)
        for at in (0, showing.replay.info.length):
            await showing.replay.frame(at, random.choice((None, 0)))
    except (LobbyError, RuleError):
        return "refused"
    finally:
        for each in lobby.store.all():
            each.path.unlink()
    return "opened"


SORTS: dict[str, tuple[int, Callable[[Random, Path], str]]] = {
    "text": (40, any_text),
    "game": (8, any_game),
    "record": (40, any_record),
    "kept game": (12, any_kept_game),
}
"""What is broken, how often of a hundred, and the check."""


@cache
def _lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


@cache
def records() -> tuple[str, ...]:
    """Return the records of some small games, unfinished and finished."""
    found = []
    for name in ("stones", "fugitive", "errands"):
        program = load(DATA / name).program
        assert program is not None
        for seed, most in ((1, 6), (2, 10_000)):
            game = program.start(seed=seed, players=names_for(max(2, program.players[0])))
            game.wander(Random(seed).randrange, most)
            found.append(write(game.record()))
    return tuple(found)


def piece(seed: int, numbers: range) -> Tally:
    """Break some texts."""
    tally, crashes = Tally(), list[str]()

    def crashed(error: Exception) -> str:
        crashes.append(repr(error))
        return "unexpected"

    really, crash_report.report = crash_report.report, crashed
    try:
        with tempfile.TemporaryDirectory() as place:
            for number in numbers:
                _one(seed, number, Path(place), tally, crashes)
    finally:
        crash_report.report = really
    return tally


def _one(seed: int, number: int, place: Path, tally: Tally, crashes: list[str]) -> None:
    random = Random(f"{seed}/{number}")
    (sort,) = random.choices(list(SORTS), [share for share, _ in SORTS.values()])
    begun = time.process_time()
    try:
        tally.count(sort, SORTS[sort][1](random, place))
    except Exception as error:  # whatever it is, it is counted
        tally.problem(sort, f"{sort} {number} of seed {seed}: {error!r}")
    for crash in crashes:
        tally.problem(sort, f"{sort} {number} of seed {seed}: unexpected {crash}")
    crashes.clear()
    if (took := time.process_time() - begun) > LONGEST:
        tally.problem(sort, f"{sort} {number} of seed {seed} took {took:.1f} s")


def main(argv: Sequence[str] | None = None, size: int = SIZE) -> int:
    """Break the texts and print a summary."""
    given, begun = arguments("count", 2_000, argv), time.monotonic()
    items = range(given.first, given.first + given.items)
    total = run_pieces(piece, given.seed, items, given.jobs, size)
    return finish(summary("broken texts and records", given, total, begun), given.json)


if __name__ == "__main__":
    sys.exit(main())
