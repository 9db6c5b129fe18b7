"""Creates the diagnostics about unknown names that need more than a similar name."""

from collections.abc import Iterable, Sequence

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.errors import checker_message_texts as said
from lazaretto.rules.errors.checker_diagnostics import MOST_LISTED, short
from lazaretto.rules.errors.did_you_mean import did_you_mean, listed


def link_other_way_round(name: str, link: str, span: Span) -> Diagnostic:
    """A link is named by its ends in another order than in its table."""
    return diagnose(said.UNKNOWN, span, said.LINK_CALLED(link=link), name=name)


def unknown_here(name: str, local: Sequence[str], span: Span) -> Diagnostic:
    """A name is undefined and like none; the rule has `local` names of its own."""
    shown = local if len(local) <= MOST_LISTED else [*local[:MOST_LISTED], "..."]
    return diagnose(said.UNKNOWN, span, said.NAMED_HERE(names=listed(shown)), name=short(name))


def no_seers(name: str, known: Iterable[str], owned: bool, span: Span) -> Diagnostic:
    """What says who sees something is undefined."""
    help = did_you_mean(name, known) or (said.SEEN_BY_OF() if owned else said.SEEN_BY())
    return diagnose(said.UNKNOWN, span, help, name=short(name))


def no_seat(name: str, seats: Iterable[str], span: Span) -> Diagnostic:
    """A test names a player who does not sit at its table."""
    names = list(seats)
    help = did_you_mean(name, names) or said.NO_SEAT.helped(seats=listed(names))
    return diagnose(said.NO_SEAT, span, help, name=name)
