"""Pages with more than fits beside the board: players, piles with their odds, the log, help."""

from collections.abc import Iterator, Sequence

from lazaretto.rules import PileView, View
from lazaretto.tui.keys.keymap import Hint
from lazaretto.tui.look.fit_and_wrap_text import (
    ACCENT,
    FAINT,
    PLAIN,
    STRONG,
    Line,
    Pen,
    Span,
    broken,
    flowed,
    wrapped_line,
)
from lazaretto.tui.messages import common, table as say
from lazaretto.tui.shared_texts import title
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.draw_odds import is_known, share_words, soon_words
from lazaretto.tui.table.pages.help_at_cursor import Topic, pile_topic, seat_abilities, track_topic
from lazaretto.tui.table.panes.side_pane import held_spans, sections
from lazaretto.tui.table.view_diff import changed, named, numbers
from lazaretto.tui.table.view_lookup import called, hidden, piece_span
from lazaretto.tui.widgets.sheets import Page, rule, wrapped

INDENT = "   "

KEYS_BESIDE = 20
"""Names of keys that are longer than this stand above what the keys do, not beside it."""


def seats_page(view: View) -> Page:
    """All players with their roles, pieces and abilities; then everything else beside the board."""

    def page(width: int) -> list[Line]:
        found: list[Line] = []
        for seat in view.seats:
            topic = Topic(seat.name, seat_abilities(view, seat))
            found += [(), *topic_lines(topic, width)]
            for pile in seat.piles:
                if pile.count and not hidden(pile.looks):
                    found += flowed(held_spans(view, pile, named=True), min(width, 110), INDENT)
        for section in sections(view, min(width - 4, 76)):
            if section.title != say.PLAYERS():
                found += [(), (Span(f" {section.title}", ACCENT),)]
                found += [(Span("   "), *item.line) for item in section.items]
        for track in view.tracks:
            found += [(), *topic_lines(track_topic(track), width)]
        return found

    return page


def piles_page(view: View) -> Page:
    """Every pile: its contents, or what may come next and how likely."""

    def page(width: int) -> list[Line]:
        found: list[Line] = []
        for pile in view.piles:
            if hidden(pile.looks):
                continue
            found += [(), (Span(f" {title(called(pile))} ", ACCENT), Span(str(pile.count), STRONG))]
            found += wrapped(pile.documentation, width, 3, FAINT)
            if pile.open or not pile.count:
                found += wrapped(pile_topic(pile).text[-1], width, 3) if pile.count else []
            else:
                found += _bands(view, pile, width)
        return found

    return page


def _bands(view: View, pile: PileView, width: int) -> Iterator[Line]:
    """From the top of a hidden pile: the pieces that may be there, with the chance of each to be next."""
    for piece, chance, soon in draw_odds.alike_soon(pile):
        yield from wrapped(soon_words(piece, chance, soon), width, 3)
    passed = 0
    listed: set[tuple[str, ...]] = set()
    for band in draw_odds.bands(pile):
        first, passed = passed + 1, passed + band.count
        where = f"{first}" if band.count == 1 else f"{first}–{passed}"
        for share in band.shares():
            keys = tuple(piece.key for piece in share.could)
            if is_known(share):
                yield (Span(f"   {where:>7}  ", STRONG), piece_span(view, share.could[0]))
                continue
            told = share_words(share, first, keys in listed)
            yield from wrapped_line((Span(f"   {where:>7}  ", STRONG), Span(told, FAINT)), width, " " * 12)
            if keys not in listed and not (share.alike and len(share.could) > 1):
                yield from _sorts(view, share, width)
            if not share.alike:
                listed.add(keys)
            where = ""


def _sorts(view: View, share: draw_odds.Share, width: int) -> Iterator[Line]:
    """The sorts of pieces with their numbers."""
    sorts: dict[str, int] = {}
    for piece in share.could:
        sorts[piece.sort] = sorts.get(piece.sort, 0) + 1
    shown = {piece.sort: piece for piece in share.could}
    line: list[Span] = [Span(" " * 12)]
    room = min(width, 110) - 14
    for sort in sorted(shown):
        span = piece_span(view, shown[sort], sorts[sort])
        if len(span.text) + 2 > room:
            yield tuple(line)
            line, room = [Span(" " * 12)], min(width, 110) - 14
        line += (span, Span("  "))
        room -= len(span.text) + 2
    yield tuple(line)


def log_page(view: View, before: View | None, since: str = "") -> Page:
    """The whole log, with the changes since the last choice at its end."""

    def page(width: int) -> list[Line]:
        found: list[Line] = []
        seen = len(before.log) if before is not None else 0
        for number, line in enumerate(view.log):
            if number == seen and seen:
                found += [rule(width), (Span(f" {since}", FAINT),)]
            pen = Pen("warn") if line.prevents else PLAIN
            mark = (
                f" {say.PREVENTED()}"
                if line.prevents
                else f" {common.ONLY_YOU_KNOW()}"
                if line.private
                else ""
            )
            found += wrapped(f"{line.text}{mark}", width, 2, pen)
        moved = [*numbers(before, view)]
        places = changed(before, view)
        if moved or places:
            found += [(), (Span(f" {say.CHANGED(since=since)}", ACCENT),)]
            found += wrapped("; ".join(moved), width, 3)
            found += wrapped(named(view, places), width, 3)
        return found

    return page


def help_page(topic: Topic | None, keys: Sequence[tuple[str, Sequence[Hint]]]) -> Page:
    """Help for the spot under the cursor, then all keys under their headings."""

    def page(width: int) -> list[Line]:
        found: list[Line] = []
        if topic is not None:
            found += [(), *topic_lines(topic, width), ()]
        for heading, rows in keys:
            found += [(), (Span(f" {heading}", ACCENT),)]
            for names, words in rows:
                *above, beside = broken(names, width - 3) or [""]
                if len(beside) > KEYS_BESIDE:
                    above, beside = [*above, beside], ""
                found += [(Span(f"   {line}", STRONG),) for line in above]
                first, *rest = wrapped(words, width - 24, 0) or [()]
                found.append((Span(f"   {beside:<21}", STRONG), *first))
                found += [(Span(" " * 24), *line) for line in rest]
        return found

    return page


def topic_lines(topic: Topic, width: int) -> list[Line]:
    """A topic: its title, then its paragraphs."""
    found: list[Line] = [(Span(f" {topic.title}", ACCENT),)]
    for text in topic.text:
        found += wrapped(text, width, 3)
    return found
