"""The tracks in the side panel and in the status line."""

from collections.abc import Iterator
from functools import partial

from lazaretto.rules import TrackView, View
from lazaretto.tui.look.styled_text import FAINT, STRONG, Pen, Span, width
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import counts_up, title
from lazaretto.tui.table.help_at_cursor import track_topic
from lazaretto.tui.table.panel_items import INDENT, Item, flowed_items
from lazaretto.tui.table.view_lookup import called, hidden, next_mark

HERE, MARKED = ("[", "]"), ("(", ")")
"""What stands around the space with the marker of a track, and around marked ones."""


def track_items(view: View, columns: int, brief: bool = False) -> Iterator[Item]:
    """Each track with its spaces and the way to the next marked space; in brief, where the markers are."""
    tracks = [each for each in view.tracks if not hidden(each.looks)]
    if brief:
        parts = [
            (
                (Span(f"{title(called(each))} "), Span(track_words(each, brief=True), STRONG)),
                partial(track_topic, each),
            )
            for each in tracks
        ]
        yield from flowed_items(parts, columns)
        return
    for track in tracks:
        yield _track(track, columns)
        if mark := next_mark(track):
            yield Item((Span(f"{INDENT}{mark}"),), partial(track_topic, track))


def _track(track: TrackView, columns: int) -> Item:
    name = title(called(track))
    pen = Pen(track.looks.get("colour", "accent"), bold=True)
    if counts_up(track.spaces):
        value = f"{track.spaces[track.position]}/{track.spaces[-1]}"
        size = max(1, min(len(track.spaces) - 1, columns - len(name) - len(value) - 2))
        full = round(track.position * size / max(1, len(track.spaces) - 1))
        spaces = [Span("■" * full, pen), Span("□" * (size - full), FAINT), Span(f" {value}", STRONG)]
    else:
        spaces = _spaces(track, pen, columns - len(name) - 1)
    return Item((Span(f"{name} "), *spaces), partial(track_topic, track))


def _spaces(track: TrackView, pen: Pen, columns: int) -> list[Span]:
    """The spaces around the marker, as many as fit; signs show it and marked spaces without colour."""
    first, last = track.position, track.position + 1
    while True:
        found = _between(track, pen, first, last)
        wider = [
            (low, high)
            for low, high in ((first, last + 1), (first - 1, last))
            if low >= 0 and high <= len(track.spaces)
        ]
        wider.sort(key=lambda ends: abs(sum(ends) - 1 - 2 * track.position))
        fits = next((ends for ends in wider if width(_between(track, pen, *ends)) <= columns), None)
        if fits is None:
            return found
        first, last = fits


def _between(track: TrackView, pen: Pen, first: int, last: int) -> list[Span]:
    marked = {space for space, _ in track.marks}
    found = [Span("…", FAINT)] if first else []
    apart = " " if first else ""
    for place in range(first, last):
        value = f"{track.spaces[place]}"
        if place == track.position:
            left, right = HERE
            found.append(Span(f"{left}{value}{right}", Pen(pen.fore, bold=True, reverse=True)))
            apart = ""
        elif place in marked:
            left, right = MARKED
            found.append(Span(f"{left}{value}{right}", Pen("warn", bold=True)))
            apart = ""
        else:
            found.append(Span(f"{apart}{value}", FAINT))
            apart = " "
    return found if last == len(track.spaces) else [*found, Span("…", FAINT)]


def track_words(track: TrackView, *, brief: bool = False) -> str:
    """The position of a track's marker, in a few characters; in brief, without the length of the track."""
    value, mark = track.spaces[track.position], next_mark(track)
    if counts_up(track.spaces):
        return f"{value}/{track.spaces[-1]}"
    if mark:
        return say.WITH_MARK(value=value, mark=mark)
    if brief:
        return f"{value}"
    return say.STEP_OF(value=value, step=track.position + 1, steps=len(track.spaces))
