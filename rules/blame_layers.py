"""Tells whoever uses a layer what a game must add to it, at the `uses` line and before anything else.

A layer needs names that only games declare. Without them there are mistakes in its files, where whoever uses
it can mend nothing; all are told as what is missing.
"""

from collections.abc import Iterator, Mapping, Sequence

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.message import MessageText
from lazaretto.grammar.source import Span
from lazaretto.rules.blame_uses import entry_of
from lazaretto.rules.errors.blame_diagnostics import layer_lacks
from lazaretto.rules.link.module_naming import Naming


def blame_layers(
    found: Sequence[Diagnostic], places: Mapping[str, Span], naming: Naming
) -> tuple[Diagnostic, ...]:
    """Return the mistakes, those in the files of used layers under the `uses` line as what a game lacks.

    `places` are the entries of `uses`.
    """
    made: list[Diagnostic] = []
    for layer, board in naming.layers.items():
        span = entry_of(layer, places, naming.uses)
        inside = [each for each in found if each.span.file.startswith(f"{layer}/")]
        names = list(dict.fromkeys(name for each in inside for name in _lacking(each)))
        attributes = {each.rpartition(".")[2] for each in names if "." in each}
        names = [each for each in names if each not in attributes]
        if span is not None and names:
            made.append(layer_lacks(span, layer, names, board, inside))
            found = [each for each in found if each not in inside]
    return (*made, *found)


def _lacking(mistake: Diagnostic) -> Iterator[str]:
    """Yield what would have to be declared, as far as a mistake is about something that is not there."""
    if not isinstance(mistake.message, MessageText):
        return
    gaps = mistake.message.gaps
    match mistake.message.message.key:
        case "R001":
            yield f"{gaps['name']}"
        case "R001.sort":
            yield f"menu {gaps['name']}" if gaps["sort"] == "menu" else f"{gaps['name']}"
        case "R004.some" | "R004.none":
            yield f"{gaps['kind']}.{gaps['name']}"
        case "R006":
            yield f"kind {gaps['name']}"
        case "R021.none":
            yield "phase game"
        case "R028":
            yield f"kind ... links {gaps['kind']}"
        case "R031":
            yield "kind " + "".join(each.capitalize() for each in f"{gaps['name']}".split("_"))
        case _:
            pass
