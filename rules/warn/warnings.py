"""Collects all warnings about a scenario."""

from collections.abc import Iterator

from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.rules.build import Linked
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.warn.at_start import at_start
from lazaretto.rules.warn.hiding import hiding
from lazaretto.rules.warn.kinds_and_questions import bare_questions, empty_kinds, idle_directions
from lazaretto.rules.warn.letters import clashing_letters
from lazaretto.rules.warn.looks import same_labels, unknown_looks
from lazaretto.rules.warn.old_names import renamed
from lazaretto.rules.warn.preferences import idle_preferences
from lazaretto.rules.warn.settings import conflicting_settings
from lazaretto.rules.warn.unused import unused


def warnings_of(linked: Linked, pack: Pack) -> Iterator[Diagnostic]:
    """Yield the warnings about the files of a scenario without mistakes, not those of scenarios that it uses.

    A layer leaves much to the games that use it.

    Raises:
        TooDeepError: the rules are nested too deeply.
    """
    checked, composed, own = linked.checked, linked.composed, pack.manifest.name
    if checked is None or composed is None:
        return
    yield from renamed(linked, pack)
    yield from hiding(checked, own)
    yield from unknown_looks(composed, checked.world.members, own)
    yield from same_labels(checked, own)
    yield from clashing_letters(checked, own)
    yield from bare_questions(checked, own)
    yield from idle_directions(checked, own)
    yield from idle_preferences(composed, own)
    yield from conflicting_settings(checked, own)
    if pack.manifest.layer is None:
        yield from unused(checked, composed, own)
        yield from empty_kinds(checked, own)
        yield from at_start(linked, pack)
