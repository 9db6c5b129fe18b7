"""The editor for an answer: holds the cursor, the picked options and the typed text.

There is one for each form of question; `question_of` creates the one for a decision. It sends nothing before
the answer is complete. It handles keys without a screen, so tests need no screen.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from lazaretto.rules import Confirm, DecisionView, Option, PickNumber, PickOne, PickSome, PutInOrder, Ref
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import folded, from_to
from lazaretto.tui.table.answers.option_letters import DIGITS, Letters


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
        return next((option.seat for option in self.decision.options), self.decision.seat)

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
            shown = {id(spot) for spot in self.spots.values()}
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


@dataclass(slots=True)
class YesNoQuestion(Question):
    """Asks for yes or no."""

    def marks(self, options: Sequence[Option], letters: Letters) -> tuple[str, ...]:
        """The first letter of each option."""
        return tuple(option.key[:1] for option in options)


@dataclass(slots=True)
class SomeQuestion(Question):
    """Asks for several options, picked one by one."""

    least: int = 0
    most: int = 0

    @property
    def amount(self) -> str:
        """How many options are wanted and picked."""
        return say.PICKED_OF(picked=len(self.picked), wanted=self._wanted)

    @property
    def _wanted(self) -> str:
        """How many options to pick, in words."""
        if not self.least and self.most:
            return say.UP_TO(most=self.most)
        if self.least and self.most == self.least + 1:
            return say.ONE_OR_OTHER(least=self.least, most=self.most)
        return from_to(self.least, self.most)

    @property
    def at_once(self) -> bool:
        """Choosing an option only picks it."""
        return False

    @property
    def enter_points(self) -> bool:
        """Enter picks the first option on the board; after that it sends the answer."""
        return self.on_board and not self.picked and self.least > 0

    @property
    def picks(self) -> bool:
        """The player picks options one by one."""
        return True

    @property
    def board_hint(self) -> str:
        """The hint for the key that picks on the board."""
        return "table.pick"

    @property
    def list_hints(self) -> tuple[str, ...]:
        """The hints for the keys that pick in the list and send the answer."""
        return ("table.pick", "table.hint.done")

    def mark(self, row: Row) -> str:
        """A checkbox."""
        return f"{row.letter or ' '} [{'x' if row.picked else ' '}] "

    def take_open(self, option: Option) -> Reply:
        """Pick an option, or unpick it."""
        key = option.key
        if key in self.picked:
            self.picked.remove(key)
        elif len(self.picked) >= self.most:
            if self.most > 1:
                return Refused(say.NO_MORE(most=self.most))
            self.picked[:] = [key]
        else:
            self.picked.append(key)
        self.renumber(self.picked)
        return Stays()

    def confirm(self) -> Reply:
        """Send the picked options, if their number is right."""
        if not self.least <= len(self.picked) <= self.most:
            wanted = self._wanted
            key = self.keymap.shown("table.pick")
            return Refused(say.PICK_WANTED(wanted=wanted, key=key, picked=len(self.picked)))
        return Sent(", ".join(self.picked) or "none", self.seat)

    def space(self) -> Reply:
        """Pick the row under the cursor; at first there is none, so nothing is picked unseen."""
        return self.take(self.cursor) if self.current is not None else Refused(say.NOTHING_UNDER_CURSOR())

    def take_found(self) -> Reply | None:
        """Pick the row found."""
        return self.space()

    def clear(self) -> bool:
        """Unpick everything."""
        had = bool(self.picked)
        self.picked.clear()
        self.renumber(())
        return had


@dataclass(slots=True)
class OrderQuestion(Question):
    """Asks for an order: the player moves the rows up and down; the first `count` are the answer."""

    count: int = field(kw_only=True)

    @property
    def at_once(self) -> bool:
        """Only Enter answers."""
        return False

    @property
    def carries(self) -> bool:
        """Rows can be moved."""
        return True

    @property
    def in_columns(self) -> bool:
        """The list has one column, because the order reads from top to bottom."""
        return False

    @property
    def list_hints(self) -> tuple[str, ...]:
        """The hints for the keys that move rows and send the answer."""
        return ("table.hint.carry", "table.hint.done")

    def mark(self, row: Row) -> str:
        """The position of a row that is part of the answer."""
        return f"{row.picked}. " if row.picked else "   "

    def marks(self, options: Sequence[Option], letters: Letters) -> tuple[str, ...]:
        """No letters, because letters choose nothing here."""
        return ("",) * len(options)

    def carry(self, step: int) -> Reply:
        """Move the row under the cursor."""
        other = self.cursor + step
        if 0 <= other < len(self.rows):
            self.rows[self.cursor], self.rows[other] = self.rows[other], self.rows[self.cursor]
            self.cursor = other
            self.number_rows()
        return Stays()

    def number_rows(self) -> None:
        """Number the rows in their current order."""
        self.renumber(self._ordered())

    def take_open(self, option: Option) -> Reply:
        """Choose nothing, because the answer contains all options."""
        return Stays()

    def confirm(self) -> Reply:
        """Send the order."""
        return Sent(", ".join(self._ordered()), self.seat)

    def _ordered(self) -> list[str]:
        return [row.option.key for row in self.open][: self.count]

    def space(self) -> Reply:
        """Explain how to change the order."""
        done = self.keymap.shown("table.take")
        return Refused(" ".join(self.keymap.hint("table.hint.order", done=done)))

    def take_found(self) -> Reply | None:
        """Only move to the row found."""
        return Stays()


@dataclass(slots=True)
class NumberQuestion(Question):
    """Asks for a number, typed or counted up and down."""

    number: str = ""
    """The digits typed so far; at first the number chosen already, if there is one."""
    untouched: bool = False
    """Whether the number is still the one chosen already, which the first digit replaces."""

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest allowed number."""
        numbers = self._numbers()
        return (numbers[0], numbers[-1]) if numbers else (0, 0)

    @property
    def dial(self) -> tuple[str, int, int] | None:
        """The current number and its limits."""
        low, high = self.limits
        return self.number or str(low), low, high

    @property
    def at_once(self) -> bool:
        """The list shows no numbers to choose from."""
        return False

    @property
    def list_hints(self) -> tuple[str, ...]:
        """The hints for the keys that change the number."""
        return ("table.hint.number", "table.hint.done")

    def marks(self, options: Sequence[Option], letters: Letters) -> tuple[str, ...]:
        """No letters, because digits make up the number."""
        return ("",) * len(options)

    def move(self, step: int) -> Reply:
        """Go to the next allowed number, up or down."""
        value = self._value()
        beyond = [number for number in self._numbers() if (number > value if step < 0 else number < value)]
        if beyond:
            self.number = str(beyond[0] if step < 0 else beyond[-1])
            self.untouched = False
        return Stays()

    def go(self, direction: str, deep: int) -> Reply:
        """Handle an arrow key: up and right count up."""
        return self.move({"up": -1, "right": -1, "down": 1, "left": 1}[direction])

    def confirm(self) -> Reply:
        """Send the number, if it is allowed."""
        low, high = self.limits
        value = self._value()
        if not low <= value <= high:
            return Refused(say.MUST_BE(low=low, high=high))
        if value not in self._numbers():
            return Refused(say.NOT_GIVEN(value=value))
        return Sent(str(value), self.seat)

    def typed(self, character: str) -> Reply | None:
        """Handle a digit, or a sign that counts up or down."""
        if character.isdecimal():
            self.number = ("" if self.untouched else self.number) + character
            self.number, self.untouched = self.number[-9:], False
            return Stays()
        if character in "+-":
            return self.move(-1 if character == "+" else 1)
        return None

    def erase(self) -> Reply:
        """Delete the last digit."""
        self.number, self.untouched = self.number[:-1], False
        return Stays()

    def clear(self) -> bool:
        """Clear the digits."""
        had, self.number = bool(self.number), ""
        return had

    def _value(self) -> int:
        low, _ = self.limits
        return int(self.number) if self.number.strip("-") else low

    def _numbers(self) -> list[int]:
        """The allowed numbers; there may be gaps."""
        return sorted(int(row.option.key) for row in self.open)


def question_of(
    decision: DecisionView, letters: Letters, board: Collection[Ref], keymap: Keymap | None = None
) -> Question:
    """The question for a seat; `board` holds everything that can be chosen on the board."""
    options = sorted(_told_apart(decision.options), key=lambda each: each.why_not is not None)
    question = _blank(decision, options, board)
    if keymap is not None:
        question.keymap = keymap
    marks = question.marks(options, letters)
    question.rows = [Row(option, mark) for option, mark in zip(options, marks, strict=True)]
    if isinstance(question, OrderQuestion):
        question.number_rows()
    start_cursor(question)
    if decision.chosen:
        _begin_with(question, decision.chosen)
    return question


def _told_apart(options: Sequence[Option]) -> Sequence[Option]:
    """Options of which no two read alike: to an equal label the own name is added."""
    alike = Counter(option.label for option in options)
    return [
        replace(option, label=f"{option.label} [{option.key}]") if alike[option.label] > 1 else option
        for option in options
    ]


def _begin_with(question: Question, chosen: str) -> None:
    """Begin with what was chosen already, in words: the number, the row, or the picked rows."""
    match question:
        case NumberQuestion():
            question.number, question.untouched = chosen, True
        case SomeQuestion():
            wanted = chosen.split(", ")
            question.picked[:] = [row.option.key for row in question.open if row.option.label in wanted]
            question.renumber(question.picked)
        case OrderQuestion():
            places = {label: at for at, label in enumerate(chosen.split(", "))}
            question.rows.sort(key=lambda row: places.get(row.option.label, len(places)))
            question.number_rows()
        case _:
            labels = [row.option.label for row in question.rows]
            question.cursor = labels.index(chosen) if chosen in labels else question.cursor


def _blank(decision: DecisionView, options: Sequence[Option], board: Collection[Ref]) -> Question:
    """The question for the decision's form, without rows; a seat that is not asked may pick one option."""
    form = decision.form
    match form:
        case PickOne() | None:
            return Question(decision, spots=_spots(options, board))
        case PickSome(least, most):
            return SomeQuestion(decision, spots=_spots(options, board), least=least, most=most)
        case PutInOrder(count):
            return OrderQuestion(decision, count=count)
        case PickNumber():
            return NumberQuestion(decision)
        case Confirm():
            return YesNoQuestion(decision)
        case _:
            assert_never(form)


def _spots(options: Sequence[Option], board: Collection[Ref]) -> Mapping[Ref, Option]:
    """The options that the player can choose on the board; empty if the player chooses from the list."""
    spots = {option.of: option for option in reversed(options) if option.of in board and option.of}
    return spots if _mostly(options, spots) else {}


def _mostly(options: Sequence[Option], spots: Mapping[Ref, Option]) -> bool:
    """Whether to choose on the board: it shows at least half of the open options, and digits can cover
    the rest."""
    shown = {id(spot) for spot in spots.values() if spot.why_not is None}
    beside = [option for option in options if option.why_not is None and id(option) not in shown]
    return bool(shown) and len(beside) <= min(len(shown), len(DIGITS))


def start_cursor(question: Question) -> None:
    """Put the cursor on the only open option of a list; if there are more, on none of them.

    So Enter and space never choose or pick what nobody looked at. Where neither takes a single option, as in
    an order or a number, it is on the first.
    """
    takes_one = question.at_once or question.picks
    question.cursor = 0 if not takes_one or len(question.open) < 2 or question.on_board else -1
