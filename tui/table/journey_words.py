"""What is ahead, in words: journeys with their cost and their way, and what would happen next."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from lazaretto.host.table.actions_on import Way
from lazaretto.host.table.journeys import Journey
from lazaretto.rules import View
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.tui.messages import outlook as outlook_say, travel as say
from lazaretto.tui.shared_texts import title, words
from lazaretto.tui.table.draw_odds import percent
from lazaretto.tui.table.view_lookup import label_of, piece_span


def heading(view: View, journey: Journey) -> str:
    """The actions of a journey, and what it costs."""
    runs = [(action, len(list(legs))) for action, legs in groupby(leg.action for leg in journey.legs)]
    means = ", ".join(
        action if times == 1 else say.MEANS(action=action, number=times) for action, times in runs
    )
    spent = [say.SPENT(name=words(name), number=number) for name, number in journey.spent]
    if journey.given_up:
        spent.append(say.SPENDS(pieces=_pieces(view, journey.given_up)))
    if journey.any_of:
        spent.append(say.SPENDS_ONE(pieces=_pieces(view, journey.any_of)))
    cost = ", ".join(spent)
    return say.WITH_COST(journey=means, cost=cost) if cost else means


def route(view: View, journey: Journey) -> str:
    """The places on the way, what is chosen there, and whether it can be undone."""
    texts = [say.ROUTE(places=", ".join(label_of(view, leg.to) for leg in journey.legs))]
    answers = [label for leg in journey.legs for _, label in leg.answers]
    if answers:
        texts.append(say.CHOICES_ON_THE_WAY(answers=", ".join(answers)))
    if journey.grown:
        texts.append(say.NO_UNDO_DRAWS(piles=", ".join(map(words, journey.grown))))
    elif not journey.certain:
        texts.append(say.NO_UNDO())
    return " ".join(texts)


def _pieces(view: View, names: Sequence[str]) -> str:
    """Pieces of this seat, each drawn as in its hand."""
    piles = view.seats[view.seat].piles if view.seat is not None else ()
    held = {piece.face or piece.label: piece for pile in piles for piece in pile.pieces if piece is not None}
    return ", ".join(piece_span(view, held[name]).text if name in held else name for name in names)


def other_ways(ways: Sequence[Way], journeys: Sequence[Journey]) -> list[Way]:
    """The actions on a place that no journey begins with."""
    keys = [journey.legs[0].key for journey in journeys if len(journey.legs) == 1]
    return [way for way in ways if not any(f"{key} > ".startswith(f"{way.key} > ") for key in keys)]


def steps(journey: Journey) -> tuple[str, ...]:
    """The choices of a journey, as the table takes them."""
    return tuple(key for leg in journey.legs for key in (leg.key, *(answer for answer, _ in leg.answers)))


MOST_PLACES = 16
"""How many places are named, the likeliest first."""


MOST_LINES = 40
"""How many lines of the log are told, the likeliest first."""


def outlook_lines(view: View, outlook: Outlook) -> Iterator[str]:
    """Everything about one preview: how sure it is, ends, tracks, places, and the lines of the log."""
    cases = outlook.cases
    if not cases:
        yield outlook_say.TAKES_TOO_LONG()
        return
    yield outlook_say.CERTAIN() if cases == 1 else outlook_say.CASES(number=cases)
    for reason, count in outlook.ends:
        always = count == cases > 1
        yield (
            outlook_say.END_ALWAYS(reason=reason)
            if always
            else outlook_say.END(share=percent(count / cases), reason=reason)
        )
    for track in outlook.tracks:
        name = title(words(track.name))
        if len(track.values) == 1:
            yield outlook_say.TRACK_NOW(track=name, before=track.before, after=track.values[0][0])
        else:
            values = (
                outlook_say.VALUE(value=value, share=percent(count / cases)) for value, count in track.values
            )
            yield outlook_say.TRACK(track=name, values=", ".join(values))
    shown = outlook.places[:MOST_PLACES]
    if cases > 1 and shown:
        texts = []
        for count, alike in groupby(shown, key=lambda each: each[1]):
            names = [label_of(view, ref) for ref, _ in alike]
            form = outlook_say.VALUE if len(names) == 1 else outlook_say.VALUE_EACH
            texts.append(form(value=", ".join(names), share=percent(count / cases)))
        yield outlook_say.PLACES(places="; ".join(texts))
    for line, count in outlook.lines[:MOST_LINES]:
        if cases == 1:
            yield line
        elif count == cases:
            yield outlook_say.ALWAYS(line=line)
        else:
            yield outlook_say.LINE(share=percent(count / cases), line=line)
