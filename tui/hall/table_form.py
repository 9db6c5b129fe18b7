"""The form of a new table on a server: each seat is the player's own, open to others, or played by a bot."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.server.hall_views import LateRule, Pace, Presence, TableListing, TableOrder
from lazaretto.tui.launcher.setup_screen import BOT, COUNT, NO, YES, AgreementError, SetupForm, bot_lines
from lazaretto.tui.messages import hall as say
from lazaretto.tui.widgets.form import Button, Choice, Field, Number, Row

ME, OPEN = "me", "open"
WHO, JOIN, PACE, HOURS, LATE, UNDO, HINTS = "who", "join", "pace", "hours", "late", "undo", "hints"
CAMPAIGN = "campaign"
ANYBODY, INVITED = "anybody", "invited"
LIVE, DAYS = "live", "days"
LONGEST = 24 * 14
"""The longest time limit of a turn, in hours."""
USUAL = 24


class TableForm(SetupForm[TableOrder]):
    """Everything that is agreed on when a table is made."""

    def __init__(self, folder: Path, program: ScenarioInfo, bots: Sequence[str] = ()) -> None:
        least, most = program.players
        super().__init__(folder, program, bots, max(least, min(2, most)))
        self._values[_seat(0)] = ME
        self._before = ""
        """The finished table whose campaign may go on."""

    def repeat(self, table: TableListing, person: str) -> None:
        """Fill the form with what was agreed on at another table, as far as its listing says it."""
        self._values[COUNT] = str(len(table.seats))
        for seat in table.seats:
            who = ME if seat.person == person else OPEN
            if seat.presence is Presence.BOT:
                who = next((f"{bot}{BOT}" for bot in self.bots if seat.player.startswith(bot)), OPEN)
            self._values[_seat(seat.number)] = who
        self.set_options(table.options)
        self._before = table.code if self.program.hands_on else ""
        self._values |= {
            JOIN: ANYBODY if table.public else INVITED,
            PACE: DAYS if table.pace is Pace.DAYS else LIVE,
            HOURS: str(table.hours),
            LATE: table.late.value,
            UNDO: YES if table.free_undo else NO,
            HINTS: YES if table.hints else NO,
        }

    def note(self, field: Field) -> bool:
        """Store a value; only one seat is the player's own."""
        changed = super().note(field)
        if field.name.startswith(WHO) and self._values[field.name] == ME:
            for number in range(self.program.players[1]):
                if _seat(number) != field.name and self._values.get(_seat(number)) == ME:
                    self._values[_seat(number)] = OPEN
            changed = True
        return changed or field.name == PACE

    def seats(self) -> Iterator[Row]:
        """Who plays each seat."""
        words = (ME, OPEN, *(f"{bot}{BOT}" for bot in self.bots))
        for number in range(self.players):
            chosen = self._values.get(_seat(number), OPEN)
            choice = Choice(_seat(number), words, chosen, say.FORM_SEAT.helped(), bot_lines(self.bots))
            yield Row(say.FORM_SEAT(number=number + 1), (choice,))

    def further(self) -> Iterator[Row]:
        """Who may join, the pace, and undo."""
        yield Row(say.FORM_TABLE())
        yield self._row(JOIN, (ANYBODY, INVITED))
        yield self._row(PACE, (LIVE, DAYS))
        if self._values.get(PACE) == DAYS:
            hours = int(self._values.get(HOURS, USUAL))
            message = say.FORM[HOURS]
            yield Row(message(), (Number(HOURS, 0, LONGEST, hours, message.helped()),))
            yield self._row(LATE, tuple(rule.value for rule in LateRule))
        yield self._row(UNDO, (NO, YES))
        yield self._row(HINTS, (YES, NO))
        if self._before:
            yield self._row(CAMPAIGN, (YES, NO))

    def _row(self, name: str, words: tuple[str, ...]) -> Row:
        message = say.FORM[name]
        return Row(message(), (Choice(name, words, self._values.get(name, words[0]), message.helped()),))

    def button(self) -> Row:
        """The last row."""
        return Row("", (Button("start", say.FORM_MAKE()),))

    def order(self) -> TableOrder:
        """The order for the table.

        Raises:
            AgreementError: no seat is the player's own, or the seed is not valid.
        """
        who = [self._values.get(_seat(number), OPEN) for number in range(self.players)]
        if ME not in who:
            raise AgreementError(say.FORM_NO_SEAT(), _seat(0))
        days = self._values.get(PACE) == DAYS
        return TableOrder(
            self.folder,
            tuple("" if each in (ME, OPEN) else each.removesuffix(BOT) for each in who),
            self.options(),
            self.switches(),
            self.seed(),
            public=self._values.get(JOIN, ANYBODY) == ANYBODY,
            pace=Pace.DAYS if days else Pace.LIVE,
            hours=int(self._values.get(HOURS, USUAL)) if days else 0,
            late=LateRule(self._values.get(LATE, LateRule.WAIT.value)) if days else LateRule.WAIT,
            free_undo=self._values.get(UNDO) == YES,
            hints=self._values.get(HINTS, YES) == YES,
            mine=who.index(ME),
            follows=self._before if self._values.get(CAMPAIGN, YES) == YES else "",
        )


def _seat(number: int) -> str:
    return f"{WHO} {number}"
