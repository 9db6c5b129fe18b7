"""Plays line by line on standard input and output: for screen readers, pipes and slow lines.

Everything is said in whole lines, in reading order, without colours; nothing is ever drawn over.
"""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from host import StoreError, Table
from rules import ChoiceError, Decision, Option, RuleError
from tui.line_view import hand, status
from tui.parse_answer import Misread, Step, amount, folded, listed, understand
from tui.sanitize import clean

WIDTH = 78
MANY = 30
"""More options than this are listed side by side."""

LATELY = 12
"""So many lines of the log bring back to mind where a game stood."""

HELP = """\
Type the number of an option, its name, or the beginning of its name.
Several steps go in one line: first step > second step, or first second.
Where several things are to be chosen, put commas between them.
  help THING   what an option does          why      what is closed, and why
  status       how things stand             hand     what you hold
  log          what has happened            undo     take the last choice back
  save         where the game is kept       quit     stop; the game is kept
A colon in front (:log) always means the command."""


@dataclass(slots=True)
class Plain:
    """One game at one keyboard."""

    table: Table
    lines: TextIO
    out: TextIO
    _seat: int | None = None
    _secrets: dict[int, int] = field(default_factory=dict)

    def play(self) -> int:
        """Ask and answer until the game is over or the player leaves."""
        self._begin()
        while (decision := self.table.game.decision) is not None:
            if self.table.is_bot(decision.seat):
                self._bot()
                continue
            self._ask(decision)
            if not self._answer():
                return 0
        self._end()
        return 0

    def _begin(self) -> None:
        """What has happened so far; of a game that is taken up again only the last of it."""
        lines = self.table.game.log(None)
        if self.table.game.record().choices and len(lines) > LATELY:
            self.say(f"({len(lines) - LATELY} earlier lines: `log` shows them)")
            lines = lines[-LATELY:]
        self.say(*lines)

    def say(self, *lines: str) -> None:
        """Print lines, cleaned and broken at the width."""
        for line in lines:
            for part in clean(line).split("\n"):
                self.out.write(f"{_broken(part)}\n")
        self.out.flush()

    def _bot(self) -> None:
        """Let a bot answer, and tell what everybody sees of it.

        Raises:
            RuleError: a rule is wrong; the bot cannot go on.
        """
        told = len(self.table.game.log(None))
        try:
            self.table.play_bot()
        except StoreError as error:
            self.say(f"The game goes on, but is not kept: {error}")
        self.say(*self.table.game.log(None)[told:])
        self._notices()

    def _ask(self, decision: Decision) -> None:
        if decision.seat != self._seat:
            self._seat = decision.seat
            self.say("", f"== {decision.player} ==")
            self._status()
        self._whispers(decision.seat)
        question = decision.prompt.removeprefix(f"{decision.player}, ")
        self.say("", f"{decision.player}: {question}{amount(decision.form)}")
        self._options(decision)

    def _options(self, decision: Decision) -> None:
        options = listed(decision)
        lines = [f"{number}. {self._line(each, decision)}" for number, each in enumerate(options, 1)]
        if len(lines) > MANY:
            self.say(textwrap.fill("   ".join(lines), WIDTH, break_long_words=False))
        else:
            self.say(*(f"  {each}" for each in lines))
        closed = len(decision.options) - len(options)
        if closed:
            self.say(f"  ({closed} more {'is' if closed == 1 else 'are'} closed: `why` tells the reasons)")

    def _line(self, option: Option, decision: Decision) -> str:
        name = "" if folded(option.key) == folded(option.label) else f" [{option.key}]"
        other = "" if option.seat == decision.seat else f"{self.table.game.players[option.seat]}: "
        return f"{other}{option.label}{name}"

    def _answer(self) -> bool:
        """Read lines until one is a choice; False when the player leaves."""
        while True:
            self.out.write("> ")
            self.out.flush()
            line = self.lines.readline()
            if not line:
                self.out.write("\n")
                self._leave()
                return False
            if not self.lines.isatty():
                self.out.write(f"{clean(line.rstrip())}\n")
            text = line.strip()
            if not text:
                continue
            if (command := self._command(text)) is not None:
                name, rest = command
                if name == "quit":
                    self._leave()
                    return False
                if COMMANDS[name](self, rest):
                    return True
            elif self._choose(text):
                return True

    def _command(self, text: str) -> tuple[str, str] | None:
        marked = text.startswith(":")
        name, _, rest = text.removeprefix(":").strip().partition(" ")
        name = folded(name)
        decision = self.table.game.decision
        keys = {folded(each.key) for each in decision.options} if decision else set()
        if name in COMMANDS and (marked or (folded(text) not in keys and (not rest or name == "help"))):
            return name, rest.strip()
        return ("help", "") if marked else None

    def _choose(self, text: str) -> bool:
        meant = understand(self.table.game, text)
        if isinstance(meant, Misread):
            self.say(meant.words)
            return False
        done = False
        for step in meant:
            if not self._step(step):
                break
            done = True
        return done

    def _step(self, step: Step) -> bool:
        try:
            self.say(*self.table.choose(step.key, step.seat))
        except (ChoiceError, RuleError) as error:
            self.say(str(error))
            return False
        except StoreError as error:
            self.say(f"The game goes on, but is not kept: {error}")
        self._notices()
        return True

    def _notices(self) -> None:
        self.say(*self.table.notices)
        self.table.notices.clear()

    def _leave(self) -> None:
        try:
            self.table.save()
        except StoreError as error:
            self.say(f"The game is not kept: {error}")
            return
        self._notices()
        self.say("The game is kept. Go on with:", f"  lazaretto play --plain --resume {self.table.name}")

    def _end(self) -> None:
        outcome = self.table.game.outcome
        assert outcome is not None
        self.say("", "The game is over.", outcome.reason)
        if len(set(outcome.results)) == 1:
            self.say(f"You have {outcome.results[0]}.")
        else:
            pairs = zip(self.table.game.players, outcome.results, strict=True)
            self.say(*(f"{player} has {result}." for player, result in pairs))

    def _status(self) -> None:
        self.say(*(f"  {each}" for each in status(self.table.game.view(self._seat))))

    def _whispers(self, seat: int) -> None:
        """What only this seat has learnt since it was last told."""
        secrets = _beyond(self.table.game.log(seat), self.table.game.log(None))
        told = self._secrets.get(seat, 0)
        self.say(*(f"(only you know) {each}" for each in secrets[told:]))
        self._secrets[seat] = len(secrets)

    def _on_help(self, rest: str) -> bool:
        if not rest:
            self.say(HELP)
            return False
        decision = self.table.game.decision
        options = decision.options if decision else ()
        found = [each for each in options if _begins(each, rest)]
        for each in found[:5]:
            self.say(f"{each.label}: {each.help or 'there is no more to say about it'}")
            if each.why_not is not None:
                self.say(f"    Not open: {each.why_not}")
        if not found:
            self.say(f"Nothing here is called `{rest}`. `help` alone lists the commands.")
        return False

    def _on_why(self, rest: str) -> bool:
        decision = self.table.game.decision
        closed = [each for each in decision.options if each.why_not is not None] if decision else []
        wanted = [each for each in closed if not rest or _begins(each, rest)]
        self.say(*dict.fromkeys(f"  {each.label}: {each.why_not}" for each in wanted))
        if not wanted:
            self.say("Nothing is closed here.")
        return False

    def _on_status(self, rest: str) -> bool:
        self._status()
        return False

    def _on_hand(self, rest: str) -> bool:
        decision = self.table.game.decision
        if decision:
            lines = list(hand(self.table.game.view(decision.seat)))
            self.say(*(lines or ["You hold nothing."]))
        return False

    def _on_log(self, rest: str) -> bool:
        self.say(*(f"  {each}" for each in self.table.game.log(self._seat)))
        return False

    def _on_undo(self, rest: str) -> bool:
        try:
            self.table.undo()
        except ChoiceError as error:
            self.say(f"That cannot be taken back: {error}")
            return False
        except StoreError as error:
            self.say(f"The game goes on, but is not kept: {error}")
        self.say("Taken back.")
        return True

    def _on_save(self, rest: str) -> bool:
        try:
            self.table.save()
            self.say("The game is kept after every choice, in", f"  {self.table.store.path(self.table.name)}")
        except StoreError as error:
            self.say(f"The game is not kept: {error}")
        self._notices()
        return False


COMMANDS: dict[str, Callable[[Plain, str], bool]] = {
    "help": Plain._on_help,
    "why": Plain._on_why,
    "status": Plain._on_status,
    "hand": Plain._on_hand,
    "log": Plain._on_log,
    "undo": Plain._on_undo,
    "save": Plain._on_save,
    "quit": lambda _plain, _rest: False,
}
"""What each command word does; True where the decision is another one afterwards."""


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


def _beyond(lines: Sequence[str], public: Sequence[str]) -> list[str]:
    """The lines of one seat's log that are not in the public one."""
    rest = iter(public)
    expected = next(rest, None)
    found = []
    for line in lines:
        if line == expected:
            expected = next(rest, None)
        else:
            found.append(line)
    return found
