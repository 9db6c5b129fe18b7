"""What the server keeps about a person: a page, and what can be changed."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from lazaretto.host.server.hall_protocol import Hall
from lazaretto.host.server.hall_views import FinishedGame, Profile
from lazaretto.tui.launcher.entries import when
from lazaretto.tui.look.styled_text import ACCENT, STRONG, Line, Span
from lazaretto.tui.messages import common
from lazaretto.tui.messages import hall as say
from lazaretto.tui.sanitize import clean_line
from lazaretto.tui.shared_texts import title, words
from lazaretto.tui.widgets.text_page import Page, wrapped


class ProfileEntry(NamedTuple):
    """Something that a person can change in their profile."""

    words: str
    do: Callable[[], Awaitable[str]]
    """Does it, and returns what to tell the person."""
    help: str = ""


def profile_menu(hall: Hall, profile: Profile) -> Iterator[ProfileEntry]:
    """Everything that can be changed."""
    if profile.keys:
        yield ProfileEntry(say.MENU_KEY_CODE(), partial(_key_code, hall), say.MENU_KEY_CODE.helped())
    for fingerprint, label in profile.keys:
        words = say.MENU_REMOVE_KEY(key=clean_line(label or fingerprint))
        yield ProfileEntry(words, partial(_remove_key, hall, fingerprint), clean_line(fingerprint))
    for person in profile.blocked:
        yield ProfileEntry(say.MENU_UNBLOCK(about=clean_line(person)), partial(_unblock, hall, person))


async def _key_code(hall: Hall) -> str:
    return say.KEY_CODE(code=await hall.key_code())


async def _remove_key(hall: Hall, fingerprint: str) -> str:
    await hall.remove_key(fingerprint)
    return say.KEY_REMOVED()


async def _unblock(hall: Hall, person: str) -> str:
    await hall.block(person, False)
    return say.UNBLOCKED(about=clean_line(person))


def profile_page(profile: Profile, now: datetime) -> Page:
    """Keys, blocked people, counts and history."""

    def page(width: int) -> list[Line]:
        found: list[Line] = [(Span(f" {clean_line(profile.name)}", ACCENT),)]
        for heading, texts in _parts(profile, now):
            found += [(), (Span(f" {heading}", STRONG),)]
            for each in texts:
                found += wrapped(each, width, 3)
        return found

    return page


def _ending(game: FinishedGame) -> str:
    """Return the result, the points and the rank."""
    if game.points is not None:
        points = common.POINTS(number=game.points)
        if game.rank is not None:
            return say.ENDING_RANKED_WITH(ending=game.ending, points=points, rank=game.rank)
        return say.ENDING_WITH(ending=game.ending, points=points)
    if game.rank is not None:
        return say.ENDING_RANKED(ending=game.ending, rank=game.rank)
    return game.ending


def _parts(profile: Profile, now: datetime) -> Iterator[tuple[str, Sequence[str]]]:
    keys = [" ".join(map(clean_line, each)) for each in profile.keys]
    yield say.YOUR_KEYS(), keys or [say.NO_KEYS()]
    if profile.blocked:
        yield say.BLOCKED(), [", ".join(map(clean_line, profile.blocked))]
    counts = []
    for each in profile.counts:
        told = {"game": title(each.scenario), "won": each.won, "lost": each.lost, "drawn": each.drawn}
        if each.option:
            counts.append(say.COUNT_WITH(option=words(each.option), value=each.value, **told))
        else:
            counts.append(say.COUNT(**told))
    if counts:
        yield say.WON_LOST(), counts
    games = [
        say.FINISHED_GAME(
            when=when(each.when.astimezone(), now.astimezone()),
            game=title(each.scenario),
            players=", ".join(map(clean_line, each.players)),
            ending=_ending(each),
            turns=each.turns,
            reason=each.reason,
            code=each.code,
        )
        for each in profile.history
    ]
    yield say.FINISHED(), games or [say.NO_GAMES()]
