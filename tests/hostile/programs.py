"""Programs that people play with, as the kill harness sees them: start, read, send, kill.

A server can be put in the place of the app: it needs a class with these methods and a line in `PROGRAMS`.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Protocol

from lazaretto.rules import Game
from tests.end_to_end.kept import Stand
from tests.end_to_end.player import Player, over
from tests.end_to_end.seen import Seen
from tests.end_to_end.terminals import GLANCE, Memory, Nursery
from tests.patience import PATIENCE

PROMPT = "> "
"""What line mode writes when it waits for a line."""


class PlayersProgram(Protocol):
    """A running program at which somebody plays."""

    def start(self, *command: str) -> None:
        """Start it and wait until it asks somebody."""

    def read(self, wanted: Callable[[], Stand]) -> bool:
        """Wait until it shows what the record says; return whether it does."""

    def send(self, game: Game, chance: Random, wait: bool) -> None:
        """Give one answer in this game; without `wait`, return at once."""

    def linger(self, seconds: float) -> None:
        """Let it work for a moment."""

    def kill(self) -> None:
        """Kill it without time to clean up."""

    def contradicts(self, kept: Stand) -> bool:
        """After a kill: whether the last thing it showed was another decision than this."""

    def close(self) -> None:
        """Give up everything."""


class App:
    """The full-screen app on a terminal in memory."""

    def __init__(self, nursery: Nursery, seed: int) -> None:
        self._nursery = nursery
        self._terminal = Memory(80, 24)
        self._player = Player(self._terminal, seed)
        self._seen: Seen

    def start(self, *command: str) -> None:
        self._terminal.clear()
        self._terminal.start(self._nursery, ["play", *command])
        self._seen = self._asked(self._terminal.sat_down())

    def _asked(self, seen: Seen) -> Seen:
        """Let the next player sit down, and skip what is shown step by step."""
        while not seen.question and not over(seen):
            seen = self._player.step(seen)
        return seen

    def read(self, wanted: Callable[[], Stand]) -> bool:
        until = time.monotonic() + PATIENCE
        seen = self._terminal.look()
        while not _shows(seen, state := wanted()):
            told = f"what the record says was not seen: {state}, but\n{seen.text}"
            assert time.monotonic() < until, told
            covered = not seen.question and not over(seen)  # by the next player's curtain, or by a page
            seen = self._player.step(seen) if covered else self._terminal.again(until)
        self._seen = seen
        return True

    def send(self, game: Game, chance: Random, wait: bool) -> None:
        if wait:
            self._seen = self._asked(self._player.step(self._seen))
        else:
            self._terminal.press(*self._player.keys(self._seen))

    def linger(self, seconds: float) -> None:
        self._terminal.read(seconds)

    def kill(self) -> None:
        self._terminal.kill()
        assert "Traceback" not in self._terminal.sent
        self._terminal.sent = ""

    def contradicts(self, kept: Stand) -> bool:
        seen = self._terminal.look()
        tells = not self._terminal.torn and (bool(seen.question) or over(seen))
        return tells and not _shows(seen, kept)

    def close(self) -> None:
        self._terminal.close()


def _shows(seen: Seen, wanted: Stand) -> bool:
    """Whether a screen of the app shows a state."""
    return over(seen) if not wanted.question else wanted.is_on(seen.rows[0], seen.asked)


class Lines:
    """Line mode on a terminal in memory."""

    def __init__(self, nursery: Nursery, seed: int) -> None:
        self._nursery = nursery
        self._terminal = Memory(80, 24)

    def start(self, *command: str) -> None:
        self._terminal.sent = ""
        self._terminal.clear()
        self._terminal.start(self._nursery, ["play", "--plain", *command])
        self._wait(lambda: self._waits)

    @property
    def _waits(self) -> bool:
        return self._terminal.sent.endswith(PROMPT)

    def _wait(self, done: Callable[[], bool]) -> bool:
        until = time.monotonic() + PATIENCE
        while not done():
            assert "Traceback" not in self._terminal.sent, self._terminal.sent
            if time.monotonic() > until:
                return False
            self._terminal.read(GLANCE)
        return True

    def _shown(self) -> str:
        """The last block of lines, in one line: the question and its options."""
        blocks = self._terminal.sent.replace("\r\n", "\n").split("\n\n")
        return " ".join(blocks[-1].split())

    def _shows(self, wanted: Stand) -> bool:
        if not wanted.question:
            return "The game is over" in self._terminal.sent
        return self._waits and self._shown().startswith(wanted.question)

    def read(self, wanted: Callable[[], Stand]) -> bool:
        return self._wait(lambda: self._shows(wanted()))

    def send(self, game: Game, chance: Random, wait: bool) -> None:
        before = len(self._terminal.sent)
        key = game.key(game.sample(chance.randrange, game.seat))
        self._terminal.press(f"{key}\n")
        if wait:
            self._wait(lambda: len(self._terminal.sent) > before + len(key) + 2 and self._rests)

    @property
    def _rests(self) -> bool:
        return self._waits or "The game is over" in self._terminal.sent

    def linger(self, seconds: float) -> None:
        self._terminal.read(seconds)

    def kill(self) -> None:
        self._terminal.kill()

    def contradicts(self, kept: Stand) -> bool:
        return self._rests and not self._shows(kept)

    def close(self) -> None:
        self._terminal.close()


PROGRAMS: dict[str, Callable[[Nursery, int], PlayersProgram]] = {"app": App, "line mode": Lines}
