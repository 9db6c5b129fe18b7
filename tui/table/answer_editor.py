"""A decision while it is being answered: where the cursor stands, what is picked, what has been typed.

Nothing is sent before the answer is complete. This knows keys but no screen, so tests need none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules import DecisionView, Option, Ref
from tui.keys.keymap import Keymap, default_keymap
from tui.parse_answer import folded
from tui.table.option_letters import Letters, digits


@dataclass(frozen=True, slots=True)
class Sent:
    """The answer is whole."""

    key: str
    seat: int


@dataclass(frozen=True, slots=True)
class Refused:
    """It cannot be chosen, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Stays:
    """Something moved or was picked; there is more to do."""


Reply = Sent | Refused | Stays


@dataclass(frozen=True, slots=True)
class Row:
    """An option as it is listed."""

    option: Option
    letter: str
    picked: int = 0
    """The place among what is picked, from 1; 0: not picked."""

    @property
    def closed(self) -> bool:
        """Whether it is shown only with its reason."""
        return self.option.why_not is not None


@dataclass(slots=True)
class Question:
    """What is asked of a seat; on its own, one option of a list or of the board."""

    decision: DecisionView
    keymap: Keymap = field(default_factory=default_keymap)
    """The player's keys, for answers that name one."""
    rows: list[Row] = field(default_factory=list)
    spots: Mapping[Ref, Option] = field(default_factory=dict)
    """Options that can be pointed at on the board; empty where the list is the way to choose."""
    cursor: int = 0
    picked: list[str] = field(default_factory=list)
    """Keys in the order in which they were picked."""

    # --- what there is -------------------------------------------------------------------------

    @property
    def on_board(self) -> bool:
        """Whether the board is the way to choose."""
        return bool(self.spots)

    @property
    def lit(self) -> frozenset[Ref] | None:
        """What can be chosen on the board; None where the board is not asked."""
        if not self.on_board:
            return None
        return frozenset(ref for ref, option in self.spots.items() if option.why_not is None)

    @property
    def chosen(self) -> frozenset[Ref]:
        """What has been picked on the board."""
        return frozenset(ref for ref, option in self.spots.items() if option.key in self.picked)

    @property
    def open(self) -> list[Row]:
        """What may be chosen."""
        return [row for row in self.rows if not row.closed]

    @property
    def current(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def amount(self) -> str:
        """How many are wanted and picked, in words; empty where one is."""
        return ""

    @property
    def dial(self) -> tuple[str, int, int] | None:
        """The number as it stands and its limits; None where no number is asked."""
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
        """Whether rows may stand side by side."""
        return True

    @property
    def enter_points(self) -> bool:
        """Whether Enter takes what the cursor of the board is on."""
        return self.on_board

    @property
    def picks(self) -> bool:
        """Whether options are picked one by one before the answer is given."""
        return False

    @property
    def board_hint(self) -> str:
        """The hint of the key that chooses on the board, by its name in the registry."""
        return "table.take"

    @property
    def list_hints(self) -> tuple[str, ...]:
        """The hints of the keys that choose in the list."""
        return ("table.hint.letter", "table.hint.to_board")

    def mark(self, row: Row) -> str:
        """What stands in front of an open row."""
        return f"{row.letter or ' '} "

    def marks(self, options: Sequence[Option], letters: Letters) -> tuple[str, ...]:
        """Letters for a list; on the board letters are for names, so only what is not there gets a digit."""
        if self.on_board:
            others = iter(digits(len(options)))
            shown = {id(each) for each in self.spots.values()}
            return tuple("" if id(option) in shown else next(others) for option in options)
        return letters.give([(option.key, option.label) for option in options])

    # --- moving and picking --------------------------------------------------------------------

    def move(self, step: int) -> Reply:
        """Go to another row."""
        if abs(step) > 1:
            self.cursor = self.cursor + step if 0 <= self.cursor + step < len(self.rows) else self.cursor
        elif self.rows:
            self.cursor = (self.cursor + step) % len(self.rows)
        return Stays()

    def go(self, direction: str, deep: int) -> Reply:
        """An arrow, where so many rows stand below each other."""
        return self.move({"up": -1, "left": -deep, "down": 1, "right": deep}[direction])

    def carry(self, step: int) -> Reply:
        """Move the row under the cursor, where the order is asked."""
        return Stays()

    def take(self, index: int) -> Reply:
        """Choose a row: the answer where one is asked, a pick where several are."""
        if not 0 <= index < len(self.rows):
            return Stays()
        self.cursor = index
        return self.take_option(self.rows[index].option)

    def take_option(self, option: Option) -> Reply:
        """Choose an option, from the list or from the board."""
        if option.why_not is not None:
            return Refused(option.why_not)
        return self.take_open(option)

    def take_open(self, option: Option) -> Reply:
        """Choose an open option."""
        return Sent(option.key, option.seat)

    def confirm(self) -> Reply:
        """Enter: give the answer as it stands."""
        return self.take(self.cursor)

    def space(self) -> Reply:
        """Space in the list."""
        return self.confirm()

    def take_found(self) -> Reply | None:
        """Enter after a name was typed: what happens to the row it led to; None: the same as Enter does."""
        return None

    def typed(self, character: str) -> Reply | None:
        """A letter or digit; None where it means nothing here."""
        for index, row in enumerate(self.rows):
            if row.letter == character:
                return self.take(index)
        return None

    def find(self, text: str) -> int | None:
        """The row whose name begins with a text, or at least holds it; open ones first."""
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
        """Take the last digit back."""
        return Stays()

    def clear(self) -> bool:
        """Forget what was picked or typed; whether there was any."""
        return False

    def renumber(self, keys: Sequence[str]) -> None:
        """Number the rows by their place among these keys."""
        order = {key: place for place, key in enumerate(keys, 1)}
        self.rows[:] = [Row(row.option, row.letter, order.get(row.option.key, 0)) for row in self.rows]
