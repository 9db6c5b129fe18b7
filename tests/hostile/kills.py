"""Kills the app and line mode at random moments while they play, and checks that nothing shown is lost.

    python -m tests.hostile.kills --kills 2000 --seed 1 --jobs 2 --json kills.json

After each kill the record is whole, holds every choice that was shown, and leads to the same state. The next
start goes on at the same decision: no lock and no half-written file is in its way.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from lazaretto.host import Store
from lazaretto.lab.game_rows import names_for
from lazaretto.rules import Program, Record
from lazaretto.rules.link.find_scenarios import built_in, scenarios
from tests.end_to_end.kept import Stand, follows, game_of, program_of, read, records, stand
from tests.end_to_end.terminals import nursery
from tests.hostile.games import fitting, options_for
from tests.hostile.pieces import Tally, arguments, finish, run_pieces, summary
from tests.hostile.programs import PROGRAMS, PlayersProgram

SIZE = 10
"""Kills of one piece; they share a program and a scenario."""

MOMENTS = (0.0, 0.002, 0.005, 0.01, 0.02, 0.03, 0.06, 0.1)
"""Seconds between an answer and the kill."""

QUIET = {"LAZARETTO_PACE": "off", "LAZARETTO_COLOURS": "256"}


def playable() -> list[str]:
    """Return the built-in games."""
    return sorted(
        scenario.name
        for scenario in scenarios(())
        if scenario.folder.parent == built_in() and not scenario.problem
    )


class Match:
    """A game that is played with a program and killed again and again."""

    def __init__(
        self, program: PlayersProgram, name: str, data: Path, chance: Random, prepared: bool = False
    ) -> None:
        """Make a match; if `prepared`, most games begin somewhere in their middle."""
        self._program, self._data, self._chance = program, data, chance
        self._prepared = prepared
        self._rules: Program = program_of(built_in() / name)
        self._command: list[str] = []
        self._kept: Path | None = None
        self._stood: tuple[Record, Stand] | None = None
        self.name = name
        self.checked = 0
        """Choices that were compared after a kill."""

    def kill(self) -> None:
        """Go on with the game, play a little, and kill the program.

        Raises:
            AssertionError: something was lost.
        """
        if self._kept is None and self._prepared and self._chance.random() < 0.8:
            self._prepare()
        before = set(records(self._data))
        self._program.start(*(self._command or self._new()))
        if self._kept is None:
            (self._kept,) = set(records(self._data)) - before
            self._command = ["--resume", self._kept.stem]
        kept = self._kept
        assert self._program.read(self._stand), "another decision is shown after the start"
        assert not list(kept.parent.glob(".*.new")), "what a killed program left was not removed"
        for _ in range(self._chance.randrange(3)):
            if not self._over():
                self._program.send(game_of(self._rules, read(kept)), self._chance, wait=True)
                assert self._program.read(self._stand), "what is shown is not in the record"
        shown, stood = read(kept), self._stand()
        if not shown.outcome and self._chance.random() < 0.7:
            self._program.send(game_of(self._rules, shown), self._chance, wait=False)
            self._program.linger(self._chance.choice(MOMENTS))
        self._program.kill()
        after = read(kept)
        assert follows(self._rules, shown, after), f"{shown.choices} has become {after.choices}"
        game_of(self._rules, after)
        unchanged = after.choices == shown.choices
        assert not (unchanged and self._program.contradicts(stood)), "a choice was shown before it was kept"
        self.checked += len(after.choices)
        assert not list(kept.parent.glob("*.damaged*")), "a record was set aside"
        if after.outcome:
            self.leave()

    def leave(self) -> None:
        """Begin another game with the next kill."""
        self._kept, self._command = None, []

    def _new(self) -> list[str]:
        chance = self._chance
        players, seed = chance.randint(*self._rules.players), chance.randrange(10**6)
        chosen = fitting(self._rules, players, options_for(self._rules, chance))
        given = [f"{name}={value}" for name, value in chosen.items()]
        options = [word for each in given for word in ("--option", each)]
        return [self.name, "--players", str(players), "--seed", str(seed), *options]

    def _prepare(self) -> None:
        """Put the record of a game in the player's folder that has been played for a while."""
        rules, chance = self._rules, self._chance
        players = names_for(chance.randint(*rules.players))
        options = fitting(rules, len(players), options_for(rules, chance))
        game = rules.start(seed=chance.randrange(10**6), players=players, options=options)
        game.wander(chance.randrange, chance.choice((5, 20, 60, 150)))
        if game.outcome is None:
            store = Store(self._data / "records")
            name = store.fresh(rules.name)
            store.save(name, game.record())
            self._kept, self._command = store.path(name), ["--resume", name]

    def _over(self) -> bool:
        assert self._kept is not None
        return bool(read(self._kept).outcome)

    def _stand(self) -> Stand:
        """Return what the record says; it is replayed only if it has changed."""
        assert self._kept is not None
        record = read(self._kept)
        if self._stood is None or self._stood[0] != record:
            self._stood = record, stand(self._rules, record)
        return self._stood[1]


@contextmanager
def own_folder() -> Iterator[Path]:
    """A player's folder for one piece; compiled games are shared."""
    before = dict(os.environ)
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(QUIET, HOME=home, XDG_DATA_HOME=home, XDG_CACHE_HOME=cache)
        try:
            yield Path(home) / "lazaretto"
        finally:
            os.environ.clear()
            os.environ.update(before)


def piece(seed: int, numbers: range) -> Tally:
    """Kill one program some times in one scenario."""
    tally, games = Tally(), playable()
    turn = numbers[0] // SIZE
    kind = list(PROGRAMS)[turn % len(PROGRAMS)]
    name = games[turn // len(PROGRAMS) % len(games)]
    chance = Random(f"{seed}/{numbers[0]}")
    with own_folder() as data:
        program = PROGRAMS[kind](nursery(), chance.randrange(10**6))
        match = Match(program, name, data, chance, prepared=True)
        try:
            for number in numbers:
                tally.count("kills", f"{kind}, {name}")
                try:
                    match.kill()
                except Exception as error:  # whatever it is, it is counted, and another game begins
                    tally.problem(f"{kind}, {name}", f"kill {number} of seed {seed}: {error!r}")
                    program.close()
                    program = PROGRAMS[kind](nursery(), number)
                    checked, match = match.checked, Match(program, name, data, chance, prepared=True)
                    match.checked = checked
            tally.count("choices checked", kind, match.checked)
        finally:
            program.close()
    return tally


def main(argv: Sequence[str] | None = None, size: int = SIZE) -> int:
    """Kill as often as asked and print a summary."""
    given, begun = arguments("kills", 40, argv), time.monotonic()
    items = range(given.first, given.first + given.items)
    total = run_pieces(piece, given.seed, items, given.jobs, size)
    return finish(summary("kills", given, total, begun) | {"lost": total.problems}, given.json)


if __name__ == "__main__":
    sys.exit(main())
