"""Every mistake the checker can report, one function each.

A message is one sentence without blame; names stand in backticks; the help says what to write.
"""

from collections.abc import Iterable
from difflib import get_close_matches

from grammar.diagnostics import Diagnostic
from grammar.source import Span


def nearest(name: str, known: Iterable[str]) -> str:
    """A help line with the names that look like the one written."""
    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(each.casefold(), each)
    close = get_close_matches(name.casefold(), folded, n=3, cutoff=0.6)
    if not close:
        return ""
    return "did you mean " + " or ".join(f"`{folded[each]}`" for each in close) + "?"


def unknown(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """R001."""
    return Diagnostic("R001", f"nothing here is called `{name}`", span, nearest(name, known))


def wrong_type(found: object, wanted: object, span: Span, hint: str = "") -> Diagnostic:
    """R002."""
    return Diagnostic("R002", f"this is {_article(found)}, but {_article(wanted)} is wanted here", span, hint)


def _article(kind: object) -> str:
    text = str(kind)
    if text in {"none", "no result"} or text.startswith(("set of", "empty")):
        return f"`{text}`"
    return f"a `{text}`"


def twice(name: str, span: Span, first: Span) -> Diagnostic:
    """R003."""
    return Diagnostic(
        "R003",
        f"`{name}` is declared twice",
        span,
        "rename one, or write `replace` to change what another module says",
        ((first, "first declared here"),),
    )


def no_attribute(kind: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """R004."""
    names = sorted(known)
    shown = nearest(name, names) or (
        f"it has {', '.join(f'`{each}`' for each in names[:8])}" if names else "it has no attributes"
    )
    return Diagnostic("R004", f"`{kind}` has no attribute `{name}`", span, shown)


def arity(name: str, wanted: int, found: int, span: Span, parameters: Iterable[str]) -> Diagnostic:
    """R005."""
    return Diagnostic(
        "R005",
        f"`{name}` takes {wanted} argument{'' if wanted == 1 else 's'}, not {found}",
        span,
        f"write `{name}({', '.join(parameters)})`",
    )


def not_a_kind(name: str, span: Span, kinds: Iterable[str]) -> Diagnostic:
    """R006."""
    return Diagnostic("R006", f"there is no kind called `{name}`", span, nearest(name, kinds))


def optional(what: str, span: Span) -> Diagnostic:
    """R007."""
    return Diagnostic(
        "R007",
        f"this may be `none`: `{what}`",
        span,
        "test it first: `if x != none`, or `x != none and ...`",
    )


def not_constant(span: Span) -> Diagnostic:
    """R008."""
    return Diagnostic("R008", "only a plain value can stand here", span, "write a number, a name or a list")


def not_settable(name: str, span: Span) -> Diagnostic:
    """R009."""
    return Diagnostic("R009", f"`{name}` cannot be set", span, "set an attribute or a `var`")


def asks_inside(name: str, span: Span) -> Diagnostic:
    """R010."""
    return Diagnostic(
        "R010",
        f"`{name}` may ask a player, so it cannot stand inside an expression",
        span,
        f"put it on a line of its own: `let answer = {name}(...)`",
    )


def not_pure(name: str, span: Span, place: str) -> Diagnostic:
    """R011."""
    return Diagnostic(
        "R011", f"`{name}` changes something, so it cannot stand in {place}", span, "conditions only look"
    )


def no_result(name: str, span: Span) -> Diagnostic:
    """R012."""
    return Diagnostic("R012", f"`{name}` gives no result", span, f"declare one: `to {name}(...) : number`")


def unused_result(name: str, span: Span) -> Diagnostic:
    """R013."""
    return Diagnostic("R013", f"`{name}` is a value and does nothing by itself", span)


def needs_chooser(span: Span) -> Diagnostic:
    """R014."""
    return Diagnostic("R014", "it is not said who chooses", span, "add `by player`")


def misplaced(word: str, where: str, span: Span) -> Diagnostic:
    """R015."""
    return Diagnostic("R015", f"`{word}` can stand only {where}", span)


def missing_cases(missing: Iterable[str], span: Span) -> Diagnostic:
    """R016."""
    names = ", ".join(f"`{each}`" for each in missing)
    return Diagnostic("R016", f"this `match` forgets {names}", span, "add a `when` for it, or `else`")


def missing_attribute(member: str, name: str, span: Span) -> Diagnostic:
    """R017."""
    return Diagnostic(
        "R017",
        f"`{member}` has no value for `{name}`",
        span,
        f"add `{name} = ...`, or give the attribute a default",
    )


def bad_value(message: str, span: Span, hint: str = "") -> Diagnostic:
    """R018."""
    return Diagnostic("R018", message, span, hint)


def unordered(name: str, what: str, span: Span, other: Span, owner: str) -> Diagnostic:
    """R019."""
    return Diagnostic(
        "R019",
        f"two rules hook into `{name}` and both change {what}; which comes first is not said",
        span,
        f"add `following {owner}` to the one that comes later",
        ((other, "the other one"),),
    )


def ambiguous(name: str, owners: Iterable[str], span: Span) -> Diagnostic:
    """R020."""
    return Diagnostic("R020", f"`{name}` may mean {' or '.join(owners)}", span)


def no_entry(span: Span) -> Diagnostic:
    """R021."""
    return Diagnostic("R021", "the game does not say how it is played", span, "declare `phase game`")


def too_many(what: str, most: int, span: Span) -> Diagnostic:
    """R022."""
    return Diagnostic("R022", f"more than {most:,} {what}", span)


def not_a_phase(name: str, span: Span, phases: Iterable[str]) -> Diagnostic:
    """R023."""
    return Diagnostic("R023", f"there is no phase called `{name}`", span, nearest(name, phases))


def cycle(names: Iterable[str], span: Span) -> Diagnostic:
    """R024."""
    return Diagnostic("R024", f"this goes round in a circle: {' -> '.join(names)}", span)


def no_target(word: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """R025."""
    return Diagnostic(
        "R025", f"there is no {word} `{name}` to {{}}".format("change"), span, nearest(name, known)
    )


def overridden_twice(name: str, module: str, span: Span, other: Span) -> Diagnostic:
    """R026."""
    return Diagnostic(
        "R026",
        f"`{name}` is replaced by two modules",
        span,
        f"say that this one wins: `over {module}`",
        ((other, "replaced here too"),),
    )


def still_used(name: str, span: Span, by: Span) -> Diagnostic:
    """R027."""
    return Diagnostic("R027", f"`{name}` is removed but still used", span, "", ((by, "used here"),))


def unreachable_link(span: Span, kind: str) -> Diagnostic:
    """R028."""
    return Diagnostic("R028", f"no links join members of `{kind}`", span, "declare `kind Road links Place`")


def no_face(kind: str, span: Span) -> Diagnostic:
    """R029."""
    return Diagnostic("R029", f"`{kind}` has no face to roll", span, "declare `face : any of ...`")


def nothing_to_do(word: str, span: Span) -> Diagnostic:
    """R030."""
    return Diagnostic("R030", f"`{word}` has no effect here", span)
