"""The pane beside the board, and its panel: tracks, supplies, piles, things and seats with their pieces.

Each section can be told in more or in fewer lines. With little room the panel tells everything briefly; the
more room there is, the more of its sections are told at length.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest

from textual import events
from textual.message import Message

from lazaretto.rules import PileView, Ref, SeatView, TrackView, View
from lazaretto.tui.board.badges_and_signs import Mark, figures
from lazaretto.tui.board.short_names import narrow
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    fitted,
    flowed,
    width,
)
from lazaretto.tui.messages import table as say
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.per_view import PerView
from lazaretto.tui.shared_texts import counts_up, title, words
from lazaretto.tui.table.pages import help_at_cursor
from lazaretto.tui.table.pages.help_at_cursor import (
    Topic,
    pile_topic,
    roles_of,
    seat_attributes,
    seat_topic,
    track_topic,
)
from lazaretto.tui.table.panes.base_pane import DeskPane, Shown
from lazaretto.tui.table.panes.panel_contents import (
    GAP,
    INDENT,
    Item,
    Section,
    count_line,
    flowed_items,
    hand_counts,
    letters_of_odds,
    odds_items,
    pile_items,
    supply_items,
    thing_items,
    whole_items,
)
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_lookup import (
    backs,
    called,
    hidden,
    next_mark,
    piece_span,
    sorted_pieces,
    thing_of,
)

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
        spans = _between(track, pen, first, last)
        wider = [
            (low, high)
            for low, high in ((first, last + 1), (first - 1, last))
            if low >= 0 and high <= len(track.spaces)
        ]
        wider.sort(key=lambda ends: abs(sum(ends) - 1 - 2 * track.position))
        fits = next((ends for ends in wider if width(_between(track, pen, *ends)) <= columns), None)
        if fits is None:
            return spans
        first, last = fits


def _between(track: TrackView, pen: Pen, first: int, last: int) -> list[Span]:
    marked = {space for space, _ in track.marks}
    spans = [Span("…", FAINT)] if first else []
    apart = " " if first else ""
    for place in range(first, last):
        value = f"{track.spaces[place]}"
        if place == track.position:
            left, right = HERE
            spans.append(Span(f"{left}{value}{right}", Pen(pen.fore, bold=True, reverse=True)))
            apart = ""
        elif place in marked:
            left, right = MARKED
            spans.append(Span(f"{left}{value}{right}", Pen("warn", bold=True)))
            apart = ""
        else:
            spans.append(Span(f"{apart}{value}", FAINT))
            apart = " "
    return spans if last == len(track.spaces) else [*spans, Span("…", FAINT)]


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


def seat_items(view: View, columns: int, level: int = 1) -> Iterator[Item]:
    """Every player with all pieces that one may see; at level 2, with what their roles can do.

    At level 0, each of the others takes one line, and their pieces are only counted.
    """
    decision = view.decision
    asked = () if decision is None else decision.waiting or (decision.player,)
    for number, (seat, mark) in enumerate(zip(view.seats, figures(view), strict=True)):
        topic = partial(seat_topic, view, seat)
        head = _head(view, seat, mark, seat.name in asked)
        told: list[Line] = [(span,) for span in _words(view, seat)]
        if seat.bot and not seat.name.startswith(seat.bot):
            bot: Line = (Span(say.BOT(bot=seat.bot), FAINT),)
            if width(head) + 1 + width(bot) <= columns:
                head = (*head, Span(" "), *bot)
            else:
                told.insert(0, bot)
        piles = [pile for pile in seat.piles if pile.count and not hidden(pile.looks)]
        if not level and number != view.seat:
            counts: list[Line] = [(Span(f"{called(pile)} {pile.count}", FAINT),) for pile in piles]
            line = head
            for part in (*counts, *told):
                if width(line) + len(GAP) + width(part) <= columns:
                    line = (*line, Span(GAP), *part)
            yield Item(line, topic)
            continue
        yield Item(head, topic)
        if level > 1:
            texts = [text for ref, _ in roles_of(view, seat) if (text := _documented(view, ref))]
            parts: list[Line] = [(Span(text, FAINT),) for text in texts]
            yield from (Item(line, topic) for line in flowed(parts, columns, INDENT))
        yield from (Item(line, topic) for line in flowed(told, columns, INDENT))
        for pile in piles:
            yield from _held(view, pile, columns, len(seat.piles) > 1)
        if number == view.seat or view.seat is None:
            alone = len(view.seats) == 1
            counts = [count_line(count, alone, brief=not level) for count in hand_counts(view, seat)]
            yield from (Item(line, topic) for line in flowed(counts, columns, INDENT))


def _head(view: View, seat: SeatView, mark: Mark, asked: bool) -> Line:
    you = f" {say.YOU()}" if view.seat is not None and view.seats[view.seat] is seat else ""
    roles = roles_of(view, seat)
    first = f" {roles[0][1]}" if roles else ""
    return (
        Span("▶" if asked else " ", ACCENT),
        badge(mark),
        Span(f" {narrow(seat.name)}{you}", STRONG if asked else PLAIN),
        Span(narrow(first), Pen(mark.colour)),
    )


def _documented(view: View, ref: Ref) -> str:
    thing = thing_of(view, ref)
    return thing.documentation if thing is not None else ""


def badge(mark: Mark) -> Span:
    """A player's figure as it appears on the board."""
    return Span(mark.letter, Pen("text", back=mark.colour, bold=True))


def _words(view: View, seat: SeatView) -> Iterator[Span]:
    """The attributes worth showing, except the first thing, which is in the heading."""
    first = True
    for attribute in seat_attributes(view, seat):
        kind = view.kinds.get(attribute.refs[0].kind) if attribute.refs else None
        if first and kind is not None and kind.shape == "thing":
            first = False
        else:
            yield Span(narrow(attribute.text))
    for name, number in seat.holds:
        yield Span(f"{number} {words(name)}")
    if seat.result:
        yield Span(seat.result, STRONG)


def _held(view: View, pile: PileView, columns: int, named: bool) -> Iterator[Item]:
    """The pieces of a seat, each with its sign; equal pieces are counted."""
    topic = partial(pile_topic, pile)
    yield from (Item(line, topic) for line in flowed(held_spans(view, pile, named), columns, INDENT))


def held_spans(view: View, pile: PileView, named: bool) -> list[Line]:
    """The pieces of a pile, each with its sign, after the name of the pile."""
    parts: list[Line] = [(Span(f"{called(pile)} {pile.count}:", FAINT),)] if named else []
    parts += ((piece_span(view, piece, count),) for piece, count in sorted_pieces(view, pile))
    unknown = pile.count - sum(piece is not None for piece in pile.pieces)
    if unknown:
        parts.append((Span(say.FACE_DOWN(number=unknown), FAINT),))
        parts += ((Span(back),) for back in backs(pile))
    return parts


TWO = 80
"""From this width on the pane beside the board has two columns."""

ABREAST = 100
"""From this many columns on, a table without a board has two columns."""

LISTED = 40
"""From this many columns on, the panel lists all pieces that may come next."""

Told = Callable[[View, int, int], Iterable[Item]]
"""A section of a view for a width: at level 0 as short as possible, at each higher level at more length."""

PARTS: tuple[tuple[AppMessage, Told], ...] = (
    (say.TRACKS, lambda view, columns, level: track_items(view, columns, brief=not level)),
    (say.PLAYERS, seat_items),
    (say.STANDING, lambda view, columns, level: thing_items(view, columns, brief=not level)),
    (say.PILES, pile_items),
    (say.ODDS_NEXT, odds_items),
    (say.LEFT, lambda view, columns, level: supply_items(view, columns, brief=not level)),
)
"""The sections in their order."""

LONGER = (
    *((say.PLAYERS, 1), (say.TRACKS, 1), (say.PILES, 1), (say.STANDING, 1), (say.LEFT, 1)),
    *((say.PILES, 2), (say.ODDS_NEXT, 1), (say.PLAYERS, 2), (say.ODDS_NEXT, 2)),
)
"""The sections that get longer one after the other, as long as there is room."""

WHOLE = {say.ODDS_NEXT: 0, say.PLAYERS: 1}
"""The levels of a panel with as much room as it needs, where they are not the highest."""

BRIEF = {name: 0 for name, _ in PARTS}
USUAL = {name: 0 if name is say.ODDS_NEXT else 1 for name, _ in PARTS}
"""The levels with little room, and with as much as there often is."""


class Panel:
    """The sections for a view and a width, at every length."""

    def __init__(self, view: View, columns: int) -> None:
        self._view, self._columns = view, columns
        self._made: dict[tuple[AppMessage, int], tuple[Item, ...]] = {}
        self._parts = dict(PARTS)

    def _section(self, name: AppMessage, level: int) -> tuple[Item, ...]:
        key = name, level
        if key not in self._made:
            items = self._parts[name](self._view, self._columns, level)
            self._made[key] = tuple(whole_items(items, self._columns))
        return self._made[key]

    def fitted(self, rows: int) -> tuple[Section, ...]:
        """The sections, told at such length that they fit in some rows; at least briefly."""
        levels = USUAL if self._rows(USUAL) <= rows else BRIEF
        for name, level in LONGER:
            tried = {**levels, name: level}
            if levels[name] != level - 1 or (name is say.ODDS_NEXT and level > 1 and self._long_odds(rows)):
                continue
            if self._rows(tried) <= rows:
                levels = tried
        return self._at(levels)

    def _long_odds(self, rows: int) -> bool:
        """Whether the pieces that may come next need more rows than these, or more columns than there are."""
        return self._columns < LISTED or letters_of_odds(self._view) // self._columns > rows

    def fits(self, rows: int) -> bool:
        """Whether everything can be told in some rows."""
        return self._rows(USUAL) <= rows or self._rows(BRIEF) <= rows

    def whole(self) -> tuple[Section, ...]:
        """The sections at full length, without the odds."""
        return self._at({name: WHOLE.get(name, 2) for name, _ in PARTS})

    def _at(self, levels: Mapping[AppMessage, int]) -> tuple[Section, ...]:
        found = ((name, self._section(name, level)) for name, level in levels.items())
        return tuple(Section(name(), items) for name, items in found if items)

    def _rows(self, levels: Mapping[AppMessage, int]) -> int:
        """The number of lines with the headings."""
        lengths = [len(self._section(name, level)) for name, level in levels.items()]
        return sum(length + 1 for length in lengths if length)


def columns_in(width: int) -> int:
    """The number of columns of a pane beside the board."""
    return 2 if width >= TWO else 1


def panel_columns(width: int) -> int:
    """The width of the lines in a column of a pane beside the board."""
    return width // columns_in(width) - 2


_PANELS: PerView[Panel] = PerView()


def panel_of(view: View, columns: int) -> Panel:
    """The sections for a view and a width; made once, because the division of the screen needs them too."""
    return _PANELS.get(view, columns, lambda: Panel(view, columns))


def sections(view: View, columns: int) -> tuple[Section, ...]:
    """Everything beside the board, for a panel of `columns` columns."""
    return Panel(view, columns).whole()


def table_lines(view: View, columns: int, rows: int) -> list[Line]:
    """Players with their pieces, and what else lies on the table, for a game without a board.

    If there is enough width, the players are on the left and the rest is on the right.
    """
    others = any(section.title != say.PLAYERS() for section in sections(view, columns))
    left = columns * 3 // 5 if columns >= ABREAST and others else columns
    right = columns - left
    players = [section for section in sections(view, left - 2) if section.title == say.PLAYERS()]
    rest = [section for section in sections(view, (right or left) - 2) if section.title != say.PLAYERS()]
    if not right:
        return _headed([*players, *rest], columns)[:rows]
    longest = zip_longest(_headed(players, left - 1), _headed(rest, right), fillvalue=())
    return [(*one, Span(" " * (left - width(one))), *other) for one, other in longest][:rows]


def _headed(found: Iterable[Section], columns: int) -> list[Line]:
    """Sections below each other, each under its title."""
    lines: list[Line] = []
    for section in found:
        rule = Span("─" * (columns - len(section.title) - 2), Pen("line"))
        lines.append((Span(f" {section.title} ", ACCENT), rule))
        lines += ((Span(" "), *item.line) for item in section.items)
    return [fitted(line, columns) for line in lines]


LEAST_HERE = 4
"""Lines for the spot under the cursor, if there is room."""


class SidePane(DeskPane[Shown]):
    """Everything beside the board."""

    class Asked(Message):
        """Sent when the player clicks something that help can explain."""

        def __init__(self, topic: Topic) -> None:
            super().__init__()
            self.topic = topic

    _view: View | None = None
    _drawn_for: tuple[object, ...] = ()
    _lines: tuple[Line, ...] = ()
    """A cache of the lines for a view, a cursor and a size."""
    _here_rows: int = 0
    """The most lines that a spot of this view had, so that the rest of the panel stays where it is."""
    _columns: tuple[int, tuple[tuple[Item, ...], ...]] = (1, ())
    """The width of a column, and the items of each column, by line."""

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The spot under the cursor and the sections, at such length that they fit."""
        made_for = desk.cursor, width, height
        if self._view is not desk.view or self._drawn_for != made_for:
            self._lines = tuple(self._made(desk, width, height))
            self._view, self._drawn_for = desk.view, made_for
        yield from self._lines

    def _made(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        across = columns_in(width)
        wide = width // across
        panel = panel_of(desk.view, panel_columns(width))
        under = list(help_at_cursor.lines(desk.view, desk.cursor)) if desk.cursor is not None else []
        here = tuple(whole_items((Item(line) for line in under), wide - 2))
        room = height * across - (across - 1) * SPARE
        if self._view is not desk.view:
            self._here_rows = LEAST_HERE
        rows = self._here_rows = max(len(here), self._here_rows)
        if here and panel.fits(room - rows - 1):
            here = (*here, *[Item(())] * (rows - len(here)))
        elif not panel.fits(room - len(here) - 1):
            here = ()
        found = list(panel.fitted(room - len(here) - 1 if here else room))
        if here:
            found.insert(1, Section(say.HERE(), here))
        items = list(_set(found, wide, room))
        if len(items) > height * across:
            key = desk.keymap.shown("table.views" if isinstance(desk, Desk) else "replay.views")
            items[height * across - 1 :] = [Item((Span(f" {say.MORE(key=key)}", FAINT),))]
        columns = tuple(_columns(items, height, across))
        self._columns = wide, columns
        for y in range(max(map(len, columns), default=0)):
            yield _row(columns, y, wide)

    def topic_at(self, x: int, y: int) -> Topic | None:
        """The topic of what stands at a cell of the pane."""
        wide, columns = self._columns
        column = columns[x // wide] if x // wide < len(columns) else ()
        return column[y].topic_at(x % wide - 1) if y < len(column) else None

    def on_click(self, event: events.Click) -> None:
        """Ask for help on what is clicked."""
        topic = self.topic_at(event.x, event.y)
        if topic is not None:
            self.post_message(self.Asked(topic))


SPARE = 3
"""Lines that may stay empty at the end of a column, so that no heading stands there alone."""


def _columns(items: Sequence[Item], height: int, across: int) -> Iterator[tuple[Item, ...]]:
    """The items in columns; the second one begins with a heading, nearest to the middle."""
    if across == 1:
        yield tuple(items)
        return
    starts = [number for number, item in enumerate(items) if item.heading]
    fits = [at for at in starts if at <= height and len(items) - at <= height]
    middle = len(items) // 2
    at = min(fits, key=lambda fit: abs(fit - middle)) if fits else min(height, len(items))
    yield tuple(items[:at])
    yield tuple(items[at:])


def _row(columns: Sequence[Sequence[Item]], y: int, wide: int) -> Line:
    """A line of all columns."""
    spans: list[Span] = []
    for number, column in enumerate(columns):
        line = column[y].line if y < len(column) else ()
        spans += (*line, *((Span(" " * (wide - width(line))),) if number < len(columns) - 1 else ()))
    return tuple(spans)


def _set(found: Sequence[Section], columns: int, room: int) -> Iterator[Item]:
    """Sections under their headings, separated by empty lines if there is room."""
    needed = sum(len(section.items) + 2 for section in found)
    for number, section in enumerate(found):
        if number and needed <= room:
            yield Item(())
        rule = "─" * (columns - len(section.title) - 3)
        yield Item((Span(f" {section.title} ", ACCENT), Span(rule, Pen("line"))), heading=True)
        for item in section.items:
            yield Item((Span(" "), *item.line), item.topic, item.spots)
