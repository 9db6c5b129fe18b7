"""Warns of `prefer` lines that decide nothing."""

from collections.abc import Iterator

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.rules.errors import warning_texts as said
from lazaretto.rules.errors.did_you_mean import listed
from lazaretto.rules.link.compose_modules import Composed


def idle_preferences(composed: Composed, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each preference of a scenario that decides nothing.

    Its two sides have no rule about the same thing, or a later line decides.
    """
    preferences = composed.preferences
    for line in preferences.lines:
        if line in preferences.needed or line.span.file.partition("/")[0] != own:
            continue
        later = preferences.overruled.get(line)
        if later is not None:
            yield diagnose(said.OVERRULED, line.span, None, ((later.span, said.RULES()),))
            continue
        message = said.DECIDES_NOTHING_IN if line.targets else said.DECIDES_NOTHING
        winners, losers, targets = map(listed, map(sorted, (line.winners, line.losers, line.targets)))
        yield diagnose(message, line.span, winners=winners, losers=losers, targets=targets)
