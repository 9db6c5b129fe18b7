"""A local table: one game, its seats, and the record on disk that follows every choice.

The record is written before anybody is asked again: who pulls the plug loses nothing.
"""

from dataclasses import dataclass, field

from host.replay import Replay, replay
from host.store import Store
from rules import Game, Program, Record


@dataclass(slots=True)
class Table:
    """A game that is being played, and the name of its file."""

    game: Game
    store: Store
    name: str
    notices: list[str] = field(default_factory=list)
    """What the players should hear about the file; whoever shows them empties the list."""

    def choose(self, key: str, seat: int | None = None) -> tuple[str, ...]:
        """Choose and write it down; the log lines that followed come back.

        Raises:
            ChoiceError: the choice is not open; nothing has changed.
            RuleError: a rule is wrong; nothing has changed.
            StoreError: the game has gone on, but its record could not be written.
        """
        lines = self.game.choose(key, seat)
        self.save()
        return lines

    def undo(self) -> None:
        """Take the last choice back with all its steps, on disk too.

        Raises:
            ChoiceError: it cannot be taken back.
            StoreError: the record could not be written.
        """
        before = len(self.game.record().choices)
        self.game.undo()
        while len(self.game.record().choices) == before:
            self.game.undo()
        self.save()

    def save(self) -> None:
        """Write the record as it stands.

        Raises:
            StoreError: it could not be written.
        """
        notice = self.store.save(self.name, self.game.record())
        if notice:
            self.notices.append(notice)


def open_table(game: Game, store: Store) -> Table:
    """Sit down to a new game, under a name of its own."""
    table = Table(game, store, store.fresh(game.record().scenario))
    table.save()
    return table


def resume_table(program: Program, record: Record, store: Store, name: str) -> tuple[Table, Replay]:
    """Take a recorded game up again, as far as the rules still follow it.

    Where they do not, the game goes on under a new name and the old file stays as it was.

    Raises:
        StartError: the game cannot be set up as the record says.
    """
    again = replay(program, record)
    keep = again.difference is None and not again.changed and name
    return Table(again.game, store, name if keep else store.fresh(program.name)), again
