"""The contents of the side panel as lines: tracks, supplies, piles, things and seats with their pieces."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

from rules import PieceView, PileView, Ref, SeatView, SupplyView, ThingView, TrackView, View
from tui.board.marks import Mark
from tui.board.pieces_as_marks import figures
from tui.board.short_names import narrow, sign
from tui.board.state_as_marks import with_state
from tui.look.ascii_fallback import has_likeness
from tui.look.styled_text import ACCENT, FAINT, PLAIN, STRONG, Line, Pen, Span, fitted, width
from tui.messages import table as say
from tui.shared_texts import EMPTY, counts_up, title, words
from tui.table.help_at_cursor import (
    Topic,
    pile_topic,
    seat_topic,
    supply_topic,
    topic_of,
    track_topic,
)
from tui.table.view_lookup import backs, called, counted, hidden, looks_of, next_mark, piece_looks, shown

FEW = 12
"""Kinds with more members than this appear on the board, not in the side panel."""

WORN = "*"
"""Stands after the name of a piece with attributes that there is no room for."""

ABREAST = 100
"""From this many columns on, a table without a board has two columns."""

INDENT = "  "
HERE, MARKED = ("[", "]"), ("(", ")")
"""What stands around the space with the marker of a track, and around marked ones."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the panel, and its help topic."""

    line: Line
    topic: Topic | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines under a heading."""

    title: str
    items: tuple[Item, ...]


def sections(view: View, columns: int) -> tuple[Section, ...]:
    """Everything beside the board, for a panel of `columns` columns."""
    found = (
        Section(say.TRACKS(), tuple(_tracks(view, columns))),
        Section(say.PLAYERS(), tuple(_seats(view, columns))),
        Section(say.STANDING(), tuple(_things(view, columns))),
        Section(say.PILES(), tuple(_piles(view, columns))),
        Section(say.LEFT(), tuple(_supplies(view, columns))),
    )
    return tuple(
        Section(each.title, tuple(replace(item, line=fitted(item.line, columns)) for item in each.items))
        for each in found
        if each.items
    )


def table_lines(view: View, columns: int, rows: int) -> list[Line]:
    """Players with their pieces, and what else lies on the table, for a game without a board.

    If there is enough width, the players are on the left and the rest is on the right.
    """
    others = any(each.title != say.PLAYERS() for each in sections(view, columns))
    left = columns * 3 // 5 if columns >= ABREAST and others else columns
    right = columns - left
    players = [each for each in sections(view, left - 2) if each.title == say.PLAYERS()]
    rest = [each for each in sections(view, (right or left) - 2) if each.title != say.PLAYERS()]
    if not right:
        return _headed([*players, *rest], columns)[:rows]
    made = zip_longest(_headed(players, left - 1), _headed(rest, right), fillvalue=())
    return [(*one, Span(" " * (left - width(one))), *other) for one, other in made][:rows]


def _headed(found: Iterable[Section], columns: int) -> list[Line]:
    """Sections below each other, each under its title."""
    lines: list[Line] = []
    for section in found:
        rule = Span("─" * (columns - len(section.title) - 2), Pen("line"))
        lines.append((Span(f" {section.title} ", ACCENT), rule))
        lines += ((Span(" "), *item.line) for item in section.items)
    return [fitted(line, columns) for line in lines]


# --- tracks ------------------------------------------------------------------------------------


def _tracks(view: View, columns: int) -> Iterator[Item]:
    for track in view.tracks:
        if not hidden(track.looks):
            yield _track(track, columns)
            if mark := next_mark(track):
                yield Item((Span(f"{INDENT}{mark}"),), track_topic(track))


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
    return Item((Span(f"{name} "), *spaces), track_topic(track))


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


# --- seats -------------------------------------------------------------------------------------


def _seats(view: View, columns: int) -> Iterator[Item]:
    decision = view.decision
    asked = () if decision is None else decision.waiting or (decision.player,)
    for seat, mark in zip(view.seats, figures(view), strict=True):
        topic = seat_topic(view, seat)
        yield Item(_seat_head(view, seat, mark, seat.name in asked), topic)
        yield from (Item(line, topic) for line in _wrapped(_seat_words(view, seat), columns))
        for pile in seat.piles:
            if pile.count and not hidden(pile.looks):
                yield from _held(view, pile, columns, len(seat.piles) > 1)


def _seat_head(view: View, seat: SeatView, mark: Mark, asked: bool) -> Line:
    you = " (you)" if view.seat is not None and view.seats[view.seat] is seat else ""
    roles = [
        (ref, value)
        for name, value in seat.attributes.items()
        for ref in seat.refs.get(name, ())
        if view.kinds.get(ref.kind) is not None and view.kinds[ref.kind].shape == "thing"
    ]
    first = f" {roles[0][1]}" if roles else ""
    return (
        Span("▶" if asked else " ", ACCENT),
        badge(mark),
        Span(f" {narrow(seat.name)}{you}", STRONG if asked else PLAIN),
        Span(narrow(first), Pen(mark.colour)),
    )


def badge(mark: Mark) -> Span:
    """A player's figure as it appears on the board."""
    return Span(mark.letter, Pen("text", back=mark.colour, bold=True))


def _seat_words(view: View, seat: SeatView) -> Iterator[Span]:
    """The attributes worth showing, except the first thing, which is in the heading."""
    first = True
    for name, value in seat.attributes.items():
        refs = seat.refs.get(name, ())
        if refs and first and refs[0].kind in view.kinds and view.kinds[refs[0].kind].shape == "thing":
            first = False
        elif refs:
            yield Span(narrow(value))
        elif value == "yes":
            yield Span(words(name))
        elif value not in EMPTY and value != "0":
            yield Span(f"{words(name)} {narrow(value)}")
    for name, number in seat.holds:
        yield Span(f"{number} {words(name)}")
    if seat.result:
        yield Span(seat.result, STRONG)


def _held(view: View, pile: PileView, columns: int, named: bool) -> Iterator[Item]:
    """The pieces of a seat, each with its sign; equal pieces are counted."""
    topic = pile_topic(pile)
    spans = [Span(f"{called(pile)} {pile.count}:", FAINT)] if named else []
    spans += (piece_span(view, piece, count) for piece, count in counted(pile))
    unknown = pile.count - sum(piece is not None for piece in pile.pieces)
    if unknown:
        spans.append(Span(say.FACE_DOWN(number=unknown), FAINT))
        spans += map(Span, backs(pile))
    yield from (Item(line, topic) for line in _wrapped(spans, columns))


def piece_span(view: View, piece: PieceView, count: int = 1, *, brief: bool = False) -> Span:
    """A piece in a list: sign, name and count; in brief, with the code instead of the name."""
    looks = piece_looks(view, piece)
    mark = sign(looks.get("glyph", ""), "")
    mark = mark if not mark or has_likeness(mark) else f"{mark} "  # in ASCII it is a letter
    name = (looks.get("code", "") if brief else "") or shown(piece)
    many = f" ×{count}" if count > 1 else ""
    name = f"{name}{WORN}" if brief and piece.attributes else name
    name = narrow(name if brief else with_state(name, piece.attributes))
    return Span(f"{mark}{name}{many}", Pen(looks.get("colour", "text")))


def _wrapped(spans: Iterable[Span], columns: int) -> Iterator[Line]:
    """Join spans with gaps, and wrap them at the width of the panel."""
    line: list[Span] = []
    for span in spans:
        text = span.text[: columns - len(INDENT)]
        if line and width(line) + len(text) + 2 > columns:
            yield tuple(line)
            line = []
        line += (Span(INDENT if not line else "  "), Span(text, span.pen))
    if line:
        yield tuple(line)


# --- things, piles, supplies -------------------------------------------------------------------


def _things(view: View, columns: int) -> Iterator[Item]:
    """Things that are not places and have something that may change."""
    for kind, thing in _standing(view):
        spans = tuple(_thing(view, kind, thing, columns))
        yield Item(spans, topic_of(view, Ref(kind, thing.key)))
    for name, value in view.variables.items():
        if value not in EMPTY:
            yield Item((Span(f"{title(name)} "), Span(narrow(value)[:columns], STRONG)))


def standing_spans(view: View) -> Iterator[Span]:
    """The same in brief: a thing by its sign alone if it has one."""
    for kind, thing in _standing(view):
        looks = looks_of(view, Ref(kind, thing.key))
        name = sign(looks.get("glyph", ""), looks.get("letter", "")) or f"{narrow(thing.label)} "
        yield Span(f"{name}{', '.join(_values(thing))}", Pen(looks.get("colour", "text")))


def _thing(view: View, kind: str, thing: ThingView, columns: int) -> Iterator[Span]:
    looks = looks_of(view, Ref(kind, thing.key))
    mark = sign(looks.get("glyph", ""), looks.get("letter", ""))
    yield Span(f"{mark} {narrow(thing.label)} ", Pen(looks.get("colour", "text")))
    yield Span(", ".join(_values(thing))[: max(0, columns - len(thing.label) - 3)])


def _standing(view: View) -> Iterator[tuple[str, ThingView]]:
    for kind, things in view.things.items():
        if view.kinds[kind].shape == "thing" and len(things) <= FEW and not hidden(view.kinds[kind].looks):
            yield from ((kind, thing) for thing in things if _values(thing))


def _values(thing: ThingView) -> list[str]:
    """The current values of a thing that are worth showing."""
    told = _told(thing.attributes)
    values = [f"{words(name)} {value}" if value.isdecimal() else value for name, value in told]
    values += [f"{words(name)} {number}" for name, number in thing.holds]
    return values + [f"{called(pile)} {pile.count}" for pile in thing.piles if pile.count]


def _told(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if value == "yes":
            yield name, words(name)
        elif value not in EMPTY:
            yield name, value


def _piles(view: View, columns: int) -> Iterator[Item]:
    for pile in view.piles:
        if hidden(pile.looks) or not pile.count:
            continue
        name = title(called(pile))
        spans = [Span(f"{name} "), Span(str(pile.count), STRONG)]
        top = pile.pieces[0]
        if pile.open and top is not None:
            shown = [piece_span(view, piece, count) for piece, count in counted(pile)]
            room = columns - width(spans) - 1
            spans.append(Span(" "))
            for each in shown:
                if len(each.text) + 1 > room:
                    spans.append(Span("…", FAINT))
                    break
                spans += (each, Span(" "))
                room -= len(each.text) + 1
        yield Item(tuple(spans), pile_topic(pile))


def _supplies(view: View, columns: int) -> Iterator[Item]:
    """Two supplies per line if there is room."""
    shown = [each for each in view.supplies if not hidden(each.looks)]
    half = columns // 2
    cells = [(_supply(each), supply_topic(each)) for each in shown]
    pair = all(width(line) < half for line, _ in cells)
    step = 2 if pair else 1
    for start in range(0, len(cells), step):
        line, topic = cells[start]
        for other, more in cells[start + 1 : start + step]:
            line = (*line, Span(" " * (half - width(line))), *other)
            topic = Topic(f"{topic.title}; {more.title}", (*topic.text, *more.text))
        yield Item(line, topic)


def _supply(supply: SupplyView) -> Line:
    mark = sign(supply.looks.get("letter", ""), supply.looks.get("glyph", ""))  # as on the board
    pen = Pen(supply.looks.get("colour", "text"))
    left = Span(f"{supply.left}/{supply.size}", _left_pen(supply))
    return (Span(f"{mark} " if mark else "", pen), Span(f"{title(called(supply))} ", pen), left)


def supply_span(supply: SupplyView) -> Span:
    """A supply in a few characters."""
    letter = (
        supply.looks.get("letter", "") or sign(supply.looks.get("glyph", ""), "") or title(called(supply))[:3]
    )
    return Span(f"{letter}{supply.left}", Pen(supply.looks.get("colour", "text")))


def _left_pen(supply: SupplyView) -> Pen:
    """A warning style when three quarters are used up."""
    return Pen("warn", bold=True) if supply.left * 4 <= supply.size else PLAIN


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
