"""Creates the diagnostics about rules that hook into, forbid, change or set the wrong sort of thing."""

from collections.abc import Iterable

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.errors import checker_message_texts as said
from lazaretto.rules.errors.checker_message_variants import CHANGED_OTHERWISE
from lazaretto.rules.errors.did_you_mean import either


def hooks_value(name: str, parameters: Iterable[str], span: Span) -> Diagnostic:
    """A rule hooks into a value, or forbids it."""
    return diagnose(said.HOOKS_VALUE, span, name=name, parameters=", ".join(parameters))


def changes_procedure(name: str, parameters: Iterable[str], span: Span) -> Diagnostic:
    """A rule changes a procedure as if it were a value."""
    return diagnose(said.CHANGES_PROCEDURE, span, name=name, parameters=", ".join(parameters))


def about_action(name: str, called: Iterable[str], span: Span) -> Diagnostic:
    """A rule is about an action; `called` are the procedures that the action calls."""
    names = [f"{each}(...)" for each in called]
    if not names:
        return diagnose(said.ABOUT_ACTION, span, name=name)
    return diagnose(said.ABOUT_ACTION, span, said.CALLED_BY_ACTION(names=either(names)), name=name)


def other_sort(name: str, found: str, wanted: str, span: Span) -> Diagnostic:
    """A rule is about something that is neither a procedure nor a value."""
    help = CHANGED_OTHERWISE[found](name=name)
    if found == "option":
        return diagnose(said.IS_OPTION, span, help, name=name, wanted=wanted)
    return diagnose(said.OTHER_SORT, span, help, name=name, found=found, wanted=wanted)


def sets_track(name: str, span: Span) -> Diagnostic:
    """A rule sets a track."""
    return diagnose(said.SETS_TRACK, span, name=name)


def sets_supply(name: str, span: Span) -> Diagnostic:
    """A rule sets a supply."""
    return diagnose(said.SETS_SUPPLY, span, name=name)


def sets_pile(name: str, span: Span) -> Diagnostic:
    """A rule sets a pile."""
    return diagnose(said.SETS_PILE, span, name=name)


def sets_value(name: str, span: Span) -> Diagnostic:
    """A rule sets a value."""
    return diagnose(said.SETS_VALUE, span, name=name)


def write_sort(word: str, sort: str, name: str) -> str:
    """Return the help to replace, remove or extend something with the word for what it is."""
    return said.OF_OTHER_SORT(word=word, sort=sort, name=name)


def write_named(word: str, sort: str, name: str) -> str:
    """Return the help for a line that replaces, removes, extends or changes a thing of a sort."""
    if word in ("replace", "remove"):
        return write_sort(word, sort, name)
    shown = "member" if sort[:1].isupper() else "variable" if sort == "var" else sort
    match word, shown:
        case "extend", "kind" | "menu" | "action" | "member":
            return write_sort(word, sort, name)
        case "extend", "to":
            return said.EXTENDS_PROCEDURE(name=name)
        case "extend", "value":
            return said.HOOKS_VALUE.helped(name=name, parameters="...")
        case _, "to":
            return said.CHANGES_PROCEDURE.helped(name=name, parameters="...")
        case _, "action":
            return write_sort("extend", sort, name)
        case _:
            return CHANGED_OTHERWISE[shown](name=name) if shown in CHANGED_OTHERWISE else ""
