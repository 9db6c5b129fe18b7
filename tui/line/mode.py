"""Plays line by line on standard input and output: for screen readers, pipes and slow lines.

`Plain` plays a game, or follows one that another process plays. New lines are read when the player asks
for them, so nothing interrupts a screen reader.
"""

import asyncio
import os
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TextIO

from lazaretto.host import Sitting, StoreError
from lazaretto.host.crash_report import keep_crash
from lazaretto.host.table.stop_settings import NEXT, Stops
from lazaretto.rules import RuleError
from lazaretto.tui.commands.how_to_resume import ResumeCommand
from lazaretto.tui.guide.guided_line_table import line_table
from lazaretto.tui.line.ending_words import goals_text, share_text
from lazaretto.tui.line.information_commands import TELLS
from lazaretto.tui.line.parse_answer import Asked
from lazaretto.tui.line.patience import patiently
from lazaretto.tui.line.table import LineTable, Taken
from lazaretto.tui.messages import after_game, line_mode as say
from lazaretto.tui.repeated_failures import FailureLog
from lazaretto.tui.safe_output import SafeStream
from lazaretto.tui.shared_texts import awaited, folded
from lazaretto.tui.terminal.terminal_capabilities import full_screen

LONGEST_LINE = 2_000
"""The most characters of a line that is read; no answer is nearly as long."""


@dataclass(slots=True)
class Plain:
    """One game in line mode."""

    sitting: Sitting
    runner: asyncio.Runner
    """Runs what the seats are asked for; between that, the keyboard is read without it."""
    lines: TextIO
    out: TextIO
    resume: ResumeCommand = field(default_factory=lambda: ResumeCommand(plain=True))
    """Says how to go on later."""
    first_goals: Callable[[str], Coroutine[object, object, Collection[str]]] | None = None
    """Says which goals were reached for the first time in a game."""
    table: LineTable = field(init=False)
    _ahead: str = ""
    """A line that was typed before it was asked for."""
    _failures: FailureLog = field(default_factory=lambda: FailureLog(keep_crash))

    def __post_init__(self) -> None:
        self.table = line_table(self.sitting, self.put)

    def play(self) -> int:
        """Ask and answer until the game is over or the player leaves.

        Raises:
            RuleError: a rule is wrong; a bot cannot go on.
        """
        self._let_bots_begin()
        self.table.begin()
        while not self.sitting.closed:
            asked = self.table.asked()
            if asked is None:
                self.table.end()
                self._tell_more()
                named, outcome = self.sitting.info.campaign, self.sitting.seats[0].look().outcome
                if named and outcome is not None and not outcome.ends_campaign:
                    self.table.say(say.NEXT_GAME(command=self.resume.campaign_line(named)))
                self.out.flush()
                return 0
            if self.table.passes_unseen(asked) and not self._pass_keyboard(asked):
                return 0
            try:
                self.table.ask(asked)
            except Exception as error:
                self._recover(error)
            if not self._answer(asked):
                return 0
        return self._follow()

    def _follow(self) -> int:
        """Tell what happens in a game until it is over or the player leaves; return the status."""
        table = self.table
        table.notices()
        self._tell_news()
        table.say(say.LOOKING())
        while not self._is_over():
            text = self.read_line()
            if text is None:
                return 0
            word, _, rest = text.removeprefix(":").partition(" ")
            match folded(word):
                case "quit":
                    return 0
                case name if name in TELLS:
                    self._tell_news()
                    seat = self.sitting.seats[0]
                    table.say(*TELLS[name](seat.look(), self.sitting.rulebook, rest.strip()))
                case "log":
                    self.save()
                    table.heard = table.public_log()
                    table.say(*(f"  {line}" for line in table.heard))
                case "":
                    self._tell_news(say.NOTHING_NEW())
                case _:
                    table.say(self.sitting.closed, say.LOOKING())
        table.end()
        self.out.flush()
        return 0

    def _is_over(self) -> bool:
        return self.sitting.seats[0].look().outcome is not None

    def _tell_news(self, nothing: str = "") -> None:
        """Read the record again, say the lines that are new, and whom the game waits for.

        `nothing` is said if no line is new.
        """
        self.save()
        table = self.table
        heard, log = table.heard, table.public_log()
        same = next((at for at, (old, new) in enumerate(zip(heard, log, strict=False)) if old != new), None)
        if same is None:
            same = min(len(heard), len(log))
        if same < len(heard):
            table.say(say.SOME_TAKEN_BACK())
        table.say(*log[same:])
        if nothing and log == heard:
            table.say(nothing)
        decision = self.sitting.seats[0].look().view.decision
        if decision is not None:
            table.say(say.WAITING_FOR(player=awaited(decision)))
        table.heard = log

    def _let_bots_begin(self) -> None:
        """Let a bot begin at once: in lines, everything that happens can be read later."""
        first = self.sitting.seats[0]
        if first.look().awaited and not first.look().moment and not self.sitting.closed:
            self.runner.run(patiently(first.stops(Stops(until=NEXT)), first.look, self.table.say))

    def _pass_keyboard(self, asked: Asked) -> bool:
        """Hide everything until the next player is at the keyboard; False if the input ends before.

        A line that a program has typed ahead is the answer to what is asked behind the curtain.
        """
        player = asked.players[asked.seat]
        erases = full_screen(os.environ)
        SafeStream(self.out).clear(erases)
        while True:
            self.table.say(say.PASS_KEYBOARD(player=player))
            text = self.read_line()
            if text is None:
                self._leave()
                return False
            if not text or not self.lines.isatty():
                break
        self._ahead = text
        SafeStream(self.out).clear(erases)
        return True

    def _tell_more(self) -> None:
        """Say which goals were reached, and the line to share; a line that is broken could not be copied."""
        seat = self.sitting.seats[0]
        with suppress(RuleError):
            course = self.runner.run(seat.course())
            first = self.runner.run(self.first_goals(self.sitting.name)) if self.first_goals else ()
            if told := goals_text(course, first):
                self.table.say(told)
            if line := share_text(course, seat.look().turn):
                self.table.say(after_game.TO_SHARE_LINE())
                self.put(f"  {line}\n")

    def _recover(self, error: Exception) -> None:
        """Say that something went wrong, and go on: the game is as it was after the last choice.

        Raises:
            Exception: the output is gone, a bot cannot go on, the table cannot be seen, or errors do not end.
        """
        if isinstance(error, OSError | RuleError):
            raise error
        self.table.asked()  # raises an error if the table cannot be seen any more
        path, _ = self._failures.note(error)
        if self._failures.endless:
            raise error
        words = say.RECOVERED(what=type(error).__name__)
        self.table.say(words if path is None else say.DETAILS_IN(sentence=words, path=path))

    def put(self, text: str) -> None:
        """Print a text, cleaned."""
        SafeStream(self.out).write(text)

    def _answer(self, asked: Asked) -> bool:
        """Read lines until the question is another one; False when the player leaves."""
        while (text := self.read_line()) is not None:
            try:
                taken = self.runner.run(self.table.take(asked, text)) if text else self.table.take_nothing()
            except Exception as error:
                self._recover(error)
                return True
            if taken is Taken.QUIT:
                break
            if taken is Taken.DONE or self.sitting.closed:
                return True
        self._leave()
        return False

    def read_line(self) -> str | None:
        """Ask for a line, without blanks around it; None if the input has ended."""
        if self._ahead:
            text, self._ahead = self._ahead, ""
            self.put(f"> {text}\n")
            return text
        self.put("> ")
        self.out.flush()
        line = read_line(self.lines)
        if not line:
            self.put("\n")
            return None
        if not self.lines.isatty():
            self.put(f"{line.rstrip()}\n")
        return line.strip()

    def save(self) -> None:
        """Write the record, or read it again if this table only looks.

        Raises:
            StoreError: it could not be written.
        """
        self.runner.run(self.sitting.seats[0].save())

    def _leave(self) -> None:
        try:
            self.save()
        except StoreError as error:
            self.table.say(say.NOT_KEPT(error=error))
            return
        self.table.notices()
        self.table.say(say.KEPT())
        # A command that is broken into lines could not be copied.
        self.put(f"  {self.resume.line(self.sitting.name, self.sitting.place)}\n")
        self.out.flush()


def read_line(lines: TextIO) -> str:
    """Read a line; of one that is too long, only the beginning counts."""
    line = part = lines.readline(LONGEST_LINE)
    while len(part) == LONGEST_LINE and not part.endswith("\n"):
        part = lines.readline(LONGEST_LINE)
    return line
