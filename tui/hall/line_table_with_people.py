"""A table with other people in plain lines: the game, and what the others say, ask and show."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from lazaretto.host import Sitting
from lazaretto.host.server.hall_protocol import TableHeard, TableSeat
from lazaretto.host.server.hall_views import HallError, Pointer, State, TableView, VoteKind
from lazaretto.rules import PickOne, Ref
from lazaretto.tui.board import shape_of
from lazaretto.tui.hall.table_company import LatestLines, asks, spoken
from lazaretto.tui.hall.table_description import players, seat as described, turn_end
from lazaretto.tui.line.ending_words import standings, verdicts
from lazaretto.tui.line.parse_answer import Asked
from lazaretto.tui.line.table import COMMANDS, Command, LineTable, Taken, ending_rule
from lazaretto.tui.messages import hall as hall_say, hall_lines as say, line_mode as line_say
from lazaretto.tui.shared_texts import awaited, folded, sentence
from lazaretto.tui.table.answers.name_typing import meant
from lazaretto.tui.table.view_lookup import label_of

Own = Callable[[Callable[..., object]], Callable[..., None]]
Slash = Callable[["PeopleTable", str], Awaitable[None]]


class PeopleTable(LineTable):
    """One person's place at a table."""

    def __init__(
        self, sitting: Sitting, seat: TableSeat, person: str, put: Callable[[str], Any], own: Own
    ) -> None:
        """Take the place; `own` wraps callbacks for callers outside the session."""
        super().__init__(sitting, put)
        self._own = own
        self.seat, self.person = seat, person
        self.left = False
        """Whether the person has left the table, or lost the seat."""
        self.wanted: int | None = None
        """The seat that the person, who watches, goes to see."""
        self._heard_to = max((line.number for line in seat.view.chat), default=0)
        self._votes: set[tuple[int, int]] = set()
        self._notice = ""
        self._ends = seat.view.listing.ends
        self._asked: tuple[Asked, int, str] | None = None
        """The question that was said last, and the number of choices before it."""
        self._over = False
        self._awaited = ""
        """The player of whom was said that the game waits for them."""
        self._latest = LatestLines()
        self._latest.start(self._look())
        board = shape_of(self._look(), sitting.coast)
        self._places: list[tuple[Ref, str, str]] = [
            *((spot.ref, spot.name, spot.code) for spot in board.spots),
            *((area.ref, area.name, area.code) for area in board.areas),
        ]

    # --- what happens ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Say where the person is and what happened last, and listen from now on."""
        listing = self.seat.view.listing
        greeting = say.WATCHING if self.seat.watching else say.AT_TABLE
        self.say(greeting(code=listing.code, title=listing.title))
        self.say_lately()
        self._who()
        self._changed(self.seat.view)
        self.seat.listen(TableHeard(self._own(self._changed), self._own(self._pointed)))
        for seat in self.sitting.seats:
            seat.listen(self._own(self._happened), each=False)
        self.ask_if_new()

    def stop(self) -> None:
        """Listen no more."""
        self.left = True
        self.seat.listen(None)
        self.sitting.hush()

    def _look(self) -> Any:
        return self.sitting.seats[0].look().view

    def _happened(self, _moments: object) -> None:
        if not self.left:
            self._latest.note(self._look())
            self.news()
            self.ask_if_new()

    def ask_if_new(self) -> None:
        """Say what the game asks, if that is something new."""
        over = self.sitting.seats[0].look().outcome is not None
        if over and not self._over:
            self.end()
        self._over = over
        asked = self.asked()
        if asked is None or not self._is_turn(asked):
            self._say_who_is_awaited()
        else:
            self._awaited = ""
        if asked is None:
            self._asked = None
            return
        turn = self._is_turn(asked)
        decision = self._view(asked.seat).decision
        chosen = "" if decision is None else decision.chosen
        found = (asked, self._client(asked.seat).look().choices if turn else 0, chosen)
        if found == self._asked:
            return
        self._asked = found
        if turn:
            self.ask(asked)
        else:
            sight = self._client(asked.seat).look()
            self.stops.note(sight)
            self.say("", *((sight.moment,) if sight.awaited else ()))
            self.say(say.CHANGE_CHOICE(choice=chosen) if chosen else say.IN_BETWEEN())
            self._options(asked)
            self.say(*((line_say.PASS_HELP(),) if sight.awaited else ()))

    def end(self) -> None:
        """Say how the game ended for everybody, and what can be done next."""
        sight = self.sitting.seats[0].look()
        outcome, listing = sight.outcome, self.seat.view.listing
        assert outcome is not None
        if not self.seat.watching:
            super().end()
        else:
            names = [seat.name for seat in sight.view.seats]
            self.say("", line_say.OVER(), *verdicts(outcome, names), *ending_rule(sight))
            if len(set(outcome.results)) == 1:
                results = zip(names, outcome.results, strict=True)
                self.say(*(line_say.PLAYER_HAS(player=name, result=result) for name, result in results))
            self.say(*standings(outcome, names))
        self.say(say.PLAYED(people=players(listing), turn=sight.turn), say.NEXT())

    def _say_who_is_awaited(self) -> None:
        """Say whom the game waits for, once."""
        decision = self._look().decision
        player = "" if decision is None else awaited(decision)
        if player and player != self._awaited:
            self.say(say.WAITS_FOR(player=player))
        self._awaited = player

    def _is_turn(self, asked: Asked) -> bool:
        decision = self._view(asked.seat).decision
        return decision is not None and decision.seat == asked.seat

    def asked(self) -> Asked | None:
        """What is asked, or what one of the person's seats may do in between."""
        if self.seat.watching:
            return None
        found = super().asked()
        if found is not None:
            return found
        for seat in self.sitting.seats:
            view = seat.look().view
            if view.decision is not None and view.decision.options:
                form, options = view.decision.form or PickOne(), view.decision.options
                return Asked(seat.number, form, options, tuple(one.name for one in view.seats))
        return None

    def _changed(self, view: TableView) -> None:
        if self.left:
            return
        for line in view.chat:
            if line.number > self._heard_to:
                self._heard_to = line.number
                self.say(spoken(line))
        for vote in view.votes:
            mark = (vote.number, len(vote.agreed))
            if mark not in self._votes:
                self._votes.add(mark)
                question = asks(vote, view.listing, self._latest)
                if self.person in vote.asked and self.person not in vote.agreed:
                    self.say(say.VOTE(question=question))
                else:
                    self.say(say.AGREED(question=question, agreed=len(vote.agreed), needed=vote.needed))
        if view.notice != self._notice:
            self._notice = view.notice
            self.say(*([sentence(view.notice)] if view.notice else []))
        if view.listing.ends != self._ends:
            self._ends = view.listing.ends
            self.say(*([sentence(turn_end(view.listing))] if self._ends is not None else []))
        if view.shows is not None and view.sees != view.shows:
            self.say(say.SEES_NO_MORE())
            self.left = True
        elif view.listing.state is State.CLOSED:
            self.say(hall_say.TABLE_CLOSED())
            self.left = True
        elif not self.seat.watching and not view.listing.yours:
            self.say(hall_say.NO_SEAT_ANY_MORE(code=view.listing.code))
            self.left = True

    def _pointed(self, pointer: Pointer) -> None:
        if not self.left:
            self.say(say.SHOWS(person=pointer.person, place=label_of(self._look(), pointer.ref)))

    def _who(self) -> None:
        listing = self.seat.view.listing
        self.say(*(f"  {described(seat)}" for seat in listing.seats))
        if listing.ends is not None:
            self.say(f"  {sentence(turn_end(listing))}")
        if listing.watchers:
            self.say(f"  {hall_say.WATCHERS(number=listing.watchers)}")

    # --- lines -----------------------------------------------------------------------------------

    async def line(self, text: str) -> None:
        """Take a line that the person has typed."""
        word, _, rest = text.partition(" ")
        if word.startswith("/"):
            command = SLASH.get(folded(word[1:]))
            if command is None:
                self.say(say.NO_COMMAND(word=word))
                return
            try:
                await command(self, rest.strip())
            except HallError as error:
                self.say(sentence(str(error)))
            return
        asked = self.asked()
        if asked is None and self._command(self._idle(), text) is None:
            decision = self._look().decision
            player = "" if decision is None else awaited(decision)
            self.say(say.NOT_ASKED(player=player) if player else say.NO_ONE_ASKED())
            return
        match await self.take(asked or self._idle(), text):
            case Taken.QUIT:
                self.stop()
            case Taken.DONE | Taken.AGAIN:
                self.ask_if_new()

    def _idle(self) -> Asked:
        """What stands for a question while none is asked: the commands of the game work then, too."""
        seat = self.sitting.seats[0]
        return Asked(seat.number, PickOne(), (), tuple(each.name for each in seat.look().view.seats))

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands of every game; undoing may need the others to agree."""
        return PEOPLE_COMMANDS

    async def _on_help_here(self, asked: Asked, rest: str) -> bool:
        if rest:
            return await self.on_help(asked, rest)
        self.say(say.HELP_TABLE())
        return False

    async def _on_undo_here(self, _asked: Asked, _rest: str) -> bool:
        await self.line("/undo")
        return False

    async def _say(self, text: str) -> None:
        if not text:
            self.say(say.NEEDS_TEXT())
            return
        await self.seat.say(text)

    async def _say_to_side(self, text: str) -> None:
        side = self.seat.view.side
        if not side:
            self.say(say.NO_SIDE())
        elif text:
            await self.seat.say(text, side)

    async def _undo(self, _rest: str) -> None:
        before = len(self.seat.view.votes)
        await self.seat.undo()
        if len(self.seat.view.votes) == before:
            self._asked = None
            self.ask_if_new()

    async def _yes(self, _rest: str) -> None:
        await self._vote(True)

    async def _no(self, _rest: str) -> None:
        await self._vote(False)

    async def _vote(self, agree: bool) -> None:
        for vote in self.seat.view.votes:
            if self.person in vote.asked and self.person not in vote.agreed:
                await self.seat.vote(vote.number, agree)
                return
        self.say(say.NO_VOTE())

    async def _pause(self, _rest: str) -> None:
        await self.seat.pause(not self.seat.view.paused)

    async def _show_who(self, _rest: str) -> None:
        self._who()

    async def _show_place(self, name: str) -> None:
        ref = meant(self._places, name) if name else None
        if ref is None:
            self.say(say.NO_PLACE(name=name))
            return
        self.seat.point(ref)
        self.say(say.SHOWN(place=label_of(self._look(), ref)))

    async def _see(self, name: str) -> None:
        """Ask to see what a player sees, or go there if the player has agreed."""
        for seat in self.seat.view.listing.seats:
            if folded(seat.player) == folded(name):
                if seat.number == self.seat.view.sees:
                    self.say(say.GOES_THERE(player=seat.player))
                    self.wanted = seat.number
                else:
                    await self.seat.propose(VoteKind.WATCH, str(seat.number))
                    self.say(say.YOU_ASK(player=seat.player))
                return
        self.say(say.NO_PLAYER(name=name))

    async def _let(self, name: str) -> None:
        await self.seat.show_to(name, True)

    async def _hide(self, name: str) -> None:
        await self.seat.show_to(name, False)

    async def _help(self, _rest: str) -> None:
        self.say(say.HELP_TABLE())

    async def _go(self, _rest: str) -> None:
        self.stop()


SLASH: Mapping[str, Slash] = {
    "say": PeopleTable._say,
    "side": PeopleTable._say_to_side,
    "undo": PeopleTable._undo,
    "yes": PeopleTable._yes,
    "no": PeopleTable._no,
    "who": PeopleTable._show_who,
    "pause": PeopleTable._pause,
    "show": PeopleTable._show_place,
    "see": PeopleTable._see,
    "let": PeopleTable._let,
    "hide": PeopleTable._hide,
    "help": PeopleTable._help,
    "leave": PeopleTable._go,
    "quit": PeopleTable._go,
}
"""The commands that concern the people at the table."""

PEOPLE_COMMANDS: Mapping[str, Command] = {
    **{name: each for name, each in COMMANDS.items() if name != "save"},
    "help": PeopleTable._on_help_here,
    "undo": PeopleTable._on_undo_here,
}
