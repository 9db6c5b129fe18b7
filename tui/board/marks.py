"""Defines marks on the board: what is drawn on a place, an area or a link."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lazaretto.rules import AttributeView
from lazaretto.rules.run.views.view_static import is_notable, own_sign
from lazaretto.tui.board.canvas import Ink
from lazaretto.tui.board.short_names import narrow, sign, wide_sign
from lazaretto.tui.look.styled_text import Pen
from lazaretto.tui.messages import common as say
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
            yield _mark(name, value, attribute, figures)


def _mark(name: str, value: str, attribute: AttributeView, figures: Figures) -> Mark:
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
