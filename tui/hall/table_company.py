"""The people at a table: what they say, ask and show, what came last, and the panes that show it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from lazaretto.host.server.hall_protocol import TableSeat
from lazaretto.host.server.hall_views import (
    ChatLine,
    Pointer,
    Presence,
    SeatListing,
    TableListing,
    TableView,
    Vote,
    VoteKind,
)
from lazaretto.rules import View
from lazaretto.tui.board.badges_and_signs import OWN_COLOURS, Pointed, figures
from lazaretto.tui.hall.table_description import presence, turn_end
from lazaretto.tui.keys.keymap import Keymap, default_keymap
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    BAD,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    fitted,
    width,
)
from lazaretto.tui.messages import hall as say
from lazaretto.tui.safe_output import clean_line
from lazaretto.tui.shared_texts import sentence
from lazaretto.tui.table.view_lookup import label_of
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.line_edit import Typed


@dataclass(slots=True)
class LatestLines:
    """What the log of one seat says about the latest change."""

    _seen: tuple[str, ...] = ()
    _added: tuple[str, ...] = ()

    def start(self, view: View) -> None:
        """Begin with a view; what happened before is not told apart."""
        self._seen, self._added = _texts(view), ()

    def note(self, view: View) -> None:
        """Take the view after a change; a change that adds no lines, or takes some back, leaves none."""
        texts = _texts(view)
        before = len(self._seen)
        self._added = texts[before:] if texts[:before] == self._seen else ()
        self._seen = texts

    def of(self, player: str) -> str:
        """The latest change, if this player made it as far as the log says so; otherwise empty."""
        first = self._added[0] if self._added else ""
        return first.removesuffix(".") if first.startswith(f"{player} ") else ""


def _texts(view: View) -> tuple[str, ...]:
    return tuple(line.text for line in view.log)


LONGEST = 200
"""The maximum length of a line of chat."""
SHOWN = 2.0
"""Seconds for which others see what somebody points at."""
FRESH = 15.0
"""Seconds for which a new line of chat is shown where there is no room for the chat."""
NOTICED = 1.0
"""Seconds after which the player has noticed a vote; an earlier key was meant for something else."""


@dataclass(slots=True)
class Company:
    """What one player's screen shows of the people at a table."""

    seat: TableSeat
    person: str
    keymap: Keymap = field(default_factory=default_keymap)
    clock: Callable[[], float] = monotonic
    typed: Typed | None = None
    """The line that the player writes; None: the player is not writing."""
    inviting: bool = False
    """Whether that line is the name of somebody to invite."""
    to_side: bool = False
    """Whether that line is for the player's own side only."""
    answering: bool = False
    """Whether the game asks something whose options have the letters of a vote; capital letters vote then."""
    message: str = ""
    """Why the last command was refused."""
    goes_to: int | None = None
    """The seat that the person, who watches, looks at or goes to; None for what everybody may see."""
    news: tuple[str, float] = ("", -FRESH)
    """What happened elsewhere in the hall, and when that was."""
    latest: LatestLines = field(default_factory=LatestLines)
    """What the player's own log says about the latest change."""
    _pointers: list[tuple[float, Pointer]] = field(default_factory=list)
    _votes: dict[int, float] = field(default_factory=dict)
    """When each open vote was first shown."""
    _said: tuple[int, float] = (0, 0.0)
    """The number of the last line of chat, and when it came."""
    _there: tuple[Presence, ...] = ()
    """Who was there when the view last changed."""

    def __post_init__(self) -> None:
        self._said = (self._last_number, -FRESH)
        self.goes_to = self.view.shows

    @property
    def view(self) -> TableView:
        """What the player sees besides the game."""
        return self.seat.view

    @property
    def _last_number(self) -> int:
        return max((line.number for line in self.view.chat), default=0)

    def heard(self) -> bool:
        """Note what is new; return whether somebody has said something.

        What the table itself has said gives way when somebody comes or goes; what a person has said stays.
        """
        said = self._last_number > self._said[0]
        there = tuple(seat.presence for seat in self.view.listing.seats)
        if said:
            self._said = (self._last_number, self.clock())
        elif there != self._there and self.view.chat and not self.view.chat[-1].person:
            self._said = (self._last_number, -FRESH)
        self._there = there
        votes = {vote.number for vote in self.view.votes}
        self._votes = {number: self._votes.get(number, self.clock()) for number in votes}
        return said

    @property
    def talked_lately(self) -> bool:
        """Whether somebody has said something just now."""
        return self.clock() - self._said[1] < FRESH

    @property
    def latest_news(self) -> str:
        """What happened elsewhere just now."""
        words, when = self.news
        return words if self.clock() - when < FRESH else ""

    # --- votes ---------------------------------------------------------------------------------

    @property
    def vote(self) -> Vote | None:
        """The first vote that waits for the player's answer."""
        waits = (vote for vote in self.view.votes if self.person in vote.asked)
        return next((wait for wait in waits if self.person not in wait.agreed), None)

    @property
    def noticed(self) -> bool:
        """Whether the player has had time to read the vote."""
        vote = self.vote
        return vote is not None and self.clock() - self._votes.get(vote.number, self.clock()) >= NOTICED

    def vote_action(self, key: str) -> str | None:
        """The answer to the vote that a key gives, if it gives one."""
        action = self.keymap.action("vote", key) if self.noticed else None
        if action is None or (self.answering and key != self.keymap.keys(action)[-1]):
            return None
        return action if action.startswith("vote.") else None

    def vote_keys(self) -> tuple[str, str]:
        """The keys that agree and refuse, as the screen shows them."""
        agree, refuse = (
            self.keymap.shown(each, last=self.answering) for each in ("vote.agree", "vote.refuse")
        )
        return agree, refuse

    # --- pointing ------------------------------------------------------------------------------

    def point(self, pointer: Pointer) -> None:
        """Remember what somebody shows; an earlier one of the same person goes away."""
        others = [each for each in self._pointers if each[1].person != pointer.person]
        self._pointers = [*others, (self.clock(), pointer)]

    def forget(self) -> None:
        """Forget what was shown long enough."""
        self._pointers = [pointer for pointer in self._pointers if self.clock() - pointer[0] < SHOWN]

    @property
    def pointers(self) -> tuple[Pointer, ...]:
        """What people show now."""
        return tuple(pointer for _, pointer in self._pointers)

    def pointed(self, view: View) -> tuple[Pointed, ...]:
        """The same for the board, in the colours of the people."""
        colours = self.colours(view)
        return tuple(
            Pointed(pointer.ref, pointer.person, colours.get(pointer.person, "accent"))
            for pointer in self.pointers
        )

    def colours(self, view: View | None) -> Mapping[str, str]:
        """The colour of each person: that of their figure, otherwise one of ours."""
        found: dict[str, str] = {}
        marks = figures(view) if view is not None else ()
        for seat in self.view.listing.seats:
            own = marks[seat.number].colour if seat.number < len(marks) else ""
            found.setdefault(seat.person, own or OWN_COLOURS[seat.number % len(OWN_COLOURS)])
        return found

    # --- writing -------------------------------------------------------------------------------

    def write(self, inviting: bool = False) -> None:
        """Start to write to the others, or the name of somebody to invite."""
        self.typed, self.inviting, self.message = Typed("", LONGEST), inviting, ""

    def press(self, key: str, character: str | None) -> str | None:
        """Handle a key while the player writes; return the text to send, if the player is done."""
        assert self.typed is not None
        match self.keymap.action("talk", key):
            case "typing.done":
                text, self.typed = self.typed.text.strip(), None
                return text
            case "typing.stop":
                self.typed = None
            case "talk.other":
                self.to_side = bool(self.view.side) and not self.to_side and not self.inviting
            case _:
                self.typed.key(key, character)
        return None

    @property
    def side(self) -> str:
        """The side that the player writes to; empty for everybody."""
        return self.view.side if self.to_side else ""


INDENT = 2


def said(line: ChatLine) -> str:
    """What somebody said."""
    return clean_line(line.text)


def spoken(line: ChatLine) -> str:
    """A line of chat with who said it, as plain text."""
    if not line.person:
        return said(line)
    person = clean_line(line.person)
    if line.side:
        return say.SAID_TO_SIDE(person=person, side=clean_line(line.side), text=said(line))
    return say.SAID(person=person, text=said(line))


def chat(
    lines: Sequence[ChatLine], width: int, colours: Mapping[str, str], clock: bool = False
) -> list[Line]:
    """All lines, wrapped; with `clock`, each with the time of day."""
    return [each for line in lines for each in _wrapped(line, width, colours, clock)]


def _wrapped(line: ChatLine, width: int, colours: Mapping[str, str], clock: bool) -> Iterator[Line]:
    text = spoken(line)
    at = f"{line.when.astimezone():%H:%M} " if clock else ""
    name = len(text) - len(said(line)) if line.person else 0
    pen = Pen(colours.get(line.person, "text"), bold=True)
    for number, part in enumerate(broken(text, max(20, width - 2 - len(at) - INDENT))):
        if number:
            yield (Span(" " * (1 + len(at) + INDENT)), Span(part, PLAIN if line.person else FAINT))
        else:
            yield (
                Span(f" {at}", FAINT),
                Span(part[:name], pen),
                Span(part[name:], PLAIN if line.person else FAINT),
            )


WARN = Pen("warn", bold=True)
_SIGNS = {Presence.HERE: "●", Presence.AWAY: "○", Presence.BOT: "⚙", Presence.EMPTY: "◌"}


class CompanyPane(Pane):
    """Who is here; instead of that for a moment what is written, refused, shown or said.

    What stays longer has a line of its own above: a vote, news, a notice, a pause.
    """

    DEFAULT_CSS = "CompanyPane { height: 1; }"
    back = "panel"

    def __init__(self) -> None:
        super().__init__(id="company")
        self.company: Company | None = None
        self.scene: View | None = None
        self.small = False
        """Whether there is no room for the chat elsewhere."""

    @property
    def needs_two(self) -> bool:
        """Whether something lasts, and needs a line of its own."""
        return self.company is not None and self._lasting(self.company, 1) is not None

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """What lasts, if anything does; and what matters most now."""
        if self.company is None:
            return ()
        lasting = self._lasting(self.company, width)
        now = fitted(self._now(self.company, width), width)
        return (now,) if lasting is None else (fitted(lasting, width), now)

    def _lasting(self, company: Company, width: int) -> Line | None:
        """What stays for a while, or until somebody does something."""
        view = company.view
        if company.vote is not None:
            return (Span(f" ? {_answer(company, width - 3)}", Pen("ground", "warn", bold=True)),)
        if company.latest_news:
            return (Span(f" ! {company.latest_news}", WARN),)
        if view.notice:
            return (Span(f" ! {sentence(clean_line(view.notice))}", WARN),)
        if view.paused:
            return (Span(f" ! {say.PAUSED(people=company.keymap.shown('hall_table.people'))}", WARN),)
        if view.votes:
            vote = view.votes[0]
            question = asks(vote, view.listing, company.latest)
            words = say.AGREED(question=question, agreed=len(vote.agreed), needed=vote.needed)
            return (Span(f" ? {words}", WARN),)
        return None

    def _now(self, company: Company, width: int) -> Line:
        if company.typed is not None:
            to = _prompt(company)
            return (Span(f" {to} ", STRONG), *company.typed.spans(max(10, width - len(to) - 3), True))
        if company.message:
            return (Span(f" ! {company.message}", BAD),)
        if company.pointers and self.scene is not None:
            return tuple(self._pointing(company, self.scene))
        if self.small and company.talked_lately:
            return (Span(" "), *self._last_words(company))
        return people(company, self.scene, width)

    def _pointing(self, company: Company, view: View) -> Iterator[Span]:
        colours = company.colours(view)
        for pointer in company.pointers:
            words = say.POINTS(person=pointer.person, place=label_of(view, pointer.ref))
            yield Span(f" ▸ {words} ", Pen(colours.get(pointer.person, "accent"), bold=True))

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


def _answer(company: Company, room: int) -> str:
    """A vote with the keys that answer it; where it is too long, the question is shortened, not the keys."""
    assert company.vote is not None
    question = asks(company.vote, company.view.listing, company.latest)
    agree, refuse = company.vote_keys()
    over = len(say.ANSWER(question=question, agree=agree, refuse=refuse)) - room
    if over > 0:
        question = f"{question[: max(1, len(question) - over - 1)].rstrip()}…"
    return say.ANSWER(question=question, agree=agree, refuse=refuse)


def people(company: Company, view: View | None, columns: int) -> Line:
    """Everybody at the table, and whether they are here; in little room, first the names."""
    line: Line = ()
    for more in (3, 2, 1, 0):
        line = tuple(_people(company, view, more))
        if width(line) <= columns:
            break
    return line


def _people(company: Company, view: View | None, more: int) -> Iterator[Span]:
    colours, listing = company.colours(view), company.view.listing
    for seat in listing.seats:
        yield from _seat(seat, colours.get(seat.person, "faint"), bool(more))
    if listing.ends is not None:
        yield Span(f"  {turn_end(listing)}", WARN if listing.your_turn else FAINT)
    if listing.watchers and more > 1:
        yield Span(f"  {say.WATCHERS(number=listing.watchers)}", FAINT)
    if company.seat.watching:
        yield Span(f"  {say.WATCHING() if more else say.WATCHING_SHORT()}", WARN)
    if more > 2:
        yield Span(f"  {listing.code}", FAINT)


def _seat(each: SeatListing, colour: str, words: bool) -> Iterator[Span]:
    here = each.presence is Presence.HERE
    yield Span(f"  {_SIGNS[each.presence]} ", Pen(colour, bold=here) if each.person else FAINT)
    free = each.presence is Presence.EMPTY
    yield Span("" if free else clean_line(each.player), STRONG if each.asked else PLAIN if here else FAINT)
    if each.asked or (words and not here) or free:
        yield Span(f"{'' if free else ' '}{presence(each)}", ACCENT if each.asked else FAINT)


def asks(vote: Vote, listing: TableListing, latest: LatestLines) -> str:
    """What somebody asks the others; an undo names the choice if the log of this seat does."""
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
            player = next((seat.player for seat in listing.seats if seat.person == vote.about), "")
            done = clean_line(latest.of(player)) if player else ""
            if not done:
                return say.ASKS_UNDO(person=by)
            return say.ASKS_UNDO_OF(person=by, done=done.removeprefix(f"{by} "))


def _player(number: str, listing: TableListing) -> str:
    """The name of the player with this number."""
    return clean_line(next((seat.player for seat in listing.seats if str(seat.number) == number), number))


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
