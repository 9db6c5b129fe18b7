"""Plays a game with keys only, from nothing but what is on the screen."""

import re
from collections import deque
from random import Random

from tests.end_to_end.seen import Seen
from tests.end_to_end.terminals import Terminal

MOST_KEYS = 6_000
"""The maximum number of steps; no game of these tests is longer."""

OVER = " ■ "
"""The text in place of the question after the game has ended."""

AMOUNT = re.compile(r"\(pick (?:(up to) )?(\d+)(?: (?:to|or) (\d+))?: (\d+) picked")
SIGN = re.compile(r"^\W+")
LIMITS = re.compile(r"from (-?\d+) to (-?\d+)")


class Player:
    """A player who reads the screen and tries things at random."""

    def __init__(self, terminal: Terminal, seed: int, curious: bool = False) -> None:
        self.terminal = terminal
        self.chance = Random(seed)
        self.curious = curious
        """Whether it also opens pages, looks at other places, and undoes choices."""
        self.curtains = 0
        self.scenes = 0
        self.kinds: set[str] = set()
        """The kinds of questions that were asked."""
        self._pressed = 0
        self._before: tuple[str, ...] = ()
        self._stuck = 0
        self._trail: deque[tuple[str, list[str]]] = deque(maxlen=12)

    def play(self) -> Seen:
        """Play until the game is over; return the last screen."""
        seen = self.terminal.settle()
        while not over(seen):
            seen = self.step(seen)
        return seen

    def step(self, seen: Seen) -> Seen:
        """Do one thing, and return the resulting screen."""
        self._stuck = self._stuck + 1 if seen.rows == self._before else 0
        self._before = seen.rows
        assert self._stuck < 40, self._told("nothing happens any more", seen)
        assert self._pressed < MOST_KEYS, self._told("this never ends", seen)
        keys = self.keys(seen)
        self._pressed += len(keys)
        self._trail.append((seen.question, keys))
        self.terminal.press(*keys)
        return self.terminal.answered(seen, len(keys) == 1)

    def _told(self, what: str, seen: Seen) -> str:
        trail = "\n".join(f"{question} -> {keys}" for question, keys in self._trail)
        return f"{what}:\n{trail}\n{seen.text}"

    def keys(self, seen: Seen) -> list[str]:
        """Return the keys that a player might press now."""
        bar = seen.keys
        if seen.curtain:
            self.curtains += 1
            return ["Enter"]
        assert "new game" not in bar, self._told("this is not the table", seen)
        if any(row.startswith(OVER) for row in seen.rows):
            return ["v", "c"] if self._stuck else []
        if seen.question_row is None:
            return ["Escape"]
        if "go on" in bar and "undo" not in bar:
            self.scenes += 1
            return ["Space"]
        if "stop typing" in bar:
            fresh = _typable(seen) if seen.typed == "" else []
            return [*self.chance.choice(fresh).lower(), "Enter"] if fresh else ["Escape"]
        if self.curious and not self.chance.randrange(12):
            return self._look_around()
        return self._answer(seen, bar)

    def _answer(self, seen: Seen, bar: str) -> list[str]:
        if "look around" in bar:
            return ["Tab"]
        if "more or less" in bar:
            return self._number(seen)
        if "order" in bar:
            return self._order()
        if "Tab next" in bar:
            return self._place(seen, several="space pick" in bar, writing="a name" in bar)
        if "space pick" in bar:
            # Between two frames, the keys may still be those of the question before.
            return self._some(seen) if AMOUNT.search(seen.asked) else []
        if "choose" in bar:
            return self._one(seen)
        return ["Escape"]

    def _one(self, seen: Seen) -> list[str]:
        self.kinds.add("one")
        letters = [option.letter for option in seen.options if option.letter]
        if not letters:
            return ["Down"] * self.chance.randint(1, 5) + ["Enter"] * bool(self._stuck)
        return [self.chance.choice(letters)]

    def _some(self, seen: Seen) -> list[str]:
        self.kinds.add("some")
        picked, least, most = _amount(seen)
        wanted = self.chance.randint(least, max(least, min(most, least + 2)))
        if picked == wanted or (picked >= least and self._stuck):
            return ["Enter"]
        free = [option.letter for option in seen.options if option.letter and option.box == "[ ]"]
        taken = [option.letter for option in seen.options if option.letter and option.box == "[x]"]
        if picked > wanted and taken:
            return [self.chance.choice(taken)]
        if free and self.chance.randrange(3) and self._stuck < 5:
            return [self.chance.choice(free)]
        return [*["Down"] * self.chance.randrange(8), "Space"]

    def _order(self) -> list[str]:
        self.kinds.add("order")
        moves = ["Down", "Up", "S-Down", "S-Up", "J", "K"]
        return [*self.chance.choices(moves, k=self.chance.randrange(6)), "Enter"]

    def _number(self, seen: Seen) -> list[str]:
        self.kinds.add("number")
        limits = LIMITS.search(seen.asked)
        if limits is None or self.chance.randrange(2):
            return [*["Up"] * self.chance.randrange(3), "Enter"]
        return [*str(self.chance.randint(int(limits[1]), int(limits[2]))), "Enter"]

    def _place(self, seen: Seen, several: bool, writing: bool) -> list[str]:
        self.kinds.add("places" if several else "place")
        digits = [option.letter for option in seen.options if option.letter.isdecimal()]
        if digits and not self.chance.randrange(4):
            return [self.chance.choice(digits)]
        ways = ["Left", "Down", "Right", "Up"] if writing else ["Left", "Down", "l", "k"]
        go = [*self.chance.choices(ways, k=2), *["Tab"] * self.chance.randint(1, 5)]
        if not several:
            names = [] if self.chance.randrange(4) else _typable(seen)
            if not names:
                return [*go, "Enter"]
            return [*self.chance.choice(names).lower()] if writing else ["/"]
        picked, least, most = _amount(seen)
        if picked >= least and (picked >= most or self.chance.randrange(2)):
            return ["Enter"]
        return [*go, "Space"]

    def _look_around(self) -> list[str]:
        return self.chance.choice((["v", "s"], ["v", "p"], ["v", "l"], ["?"], ["u"], ["e"]))


def over(seen: Seen) -> bool:
    """Whether the screen says how the game ended."""
    return "the game is over" in seen.rows[0]


def _typable(seen: Seen) -> list[str]:
    shown = seen.names if "on the board" in seen.asked else [option.name for option in seen.options]
    names = [SIGN.sub("", each) for each in shown]
    return [name for name in names if name.isascii() and name.replace(" ", "").isalpha()]


def _amount(seen: Seen) -> tuple[int, int, int]:
    found = AMOUNT.search(seen.asked)
    assert found is not None, seen.text
    most = int(found[3] or found[2])
    return int(found[4]), 0 if found[1] else int(found[2]), most
