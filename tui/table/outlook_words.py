"""Describes what would happen next, in lines."""

from collections.abc import Iterator
from itertools import groupby

from lazaretto.rules import View
from lazaretto.rules.run.outlook import Outlook
from lazaretto.tui.messages import outlook as say
from lazaretto.tui.shared_texts import title, words
from lazaretto.tui.table.odds_words import percent
from lazaretto.tui.table.view_lookup import label_of

MOST_PLACES = 16
"""How many places are named, the likeliest first."""
MOST_LINES = 40
"""How many lines of the log are told, the likeliest first."""


def outlook_lines(view: View, outlook: Outlook) -> Iterator[str]:
    """Everything about one preview: how sure it is, ends, tracks, places, and the lines of the log."""
    cases = outlook.cases
    if not cases:
        yield say.TAKES_TOO_LONG()
        return
    yield say.CERTAIN() if cases == 1 else say.CASES(number=cases)
    for reason, count in outlook.ends:
        always = count == cases > 1
        yield (
            say.END_ALWAYS(reason=reason) if always else say.END(share=percent(count / cases), reason=reason)
        )
    for track in outlook.tracks:
        name = title(words(track.name))
        if len(track.values) == 1:
            yield say.TRACK_NOW(track=name, before=track.before, after=track.values[0][0])
        else:
            values = (say.VALUE(value=each, share=percent(count / cases)) for each, count in track.values)
            yield say.TRACK(track=name, values=", ".join(values))
    shown = outlook.places[:MOST_PLACES]
    if cases > 1 and shown:
        told = []
        for count, alike in groupby(shown, key=lambda each: each[1]):
            names = [label_of(view, ref) for ref, _ in alike]
            form = say.VALUE if len(names) == 1 else say.VALUE_EACH
            told.append(form(value=", ".join(names), share=percent(count / cases)))
        yield say.PLACES(places="; ".join(told))
    for line, count in outlook.lines[:MOST_LINES]:
        if cases == 1:
            yield line
        elif count == cases:
            yield say.ALWAYS(line=line)
        else:
            yield say.LINE(share=percent(count / cases), line=line)
