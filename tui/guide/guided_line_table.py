"""A guided game line by line: says the words of the guide after each question, and what to type."""

from collections.abc import Callable
from dataclasses import dataclass, field

from lazaretto.host import Sitting
from lazaretto.rules.guides.guide import Guide, GuidedAnswer, filled, paragraphs
from lazaretto.rules.run.records.choice_history import STEP
from lazaretto.rules.run.views.decision_wording import GO_ON
from lazaretto.tui.guide.guide_reader import GuideReader, commands_of
from lazaretto.tui.line.parse_answer import Asked, Step
from lazaretto.tui.line.table import LineTable, Taken
from lazaretto.tui.messages import guide as say


def line_table(sitting: Sitting, put: Callable[[str], object]) -> LineTable:
    """The table of a game in line mode, with its guide if it has one."""
    guide = sitting.info.guide
    return LineTable(sitting, put) if guide is None else GuidedLineTable(sitting, put, guide=guide)


@dataclass(slots=True, kw_only=True)
class GuidedLineTable(LineTable):
    """One guided game; when the guide is over, it is a game like any other."""

    guide: Guide
    reader: GuideReader = field(init=False)

    def __post_init__(self) -> None:
        self.reader = GuideReader(self.guide)

    @property
    def words(self) -> str:
        """What to type now: the rest of the step's choice; empty if the player only reads on."""
        if self.reader.passing:
            return GO_ON
        return "" if self.reader.reading else self._path(self.reader.wanted)

    def _path(self, wanted: tuple[GuidedAnswer, ...]) -> str:
        """A choice as a player may type it."""
        return STEP.join(answer.key.replace("_", " ") for answer in wanted)

    def ask(self, asked: Asked) -> None:
        """Say what is asked, then what the guide says about it."""
        LineTable.ask(self, asked)
        before = self.reader.strayed
        keys = frozenset(option.key for option in asked.options if option.why_not is None)
        moved = self.reader.follow(self.sitting.seats[0].look().guided, keys)
        if self.reader.strayed:
            self.say(*(("", say.LINE_STRAYED()) if moved and not before else ()))
            return
        self.say(*(("", say.LINE_BACK()) if before else ()))
        self._tell()

    def _tell(self) -> None:
        """Say the current step, and what to type."""
        reader, step = self.reader, self.reader.step
        if step is None:
            return
        if reader.passing:
            self.say("", say.PASSING(), say.LINE_TYPE(words=self.words))
            return
        heading = say.LINE_STEP(title=self.guide.title, page=reader.page + 1, pages=len(self.guide.steps))
        self.say("", heading, *paragraphs(filled(step.text, commands_of(self.commands))))
        self.say(say.LINE_READ_ON() if reader.reading else say.LINE_TYPE(words=self.words))

    def take_nothing(self) -> Taken:
        """Read on, or say the current step again."""
        read = self.reader.reading and self.reader.read_on()
        if read and self.reader.over:
            self.say("", say.LINE_END())
        else:
            self._tell()
        return Taken.AGAIN

    def agrees(self, steps: tuple[Step, ...]) -> bool:
        """Whether to make a choice; one that leaves the guide only if the same line is typed again."""
        wanted = self.reader.wanted
        for number, step in enumerate(steps):
            if number >= len(wanted):
                return True
            same = (step.seat, step.key) == (wanted[number].seat, wanted[number].key)
            if same or step.key == GO_ON:
                continue
            path = STEP.join(each.key for each in steps)
            again, self.reader.warned = self.reader.warned == (step.seat, path), (step.seat, path)
            if not again:
                self.say(say.LINE_NOT_THIS(words=self._path(wanted)))
            return again
        return True
