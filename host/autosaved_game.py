"""A table: one game, the bots of the seats without a person, and the record on disk.

The record is written before the next question, so a crash loses nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol
from zlib import crc32

from host import messages as say
from host.record_store import Store
from host.rerun_record import Replayed, replay
from rules import ChoiceError, Game, Program, Ration, Record, RuleError, StoppedError
from rules.run.messages import NOTHING_TO_UNDO

Watch = Callable[[Game], None]
"""Called during a choice, after each line of the log; it may only call `Game.glimpse`."""


class Bot(Protocol):
    """Answers the open decision of a game."""

    def play(self, game: Game) -> None:
        """Give one answer."""


Bots = Mapping[str, Callable[[int], Bot]]
"""Bots by their names, each made from a seed."""


@dataclass(slots=True)
class Table:
    """A game in progress and the name of its file."""

    program: Program
    game: Game
    store: Store
    name: str
    bots: tuple[str, ...] = ()
    """The bot of each seat, an empty name for a person; empty if all seats are persons."""
    made: Bots = field(default_factory=dict)
    """The bots that can play here."""
    notices: list[str] = field(default_factory=list)
    """Messages to the players about the file; the code that shows them empties the list."""

    def is_bot(self, seat: int | None) -> bool:
        """Whether a bot plays for a seat."""
        return seat is not None and bool(self.bots) and bool(self.bots[seat])

    def choose(self, key: str, seat: int | None = None, watch: Watch | None = None) -> tuple[str, ...]:
        """Make a choice, save it, and return the log lines that followed.

        Raises:
            ChoiceError: the choice is not open; nothing has changed.
            RuleError: a rule fails; nothing has changed.
            StoreError: the game has gone on, but its record could not be written.
        """
        game = self.game
        lines = game.choose(key, seat, None if watch is None else lambda: watch(game))
        self.save()
        return lines

    def play_bot(self, watch: Watch | None = None, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Let a bot answer if the open decision is its own; return whether it did.

        A bot gives the same answer in the same position, also after a restart. If `stopped` becomes true
        while it thinks, nothing changes.

        Raises:
            RuleError: a rule fails.
            StoreError: the record could not be written.
        """
        game, seat = self.game, self.game.seat
        if seat is None or not self.is_bot(seat) or stopped():
            return False
        record = game.record()
        bot = self.made[self.bots[seat]](_mixed(record))
        before = game.fork()
        try:
            with (
                game.rationed(Ration(stopped=stopped)),
                game.watching(None if watch is None else lambda: watch(game)),
            ):
                bot.play(game)
        except StoppedError:
            self.game = before
            return False
        except RuleError:
            self.game = before
            raise
        self.save()
        return True

    def back(self) -> None:
        """Undo one step of an unfinished choice, on disk too.

        Raises:
            ChoiceError: there is none, or it cannot be undone.
            StoreError: the record could not be written.
        """
        if not self.game.inside:
            raise ChoiceError(say.NOTHING_BEGUN())
        self.game.undo()
        self.save()

    def undo(self) -> None:
        """Undo the last choice of a person with all its steps, on disk too.

        Raises:
            ChoiceError: it cannot be undone; nothing has changed.
            StoreError: the record could not be written.
        """
        game = self.game.fork()
        seats = [seat for seat, _ in game.record().choices]
        first = max((number for number, seat in enumerate(seats) if not self.is_bot(seat)), default=None)
        if first is None:
            raise ChoiceError(NOTHING_TO_UNDO())
        while len(game.record().choices) > first:
            game.undo()
        self.game = game
        self.save()

    def save(self) -> None:
        """Write the current record.

        Raises:
            StoreError: it could not be written.
        """
        notice = self.store.save(self.name, replace(self.game.record(), bots=self.bots))
        if notice:
            self.notices.append(notice)


def _mixed(record: Record) -> int:
    """A seed from the state of the record; it changes with each choice, so that no bot repeats itself."""
    return crc32(f"{record.seed} {len(record.choices)} {record.choices[-9:]}".encode())


def open_table(
    program: Program, game: Game, store: Store, bots: tuple[str, ...] = (), made: Bots | None = None
) -> Table:
    """Open a table for a new game, under a new name."""
    table = Table(program, game, store, store.fresh(program.name), bots, made or {})
    table.save()
    return table


def resume_table(
    program: Program, record: Record, store: Store, name: str, made: Bots | None = None
) -> tuple[Table, Replayed]:
    """Resume a recorded game as far as the rules still accept its choices.

    If they do not accept all, the game continues under a new name and the old file stays unchanged. A bot
    that no longer exists leaves its seat to a person.

    Raises:
        StartError: the game cannot be set up as the record says.
    """
    again = replay(program, record)
    keep = again.difference is None and not again.changed and name
    known = made or {}
    bots = tuple(each if each in known else "" for each in record.bots)
    table = Table(program, again.game, store, name if keep else store.fresh(program.name), bots, known)
    return table, again
