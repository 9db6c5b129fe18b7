"""Says what anything on the screen is: help at the cursor, and a list of everything with a name."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from textual import events
from textual.app import ComposeResult

from lazaretto.rules import Option, PieceView, PileView, Ref, SeatView, SupplyView, TrackView, View
from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.look.styled_text import ACCENT, CURSOR, FAINT, PLAIN, Line, Span, fitted
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import EMPTY, folded, title, words
from lazaretto.tui.table.pages.help_at_cursor import (
    Topic,
    named_piles,
    option_topic,
    piece_topic,
    pile_topic,
    seat_topic,
    supply_topic,
    topic_of,
    track_topic,
    where_marker,
    where_pieces,
    where_supply,
    where_thing,
)
from lazaretto.tui.table.pages.info_pages import help_page, topic_lines
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_lookup import called, hidden, label_of
from lazaretto.tui.widgets.base_screens import FrontScreen, HintBar
from lazaretto.tui.widgets.drawn_pane import Pane
from lazaretto.tui.widgets.sheets import SheetScreen, SheetTitle, rule

_folded = lru_cache(maxsize=8192)(folded)
"""The names of a game are looked through again and again."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name: what sort of thing it is, and how to explain it."""

    name: str
    sort: str
    explain: Callable[[], Topic]
    others: tuple[str, ...] = ()
    """Other names that it answers to."""


_LAST: list[tuple[View, tuple[Named, ...]]] = []
"""The view whose things were listed last, and these: players ask about several of them."""


def named_things(view: View, options: Iterable[Option] = ()) -> tuple[Named, ...]:
    """Everything with a name: options first, then players, things, piles, tracks, pieces and the rest."""
    if not _LAST or _LAST[0][0] is not view:
        _LAST[:] = [(view, _named(view))]
    return (*(_option(view, each) for each in options), *_LAST[0][1])


def _named(view: View) -> tuple[Named, ...]:
    return (
        *(_seat(view, each) for each in view.seats),
        *_things(view),
        *_piles(view),
        *_tracks_and_supplies(view),
        *_pieces(view),
        *_links(view),
        *_variables(view),
        *_kinds(view),
    )


def find_named(found: Sequence[Named], typed: str) -> list[Named]:
    """What is called so; otherwise what begins so; otherwise what has a word that begins so."""
    wanted = folded(typed)
    if not wanted:
        return []
    names = [(each, [_folded(name) for name in (each.name, *each.others)]) for each in found]
    for fits in (_is, _begins, _has_word):
        hits = [each for each, called_so in names if any(fits(name, wanted) for name in called_so)]
        if hits:
            return hits
    return []


def _is(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted)


def _has_word(name: str, wanted: str) -> bool:
    return f" {wanted}" in name


def _with(topic: Topic, more: Iterable[str]) -> Topic:
    """A topic with more lines, none of them twice."""
    return Topic(topic.title, tuple(dict.fromkeys((*topic.text, *more))))


def _option(view: View, option: Option) -> Named:
    return Named(option.label, say.OPTION(), partial(option_topic, view, option), (option.key,))


def _seat(view: View, seat: SeatView) -> Named:
    return Named(seat.name, say.PLAYER(), partial(seat_topic, view, seat))


def _things(view: View) -> Iterator[Named]:
    for kind, things in view.things.items():
        if not hidden(view.kinds[kind].looks):
            for each in things:
                explain = partial(_thing_topic, view, Ref(kind, each.key))
                yield Named(each.label, _spaced(kind), explain, (each.key,))


def _thing_topic(view: View, ref: Ref) -> Topic:
    return _with(topic_of(view, ref), where_thing(view, ref))


def _piles(view: View) -> Iterator[Named]:
    for name, pile in named_piles(view):
        others = (called(pile), words(pile.name))
        yield Named(name, say.PILE(), partial(_pile_topic, name, pile), others)


def _pile_topic(name: str, pile: PileView) -> Topic:
    return Topic(name, pile_topic(pile).text)


def _tracks_and_supplies(view: View) -> Iterator[Named]:
    for track in view.tracks:
        if not hidden(track.looks):
            yield Named(title(called(track)), say.TRACK(), partial(_track_topic, track), (words(track.name),))
    for supply in view.supplies:
        if not hidden(supply.looks):
            yield Named(
                title(called(supply)),
                say.SUPPLY(),
                partial(_supply_topic, view, supply),
                (words(supply.name),),
            )


def _track_topic(track: TrackView) -> Topic:
    """Help for a track; it says where the marker is, too, for whoever does not see the brackets."""
    return _with(track_topic(track), (say.VALUE(value=track.spaces[track.position]),))


def _supply_topic(view: View, supply: SupplyView) -> Topic:
    return _with(supply_topic(supply), where_supply(view, supply))


def _pieces(view: View) -> Iterator[Named]:
    """One of each sort of pieces that is seen or may lie in a pile, unless it is named like its thing."""
    sorts: dict[tuple[str, str], PieceView] = {}
    for _, pile in named_piles(view):
        seen = (piece for piece in pile.pieces if piece is not None)
        for piece in (*seen, *(each for _, could in pile.odds for each in could)):
            sorts.setdefault((piece.kind, piece.sort), piece)
    for (kind, sort), piece in sorts.items():
        if piece.of is None or label_of(view, piece.of) != sort:
            yield Named(sort, _spaced(kind), partial(_piece_topic, view, piece), (piece.label, piece.key))


def _piece_topic(view: View, piece: PieceView) -> Topic:
    sort = piece.kind, piece.sort
    places = where_pieces(view, lambda each: (each.kind, each.sort) == sort)
    return Topic(piece.sort, _with(piece_topic(view, piece), places).text)


def _links(view: View) -> Iterator[Named]:
    for link in view.links:
        first, last = (label_of(view, end) for end in link.ends)
        ways = (f"{first} - {last}", f"{last} - {first}", f"{first}-{last}", f"{last}-{first}")
        explain = partial(topic_of, view, Ref(link.kind, link.key))
        yield Named(link.label or ways[0], _spaced(link.kind), explain, (link.key, *ways))


def _variables(view: View) -> Iterator[Named]:
    for name, value in view.variables.items():
        if value not in EMPTY:
            topic = Topic(title(name), (say.VALUE(value=value), *where_marker(view, name)))
            yield Named(title(name), say.VARIABLE(), partial(_with, topic, ()))


def _kinds(view: View) -> Iterator[Named]:
    for name, kind in view.kinds.items():
        if kind.documentation and not hidden(kind.looks):
            members = ", ".join(each.label for each in view.things.get(name, ()))
            topic = Topic(title(_spaced(name)), tuple(filter(None, (kind.documentation, members))))
            yield Named(topic.title, say.KIND(), partial(_with, topic, ()))


def _spaced(kind: str) -> str:
    """The name of a kind as people write it: `PlayerDie` is a player die."""
    spaced = "".join(f" {each.lower()}" if each.isupper() else each for each in kind)
    return words(spaced).strip()


LONGEST = 60
"""The most characters of a name that is typed."""

Keys = Sequence[tuple[str, Sequence[Hint]]]
"""Keys under their headings."""


def topic_here(topic: Topic | None, view: View) -> Topic:
    """The topic under the cursor; if nothing is there, the question and the player's own seat."""
    if topic is not None and topic.text:
        return topic
    own = seat_topic(view, view.seats[view.seat]) if view.seat is not None else None
    question = view.decision.prompt if view.decision is not None else ""
    text = ([topic.title] if topic is not None else []) + ([own.title, *own.text] if own is not None else [])
    return Topic(question or view.title, tuple(text) or (say.NOTHING_MORE(),))


class HelpSheet(SheetScreen):
    """Help at the cursor with all keys; the key of help, pressed again, lists everything with a name."""

    def __init__(self, topic: Topic, keys: Keys, list_all: Callable[[], object]) -> None:
        super().__init__(say.HELP(), help_page(topic, keys))
        self._list_all = list_all

    def _hints(self) -> None:
        super()._hints()
        if self._typed is None:
            hints = ("reading.hint.read", "sheet.find", "what_is.hint.list", "sheet.close")
            self._bar.show(self.keymap.hints(*hints))

    def on_key(self, event: events.Key) -> None:
        """List everything, or read on."""
        if self._typed is None and self.keymap.action("table", event.key) == "table.help":
            event.stop()
            event.prevent_default()
            self.dismiss()
            self._list_all()
            return
        super().on_key(event)


class NamesPane(Pane):
    """The names that fit the typed text, and below them what the one under the cursor is."""

    def __init__(self, names: Sequence[Named]) -> None:
        super().__init__()
        self.names = self.found = tuple(names)
        self.cursor = 0
        self.room = 1
        """The rows of the list when it was last drawn."""

    def seek(self, typed: str) -> None:
        """Show only the names that a text begins, or all."""
        self.found = tuple(find_named(self.names, typed)) if typed else self.names
        self.cursor = 0

    @property
    def current(self) -> Named | None:
        """The name under the cursor."""
        return self.found[self.cursor] if self.found else None

    def move(self, step: int) -> None:
        """Move the cursor, as far as the list goes."""
        self.cursor = max(0, min(self.cursor + step, len(self.found) - 1))

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The part of the list around the cursor, then the topic."""
        self.room = room = max(1, height // 2 - 1)
        first = max(0, min(self.cursor - room // 2, len(self.found) - room))
        shown: list[Line] = []
        for index, each in list(enumerate(self.found))[first : first + room]:
            pen = CURSOR if index == self.cursor else PLAIN
            shown.append(fitted((Span("   "), Span(each.name, pen), Span(f"  {each.sort}", FAINT)), width))
        if not self.found:
            shown.append((Span(f"   {say.NO_NAME()}", FAINT),))
        shown += [()] * (room - len(shown))
        told = topic_lines(self.current.explain(), width) if self.current is not None else []
        left, key = max(0, height - room - 1), self.terminal.keymap.shown("typing.done")
        if len(told) > left:
            told[left - 1 :] = [(Span(f"   {say.CUT_HERE(key=key)}", ACCENT),)]
        return [*shown, rule(width), *told]


class WhatIsScreen(FrontScreen[None]):
    """A list of everything with a name: typing finds, Enter shows all about it."""

    DEFAULT_CSS = """
    WhatIsScreen { layout: vertical; }
    WhatIsScreen SheetTitle { height: 1; }
    """

    def __init__(self, names: Sequence[Named]) -> None:
        super().__init__()
        self._pane = NamesPane(names)
        self._typed = ""
        self._bar = HintBar()

    def compose(self) -> ComposeResult:
        """The title, the list with the topic, and the hint bar."""
        yield SheetTitle(say.WHAT_IS())
        yield self._pane
        yield self._bar

    def on_mount(self) -> None:
        """Show the hints."""
        self._hints()

    def _hints(self) -> None:
        keymap = self.keymap
        typed = keymap.hint("what_is.hint.typed", typed=self._typed) if self._typed else None
        hints = keymap.hints("what_is.hint.name", "what_is.hint.move", "what_is.hint.whole", "typing.stop")
        self._bar.show(hints if typed is None else (typed, *hints[1:]))

    def on_key(self, event: events.Key) -> None:
        """Move, type a name, show all about it, or close."""
        event.stop()
        event.prevent_default()
        pane = self._pane
        match self.keymap.action("what_is", event.key):
            case "what_is.up" | "what_is.down" as action:
                pane.move(-1 if action == "what_is.up" else 1)
            case "what_is.page_up" | "what_is.page_down" as action:
                pane.move(-pane.room if action == "what_is.page_up" else pane.room)
            case "typing.stop":
                self.dismiss()
                return
            case "typing.done" if pane.current is not None:
                topic = pane.current.explain()
                self.app.push_screen(SheetScreen(topic.title, lambda width: topic_lines(topic, width)))
            case "typing.erase":
                self._typed = self._typed[:-1]
                pane.seek(self._typed)
            case _ if event.character is not None and event.character.isprintable():
                self._typed = (self._typed + event.character)[:LONGEST].lstrip()
                pane.seek(self._typed)
        self._hints()
        pane.repaint()


def show_help(screen: FrontScreen[Any], desk: Desk, keys: Keys) -> None:
    """Explain what the cursor of a table is on, and the keys."""
    view, question = desk.view, desk.question
    options = question.decision.options if question is not None else ()
    topic = topic_here(desk.topic(), view)
    screen.app.push_screen(HelpSheet(topic, keys, lambda: show_names(screen, view, options)))


def show_names(screen: FrontScreen[Any], view: View, options: Sequence[Option] = ()) -> None:
    """List everything with a name."""
    screen.app.push_screen(WhatIsScreen(named_things(view, options)))
