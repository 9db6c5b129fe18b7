"""Creates the diagnostics about rules of several modules or scenarios that meet.

Who comes first, who wins, whose rules a name means, what a line of a mod breaks in the texts of others, which
scenarios do not fit together, and what a layer lacks.
"""

from collections.abc import Iterable, Sequence

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import Message
from lazaretto.grammar.source import Span
from lazaretto.rules.errors import checker_message_texts as said
from lazaretto.rules.errors.checker_diagnostics import MOST_LISTED, short
from lazaretto.rules.errors.checker_message_variants import (
    BLAMED,
    LAYER_LACKS,
    LAYER_LACKS_MORE,
    USED_TOGETHER,
    USED_TOGETHER_MORE,
)
from lazaretto.rules.errors.did_you_mean import did_you_mean, either, listed


def no_hook(name: str, target: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A rule follows a rule that does not exist."""
    return _no_rule(said.NO_HOOK, name, target, span, known)


def no_change(name: str, target: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A change overrides a change that does not exist."""
    return _no_rule(said.NO_CHANGE, name, target, span, known)


def _no_rule(message: Message, name: str, target: str, span: Span, known: Iterable[str]) -> Diagnostic:
    names = sorted(known)
    help = did_you_mean(name, names)
    if not help:
        help = message.helped(names=listed(names[:MOST_LISTED])) if names else said.NO_OTHER_RULE()
    return diagnose(message, span, help, name=short(name), target=target)


def unordered(
    name: str, what: Iterable[str], span: Span, other: Span, owner: str, apart: str = ""
) -> Diagnostic:
    """The order of two hooks matters and is not declared; both change `what`, or replace its effect.

    `apart` is the module of the later one, if its scenario does not build on that of the other.
    """
    shown = listed(what) or said.WHAT_HAPPENS()
    others = ((other, said.THE_OTHER()),)
    if apart:
        help = said.PREFER(module=apart, other=owner)
        return diagnose(said.UNORDERED, span, help, others, name=name, what=shown)
    return diagnose(said.UNORDERED, span, None, others, name=name, what=shown, owner=owner)


def used_here(scenario: str) -> str:
    """Where a scenario is used whose rules conflict with those of another one."""
    return said.USED_HERE(scenario=scenario)


def set_twice(name: str, span: Span, other: Span, owner: str, apart: str = "") -> Diagnostic:
    """Two changes always set a value to different things; `owner` is empty if one owner has both."""
    others = ((other, said.THE_OTHER()),)
    if apart:
        return diagnose(said.SET_TWICE, span, said.PREFER(module=apart, other=owner), others, name=name)
    if owner:
        return diagnose(said.SET_TWICE, span, said.SET_OVER(owner=owner), others, name=name)
    return diagnose(said.SET_TWICE, span, None, others, name=name)


def overridden_twice(name: str, module: str, span: Span, other: Span, apart: str = "") -> Diagnostic:
    """Two modules replace the same declaration; `apart` as in `unordered`."""
    others = ((other, said.REPLACED_TOO()),)
    if apart:
        help = said.PREFER(module=apart, other=module)
        return diagnose(said.OVERRIDDEN_TWICE, span, help, others, name=name)
    return diagnose(said.OVERRIDDEN_TWICE, span, None, others, name=name, module=module)


def not_replaced(name: str, module: str, span: Span) -> Diagnostic:
    """A replacement overrides a module that does not replace the same thing."""
    return diagnose(said.NOT_REPLACED, span, name=name, module=module)


def unknown_owner(name: str, known: Iterable[str], span: Span) -> Diagnostic:
    """A name in `over`, `following` or `prefer` is that of no module and no member."""
    names = sorted(known)
    modules = [each for each in names if "/" in each]
    inside = [module for module in modules if module.startswith(f"{name}/")]
    if inside:
        modules_of = said.SCENARIO_NAMED(name=name, names=either(inside[:MOST_LISTED]))
        return diagnose(said.UNKNOWN_OWNER, span, modules_of, name=name)
    help = did_you_mean(name, names) or did_you_mean(name, [module.partition("/")[2] for module in modules])
    if not help and len(modules or names) > 1:
        help = said.THERE_ARE(names=listed((modules or names)[:MOST_LISTED]))
    return diagnose(said.UNKNOWN_OWNER, span, help, name=short(name))


def ambiguous_owner(name: str, modules: Iterable[str], span: Span) -> Diagnostic:
    """Several modules have this name."""
    return diagnose(said.AMBIGUOUS_OWNER, span, name=name, owners=either(modules))


def preferred_to_itself(name: str, span: Span) -> Diagnostic:
    """The same rules win and lose in one `prefer`."""
    return diagnose(said.PREFERRED_TO_ITSELF, span, name=name)


def extended_twice(name: str, part: str, module: str, span: Span, other: Span, apart: str = "") -> Diagnostic:
    """Two modules, or one if none is named, set the same part of an action; `apart` as in `unordered`."""
    others = ((other, said.THE_OTHER()),)
    if not module:
        return diagnose(said.EXTENDED_AGAIN, span, None, others, name=name, part=part)
    if apart:
        help = said.PREFER(module=apart, other=module)
        return diagnose(said.EXTENDED_TWICE, span, help, others, name=name, part=part)
    return diagnose(said.EXTENDED_TWICE, span, None, others, name=name, part=part, module=module)


MOST_NAMED = 3
"""So many names that two scenarios declare are shown."""

MOST_LACKING = 12
"""So many names that a game must add to a layer are shown."""


def blame(word: str, name: str, span: Span, broken: Sequence[Diagnostic]) -> Diagnostic:
    """A declaration of a mod causes mistakes in the files of others; `BLAMED` lists what it may do."""
    diagnostic = diagnose(BLAMED[word], span, name=name)
    return Diagnostic(diagnostic.code, diagnostic.message, span, diagnostic.help, breaks=tuple(broken))


def used_together(
    span: Span, one: str, other: str, clash: Sequence[Diagnostic], follows: Sequence[Diagnostic]
) -> Diagnostic:
    """Two used scenarios declare the same names: the mistakes `clash`, and what follows from them."""
    clash = sorted(
        clash, key=lambda diagnostic: not _quoted(diagnostic).isidentifier()
    )  # tests have the least to say
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
    diagnostic = diagnose(message, span, layer=layer, names=shown, more=more, files=listed(board))
    return Diagnostic(diagnostic.code, diagnostic.message, span, diagnostic.help, breaks=tuple(inside))


def _quoted(mistake: Diagnostic) -> str:
    return mistake.message.split("`")[1]
