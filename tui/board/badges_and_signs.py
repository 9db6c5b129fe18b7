"""The marks on the board: pieces, piles, figures and the state of places, areas and links; and their looks.

A mark becomes a few coloured cells: a letter or glyph and a number, readable without colour too. `marks_of`
collects all marks of a view.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from lazaretto.rules import AttributeView, PieceView, PileView, Ref, SeatView, SupplyView, ThingView, View
from lazaretto.rules.run.views.view_static import is_notable, own_sign
from lazaretto.tui.board.canvas import Ink
from lazaretto.tui.board.short_names import narrow, sign, wide_sign
from lazaretto.tui.look.fit_and_wrap_text import Pen
from lazaretto.tui.messages import common as say
from lazaretto.tui.per_view import PerView
from lazaretto.tui.shared_texts import words


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on a place, an area or a link."""

    text: str
    """A description in words; for a seat, the player's name."""
    colour: str
    kind: str
    """pieces (counted), pile (single pieces), number, thing (a marker), danger, seat (a player's figure)."""
    count: int
    letter: str
    glyph: str
    label: str = ""
    """What is written instead where there is room: the name of a single piece without a sign."""


def initial(text: str) -> str:
    """The first letter of a text, as a sign."""
    return next((each.upper() for each in narrow(text, ascii=True) if each.isalnum()), "?")


@dataclass(frozen=True, slots=True)
class Style:
    """What the terminal can show, and the pens that follow from it."""

    ascii: bool = False
    mono: bool = False

    @property
    def ground(self) -> str:
        """The role of the background; empty without colours."""
        return "" if self.mono else "ground"

    def sign(self, glyph: str, letter: str) -> str:
        """The single character for a thing; a dot if the thing has neither a glyph nor a letter."""
        return sign(glyph, letter, self.ascii) or sign("•", "o", self.ascii)

    def pick(self, fancy: str, simple: str) -> str:
        """Choose the Unicode form of a sign, or its ASCII form."""
        return simple if self.ascii else fancy

    def filled(self, colour: str) -> Pen:
        """A pen that writes in the background colour on a coloured field."""
        if self.mono:
            return Pen("text", bold=True, reverse=True)
        return Pen("ground", colour or "text", bold=True)

    def coloured(self, colour: str, bold: bool = False) -> Pen:
        """A pen that writes in a colour."""
        return Pen(colour or "text", bold=bold)


def text(mark: Mark, style: Style) -> str:
    """The shortest text for a mark: a letter with its count; a glyph alone for a single piece."""
    face = wide_sign(mark.glyph, style.ascii) or sign(mark.letter, mark.glyph, style.ascii)
    if mark.kind == "number":
        return f"{face}{mark.count}"
    if mark.kind in {"seat", "thing", "danger"}:
        return face or initial(mark.text)
    if not face:
        letter = initial(mark.text) if style.ascii and mark.glyph.strip() else ""
        return f"{style.sign(mark.glyph, letter)}{mark.count if mark.count > 1 else ''}"
    if not mark.letter and mark.count == 1:
        return face
    return f"{face}{mark.count}"


def inks(mark: Mark, style: Style, dimmed: bool = False) -> list[Ink]:
    """The cells of a mark: on a coloured field so that groups stand out; a single piece in coloured text."""
    lone = not mark.letter or (mark.kind != "seat" and mark.count == 1)
    pen = style.coloured(mark.colour, bold=not dimmed) if lone or dimmed else style.filled(mark.colour)
    return [(char, pen) for char in text(mark, style)]


def label_inks(mark: Mark, style: Style, dimmed: bool = False) -> list[Ink]:
    """The cells of a mark that is written as a name; none if it is not."""
    pen = style.coloured(mark.colour, bold=not dimmed)
    return [(char, pen) for char in narrow(mark.label, style.ascii)]


def ordered(marks: Iterable[Mark]) -> list[Mark]:
    """Sort marks, always in the same order: pieces, then the players' figures, then single signs."""
    return sorted(marks, key=_rank)


def by_importance(marks: Iterable[Mark]) -> list[tuple[int, Mark]]:
    """Return marks with their numbers, the ones first that must not be left out: where most pieces are."""
    return sorted(enumerate(marks), key=lambda each: (_rank(each[1]), -each[1].count))


def _rank(mark: Mark) -> int:
    rank = {"pieces": 0, "pile": 0, "number": 0, "seat": 1, "thing": 2}
    return rank.get(mark.kind, 3) if mark.letter else 3


CUT = "…"
"""What stands for values of a view that has become too long."""

Drawn = Mapping[str, AttributeView]
Figures = Mapping[str, Mark]
"""The figures of the players, by name."""


def state_of(attributes: Mapping[str, str]) -> str:
    """Attributes of a piece in words; a flag that is set by its name alone."""
    told = (words(name) if value == "yes" else f"{words(name)} {value}" for name, value in attributes.items())
    return ", ".join(told)


def with_state(name: str, attributes: Mapping[str, str]) -> str:
    """The name of a piece, with its attributes behind it in brackets."""
    return say.WITH_STATE(piece=name, state=state_of(attributes)) if attributes else name


def state_marks(attributes: Mapping[str, str], drawn: Drawn, figures: Figures) -> Iterator[Mark]:
    """The marks of the attributes that are worth drawing."""
    for name, value in attributes.items():
        attribute = drawn.get(name)
        if attribute is not None and value != CUT and is_notable(attribute, value):
            yield _state_mark(name, value, attribute, figures)


def _state_mark(name: str, value: str, attribute: AttributeView, figures: Figures) -> Mark:
    looks, text = attribute.looks, words(name)
    glyph, colour = looks.get("glyph", ""), looks.get("colour", "")
    letter = looks.get("letter", "") or ("" if glyph else initial(text))
    match attribute.sort:
        case "flag":
            return Mark(text, colour, "thing", 1, letter, glyph)
        case "number":
            return Mark(text, colour, "number", int(value), letter, glyph)
        case "player":
            figure = figures.get(value)
            own = "" if figure is None else figure.colour
            sign = looks.get("letter", "") or ("" if figure is None or glyph else figure.letter.lower())
            return Mark(f"{text} {value}", own, "thing", 1, sign, glyph)
        case _:
            own_looks = own_sign(attribute, value)
            sign = own_looks.get("letter", "") or ("" if own_looks.get("glyph") else initial(value))
            member = attribute.members.get(value, {})
            return Mark(
                f"{text} {value}", member.get("colour", colour), "thing", 1, sign, own_looks.get("glyph", "")
            )


OWN_COLOURS = ("cyan", "magenta", "orange", "green", "lime", "brown", "white", "pink")
"""Colours for players whose figures have no colour."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """A spot that another person shows for a moment."""

    ref: Ref
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Marked:
    """The highlights on the board: the cursor, the selectable spots, and what changed."""

    cursor: Ref | None = None
    lit: frozenset[Ref] | None = None
    """The selectable spots; None if the player is not choosing on the board."""
    changed: frozenset[Ref] = frozenset()
    chosen: frozenset[Ref] = frozenset()
    pointed: tuple[Pointed, ...] = ()


NOTHING = Marked()


_MARKS: PerView[Mapping[Ref, tuple[Mark, ...]]] = PerView()


def marks_of(view: View) -> Mapping[Ref, tuple[Mark, ...]]:
    """The marks of every place, area and link that has any."""
    return _MARKS.get(view, None, lambda: _marks(view))


def _marks(view: View) -> Mapping[Ref, tuple[Mark, ...]]:
    found: dict[Ref, list[Mark]] = {}
    supplies = {supply.name: supply for supply in view.supplies}
    owners = {figure.text: figure for figure in figures(view)} if view.drawn else {}
    ranks = {thing.label: rank for things in view.things.values() for rank, thing in enumerate(things)}
    for kind, things in view.things.items():
        if kind in view.kinds and view.kinds[kind].shape in {"place", "area"}:
            for thing in things:
                marks = [
                    *_held(thing.holds, supplies),
                    *_lying(view, thing.piles, ranks),
                    *_named(view, thing),
                ]
                marks += state_marks(thing.attributes, view.drawn.get(kind, {}), owners)
                if thing.danger:
                    marks.append(Mark(thing.danger, "warn", "danger", 1, "!", ""))
                if marks:
                    found[Ref(kind, thing.key)] = marks
    for link in view.links:
        state = state_marks(link.attributes, view.drawn.get(link.kind, {}), owners)
        if marks := [*_held(link.holds, supplies), *state]:
            found[Ref(link.kind, link.key)] = marks
    for ref, mark in (*_standing(view), *_markers(view), *_seats(view)):
        found.setdefault(ref, []).append(mark)
    return {ref: tuple(marks) for ref, marks in found.items()}


def _held(holds: tuple[tuple[str, int], ...], supplies: Mapping[str, SupplyView]) -> Iterator[Mark]:
    for name, count in holds:
        looks = supplies[name].looks if name in supplies else {}
        yield _mark(words(name), looks, "pieces", count)


def _mark(text: str, looks: Mapping[str, str], kind: str, count: int) -> Mark:
    letter = looks.get("letter", "") or ("" if looks.get("glyph") else initial(text))
    return Mark(text, looks.get("colour", ""), kind, count, letter, looks.get("glyph", ""))


# --- piles -------------------------------------------------------------------------------------


def _lying(view: View, piles: tuple[PileView, ...], ranks: Mapping[str, int]) -> Iterator[Mark]:
    """The contents of piles: known pieces grouped by appearance, the others counted as unknown.

    Groups come in the order of the things that they are named after, so that they keep their places.
    """
    for pile in piles:
        groups: dict[tuple[str, str, str], list[PieceView]] = {}
        for piece in pile.pieces:
            if piece is not None:
                face = piece.face or "" if piece.looks.get("shows") == "face" else ""
                groups.setdefault((piece.sort, face, state_of(piece.attributes)), []).append(piece)
        for (sort, face, _), pieces in sorted(groups.items(), key=lambda item: ranks.get(item[0][0], 0)):
            looks = dict(pieces[0].looks)
            if face:
                looks.update(_face(view, face))
            worn = pieces[0].attributes
            mark = _mark(f"{sort} {face}".strip(), looks, "pile", len(pieces))
            lone = pile.count == 1 and not (looks.get("glyph") or looks.get("letter"))
            mark = replace(mark, text=pieces[0].label, label=narrow(pieces[0].label)) if lone else mark
            yield replace(mark, text=with_state(mark.text, worn))
        hidden = pile.count - sum(len(group) for group in groups.values())
        if hidden > 0:
            text = words(pile.name)
            yield Mark(text, pile.looks.get("colour", ""), "pile", hidden, pile.looks.get("letter", "?"), "")


def _face(view: View, face: str) -> Mapping[str, str]:
    """The look of a visible face: that of the thing of this name if it has a sign, else the first letter."""
    for things in view.things.values():
        for thing in things:
            if thing.label == face and thing.looks.get("glyph"):
                return {"glyph": thing.looks["glyph"], "letter": thing.looks.get("letter", initial(face))}
    return {"letter": initial(face), "glyph": ""}


# --- things and seats --------------------------------------------------------------------------


def _named(view: View, place: ThingView) -> Iterator[Mark]:
    """The value of a place's variable attributes, where the value has a sign."""
    for name in place.attributes:
        for ref in place.refs.get(name, ()):
            thing = _thing(view, ref)
            if thing is not None and view.kinds[ref.kind].shape == "thing" and _has_sign(thing):
                yield _mark(thing.label, thing.looks, "thing", 1)


def _standing(view: View) -> Iterator[tuple[Ref, Mark]]:
    """Things with a sign that have a variable attribute naming the place or area they are on."""
    for kind, things in view.things.items():
        if kind not in view.kinds or view.kinds[kind].shape != "thing":
            continue
        for thing in things:
            for name in thing.attributes if _has_sign(thing) else ():
                for ref in thing.refs.get(name, ()):
                    if ref.kind in view.kinds and view.kinds[ref.kind].shape in {"place", "area"}:
                        yield ref, _mark(thing.label, thing.looks, "thing", 1)


def _markers(view: View) -> Iterator[tuple[Ref, Mark]]:
    """The variables of the game whose value is a spot of the board."""
    for marker in view.markers:
        yield marker.at, _mark(words(marker.name), marker.looks, "thing", 1)


def _has_sign(thing: ThingView) -> bool:
    return bool(thing.looks.get("letter") or thing.looks.get("glyph"))


def _thing(view: View, ref: Ref) -> ThingView | None:
    return next((thing for thing in view.things.get(ref.kind, ()) if thing.key == ref.key), None)


def figures(view: View) -> tuple[Mark, ...]:
    """The figure of each seat, each with a unique letter: a small one, as pieces have capital letters."""
    marks: list[Mark] = []
    taken: set[str] = set()
    for number, seat in enumerate(view.seats):
        looks = _seat_looks(view, seat)
        letter = next(each for each in _letters(seat.name, looks, number) if each not in taken)
        taken.add(letter)
        colour = looks.get("colour", "") or OWN_COLOURS[number % len(OWN_COLOURS)]
        marks.append(Mark(seat.name, colour, "seat", 1, letter, looks.get("glyph", "")))
    return tuple(marks)


def _seats(view: View) -> Iterator[tuple[Ref, Mark]]:
    """The figures that stand on a place."""
    for seat, mark in zip(view.seats, figures(view), strict=True):
        place = _stands(view, seat)
        if place is not None:
            yield place, mark


def _letters(name: str, looks: Mapping[str, str], number: int) -> Iterator[str]:
    yield from narrow(looks.get("letter", ""))[:1].strip().lower()
    yield from (each.lower() for each in narrow(name, ascii=True) if each.isalnum())
    yield str((number + 1) % 10)
    yield from "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _seat_looks(view: View, seat: SeatView) -> Mapping[str, str]:
    for refs in seat.refs.values():
        for ref in refs:
            thing = _thing(view, ref)
            if thing is not None and view.kinds[ref.kind].shape == "thing" and thing.looks.get("letter"):
                return thing.looks
    return {}


def _stands(view: View, seat: SeatView) -> Ref | None:
    """The place named by the seat's first attribute that holds a single place."""
    for refs in seat.refs.values():
        if len(refs) == 1 and refs[0].kind in view.kinds and view.kinds[refs[0].kind].shape == "place":
            return refs[0]
    return None
