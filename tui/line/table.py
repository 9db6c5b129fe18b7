"""A table line by line: says what is asked and what happens, and takes answers and commands.

Everything is said in whole lines, in reading order, without colours; nothing is ever drawn over. It neither
reads lines nor waits for them, so it works for a keyboard and for a connection.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from lazaretto.host import SeatClient, Sight, Sitting, StoreError
from lazaretto.host.table.actions_on import Ahead
from lazaretto.host.table.journeys import Journey
from lazaretto.host.table.stop_settings import ALWAYS, CHANGES, NEXT, TURN, TURN_ENDS, WAITS, Stops
from lazaretto.rules import ChoiceError, Option, PickOne, RuleError, View
from lazaretto.tui.bot_advice import BotTalk, hints_told, remarks_about, request_words
from lazaretto.tui.line.ending_words import standings, verdicts
from lazaretto.tui.line.explain import help_lines, why_lines
from lazaretto.tui.line.information_commands import TELLS
from lazaretto.tui.line.parse_answer import Asked, Misread, Step, by_old_name, listed, numbers, understand
from lazaretto.tui.line.passing import (
    asked_in_between,
    awaited_at_window,
    called_to_keyboard,
    must_pass_unseen,
    secret_others,
)
from lazaretto.tui.line.patience import patiently
from lazaretto.tui.line.view import broken_line, differences, question_line, seat_lines, told_line
from lazaretto.tui.line.ways_and_outlook import journey_lines, outlook_told, places_called
from lazaretto.tui.messages import line_mode as say, parse_answer as path, table as table_say, travel
from lazaretto.tui.shared_texts import awaited, folded, rule_of_end, sentence, went_wrong
from lazaretto.tui.table.answers.offers_of_other_players import bots_wait
from lazaretto.tui.table.journey_words import steps

UNTIL = {"": CHANGES, "once": NEXT, "turn": TURN_ENDS}
"""Until when `pass` passes windows, by the word after it."""


_NOT_NOW = {CHANGES: table_say.PASSING_LATER, NEXT: say.CANNOT_PASS, TURN_ENDS: say.PASSING_TURN}
"""What to say to a player who passes although the question needs an answer."""


@dataclass(slots=True)
class LineStops:
    """When the table waits for the players of a keyboard; in line mode this lasts until they leave."""

    moments: dict[str, None] = field(default_factory=dict)
    """The names of the windows that have come up."""
    _stops: Stops = field(default_factory=Stops)

    def note(self, sight: Sight) -> None:
        """Note the open window, to list it later."""
        if sight.moment:
            self.moments[sight.moment] = None

    async def pass_on(self, client: SeatClient, word: str) -> str | None:
        """Pass windows; return what to say, or None if the word is unknown."""
        until = UNTIL.get(folded(word))
        if until is None:
            return None
        sight = client.look()
        decision = sight.view.decision
        await client.stops(replace(self._stops, until=until))
        if sight.moment or sight.awaited:
            return ""
        if decision is not None and decision.seat == client.number:
            return _NOT_NOW[until]()
        return table_say.PASSING() if until == CHANGES else ""

    def lines(self) -> Iterator[str]:
        """What is set, one moment per line, with numbers."""
        for number, name in enumerate(("", *self.moments), 1):
            wait = table_say.WAIT[self._stops.at(name)]()
            yield say.STOP(number=number, moment=name or table_say.ALL_MOMENTS(), wait=wait)
        yield say.STOP_HELP()

    async def set(self, client: SeatClient, typed: str) -> bool:
        """Set the stop with a number to a word; return whether both are known."""
        number, _, word = typed.partition(" ")
        names = ("", *self.moments)
        word = folded(word.strip())
        if not number.isdecimal() or not 1 <= int(number) <= len(names) or word not in WAITS:
            return False
        name = names[int(number) - 1]
        if not name and word == TURN:
            return False
        rest = tuple(moment for moment in self._stops.moments if moment[0] != name)
        same = word == (ALWAYS if not name else Stops(rest).at(""))
        self._stops = replace(self._stops, moments=rest if same else (*rest, (name, word)))
        await client.stops(self._stops)
        return True


MANY = 30
"""After a list with more options than this, the question is said again."""

_ABOUT = frozenset(("help", "why", "pass", "stops", "travel", "outlook", *TELLS))
"""The commands that may name an option or a thing."""

LATELY = 12
"""So many lines of the log bring back to mind where a game stood."""


Command = Callable[[Any, Asked, str], Awaitable[bool]]
"""Does what a command word says; returns True where the decision is another one afterwards."""


class Taken(Enum):
    """What became of a line."""

    AGAIN = "again"
    """The question is still open."""
    DONE = "done"
    """Something was chosen or taken back."""
    QUIT = "quit"
    """The player leaves."""


@dataclass(slots=True)
class LineTable:
    """One game for one or several seats."""

    sitting: Sitting
    put: Callable[[str], object]
    """Writes a text."""
    _seat: int | None = None
    _secrets: dict[int, int] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)
    """The log as far as it was said."""
    _told: set[int] = field(default_factory=set)
    """The seats that were told how everything stands."""
    _between: int | None = None
    """The seat with secrets that has the keyboard although another one is asked."""
    journeys: tuple[View, tuple[Journey, ...]] | None = None
    """The journeys listed last, and the view for which they are meant."""
    talk: BotTalk = field(default_factory=BotTalk)
    stops: LineStops = field(default_factory=LineStops)
    """When the table waits for the players of this keyboard."""

    def begin(self) -> None:
        """What has happened so far; of a game that is taken up again only the last of it."""
        if self.sitting.info.resumed:
            self.say_lately()
        else:
            self.news()

    def say_lately(self) -> None:
        """Say the last of what has happened so far."""
        lines = self.public_log()
        if len(lines) > LATELY:
            self.say(say.EARLIER(number=len(lines) - LATELY))
        self.heard = lines[:-LATELY]
        self.news()

    def news(self) -> None:
        """Say what has happened since the last time; before what a bot does, what it is after."""
        lines, heard = self.public_log(), len(self.heard)
        self.heard = lines
        plans = self.talk.news(self.sitting.seats[0])
        for at, line in enumerate((*lines[heard:], None), heard):
            self.say(*(plan.words for plan in plans if max(heard, min(plan.at, len(lines))) == at))
            self.say(*(() if line is None else (line,)))

    def asked(self) -> Asked | None:
        """What is asked at this keyboard, with what the others at it may do in between.

        What players with secrets may do is told only to themselves, after they were called to the keyboard.
        """
        if self._between is not None and (own := asked_in_between(self.sitting, self._between)) is not None:
            return own
        secret = {client.number for client in self.sitting.seats if client.look().secret}
        views = [(seat.number, seat.look().view) for seat in self.sitting.seats]
        for number, view in views:
            decision = view.decision
            if decision is not None and decision.seat == number and decision.form is not None:
                others = [each.decision for other, each in views if other not in (number, *secret)]
                if decision.waiting:  # they choose at the same time, each in secret
                    others = []
                options = (*decision.options, *(option for each in others if each for option in each.options))
                players = tuple(each.name for each in view.seats)
                return Asked(number, decision.form, options, players)
        return awaited_at_window(self.sitting)

    def _client(self, number: int) -> SeatClient:
        return next(seat for seat in self.sitting.seats if seat.number == number)

    def _view(self, number: int) -> View:
        return self._client(number).look().view

    def public_log(self) -> list[str]:
        """The log as everybody may read it."""
        return [line.text for line in self.sitting.seats[0].look().view.log if not line.private]

    def say(self, *lines: str) -> None:
        """Print lines, cleaned and broken at the width."""
        for line in lines:
            for part in line.split("\n"):
                self.put(f"{broken_line(part)}\n")

    def ask(self, asked: Asked) -> None:
        """Say what is asked, and how things stand if another seat was asked before."""
        player = asked.players[asked.seat]
        self.stops.note(self._client(asked.seat).look())
        if asked.seat != self._seat:
            self.say("", say.YOU_ARE(player=player))
            self._say_news(asked.seat)
            self._seat = asked.seat
        self._whispers(asked.seat)
        decision = self._view(asked.seat).decision
        question = "" if decision is None else decision.prompt.removeprefix(f"{player}, ")
        if decision is not None and decision.waiting:
            self.say("", say.SECRETLY(players=awaited(decision)))
        sight = self._client(asked.seat).look()
        if sight.awaited and decision is not None and decision.seat != asked.seat:
            at_window = table_say.ASKED_OF(player=decision.player, question=sight.moment)
            question = at_window if sight.moment else bots_wait(decision, sight)
        line = (
            question_line(player, question, asked) if self._between is None else say.IN_BETWEEN(player=player)
        )
        self.say("", line)
        if sight.request is not None:
            self.say(*(f"  {word}" for word in request_words(sight.request, sight.view)))
        self._options(asked)
        if sight.awaited:
            self.say(f"  {say.PASS_HELP()}")
        if len(listed(asked)) > MANY:
            self.say(line)

    def passes_unseen(self, asked: Asked) -> bool:
        """Whether nobody else may see what is said next, nor this player what was said before."""
        return must_pass_unseen(self.sitting, self._seat, asked.seat)

    def _say_news(self, seat: int) -> None:
        """Say how things stand; to a seat that knows it, only what has changed since its last choice."""
        sight = self._client(seat).look()
        if seat not in self._told or sight.before is None:
            self._told.add(seat)
            self.say_status(seat)
            return
        if must_pass_unseen(self.sitting, self._seat, seat):  # what was said before is gone
            new = sight.view.log[len(sight.before.log) :]
            self.say(*(line.text for line in new if not line.private))
        self.say(*(f"  {difference}" for difference in differences(sight.before, sight.view)))
        self.say(*(f"  {seat_line}" for seat_line in seat_lines(sight.view, sight.view.seats[seat])))

    def _options(self, asked: Asked) -> None:
        options = listed(asked)
        if numbers(asked):  # a number that is typed is a value, so nothing else has one
            lines = [f"- {self._line(option, asked)}" for option in options if option.seat != asked.seat]
        else:
            lines = [f"{number}. {self._line(option, asked)}" for number, option in enumerate(options, 1)]
        self.say(*(f"  {line}" for line in lines))
        own = [option for option in asked.options if option.seat == asked.seat]
        if closed := {(each.label, each.why_not) for each in own if each.why_not is not None}:
            self.say(f"  {say.CLOSED(number=len(closed))}")
        if self._client(asked.seat).look().can_go_back:
            self.say(f"  {say.UNDO_GOES_BACK()}")
        if others := secret_others(self.sitting, asked.seat):
            self.say(f"  {say.CALL_TO_KEYBOARD(players=', '.join(others))}")

    def _line(self, option: Option, asked: Asked) -> str:
        """An option; its key is told where it is short for an action, or tells equal labels apart."""
        key, label = option.key.replace("_", " "), folded(option.label)
        plain = option.of is not None and sum(folded(each.label) == label for each in asked.options) == 1
        name = "" if plain or folded(key) == label else f" [{key}]"
        other = "" if option.seat == asked.seat else f"{asked.players[option.seat]}: "
        return f"{other}{option.label}{name}"

    async def take(self, asked: Asked, text: str) -> Taken:
        """Take a line: a command, or an answer.

        Raises:
            RuleError: a rule is wrong; a bot cannot go on.
        """
        if (command := self._command(asked, text)) is not None:
            name, rest = command
            if name == "quit":
                return Taken.QUIT
            return Taken.DONE if await self.commands[name](self, asked, rest) else Taken.AGAIN
        if (called := called_to_keyboard(self.sitting, asked.seat, text)) is not None:
            decision = self._view(called).decision
            self._between = called if decision is not None and decision.seat != called else None
            return Taken.DONE
        change = self._change(text)
        if change is None:
            return Taken.DONE if await self._choose(asked, text) else Taken.AGAIN
        if not await self._choose(*change):
            return Taken.AGAIN
        self.say(say.CHANGED(player=asked.players[change[0].seat]))
        return Taken.DONE

    def _change(self, text: str) -> tuple[Asked, str] | None:
        """Which seat's choice a line changes, while others still choose, and to what."""
        name, colon, rest = text.partition(":")
        for seat in self.sitting.seats if colon else ():
            view = seat.look().view
            players = tuple(each.name for each in view.seats)
            decision = view.decision
            if decision is not None and decision.chosen and folded(players[seat.number]) == folded(name):
                form = decision.form or PickOne()
                return Asked(seat.number, form, decision.options, players), rest.strip()
        return None

    @property
    def commands(self) -> Mapping[str, Command]:
        """What each command word does; True where the decision is another one afterwards."""
        return COMMANDS

    def _command(self, asked: Asked, text: str) -> tuple[str, str] | None:
        marked = text.startswith(":")
        name, _, rest = text.removeprefix(":").strip().partition(" ")
        name = folded(name)
        keys = {folded(key) for option in asked.options for key in (option.key, option.label)}
        about = name in _ABOUT and name not in keys
        if name in self.commands and (marked or (folded(text) not in keys and (not rest or about))):
            return name, rest.strip()
        return ("help", "") if marked else None

    async def _choose(self, asked: Asked, text: str) -> bool:
        meant = await understand(asked, text, self.trial)
        if isinstance(meant, Misread) and not meant.final:
            meant = await by_old_name(asked, text, self.trial) or meant
        if isinstance(meant, Misread):
            self.say(meant.words)
            return False
        if not self.agrees(meant):
            return False
        done = False
        for step in meant:
            if not await self._step(step):
                break
            done, self._between = True, None
            if step.rest:
                await self._go_on(step)
        return done

    def agrees(self, steps: tuple[Step, ...]) -> bool:
        """Whether to make a choice that was understood; a guide may warn first."""
        return True

    def take_nothing(self) -> Taken:
        """Take an empty line."""
        return Taken.AGAIN

    async def _go_on(self, step: Step) -> None:
        """Choose what was typed behind a step that has revealed something, if its action asks for more."""
        then = self.asked()
        if then is None or then.seat != step.seat or (await self.trial(then.seat, ())).new_action:
            self.say(path.REST_LEFT_OUT(head=step.key, tail=step.rest))
        else:
            await self._choose(then, step.rest)

    async def trial(self, seat: int, keys: tuple[str, ...]) -> Ahead:
        """What would be asked after some choices of a seat."""
        return await self._client(seat).ahead(keys)

    async def _step(self, step: Step) -> bool:
        return await self.changes(step.seat, lambda client: client.choose(step.key))

    async def changes(self, seat: int, change: Callable[[SeatClient], Awaitable[None]]) -> bool:
        """Change something at the table for a seat, and say what happened; return whether it worked."""
        client = self._client(seat)
        before = client.look().view
        try:
            await patiently(change(client), client.look, self.say)
        except ChoiceError as error:
            self._refuse(str(error))
            return False
        except RuleError as error:
            if client.look().view is not before:  # the choice stands: it was a bot whose rules went wrong
                self.news()
                raise
            self.say(went_wrong(error))
            return False
        except StoreError as error:
            self.news()
            self.say(say.GOES_ON_NOT_KEPT(error=error))
        else:
            self.news()
        self.notices()
        return True

    def _refuse(self, reason: str, words: str = "") -> None:
        """Say why a choice was refused, or these words for it, and what is new about the record."""
        self.say(words or reason)
        self.say(*(notice for notice in self.sitting.news() if notice != reason))

    def notices(self) -> None:
        """Say what is to be known about the record."""
        self.say(*self.sitting.news())

    def end(self) -> None:
        """Say how the game ended."""
        sight = self.sitting.seats[0].look()
        outcome = sight.outcome
        assert outcome is not None
        players = [seat.name for seat in sight.view.seats]
        self.say("", say.OVER(), *verdicts(outcome, players), *ending_rule(sight))
        if len(set(outcome.results)) == 1:
            self.say(say.YOU_HAVE(result=outcome.results[0]))
        self.say(*standings(outcome, players))

    def say_status(self, seat: int) -> None:
        """Say how things stand for a seat."""
        self.say(*TELLS["status"](self._client(seat).look(), (), ""))

    def _whispers(self, seat: int) -> None:
        """What only this seat has learnt since it was last told."""
        secrets = [told_line(line) for line in self._view(seat).log if line.private]
        told = self._secrets.get(seat, 0)
        self.say(*secrets[told:])
        self._secrets[seat] = len(secrets)

    # --- the commands ----------------------------------------------------------------------------

    async def tell(self, asked: Asked, name: str, rest: str) -> bool:
        """Answer a command that only tells something."""
        self.say(*TELLS[name](self._client(asked.seat).look(), self.sitting.rulebook, rest))
        return False

    async def on_help(self, asked: Asked, rest: str) -> bool:
        """Say what a text names, or how line mode works; nothing is chosen."""
        self.say(*(help_lines(asked, rest, self._view(asked.seat)) if rest else (say.HELP(),)))
        return False

    async def on_why(self, asked: Asked, rest: str) -> bool:
        """Say what a bot is after, why options are closed, or which rules applied; nothing is chosen."""
        said = remarks_about(self._client(asked.seat), rest)
        self.say(*(said or await why_lines(asked, rest, self._view(asked.seat), self.trial)))
        return False

    async def on_hint(self, asked: Asked, _rest: str) -> bool:
        """Say a hint, and the final one if there is another; nothing is chosen by that."""
        async for line in hints_told(self._client(asked.seat)):
            self.say(line)
        return False

    async def on_log(self, asked: Asked, _rest: str) -> bool:
        """Say everything that has happened, with the numbers of the lines."""
        log = self._client(asked.seat).look().view.log
        lines = [f"{number:>4}  {told_line(line)}" for number, line in enumerate(log, 1)]
        self.say(*(lines or [say.NOTHING_LOGGED()]))
        return False

    async def on_undo(self, asked: Asked, _rest: str) -> bool:
        """Undo the last choice; return whether it worked."""
        client = self._client(asked.seat)
        before = client.look().view.log
        try:
            await client.undo()
        except ChoiceError as error:
            self._refuse(str(error), f"{sentence(str(error))}.")
            return False
        except StoreError as error:
            self.say(say.GOES_ON_NOT_KEPT(error=error))
        self.heard = self.public_log()
        gone = " ".join(line.text for line in before[len(client.look().view.log) :])
        self.say(table_say.TAKEN_BACK_WHAT(what=gone) if gone else say.TAKEN_BACK())
        return True

    async def on_save(self, _asked: Asked, _rest: str) -> bool:
        """Say where the game is saved, after another attempt if the last one failed."""
        try:
            await self.sitting.seats[0].save()
            self.say(say.KEPT_IN(place=self.sitting.place))
        except StoreError as error:
            self.say(say.NOT_KEPT(error=error))
        self.notices()
        return False

    async def on_outlook(self, asked: Asked, typed: str) -> bool:
        """Say what would happen, at a place or at all; nothing is chosen."""
        self.say(*await outlook_told(self._client(asked.seat), typed))
        return False

    async def on_pass(self, asked: Asked, rest: str) -> bool:
        """Pass windows until something changes, once, or until the turn ends."""
        told = ""

        async def change(client: SeatClient) -> None:
            nonlocal told
            found = await self.stops.pass_on(client, rest)
            told = say.PASS_HELP() if found is None else found

        before = self.sitting.seats[0].look().view
        if not await self.changes(asked.seat, change):
            return False
        if told:
            self.say(told)
        return self.sitting.seats[0].look().view is not before

    async def on_stops(self, asked: Asked, rest: str) -> bool:
        """List at which windows the table waits, or set it for one of them."""
        known = True

        async def change(client: SeatClient) -> None:
            nonlocal known
            known = await self.stops.set(client, rest)

        before = self.sitting.seats[0].look().view
        if rest and not await self.changes(asked.seat, change):
            return False
        self.say(*(self.stops.lines() if known else (say.STOP_HELP(),)))
        return self.sitting.seats[0].look().view is not before

    async def on_travel(self, asked: Asked, typed: str) -> bool:
        """List the ways to a place, or take one of those listed; return whether something was chosen."""
        client = self._client(asked.seat)
        if client.look().inside:
            self.say(travel.CHOICE_IS_OPEN())
            return False
        if typed.isdecimal():
            return await self._take_journey(client, int(typed) if len(typed) < 4 else 0)
        view = client.look().view
        places = places_called(view, folded(typed)) if typed else []
        if not typed:
            self.say(travel.WHERE())
        elif not places:
            self.say(say.NOTHING_THERE(typed=typed))
        elif len(places) > 1:
            self.say(travel.SEVERAL(places=", ".join(label for label, _ in places)))
        else:
            label, ref = places[0]
            journeys = await client.journeys(ref)
            self.journeys = view, journeys
            self.say(*journey_lines(view, label, journeys))
        return False

    async def _take_journey(self, client: SeatClient, number: int) -> bool:
        """Take the journey with this number of those listed last; return whether something was chosen."""
        view, journeys = self.journeys or (None, ())
        if view is not client.look().view or not 1 <= number <= len(journeys):
            self.say(travel.NOT_LISTED())
            return False
        journey = journeys[number - 1]
        try:
            made = await client.travel(steps(journey))
        except ChoiceError as error:
            self._refuse(str(error), f"{sentence(str(error))}.")
            return False
        except RuleError as error:
            if client.look().view is not view:  # a bot's rules went wrong after the journey
                self.news()
                raise
            self.say(went_wrong(error))
            return False
        except StoreError as error:
            self.news()
            self.say(say.GOES_ON_NOT_KEPT(error=error))
        else:
            self.news()
            if made < len(steps(journey)):
                self.say(travel.STOPPED())
        self.notices()
        return True


def _telling(name: str) -> Command:
    return lambda table, asked, rest: table.tell(asked, name, rest)


async def _stay(_table: LineTable, _asked: Asked, _rest: str) -> bool:
    return False


COMMANDS: Mapping[str, Command] = {
    "help": LineTable.on_help,
    "why": LineTable.on_why,
    **{name: _telling(name) for name in TELLS},
    "travel": LineTable.on_travel,
    "hint": LineTable.on_hint,
    "outlook": LineTable.on_outlook,
    "log": LineTable.on_log,
    "undo": LineTable.on_undo,
    "pass": LineTable.on_pass,
    "stops": LineTable.on_stops,
    "save": LineTable.on_save,
    "quit": _stay,
}
"""The commands of a game alone."""


def ending_rule(sight: Sight) -> tuple[str, ...]:
    """The line with the rule that ended a game; none if it is not known."""
    told = rule_of_end(sight.view, sight.outcome) if sight.outcome is not None else ""
    return (f"  {told}",) if told else ()
