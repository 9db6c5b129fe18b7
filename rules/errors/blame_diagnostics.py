"""Creates the diagnostics about lines of a mod that break the texts of others."""

from collections.abc import Sequence

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.errors.checker_message_variants import (
    BLAMED,
    LAYER_LACKS,
    LAYER_LACKS_MORE,
    USED_TOGETHER,
    USED_TOGETHER_MORE,
)
from lazaretto.rules.errors.did_you_mean import listed

MOST_NAMED = 3
"""So many names that two scenarios declare are shown."""

MOST_LACKING = 12
"""So many names that a game must add to a layer are shown."""


def blame(word: str, name: str, span: Span, broken: Sequence[Diagnostic]) -> Diagnostic:
    """A declaration of a mod causes mistakes in the files of others; `BLAMED` lists what it may do."""
    made = diagnose(BLAMED[word], span, name=name)
    return Diagnostic(made.code, made.message, span, made.help, breaks=tuple(broken))


def used_together(
    span: Span, one: str, other: str, clash: Sequence[Diagnostic], follows: Sequence[Diagnostic]
) -> Diagnostic:
    """Two used scenarios declare the same names: the mistakes `clash`, and what follows from them."""
    clash = sorted(clash, key=lambda each: not _quoted(each).isidentifier())  # tests have the least to say
    names = list(dict.fromkeys(map(_quoted, clash)))
    more = len(names) - MOST_NAMED
    message = USED_TOGETHER_MORE if more > 0 else USED_TOGETHER
    file = clash[0].span.file.rpartition(".")[0]
    gaps = {"one": one, "other": other, "names": listed(names[:MOST_NAMED]), "more": more, "file": file}
    made = diagnose(message, span, **gaps)
    return Diagnostic(made.code, made.message, span, made.help, breaks=(*clash, *follows))


def layer_lacks(
    span: Span, layer: str, names: Sequence[str], board: Sequence[str], inside: Sequence[Diagnostic]
) -> Diagnostic:
    """A layer needs names that nobody declares; `board` are the files of the game that it is tested with."""
    more = len(names) - MOST_LACKING
    message = LAYER_LACKS_MORE if more > 0 else LAYER_LACKS
    shown = listed(names[:MOST_LACKING])
    made = diagnose(message, span, layer=layer, names=shown, more=more, files=listed(board))
    return Diagnostic(made.code, made.message, span, made.help, breaks=tuple(inside))


def _quoted(mistake: Diagnostic) -> str:
    return mistake.message.split("`")[1]
