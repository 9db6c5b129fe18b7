"""Lists, for the rulebook, which places are connected: a map alone cannot show each line clearly."""

from collections.abc import Iterator

from lazaretto.grammar.message import with_commas
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run.compiled_game import CompiledGame, VariableInfo
from lazaretto.rules.run.rulebook_sections import sentence, title_of
from lazaretto.rules.run.rulebook_types import Chapter, Entry


def connections(tables: CompiledGame) -> Iterator[Chapter]:
    """Yield a chapter for each documented kind of links: each place, and those that a link leads to."""
    for number, kind in enumerate(tables.kinds):
        if kind.shape == "link" and kind.documentation and kind.joins is not None:
            entries = tuple(_places(tables, number, kind.joins))
            text = messages.ONE_WAY() if kind.one_way else ""
            yield Chapter(messages.CONNECTIONS(kind=title_of(kind.name)), text, entries)


def _places(tables: CompiledGame, number: int, joined: int) -> Iterator[Entry]:
    """Yield each place that has links of a kind, with the places that these lead to."""
    kind = tables.kinds[number]
    places = tables.kinds[tables.kinds[joined].root].members
    marks = [each for each in tables.variables if each.owner == number and _is_constant_flag(each)]
    reached: dict[int, list[str]] = {}
    for id, link in enumerate(tables.kinds[kind.root].members):
        if link.kind != number or link.ends is None:
            continue
        words = [title_of(each.name).lower() for each in marks if (each.values or ())[id - kind.first]]
        start, end = link.ends
        for here, there in ((start, end),) if kind.one_way else ((start, end), (end, start)):
            name = places[there].label
            shown = messages.MARKED(name=name, marks=with_commas(words)) if words else name
            reached.setdefault(here, []).append(shown)
    for here in sorted(reached):
        yield Entry(places[here].label, sentence(with_commas(reached[here])), "member")


def _is_constant_flag(variable: VariableInfo) -> bool:
    return variable.values is not None and variable.tag[0] == "flag"
