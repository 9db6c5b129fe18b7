"""A decision while it is being answered: where the cursor stands, what is picked, what has been typed.

Nothing is sent before the answer is whole. This knows keys but no screen, so it can be tried without one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rules import DecisionView, Option, Ref
from tui.parse_answer import folded
from tui.phrases import from_to
from tui.table.option_letters import SPARE, Letters, digits

GO_ON = "go on"
"""The key of the option that closes a window."""


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
    """What is asked of a seat."""

    decision: DecisionView
    rows: list[Row] = field(default_factory=list)
    spots: Mapping[Ref, Option] = field(default_factory=dict)
    """Options that can be pointed at on the board; empty where the list is the way to choose."""
    cursor: int = 0
    picked: list[str] = field(default_factory=list)
    """Keys in the order in which they were picked; of a question of order all of them."""
    number: str = ""
    """Digits typed so far."""

    # --- what there is -------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """one, some, order, number or confirm."""
        return self.decision.kind

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
    def limits(self) -> tuple[int, int]:
        """The lowest and highest number that may be given."""
        numbers = self._numbers()
        return (numbers[0], numbers[-1]) if numbers else (0, 0)

    @property
    def current(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def amount(self) -> str:
        """How many are wanted and picked, in words; empty where one is."""
        if self.kind != "some":
            return ""
        return f"{len(self.picked)} of {from_to(self.decision.least, self.decision.most)} picked"

    # --- moving and picking --------------------------------------------------------------------

    def move(self, step: int) -> Reply:
        """Go to another row, or to another number."""
        if self.kind == "number":
            self._count_on(-step)
        elif abs(step) > 1:
            self.cursor = self.cursor + step if 0 <= self.cursor + step < len(self.rows) else self.cursor
        elif self.rows:
            self.cursor = (self.cursor + step) % len(self.rows)
        return Stays()

    def carry(self, step: int) -> Reply:
        """Move the row under the cursor, where the order is asked."""
        other = self.cursor + step
        if self.kind != "order" or not 0 <= other < len(self.rows):
            return Stays()
        self.rows[self.cursor], self.rows[other] = self.rows[other], self.rows[self.cursor]
        self.cursor = other
        self._count()
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
        if self.kind == "some":
            return self._toggle(option.key)
        if self.kind == "order":
            return Stays()
        return Sent(option.key, option.seat)

    def confirm(self) -> Reply:
        """Enter: give the answer as it stands."""
        match self.kind:
            case "number":
                return self._give_number()
            case "some":
                return self._give_some()
            case "order":
                return Sent(", ".join(row.option.key for row in self.open), self.decision.seat)
            case _:
                return self.take(self.cursor)

    def typed(self, character: str) -> Reply | None:
        """A letter or digit; None where it means nothing here."""
        if self.kind == "number" and character.isdecimal():
            self.number = (self.number + character)[-9:]
            return Stays()
        if self.kind == "number" and character in "+-":
            return self.move(-1 if character == "+" else 1)
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
        self.number = self.number[:-1]
        return Stays()

    def clear(self) -> bool:
        """Forget what was picked or typed; whether there was any."""
        had = bool(self.number) or (self.kind == "some" and bool(self.picked))
        self.number = ""
        if self.kind == "some":
            self.picked.clear()
            self._count()
        return had

    # --- inside --------------------------------------------------------------------------------

    def _value(self) -> int:
        low, _ = self.limits
        return int(self.number) if self.number.strip("-") else low

    def _numbers(self) -> list[int]:
        """The numbers that may be given; there may be gaps."""
        return sorted(int(row.option.key) for row in self.open)

    def _count_on(self, step: int) -> None:
        """Go to the next number that may be given, up or down."""
        value = self._value()
        beyond = [each for each in self._numbers() if (each > value if step > 0 else each < value)]
        if beyond:
            self.number = str(beyond[0] if step > 0 else beyond[-1])

    def _give_number(self) -> Reply:
        low, high = self.limits
        value = self._value()
        if not low <= value <= high:
            return Refused(f"It must be from {low} to {high}")
        if value not in self._numbers():
            return Refused(f"{value} cannot be given here")
        return Sent(str(value), self.decision.seat)

    def _toggle(self, key: str) -> Reply:
        if key in self.picked:
            self.picked.remove(key)
        elif len(self.picked) >= self.decision.most:
            if self.decision.most > 1:
                return Refused(f"No more than {self.decision.most} can be picked")
            self.picked[:] = [key]
        else:
            self.picked.append(key)
        self._count()
        return Stays()

    def _give_some(self) -> Reply:
        least, most = self.decision.least, self.decision.most
        if not least <= len(self.picked) <= most:
            return Refused(f"Pick {from_to(least, most)} with space; {len(self.picked)} picked so far")
        return Sent(", ".join(self.picked) or "none", self.decision.seat)

    def _count(self) -> None:
        """Number the rows by what is picked."""
        order = {key: place for place, key in enumerate(self.picked, 1)}
        if self.kind == "order":
            order = {row.option.key: place for place, row in enumerate(self.rows, 1)}
        self.rows[:] = [Row(row.option, row.letter, order.get(row.option.key, 0)) for row in self.rows]


def question_of(decision: DecisionView, letters: Letters, board: Collection[Ref]) -> Question:
    """The question that a seat is asked; `board` are the things that can be pointed at."""
    options = sorted(decision.options, key=lambda each: each.why_not is not None)
    spots = {option.of: option for option in reversed(options) if option.of in board and option.of}
    if decision.kind not in ("one", "some") or not _mostly(options, spots):
        spots = {}
    question = Question(decision, spots=spots)
    marks = _marks(question, options, letters)
    question.rows = [Row(option, mark) for option, mark in zip(options, marks, strict=True)]
    if decision.kind == "order":
        question._count()
    question.cursor = _start(question.rows)
    return question


def _mostly(options: Sequence[Option], spots: Mapping[Ref, Option]) -> bool:
    """Whether the board is the way to choose: it shows at least half of what is open, and what it does not
    show can still be chosen by a digit."""
    shown = {id(each) for each in spots.values() if each.why_not is None}
    beside = [each for each in options if each.why_not is None and id(each) not in shown]
    return bool(shown) and len(beside) <= min(len(shown), len(SPARE))


def _marks(question: Question, options: Sequence[Option], letters: Letters) -> tuple[str, ...]:
    """Letters for a list; on the board letters are for names, so only what is not there gets a digit."""
    if question.kind in ("number", "order"):
        return ("",) * len(options)
    if question.kind == "confirm":
        return tuple(option.key[:1] for option in options)
    if question.on_board:
        others = iter(digits(len(options)))
        shown = {id(each) for each in question.spots.values()}
        return tuple("" if id(option) in shown else next(others) for option in options)
    return letters.give([(option.key, option.label) for option in options])


def _start(rows: Sequence[Row]) -> int:
    """Where the cursor begins: on what closes a window, else on the first."""
    for index, row in enumerate(rows):
        if row.option.key == GO_ON:
            return index
    return 0
