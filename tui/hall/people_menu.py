"""The menu about the people at a table: what was said, invitations, votes, pausing and giving up."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from lazaretto.host.server.hall_views import Presence, SeatListing, State, VoteKind
from lazaretto.tui.hall.chat_lines import chat
from lazaretto.tui.look.styled_text import Line
from lazaretto.tui.messages import hall as say
from lazaretto.tui.widgets.pick_list import Choice, PickScreen
from lazaretto.tui.widgets.text_page import SheetScreen

if TYPE_CHECKING:
    from lazaretto.tui.hall.company_screen import CompanyScreen
    from lazaretto.tui.hall.hall_app import HallApp


class Entry(NamedTuple):
    """An entry of the menu."""

    words: str
    do: Callable[[], object]
    help: str = ""


def menu(screen: "CompanyScreen") -> Iterator[Entry]:
    """Everything that makes sense now."""
    company = screen.company
    seat, view, listing = company.seat, company.view, company.view.listing
    hall = cast("HallApp", screen.app).hall
    yield Entry(say.MENU_TALK(), partial(read_talk, screen))
    if not seat.watching and listing.state in (State.OPEN, State.RUNNING):
        yield Entry(say.MENU_INVITE(), screen.action_invite)
        if listing.state is State.RUNNING:
            words = say.MENU_GO_ON() if view.paused else say.MENU_PAUSE()
            yield Entry(words, lambda: screen.command(lambda: seat.pause(not view.paused)))
        for each in listing.seats:
            if each.person and each.person != company.person:
                yield from _about(screen, each, hall.bots)
    yield from _sharing(screen)
    for person in dict.fromkeys((*view.people, *(each.person for each in listing.seats))):
        if person and person != company.person:
            block = partial(hall.block, person, True)
            told = say.MENU_BLOCK.helped()
            yield Entry(say.MENU_BLOCK(about=person), partial(screen.command, block), told)
    if not seat.watching and listing.state is not State.OVER:
        close = partial(seat.propose, VoteKind.CLOSE)
        yield Entry(say.MENU_CLOSE(), partial(screen.command, close), say.MENU_CLOSE.helped())
        yield Entry(say.MENU_RESIGN(), partial(confirm_resigning, screen), say.MENU_RESIGN.helped())


def confirm_resigning(screen: "CompanyScreen") -> None:
    """Ask once more before the seat is given up."""

    def picked(number: int | None) -> None:
        if number == 1:
            screen.command(screen.company.seat.resign)

    choices = [Choice("", say.KEEP_SEAT()), Choice("", say.RESIGN_SURE(), say.MENU_RESIGN.helped())]
    screen.app.push_screen(PickScreen(say.MENU_RESIGN(), choices), picked)


def _about(screen: "CompanyScreen", about: SeatListing, bots: Sequence[str]) -> Iterator[Entry]:
    seat, person = screen.company.seat, about.person
    if about.presence is Presence.AWAY and bots and screen.company.view.listing.state is State.RUNNING:
        take_over = partial(seat.propose, VoteKind.TAKE_OVER, f"{about.number} {bots[0]}")
        told = say.MENU_TAKE_OVER.helped(bot=bots[0])
        yield Entry(say.MENU_TAKE_OVER(about=about.player), partial(screen.command, take_over), told)
    kick = partial(seat.propose, VoteKind.KICK, person)
    yield Entry(say.MENU_KICK(about=person), partial(screen.command, kick), say.MENU_KICK.helped())


def _sharing(screen: "CompanyScreen") -> Iterator[Entry]:
    """Ask to see what somebody sees, or show it to who watches."""
    company = screen.company
    seat, view, seats = company.seat, company.view, company.view.listing.seats
    if view.listing.state is not State.RUNNING:
        return
    if seat.watching:
        for each in seats:
            if each.person and each.presence is Presence.HERE and each.number != view.sees:
                ask = partial(seat.propose, VoteKind.WATCH, str(each.number))
                words = say.MENU_SEE(about=each.player)
                yield Entry(words, partial(screen.command, ask), say.MENU_SEE.helped())
        return
    for person in view.people:
        if person in view.shown_to:
            hide = partial(seat.show_to, person, False)
            yield Entry(say.MENU_HIDE(about=person), partial(screen.command, hide))
        elif person not in {each.person for each in seats}:
            show = partial(seat.show_to, person, True)
            words = say.MENU_SHOW(about=person)
            yield Entry(words, partial(screen.command, show), say.MENU_SHOW.helped())


def read_talk(screen: "CompanyScreen") -> None:
    """Show everything that was said, as far as it is still known."""
    company, scene = screen.company, screen.scene

    def page(width: int) -> list[Line]:
        return chat(company.view.chat, width, company.colours(scene), clock=True)

    screen.app.push_screen(SheetScreen(say.THE_TALK(), page, at_end=True))
