"""Makes untrusted text safe for a terminal: a scenario's text must not move the cursor or hide letters.

Three sorts of characters are replaced with U+FFFD, so that a reader sees that something was there:

- control characters, which begin escape sequences; only the line feed and the tab stay;
- characters that nobody sees or that reorder or break a line: bidirectional controls, zero-width spaces, soft
  hyphens, tags, line and paragraph separators, surrogates;
- combining marks of any script after the eighth in a row, and vowels of Hangul that join a letter: they would
  be drawn over the lines above and below.

Legitimate text stays: combining marks, variation selectors, and the joiners U+200C and U+200D between two
characters outside ASCII, where Persian, Indic scripts and emoji need them.
"""

import re
import unicodedata
from functools import cache

MARKS = 8
"""The most combining marks on one letter; no script needs more."""

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
_UNSEEN = (
    r"\xad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U00013430-\U0001345f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_JOINERS = "\u200c\u200d"
_STACKED = re.compile(
    r"[\u0300-\u036f\u0483-\u0489\u0591-\u135f\u1712-\u1dff\u200c\u200d\u20d0-\u20f0\u2cef-\u2dff\u302a-\u302f"
    r"\u3099\u309a\ua66f-\ua6f1\ua802-\uabed\ud7b0-\ud7fb\ufb1e\ufe00-\ufe2f"
    rf"\U000101fd-\U0001e94a]{{{MARKS + 1},}}"
)
"""What may be many marks on a letter: characters of the blocks that have any."""
_APART = rf"[\x00-\x7f{_CONTROLS}{_UNSEEN}\u200c\u200d]"
_UNSAFE = re.compile(
    rf"[{_CONTROLS}{_UNSEEN}]"
    rf"|(?:(?<={_APART})|(?<![\s\S]))[\u200c\u200d]"
    rf"|[\u200c\u200d](?={_APART}|\Z)"
)


def clean(text: str) -> str:
    """Replace each unsafe character with a replacement character."""
    if text.isascii() and text.isprintable():
        return text
    return _STACKED.sub(_few_marks, _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text))


def _few_marks(found: re.Match[str]) -> str:
    marks, kept = 0, []
    for each in found[0]:
        if each not in _JOINERS:
            marks = marks + 1 if _is_mark(each) else 0
        kept.append(each if marks <= MARKS or each in _JOINERS else "\N{REPLACEMENT CHARACTER}")
    return "".join(kept)


@cache
def _is_mark(letter: str) -> bool:
    """Whether a terminal draws a character into the cell of the one before."""
    hangul = "\u1160" <= letter <= "\u11ff" or "\ud7b0" <= letter <= "\ud7fb"
    return hangul or unicodedata.category(letter) in ("Mn", "Me")


def clean_line(text: str) -> str:
    """The same for a text that must stay on one line: line feeds and tabs become spaces."""
    return clean(text).replace("\n", " ").replace("\t", " ")
