"""Tells the board in lines: what is at a place, and where its links lead."""

from collections.abc import Iterator
from itertools import islice

from rules import Ref, View
from tui.messages import line_mode as say
from tui.parse_answer import folded
from tui.table.help_at_cursor import Topic, seat_topic, topic_of, ways

MOST_TOLD = 5
"""So many things are told if a text is the beginning of several names."""


def looked_at(view: View, typed: str) -> Iterator[str]:
    """Everything about what a text names; without a text, all places with their neighbours."""
    if not typed:
        lines = list(_places(view))
        yield from lines or [say.NO_BOARD()]
        return
    told = list(about(view, typed))
    yield from told or [say.NOTHING_THERE(typed=typed)]


def about(view: View, typed: str) -> Iterator[str]:
    """Everything about the things and players that a text names; nothing if it names none."""
    for topic in islice(_called(view, folded(typed)), MOST_TOLD):
        yield topic.title
        yield from (f"  {each}" for each in topic.text)


def _places(view: View) -> Iterator[str]:
    for kind, things in view.things.items():
        if view.kinds[kind].shape == "place":
            for each in things:
                near = "; ".join(ways(view, Ref(kind, each.key)))
                yield say.MATTER(title=each.label, parts=near) if near else each.label


def _called(view: View, wanted: str) -> Iterator[Topic]:
    """What is called so; if nothing is, what has a name that begins so."""
    names = [
        (each.key, each.label, Ref(kind, each.key)) for kind, things in view.things.items() for each in things
    ]
    names += [(each.key, each.label, Ref(each.kind, each.key)) for each in view.links]
    exact = [ref for key, label, ref in names if wanted in (folded(key), folded(label))]
    begun = [
        ref for key, label, ref in names if folded(key).startswith(wanted) or folded(label).startswith(wanted)
    ]
    yield from (seat_topic(view, each) for each in view.seats if folded(each.name) == wanted)
    yield from (topic_of(view, ref) for ref in exact or begun)
