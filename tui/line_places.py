"""Tells the board in lines: what is at a place, where its links lead, and what anything with a name is."""

from collections.abc import Iterator
from itertools import islice

from lazaretto.rules import Ref, View
from lazaretto.tui.line_view import thing_facts
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.parse_answer import folded
from lazaretto.tui.table.help_at_cursor import ways
from lazaretto.tui.table.named_things import Named, find_named, named_things

MOST_TOLD = 5
"""So many things are told if a text is the beginning of several names."""


def looked_at(view: View, typed: str) -> Iterator[str]:
    """Everything about what a text names; without a text, all places with what is there and their links."""
    if not typed:
        lines = list(_places(view))
        yield from lines or [say.NO_BOARD()]
        return
    told = list(about(view, typed))
    yield from told or [say.NOTHING_THERE(typed=typed)]


def about(view: View, typed: str, called: bool = False) -> Iterator[str]:
    """Everything about what a text names; nothing if it names none.

    If something else is `called` so too, only things of exactly this name count.
    """
    found = find_named(named_things(view), typed)
    if called:
        found = [each for each in found if folded(typed) in map(folded, (each.name, *each.others))]
    for each in islice(found, MOST_TOLD):
        yield from _explained(each)
    if len(found) > MOST_TOLD:
        names = ", ".join(dict.fromkeys(each.name for each in found[MOST_TOLD:]))
        yield say.ALSO_CALLED(names=names)


def _explained(named: Named) -> Iterator[str]:
    topic = named.explain()
    title = say.OF_SORT(name=topic.title, sort=named.sort)
    first, *rest = topic.text or ("",)
    yield say.MATTER(title=title, parts=first) if first else title
    yield from (f"  {each}" for each in rest)


def _places(view: View) -> Iterator[str]:
    for kind, things in view.things.items():
        if view.kinds[kind].shape == "place":
            for each in things:
                parts = [*thing_facts(view, each, False), *ways(view, Ref(kind, each.key))]
                yield say.MATTER(title=each.label, parts="; ".join(parts)) if parts else each.label
