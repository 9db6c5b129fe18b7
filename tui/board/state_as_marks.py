"""Makes marks of the state of places, areas and links: flags, owners, numbers and words."""

from collections.abc import Iterator, Mapping

from lazaretto.rules import AttributeView
from lazaretto.rules.run.drawn_attributes import is_notable, own_sign
from lazaretto.tui.board.marks import Mark, initial
from lazaretto.tui.messages import common as say
from lazaretto.tui.shared_texts import words

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
