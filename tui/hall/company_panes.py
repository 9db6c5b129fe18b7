"""The panes about the people at a table: one line with what matters most, and the chat."""

from collections.abc import Iterator, Sequence

from host.server.hall_views import Presence, SeatListing, TableListing, Vote, VoteKind
from rules import View
from tui.hall.chat_lines import chat, spoken
from tui.hall.company import Company
from tui.hall.table_description import presence
from tui.hall.turn_end import turn_end
from tui.look.styled_text import ACCENT, BAD, FAINT, PLAIN, STRONG, Line, Pen, Span, fitted
from tui.messages import hall as say
from tui.sanitize import clean_line
from tui.shared_texts import sentence
from tui.table.view_lookup import label_of
from tui.widgets.drawn_pane import Pane

WARN = Pen("warn", bold=True)
_SIGNS = {Presence.HERE: "●", Presence.AWAY: "○", Presence.BOT: "⚙", Presence.EMPTY: "◌"}


class CompanyPane(Pane):
    """One line: what the player writes, a vote, a notice, who shows what, the last words, or who is here."""

    DEFAULT_CSS = "CompanyPane { height: 1; }"
    back = "panel"

    def __init__(self) -> None:
        super().__init__(id="company")
        self.company: Company | None = None
        self.scene: View | None = None
        self.small = False
        """Whether there is no room for the chat elsewhere."""

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """What matters most now."""
        if self.company is None:
            return ()
        return (fitted(self._line(self.company, width), width),)

    def _line(self, company: Company, width: int) -> Line:
        view = company.view
        if company.typed is not None:
            to = _prompt(company)
            return (Span(f" {to} ", STRONG), *company.typed.spans(max(10, width - len(to) - 3), True))
        if company.message:
            return (Span(f" ! {company.message}", BAD),)
        if company.vote is not None:
            agree, refuse = company.vote_keys()
            return (
                Span(
                    f" ? {say.ANSWER(question=asks(company.vote, view.listing), agree=agree, refuse=refuse)}",
                    Pen("ground", "warn", bold=True),
                ),
            )
        if company.latest_news:
            return (Span(f" ! {company.latest_news}", WARN),)
        if view.notice:
            return (Span(f" ! {sentence(clean_line(view.notice))}", WARN),)
        if view.paused:
            return (Span(f" ! {say.PAUSED(people=company.keymap.shown('hall_table.people'))}", WARN),)
        if view.votes:
            vote = view.votes[0]
            words = say.AGREED(question=asks(vote, view.listing), agreed=len(vote.agreed), needed=vote.needed)
            return (Span(f" ? {words}", WARN),)
        if company.pointers and self.scene is not None:
            return tuple(self._pointing(company, self.scene))
        if self.small and company.talked_lately:
            return (Span(" "), *self._last_words(company))
        return tuple(people(company, self.scene))

    def _pointing(self, company: Company, view: View) -> Iterator[Span]:
        colours = company.colours(view)
        for each in company.pointers:
            words = say.POINTS(person=each.person, place=label_of(view, each.ref))
            yield Span(f" ▸ {words} ", Pen(colours.get(each.person, "accent"), bold=True))

    def _last_words(self, company: Company) -> Iterator[Span]:
        line = company.view.chat[-1]
        text = spoken(line)
        at = text.find(": ") + 2 if line.person else 0
        yield Span(text[:at], Pen(company.colours(self.scene).get(line.person, "text"), bold=True))
        yield Span(text[at:])


def _prompt(company: Company) -> str:
    if company.inviting:
        return say.INVITE()
    return say.TO_SIDE(side=company.side) if company.side else say.TO_ALL()


def people(company: Company, view: View | None) -> Iterator[Span]:
    """Everybody at the table, and whether they are here."""
    colours, listing = company.colours(view), company.view.listing
    for each in listing.seats:
        yield from _seat(each, colours.get(each.person, "faint"))
    if listing.ends is not None:
        yield Span(f"  {turn_end(listing)}", WARN if listing.your_turn else FAINT)
    if listing.watchers:
        yield Span(f"  {say.WATCHERS(number=listing.watchers)}", FAINT)
    if company.seat.watching:
        yield Span(f"  {say.WATCHING()}", WARN)
    yield Span(f"  {listing.code}", FAINT)


def _seat(each: SeatListing, colour: str) -> Iterator[Span]:
    here = each.presence is Presence.HERE
    yield Span(f"  {_SIGNS[each.presence]} ", Pen(colour, bold=here) if each.person else FAINT)
    free = each.presence is Presence.EMPTY
    yield Span("" if free else clean_line(each.player), STRONG if each.asked else PLAIN if here else FAINT)
    if not here or each.asked:
        yield Span(f"{'' if free else ' '}{presence(each)}", ACCENT if each.asked else FAINT)


def asks(vote: Vote, listing: TableListing) -> str:
    """What somebody asks the others."""
    by, about = clean_line(vote.by), clean_line(vote.about)
    match vote.kind:
        case VoteKind.KICK:
            return say.ASKS_KICK(person=by, about=about)
        case VoteKind.TAKE_OVER:
            return say.ASKS_TAKE_OVER(person=by, about=_player(about.partition(" ")[0], listing))
        case VoteKind.CLOSE:
            return say.ASKS_CLOSE(person=by)
        case VoteKind.WATCH:
            return say.ASKS_TO_SEE(person=by, about=_player(about, listing))
        case VoteKind.UNDO:
            return say.ASKS_UNDO(person=by)


def _player(number: str, listing: TableListing) -> str:
    """The name of the player with this number."""
    return clean_line(next((each.player for each in listing.seats if str(each.number) == number), number))


class TalkPane(Pane):
    """The last lines of the chat, under a heading."""

    back = "ground"

    def __init__(self) -> None:
        super().__init__(id="talk")
        self.company: Company | None = None
        self.scene: View | None = None

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The heading, and as many lines as fit."""
        if self.company is None:
            return ()
        company = self.company
        head: Line = (Span(f" {say.THE_TALK()} ", ACCENT), Span("─" * width, Pen("line")))
        said = chat(company.view.chat, width, company.colours(self.scene))
        if not said:
            key = company.keymap.shown("hall_table.talk")
            said = [(Span(f" {say.NOTHING_SAID(talk=key)}", FAINT),)]
        return [head, *said[-max(1, height - 1) :]]
