"""The games that `people` play, and what must be asked after some choices."""

from collections.abc import Iterable
from pathlib import Path

from lazaretto.host.server.store.store_rows import ChoiceRow, choices_left

CRATES = 16
WHARF_SETTINGS = """
name = "wharf"
title = "Wharf"
description = "Load crates that nobody else sees."
players = [1, 4]
modules = ["wharf"]
"""
WHARF_RULES = """
"Wharf: hidden hands, a side of its own, and no end. The last crate stays: else all would know the last hand."

kind Crate is a piece

{crates}
extend kind Player
    hold : pile of Crate seen by owner

pile stock of Crate seen by nobody
    starts with Crate

pile quay of Crate seen by all

menu moves "What do you do?"

value team() : set of Player = those player in Player where player != first each in Player

phase game()
    shuffle stock
    for each player in Player
        move top 3 of stock to player.hold
    repeat forever
        for each player in Player
            turn(player)

phase turn(player)
    offer moves to player

action load in moves "Load a crate"
    needs count(my.hold) > 0 else "You have no crate"
    choose crate in my.hold "Which crate?"
    move crate to quay
    say "{{me}} loads {{crate}}."

action fetch in moves "Fetch a crate"
    needs count(stock) > 1 else "The last crate stays here"
    move top of stock to my.hold

action stow in moves "Hide a crate"
    needs count(my.hold) > 0 else "You have no crate"
    choose crate in my.hold "Which crate?"
    move crate to stock
    shuffle stock

action wait in moves "Wait"
    say "{{me}} waits."
"""


def write_wharf(folder: Path) -> None:
    """Write a game with hidden hands and a side; the names of its pieces can be found in any frame."""
    (folder / "wharf").mkdir(parents=True)
    crates = "".join(f'Crate crate_{number:02}\n    "A crate."\n' for number in range(CRATES))
    (folder / "wharf" / "scenario.toml").write_text(WHARF_SETTINGS)
    (folder / "wharf" / "wharf.rules").write_text(WHARF_RULES.format(crates=crates))


class Stones:
    """How a game of `tests/data/stones` stands."""

    keys = ("take > one", "take > two", "take", "rest", "call", "one", "two")

    def __init__(self, seats: int, start: int) -> None:
        self._seats, self._left = seats, start
        self._clock = 0
        self.asked = 0
        self.over = False

    def take(self, row: ChoiceRow) -> None:
        """Take a stored choice.

        Raises:
            AssertionError: that seat cannot choose this now.
        """
        head, _, amount = row.key.partition(" > ")
        assert not self.over, f"{row} after the end"
        if head == "call":
            return  # anybody may
        assert row.seat == self.asked, f"{row} where seat {self.asked} is asked"
        if head == "take":
            if not amount and self._left > 1:
                return  # which amount is asked next
            self._left -= 2 if amount == "two" else 1
            assert self._left >= 0, f"{row}: more than there is"
        self._clock += 1
        self.over = self._left == 0 or self._clock >= 8
        self.asked = (self.asked + 1) % self._seats


class Wharf:
    """How a game of `wharf` stands."""

    keys = ("wait", "wait", "fetch", "load", "stow")
    over = False

    def __init__(self, seats: int) -> None:
        self._hands, self._stock = [3] * seats, CRATES - 3 * seats
        self.asked = 0

    def take(self, row: ChoiceRow) -> None:
        """Take a stored choice; raises as `Stones.take` does."""
        assert row.seat == self.asked, f"{row} where seat {self.asked} is asked"
        head, _, crate = row.key.partition(" > ")
        hand = self._hands[row.seat]
        if head in ("load", "stow"):
            if not crate and hand > 1:
                return  # which crate is asked next
            self._hands[row.seat] -= 1
            self._stock += head == "stow"
        elif head == "fetch":
            assert self._stock > 1, f"{row}: the last one stays"
            self._hands[row.seat] += 1
            self._stock -= 1
        self.asked = (self.asked + 1) % len(self._hands)


def stands(scenario: str, seats: int, start: int, rows: Iterable[ChoiceRow]) -> Stones | Wharf:
    """Where a game stands after some rows of its history."""
    game = Stones(seats, start) if scenario == "stones" else Wharf(seats)
    for row in choices_left(rows):
        game.take(row)
    return game
