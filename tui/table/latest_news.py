"""What has happened since the last choice at a keyboard, in the words of the log, for a few lines."""

from collections.abc import Iterator, Sequence

from lazaretto.rules import LogLine
from lazaretto.tui.look.line_wrap import broken

SAME = 2
"""So many words must two sentences have in common at the beginning to be told as one; the rest of each must
not be longer than that, so that it does not begin with another verb."""


def news_lines(news: Sequence[LogLine], columns: int, rows: int) -> list[str]:
    """The sentences one after another, in so many rows; if there are more, the oldest are left out.

    What only this player learnt comes before everything else, because nothing else on the screen tells it.
    """
    if rows < 1:
        return []
    own = [each.text for each in news if each.private]
    kept = len(own)
    public = [each.text for each in news if not each.private]
    while kept > 0 and len(_written([*own[-kept:]], columns)) > rows:
        kept -= 1
    own = own[len(own) - kept :]
    first = len(public)
    while first > 0 and len(_written([*public[first - 1 :], *own], columns)) <= rows:
        first -= 1
    found = _written([*public[first:], *own], columns)
    if found or not news:
        return found
    return broken(news[-1].text, columns)[:rows]


def rows_of_own(news: Sequence[LogLine], columns: int) -> int:
    """The rows for what only this player learnt."""
    return len(_written([each.text for each in news if each.private], columns))


def _written(sentences: Sequence[str], columns: int) -> list[str]:
    return broken(" ".join(_together(sentences)), columns)


def _together(sentences: Sequence[str]) -> Iterator[str]:
    """Sentences; neighbours that begin alike and end differently become one with a list at its end."""
    told: list[str] = []
    begin: list[str] = []
    for sentence in sentences:
        words = sentence.split()
        if begin and _continues(begin, words, told[-1][-1:]):
            told[-1] = f"{told[-1][:-1]}, {' '.join(words[len(begin) :])}"
            continue
        if told and (same := _alike(told[-1].split(), words)):
            begin = words[:same]
            told[-1] = f"{told[-1][:-1]}, {' '.join(words[same:])}"
            continue
        begin = []
        told.append(sentence)
    return iter(told)


def _continues(begin: Sequence[str], words: Sequence[str], end: str) -> bool:
    rest = len(words) - len(begin)
    return list(begin) == list(words[: len(begin)]) and 0 < rest <= len(begin) and words[-1][-1:] == end


def _alike(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words two sentences have in common at their beginning; 0 if they cannot be told as one."""
    same = 0
    while same < min(len(first), len(second)) and first[same] == second[same]:
        same += 1
    rests = len(first) - same, len(second) - same
    fits = same >= SAME and all(0 < rest <= same for rest in rests)
    ends = first[-1][-1:], second[-1][-1:]
    return same if fits and ends[0] == ends[1] and not ends[0].isalnum() else 0
