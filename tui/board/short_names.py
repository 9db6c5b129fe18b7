"""Shortens names: single-column signs, and three-letter codes that players can guess."""

from collections.abc import Iterator, Sequence

from lazaretto.tui.look.ascii_fallback import plain, safe

CODE = 3
"""The length of a code in letters."""


def narrow(text: str, ascii: bool = False) -> str:
    """The text on one line with every character exactly one column wide, optionally in ASCII."""
    return plain(safe(text)) if ascii else safe(text)


def sign(glyph: str, letter: str, ascii: bool = False) -> str:
    """One character for a thing: its glyph, or its letter where the glyph is not one column wide."""
    shown = narrow(glyph, ascii)
    if len(shown) == 1 and shown not in "? ":
        return shown
    shown = narrow(letter, ascii)[:1].strip()
    return shown if shown != "?" or letter.startswith("?") else ""


def wide_sign(glyph: str, ascii: bool = False) -> str:
    """A glyph of two characters that takes exactly two columns; otherwise empty."""
    shown = narrow(glyph, ascii)
    return shown if len(shown) == 2 and not {*shown} & {*"? "} else ""


def codes(names: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """A unique code for each name: the given one if there is one, otherwise one that players can guess."""
    found: list[str] = []
    taken: set[str] = {each for each in given if each}
    used: set[str] = set()
    counted: dict[str, int] = {}
    for name, wanted in zip(names, given, strict=True):
        if wanted and wanted not in used:
            code = wanted
        else:
            code = next(
                guess for guess in _guesses(name, counted) if guess not in taken and guess not in used
            )
        used.add(code)
        found.append(code)
    return tuple(found)


def _guesses(name: str, counted: dict[str, int]) -> Iterator[str]:
    """Yield candidate codes for a name, the best first, without end.

    `counted` stores the last number used for each first letter, so that many similar names do not start again
    from the first number.
    """
    words = "".join(each if each.isalnum() else " " for each in narrow(name, ascii=True)).upper().split()
    whole = "".join(words)
    if len(words) >= CODE:
        yield "".join(word[0] for word in words[:CODE])
    if len(words) == 2:
        yield (words[0][0] + words[1])[:CODE].ljust(CODE, words[0][-1])
        yield (words[0][:2] + words[1][0])[:CODE].ljust(CODE, "X")
    if len(whole) >= CODE:
        yield whole[:CODE]
        head = whole[0]
        hard = [each for each in whole[1:] if each not in "AEIOU"]
        for one in range(len(hard)):
            for other in range(one + 1, len(hard)):
                yield head + hard[one] + hard[other]
        for one in range(1, len(whole)):
            for other in range(one + 1, len(whole)):
                yield head + whole[one] + whole[other]
    yield whole.ljust(CODE, "X")[:CODE]
    start = whole[:1] or "X"
    while True:
        counted[start] = counted.get(start, 0) + 1
        yield f"{start}{counted[start]:02d}"
