"""The pane at the top: phase, tracks, piles and supplies in a few lines."""

from collections.abc import Iterator
from itertools import islice

from lazaretto.rules import PileView, View
from lazaretto.tui.look.fit_and_wrap_text import FAINT, STRONG, Line, Span, flowed, width
from lazaretto.tui.messages import table as say
from lazaretto.tui.per_view import PerView
from lazaretto.tui.shared_texts import words
from lazaretto.tui.table.panes.base_pane import GAP, DeskPane, Shown, ends, joined
from lazaretto.tui.table.panes.panel_contents import standing_spans, supply_span
from lazaretto.tui.table.panes.side_pane import track_words
from lazaretto.tui.table.view_lookup import called, hidden

FEARED = "feared"
"""The look of tracks, piles and supplies on which a loss depends."""


class StatusPane(DeskPane[Shown]):
    """The status of the game: in one line, or in more if there is no side panel."""

    back = "panel"

    def drawn(self, desk: Shown, width: int, height: int) -> Iterator[Line]:
        """The title, the phase and the tracks; then the things, supplies and piles."""
        yield from status_lines(desk, width, whole=height > 1)[: max(1, height)]


def status_lines(desk: Shown, columns: int, *, whole: bool) -> list[Line]:
    """The title, the phase and the tracks; as a whole with things, supplies and piles.

    What does not fit in a line in its short form goes on in the next one. The side panel tells of the tracks,
    too: beside it they are left out where they do not fit.
    """
    key = desk.turn, columns, whole
    return _MADE.get(desk.view, key, lambda: _lines(desk, columns, whole))


_MADE: PerView[list[Line]] = PerView()


def _lines(desk: Shown, columns: int, whole: bool) -> list[Line]:
    view = desk.view
    found = ends(lambda brief: list(_where(desk, brief)), lambda brief: list(_tracks(view, brief)), columns)
    if not whole:
        return found if len(found) == 1 else [(Span(" "), *joined(list(_where(desk, brief=False))))]
    rest = _second_line(view, columns)
    return found + [line for line in rest if any(span.text.strip() for span in line)]


def _where(desk: Shown, brief: bool) -> Iterator[Line]:
    view = desk.view
    if not brief:
        yield (Span(view.title, STRONG),)
    turn = Span(say.TURN(turn=desk.turn), FAINT) if desk.turn else None
    if view.phases:
        name, players = view.phases[-1]
        first = (turn, Span(" · ", FAINT)) if turn is not None else ()
        yield (*first, Span(f"{words(name)} ", FAINT), Span(", ".join(players)))
    elif turn is not None:
        yield (turn,)


def _tracks(view: View, brief: bool) -> Iterator[Line]:
    for track in sorted(view.tracks, key=lambda each: not each.looks.get(FEARED)):
        if not hidden(track.looks):
            yield (Span(f"{called(track)} ", FAINT), Span(track_words(track, brief=brief), STRONG))


def _standing(view: View, brief: bool, bare: bool = False) -> Iterator[Line]:
    """The things that may change; in brief, those with signs and the same value together.

    A bare line leaves out where things are: the board shows that.
    """
    groups: dict[str, list[Span]] = {}
    places = {
        thing.label for kind in view.kinds if view.kinds[kind].shape == "place" for thing in view.things[kind]
    }
    for sign, value in standing_spans(view):
        if bare and value in places:
            continue
        if brief and len(sign.text) == 1:
            groups.setdefault(value, []).append(sign)
        else:
            groups[f"{sign.text}{value}"] = [Span(f"{sign.text}{value}", sign.pen)]
    for value, signs in groups.items():
        if len(signs) > 1:
            yield (*signs, Span(f" {value}"))
        else:
            yield (*signs, *((Span(value),) if len(signs[0].text) == 1 else ()))


def _second_line(view: View, columns: int) -> list[Line]:
    """Things at the left, supplies and piles at the right, with as many words as fit.

    What may lose the game stands first among them, and is never left out.
    """
    piles = [pile for pile in _shown_piles(view) if not pile.looks.get(FEARED)]
    known = sum(pile.open for pile in piles)
    tries = (
        (_standing(view, brief=False), 3),
        (_standing(view, brief=True), 4 + known),
        (_standing(view, brief=True, bare=True), None),
    )
    for standing, most in tries:
        left = list(standing)
        for right in islice(_lefts(view, len(piles), known), most):
            first, last = joined(left), joined(right)
            room = columns - width(first) - width(last) - 2
            if room > 0:
                return [(Span(" "), *first, Span(" " * room), *last)]
    bare = _standing(view, brief=True, bare=True)
    return flowed([*bare, *_left_parts(view, 0, short=True)], columns - 1, " ", GAP)


def _lefts(view: View, piles: int, known: int) -> Iterator[list[Line]]:
    """Yield the supplies and piles in shorter and shorter forms; face-up piles are left out first."""
    for worded in (2, 1, 0):
        yield _left_parts(view, piles, worded=worded)
    for most in range(piles - 1, piles - known - 1, -1):
        yield _left_parts(view, most)
    for most in range(piles - known, -1, -1):
        yield _left_parts(view, most, short=True)


def _left_parts(view: View, most: int, *, worded: int = 0, short: bool = False) -> list[Line]:
    """The supplies and piles: of those that cannot lose the game, at most some piles.

    Supplies are words, or only those that can lose the game, or none; short piles are one word.
    """
    supplies = [supply for supply in view.supplies if supply.size and not hidden(supply.looks)]
    piles = _shown_piles(view)
    heaps = {
        True: [pile for pile in piles if pile.looks.get(FEARED)],
        False: [pile for pile in piles if not pile.looks.get(FEARED)][:most],
    }
    names = {heap.name: called(heap) for heap in (*heaps[True], *heaps[False])}
    first = {key: name.split()[0] for key, name in names.items()}
    names = first if short and len(set(first.values())) == len(first) else names
    found: list[Line] = []
    for feared in (True, False):
        mine = [supply for supply in supplies if bool(supply.looks.get(FEARED)) == feared]
        spelled = worded == 2 or (worded == 1 and feared)
        found += [(supply_span(each, brief=not spelled),) for each in mine if each.counts_up]
        if left := [each for each in mine if not each.counts_up]:
            if spelled:
                found += [_numbered(called(each), each.left) for each in left]
            else:
                short_ones = joined([(supply_span(each),) for each in left], " ")
                found.append((Span(f"{say.ARE_LEFT_OVER()} ", FAINT), *short_ones))
        found += [_numbered(names[heap.name], heap.count) for heap in heaps[feared]]
    return found


def _shown_piles(view: View) -> list[PileView]:
    """The piles with something in them or something to lose, face-down ones first."""
    shown = [pile for pile in view.piles if not hidden(pile.looks)]
    shown = [each for each in shown if each.count or each.looks.get(FEARED)]
    return sorted(shown, key=lambda each: each.open)


def _numbered(name: str, number: int) -> Line:
    return Span(f"{name} ", FAINT), Span(str(number), STRONG)
