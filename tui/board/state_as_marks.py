"""Makes marks of the state of places, areas and links: flags, owners, numbers and words."""

from collections.abc import Iterator, Mapping

from rules import AttributeView
from tui.board.marks import Mark, initial
from tui.shared_texts import words

ALWAYS, NEVER = "always", "never"
"""Values of the look `when` that are no values of an attribute."""

CUT = "…"
"""What stands for values of a view that has become too long."""

Drawn = Mapping[str, AttributeView]
Figures = Mapping[str, Mark]
"""The figures of the players, by name."""


def is_notable(attribute: AttributeView, value: str) -> bool:
    """Whether a value is drawn: what its look `when` says, otherwise one that is not empty or usual."""
    when = attribute.looks.get("when", "")
    if when:
        return when != NEVER and when in (ALWAYS, value)
    match attribute.sort:
        case "flag":
            return value == "yes"
        case "number":
            return value != "0" and value != "none"
        case "player":
            return value != "none"
        case _:
            return value != "none" and (value != attribute.usual or bool(_sign(attribute, value)))


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
            own_looks = _sign(attribute, value)
            sign = own_looks.get("letter", "") or ("" if own_looks.get("glyph") else initial(value))
            member = attribute.members.get(value, {})
            return Mark(
                f"{text} {value}", member.get("colour", colour), "thing", 1, sign, own_looks.get("glyph", "")
            )


def _sign(attribute: AttributeView, value: str) -> Mapping[str, str]:
    """The glyph and letter of a member of an enumeration; empty if it has neither."""
    looks = attribute.members.get(value, {})
    return {key: looks[key] for key in ("glyph", "letter") if looks.get(key)}
