"""The editor for an answer: holds the cursor, the picked options and the typed text.

It sends nothing before the answer is complete. It handles keys without a screen, so tests need no screen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lazaretto.rules import DecisionView, Option, Ref
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.line.parse_answer import folded
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.option_letters import DIGITS, Letters


@dataclass(frozen=True, slots=True)
class Sent:
    """The answer is complete."""

    key: str
    seat: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The option cannot be chosen, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Stays:
    """The cursor moved or an option was picked; the answer is not complete yet."""


Reply = Sent | Refused | Stays


@dataclass(frozen=True, slots=True)
class Row:
    """An option in the list."""

    option: Option
    letter: str
    picked: int = 0
    """The position among the picked options, from 1; 0: not picked."""

    @property
    def closed(self) -> bool:
        """Whether it cannot be chosen; the list then shows the reason."""
        return self.option.why_not is not None


@dataclass(slots=True)
class Question:
    """A question for a seat; the base class asks for one option, from the list or on the board."""

    decision: DecisionView
    keymap: Keymap = field(default_factory=default_keymap)
    """The player's keys, for messages that name one."""
    rows: list[Row] = field(default_factory=list)
    spots: Mapping[Ref, Option] = field(default_factory=dict)
    """Options that the player can choose on the board; empty if the player chooses from the list."""
    cursor: int = 0
    """The row under the cursor; -1: none yet, so that Enter chooses nothing by accident."""
    picked: list[str] = field(default_factory=list)
    """Option keys in the order in which the player picked them."""

    # --- properties ----------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat that answers: not the asked one, if it only changes an answer or acts in between."""
        return next((each.seat for each in self.decision.options), self.decision.seat)

    @property
    def on_board(self) -> bool:
        """Whether the player chooses on the board."""
        return bool(self.spots)

    @property
    def lit(self) -> frozenset[Ref] | None:
        """What can be chosen on the board; None if the player chooses from the list."""
        if not self.on_board:
            return None
        return frozenset(ref for ref, option in self.spots.items() if option.why_not is None)

    @property
    def chosen(self) -> frozenset[Ref]:
        """What the player has picked on the board."""
        return frozenset(ref for ref, option in self.spots.items() if option.key in self.picked)

    @property
    def open(self) -> list[Row]:
        """The rows that can be chosen."""
        return [row for row in self.rows if not row.closed]

    @property
    def current(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def amount(self) -> str:
        """How many options are wanted and picked, in words; empty if only one is wanted."""
        return ""

    @property
    def dial(self) -> tuple[str, int, int] | None:
        """The current number and its limits; None if the question does not ask for a number."""
        return None

    @property
    def at_once(self) -> bool:
        """Whether choosing an option answers the question."""
        return True

    @property
    def carries(self) -> bool:
        """Whether rows can be moved up and down."""
        return False

    @property
    def in_columns(self) -> bool:
        """Whether the list may have several columns."""
        return True

    @property
    def enter_points(self) -> bool:
        """Whether Enter chooses the spot under the board cursor."""
        return self.on_board

    @property
    def picks(self) -> bool:
        """Whether the player picks options one by one before sending the answer."""
        return False

    @property
    def board_hint(self) -> str:
        """The hint for the key that chooses on the board, by its name in the registry."""
        return "table.take"

    @property
    def list_hints(self) -> tuple[str, ...]:
        """The hints for the keys that choose in the list."""
        return ("table.hint.letter", "table.hint.to_board")

    def mark(self, row: Row) -> str:
        """The text in front of an open row."""
        return f"{row.letter or ' '} "

    def marks(self, options: Sequence[Option], letters: Letters) -> tuple[str, ...]:
        """Letters for a list; on the board, letters search for names, so options outside it get digits."""
        if self.on_board:
            others = iter(DIGITS)
            shown = {id(each) for each in self.spots.values()}
            return tuple("" if id(option) in shown else next(others, "") for option in options)
        return letters.give(options)

    # --- moving and picking --------------------------------------------------------------------

    def move(self, step: int) -> Reply:
        """Move the cursor to another row."""
        if self.cursor < 0:
            self.cursor = 0 if step > 0 else len(self.rows) - 1
        elif abs(step) > 1:
            self.cursor = self.cursor + step if 0 <= self.cursor + step < len(self.rows) else self.cursor
        elif self.rows:
            self.cursor = (self.cursor + step) % len(self.rows)
        return Stays()

    def go(self, direction: str, deep: int) -> Reply:
        """Handle an arrow key; `deep` is the number of rows per column."""
        return self.move({"up": -1, "left": -deep, "down": 1, "right": deep}[direction])

    def carry(self, step: int) -> Reply:
        """Move the row under the cursor, if the question asks for an order."""
        return Stays()

    def take(self, index: int) -> Reply:
        """Choose a row: this answers the question, or picks the row if several are wanted."""
        if not 0 <= index < len(self.rows):
            return Stays()
        self.cursor = index
        return self.take_option(self.rows[index].option)

    def take_option(self, option: Option) -> Reply:
        """Choose an option, from the list or on the board."""
        if option.why_not is not None:
            return Refused(option.why_not)
        return self.take_open(option)

    def take_open(self, option: Option) -> Reply:
        """Choose an open option."""
        return Sent(option.key, option.seat)

    def confirm(self) -> Reply:
        """Handle Enter: send the current answer."""
        return self.take(self.cursor) if self.cursor >= 0 else Refused(say.NOTHING_UNDER_CURSOR())

    def space(self) -> Reply:
        """Handle Space in the list."""
        return self.confirm()

    def take_found(self) -> Reply | None:
        """Handle Enter after a search: choose the row found; None: do the same as Enter."""
        return None

    def typed(self, character: str) -> Reply | None:
        """Handle a letter or digit; None if it means nothing here."""
        for index, row in enumerate(self.rows):
            if row.letter == character:
                return self.take(index)
        return None

    def find(self, text: str) -> int | None:
        """The row whose name starts with a text, or else contains it; open rows first."""
        wanted = folded(text)
        if not wanted:
            return None
        names = [(index, folded(row.option.label), row.closed) for index, row in enumerate(self.rows)]
        for fits in (str.startswith, str.__contains__):
            for closed in (False, True):
                for index, name, shut in names:
                    if shut == closed and fits(name, wanted):
                        return index
        return None

    def erase(self) -> Reply:
        """Delete the last digit."""
        return Stays()

    def clear(self) -> bool:
        """Clear what was picked or typed; return whether there was anything."""
        return False

    def renumber(self, keys: Sequence[str]) -> None:
        """Number the rows by their position among these keys."""
        order = {key: place for place, key in enumerate(keys, 1)}
        self.rows[:] = [Row(row.option, row.letter, order.get(row.option.key, 0)) for row in self.rows]
