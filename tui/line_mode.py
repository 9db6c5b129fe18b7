"""Plays line by line on standard input and output: for screen readers, pipes and slow lines.

Everything is said in whole lines, in reading order, without colours; nothing is ever drawn over.
"""

import asyncio
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO, assert_never

from host import SeatClient, Sitting, StoreError
from host.preview_next_question import Ahead
from rules import (
    AnswerForm,
    ChoiceError,
    Confirm,
    Option,
    PickNumber,
    PickOne,
    PickSome,
    PutInOrder,
    RuleError,
    View,
)
from tui.line_view import hand, status
from tui.messages import line_mode as say
from tui.parse_answer import Asked, Misread, Step, folded, listed, understand
from tui.safe_output import SafeStream
from tui.shared_texts import from_to

WIDTH = 78
MANY = 30
"""More options than this are listed side by side."""

LONGEST_LINE = 2_000
"""The most characters of a line that is read; no answer is nearly as long."""

LATELY = 12
"""So many lines of the log bring back to mind where a game stood."""


@dataclass(slots=True)
class Plain:
    """One game at one keyboard."""

    sitting: Sitting
    runner: asyncio.Runner
    """Runs what the seats are asked for; between that, the keyboard is read without it."""
    lines: TextIO
    out: TextIO
    _seat: int | None = None
    _secrets: dict[int, int] = field(default_factory=dict)

    def play(self) -> int:
        """Ask and answer until the game is over or the player leaves.

        Raises:
            RuleError: a rule is wrong; a bot cannot go on.
        """
        self._begin()
        while (asked := self._asked()) is not None:
            self._ask(asked)
            if not self._answer(asked):
                return 0
        self._end()
        return 0

    def _begin(self) -> None:
        """What has happened so far; of a game that is taken up again only the last of it."""
        lines = self._public()
        if self.sitting.info.resumed and len(lines) > LATELY:
            self.say(say.EARLIER(number=len(lines) - LATELY))
            lines = lines[-LATELY:]
        self.say(*lines)

    def _asked(self) -> Asked | None:
        """What is asked at this keyboard, with what the others at it may do in between."""
        views = [(seat.number, seat.look().view) for seat in self.sitting.seats]
        for number, view in views:
            decision = view.decision
            if decision is not None and decision.seat == number and decision.form is not None:
                others = [each.decision for other, each in views if other != number and each.decision]
                options = (*decision.options, *(option for each in others for option in each.options))
                players = tuple(each.name for each in view.seats)
                return Asked(number, decision.form, options, players)
        return None

    def _client(self, number: int) -> SeatClient:
        return next(each for each in self.sitting.seats if each.number == number)

    def _view(self, number: int) -> View:
        return self._client(number).look().view

    def _public(self) -> list[str]:
        """The log as everybody may read it."""
        return [line.text for line in self.sitting.seats[0].look().view.log if not line.private]

    def say(self, *lines: str) -> None:
        """Print lines, cleaned and broken at the width."""
        for line in lines:
            for part in line.split("\n"):
                self._put(f"{_broken(part)}\n")
        self.out.flush()

    def _put(self, text: str) -> None:
        SafeStream(self.out).write(text)

    def _ask(self, asked: Asked) -> None:
        player = asked.players[asked.seat]
        if asked.seat != self._seat:
            self._seat = asked.seat
            self.say("", f"== {player} ==")
            self._status(asked.seat)
        self._whispers(asked.seat)
        decision = self._view(asked.seat).decision
        question = "" if decision is None else decision.prompt.removeprefix(f"{player}, ")
        self.say("", _question(player, question, asked.form))
        self._options(asked)

    def _options(self, asked: Asked) -> None:
        options = listed(asked)
        lines = [f"{number}. {self._line(each, asked)}" for number, each in enumerate(options, 1)]
        if len(lines) > MANY:
            self.say(textwrap.fill("   ".join(lines), WIDTH, break_long_words=False))
        else:
            self.say(*(f"  {each}" for each in lines))
        closed = len(asked.options) - len(options)
        if closed:
            self.say(f"  {say.CLOSED(number=closed)}")

    def _line(self, option: Option, asked: Asked) -> str:
        name = "" if folded(option.key) == folded(option.label) else f" [{option.key}]"
        other = "" if option.seat == asked.seat else f"{asked.players[option.seat]}: "
        return f"{other}{option.label}{name}"

    def _answer(self, asked: Asked) -> bool:
        """Read lines until one is a choice; False when the player leaves."""
        while True:
            self._put("> ")
            self.out.flush()
            line = self._read_line()
            if not line:
                self._put("\n")
                self._leave()
                return False
            if not self.lines.isatty():
                self._put(f"{line.rstrip()}\n")
            text = line.strip()
            if not text:
                continue
            if (command := self._command(asked, text)) is not None:
                name, rest = command
                if name == "quit":
                    self._leave()
                    return False
                if COMMANDS[name](self, asked, rest):
                    return True
            elif self._choose(asked, text):
                return True

    def _read_line(self) -> str:
        """Read a line; of one that is too long, only the beginning counts."""
        line = part = self.lines.readline(LONGEST_LINE)
        while len(part) == LONGEST_LINE and not part.endswith("\n"):
            part = self.lines.readline(LONGEST_LINE)
        return line

    def _command(self, asked: Asked, text: str) -> tuple[str, str] | None:
        marked = text.startswith(":")
        name, _, rest = text.removeprefix(":").strip().partition(" ")
        name = folded(name)
        keys = {folded(each.key) for each in asked.options}
        if name in COMMANDS and (marked or (folded(text) not in keys and (not rest or name == "help"))):
            return name, rest.strip()
        return ("help", "") if marked else None

    def _choose(self, asked: Asked, text: str) -> bool:
        meant = understand(asked, text, self._trial)
        if isinstance(meant, Misread):
            self.say(meant.words)
            return False
        done = False
        for step in meant:
            if not self._step(step):
                break
            done = True
            then = self._asked() if step.rest else None
            if then is not None:
                self._choose(then, step.rest)
        return done

    def _trial(self, seat: int, keys: tuple[str, ...]) -> Ahead:
        return self.runner.run(self._client(seat).ahead(keys))

    def _step(self, step: Step) -> bool:
        client, told = self._client(step.seat), len(self._public())
        before = client.look().view
        try:
            self.runner.run(client.choose(step.key))
        except ChoiceError as error:
            self.say(str(error))
            return False
        except RuleError as error:
            if client.look().view is not before:  # the choice stands: it was a bot whose rules went wrong
                self.say(*self._public()[told:])
                raise
            self.say(str(error))
            return False
        except StoreError as error:
            self.say(*self._public()[told:], say.GOES_ON_NOT_KEPT(error=error))
        else:
            self.say(*self._public()[told:])
        self._notices()
        return True

    def _notices(self) -> None:
        self.say(*self.sitting.news())

    def _save(self) -> None:
        self.runner.run(self.sitting.seats[0].save())

    def _leave(self) -> None:
        try:
            self._save()
        except StoreError as error:
            self.say(say.NOT_KEPT(error=error))
            return
        self._notices()
        self.say(say.KEPT(name=self.sitting.name))

    def _end(self) -> None:
        sight = self.sitting.seats[0].look()
        outcome = sight.outcome
        assert outcome is not None
        self.say("", say.OVER(), outcome.reason)
        if len(set(outcome.results)) == 1:
            self.say(say.YOU_HAVE(result=outcome.results[0]))
        else:
            pairs = zip(sight.view.seats, outcome.results, strict=True)
            self.say(*(say.PLAYER_HAS(player=seat.name, result=result) for seat, result in pairs))

    def _status(self, seat: int) -> None:
        self.say(*(f"  {each}" for each in status(self._view(seat))))

    def _whispers(self, seat: int) -> None:
        """What only this seat has learnt since it was last told."""
        secrets = [line.text for line in self._view(seat).log if line.private]
        told = self._secrets.get(seat, 0)
        self.say(*(say.ONLY_YOU_KNOW(line=each) for each in secrets[told:]))
        self._secrets[seat] = len(secrets)

    def _on_help(self, asked: Asked, rest: str) -> bool:
        if not rest:
            self.say(say.HELP())
            return False
        found = [each for each in asked.options if _begins(each, rest)]
        for each in found[:5]:
            self.say(say.HELP_ON(option=each.label, help=each.help or say.NO_HELP()))
            if each.why_not is not None:
                self.say(f"    {say.NOT_OPEN(reason=each.why_not)}")
        if not found:
            self.say(say.NOTHING_CALLED(typed=rest))
        return False

    def _on_why(self, asked: Asked, rest: str) -> bool:
        closed = [each for each in asked.options if each.why_not is not None]
        wanted = [each for each in closed if not rest or _begins(each, rest)]
        lines = (say.CLOSED_BECAUSE(option=each.label, reason=each.why_not) for each in wanted)
        self.say(*dict.fromkeys(f"  {each}" for each in lines))
        if not wanted:
            self.say(say.NOTHING_CLOSED())
        return False

    def _on_status(self, asked: Asked, rest: str) -> bool:
        self._status(asked.seat)
        return False

    def _on_hand(self, asked: Asked, rest: str) -> bool:
        lines = list(hand(self._view(asked.seat)))
        self.say(*(lines or [say.HOLD_NOTHING()]))
        return False

    def _on_log(self, asked: Asked, rest: str) -> bool:
        self.say(*(f"  {line.text}" for line in self._view(asked.seat).log))
        return False

    def _on_undo(self, asked: Asked, rest: str) -> bool:
        try:
            self.runner.run(self._client(asked.seat).undo())
        except ChoiceError as error:
            self.say(say.CANNOT_TAKE_BACK(error=error))
            return False
        except StoreError as error:
            self.say(say.GOES_ON_NOT_KEPT(error=error))
        self.say(say.TAKEN_BACK())
        return True

    def _on_save(self, asked: Asked, rest: str) -> bool:
        try:
            self._save()
            self.say(say.KEPT_IN(place=self.sitting.place))
        except StoreError as error:
            self.say(say.NOT_KEPT(error=error))
        self._notices()
        return False


COMMANDS: dict[str, Callable[[Plain, Asked, str], bool]] = {
    "help": Plain._on_help,
    "why": Plain._on_why,
    "status": Plain._on_status,
    "hand": Plain._on_hand,
    "log": Plain._on_log,
    "undo": Plain._on_undo,
    "save": Plain._on_save,
    "quit": lambda _plain, _asked, _rest: False,
}
"""What each command word does; True where the decision is another one afterwards."""


def _question(player: str, question: str, form: AnswerForm) -> str:
    """The line of a question; it says how many things are wanted unless it is one."""
    match form:
        case PutInOrder():
            return say.QUESTION_ORDER(player=player, question=question)
        case PickSome(least, most):
            return say.QUESTION_SOME(player=player, question=question, wanted=from_to(least, most))
        case PickOne() | PickNumber() | Confirm():
            return say.QUESTION(player=player, question=question)
        case _:
            assert_never(form)


def _broken(line: str) -> str:
    """A line in several where it is too long; a path or command at its end stays whole."""
    if len(line) <= WIDTH:
        return line
    return textwrap.fill(
        line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _begins(option: Option, text: str) -> bool:
    wanted = folded(text)
    return folded(option.key).startswith(wanted) or folded(option.label).startswith(wanted)
