"""Every mistake the checker can report, one function each; `codes` says in a sentence what each is about.

A message is one sentence without blame; names stand in backticks; the help says what to write.
"""

from collections.abc import Iterable

from grammar.diagnostics import Diagnostic
from grammar.source import Span
from rules.errors.did_you_mean import LONGEST, did_you_mean, either, listed


def unknown(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A name that means nothing."""
    return Diagnostic("R001", f"nothing here is called `{_short(name)}`", span, did_you_mean(name, known))


def no_such(word: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A name where only names of one sort can stand."""
    names = sorted(known)
    shown = did_you_mean(name, names)
    if not shown and 0 < len(names) <= 8:
        shown = f"there is {either(names)}" if len(names) == 1 else f"there are {listed(names)}"
    return Diagnostic("R001", f"there is no {word} called `{_short(name)}`", span, shown)


def no_hook(name: str, target: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A rule that follows nobody."""
    names = sorted(known)
    shown = did_you_mean(name, names) or (f"there are rules of {listed(names[:8])}" if names else "")
    return Diagnostic("R001", f"no other rule of `{_short(name)}` hooks into `{target}`", span, shown)


def wrong_type(found: object, wanted: object, span: Span, hint: str = "") -> Diagnostic:
    """A value of one sort where another is wanted."""
    return Diagnostic("R002", f"this is {_article(found)}, but {_article(wanted)} is wanted here", span, hint)


def _article(kind: object) -> str:
    text = str(kind)
    if text in {"none", "no result"}:
        return f"`{text}`"
    return f"{'an' if text[:1].lower() in 'aeiou' else 'a'} `{text}`"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[:LONGEST]}..."


def twice(name: str, span: Span, first: Span) -> Diagnostic:
    """A name that is taken."""
    return Diagnostic(
        "R003",
        f"`{name}` is declared twice",
        span,
        "rename one, or write `replace` to change what another module says",
        ((first, "first declared here"),),
    )


def case_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """A member that stands in two cases of one match."""
    return Diagnostic(
        "R003", f"`{name}` stands twice in this match", span, "take one out", ((first, "first here"),)
    )


def built_in(name: str, span: Span) -> Diagnostic:
    """A name that the language itself has taken."""
    return Diagnostic(
        "R003", f"`{name}` is there in every game", span, f"write `extend kind {name}` to give it attributes"
    )


def no_attribute(kind: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """An attribute that its kind does not have."""
    names = sorted(known)
    shown = did_you_mean(name, names) or (f"it has {listed(names[:8])}" if names else "it has no attributes")
    return Diagnostic("R004", f"`{kind}` has no attribute `{_short(name)}`", span, shown)


def arity(name: str, wanted: int, found: int, span: Span, parameters: Iterable[str]) -> Diagnostic:
    """More or fewer arguments than there are parameters."""
    return Diagnostic(
        "R005",
        f"`{name}` takes {wanted} argument{'' if wanted == 1 else 's'}, not {found}",
        span,
        f"write `{name}({', '.join(parameters)})`",
    )


def no_arguments(name: str, span: Span, parameters: Iterable[str]) -> Diagnostic:
    """A value or procedure without its brackets."""
    return Diagnostic(
        "R005", f"`{name}` needs its arguments", span, f"write `{name}({', '.join(parameters)})`"
    )


def called_by_game(name: str, span: Span) -> Diagnostic:
    """A procedure that the machine calls."""
    return Diagnostic(
        "R005",
        f"`{name}` is done by the game itself, without arguments and result",
        span,
        f"write `to {name}()`",
    )


def not_a_score(span: Span) -> Diagnostic:
    """The value by which bots tell how well things stand."""
    return Diagnostic(
        "R005",
        "`score` tells how well things stand for one player, as a number",
        span,
        "write `value score(player) : number = …`",
    )


def not_a_kind(name: str, span: Span, kinds: Iterable[str]) -> Diagnostic:
    """A kind that does not exist."""
    return Diagnostic("R006", f"there is no kind called `{_short(name)}`", span, did_you_mean(name, kinds))


def optional(what: str, span: Span) -> Diagnostic:
    """What may be none where a thing is needed."""
    return Diagnostic(
        "R007",
        f"`{what}` may be `none` here",
        span,
        f"look first: `if {what} != none`, or `{what} != none and ...`",
    )


def not_constant(span: Span) -> Diagnostic:
    """Something computed where only a plain value can stand."""
    return Diagnostic("R008", "only a plain value can stand here", span, "write a number, a name or a list")


def not_settable(name: str, span: Span) -> Diagnostic:
    """What cannot be set."""
    return Diagnostic("R009", f"`{name}` cannot be set", span, "set an attribute or a `var`")


def asks_inside(name: str, span: Span) -> Diagnostic:
    """A question in the middle of an expression."""
    return Diagnostic(
        "R010",
        f"`{name}` may ask a player, so it cannot stand inside an expression",
        span,
        f"put it on a line of its own: `let answer = {name}(...)`",
    )


def asks_too_late(name: str, span: Span) -> Diagnostic:
    """A question when the game is over."""
    return Diagnostic(
        "R010",
        f"`{name}` may ask a player, but the game is over by then",
        span,
        "ask before the game is won or lost",
    )


def not_pure(name: str, span: Span, place: str) -> Diagnostic:
    """Something that acts where only looking is allowed."""
    return Diagnostic(
        "R011", f"`{name}` changes something, so it cannot stand in {place}", span, "conditions only look"
    )


def no_result(name: str, span: Span) -> Diagnostic:
    """The result of what has none."""
    return Diagnostic("R012", f"`{name}` gives no result", span, f"declare one: `to {name}(...) : number`")


def unused_result(name: str, span: Span) -> Diagnostic:
    """A value that stands alone."""
    return Diagnostic(
        "R013", f"`{name}` is a value and does nothing by itself", span, f"write `let answer = {name}(...)`"
    )


def needs_chooser(span: Span) -> Diagnostic:
    """A choice of nobody."""
    return Diagnostic("R014", "it is not said who chooses", span, "add `by player`")


def misplaced(word: str, where: str, span: Span) -> Diagnostic:
    """A word at a wrong place."""
    return Diagnostic("R015", f"`{word}` can stand only {where}", span)


def missing_cases(missing: Iterable[str], span: Span) -> Diagnostic:
    """Members that a match does not speak of."""
    names = list(missing)
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return Diagnostic(
        "R016", f"this `match` forgets {listed(names[:8])}{more}", span, "add a `when` for it, or `else`"
    )


def missing_attribute(member: str, name: str, span: Span) -> Diagnostic:
    """An attribute without a value."""
    return Diagnostic(
        "R017",
        f"`{member}` has no value for `{name}`",
        span,
        f"add `{name} = ...`, or give the attribute a default",
    )


def bad_value(message: str, span: Span, hint: str = "") -> Diagnostic:
    """A value in a table or declaration that cannot be."""
    return Diagnostic("R018", message, span, hint)


def unordered(name: str, what: str, span: Span, other: Span, owner: str) -> Diagnostic:
    """Two hooks whose order matters and is not said."""
    return Diagnostic(
        "R019",
        f"two rules hook into `{name}` and both change {what}; which comes first is not said",
        span,
        f"add `following {owner}` to the one that comes later",
        ((other, "the other one"),),
    )


def ambiguous(name: str, owners: Iterable[str], span: Span) -> Diagnostic:
    """A name of several members."""
    return Diagnostic(
        "R020",
        f"`{name}` may mean {' or '.join(owners)}",
        span,
        "rename one of them, or compare with an attribute",
    )


def no_entry(span: Span) -> Diagnostic:
    """A game without a beginning."""
    return Diagnostic("R021", "the game does not say how it is played", span, "declare `phase game`")


def too_many(what: str, most: int, span: Span) -> Diagnostic:
    """More of something than a game may have."""
    return Diagnostic("R022", f"more than {most:,} {what}", span)


def not_a_phase(name: str, span: Span, phases: Iterable[str]) -> Diagnostic:
    """A phase that does not exist."""
    return Diagnostic("R023", f"there is no phase called `{name}`", span, did_you_mean(name, phases))


def cycle(names: Iterable[str], span: Span) -> Diagnostic:
    """Definitions that need each other."""
    return Diagnostic("R024", f"this goes round in a circle: {' -> '.join(names)}", span)


def no_target(word: str, what: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A change of something that is not there."""
    return Diagnostic("R025", f"there is no {what} to {word}", span, did_you_mean(name, known))


def overridden_twice(name: str, module: str, span: Span, other: Span) -> Diagnostic:
    """Two replacements of the same thing."""
    return Diagnostic(
        "R026",
        f"`{name}` is replaced by two modules",
        span,
        f"say that this one wins: `over {module}`",
        ((other, "replaced here too"),),
    )


def still_used(name: str, span: Span, removed: Span) -> Diagnostic:
    """A name that a module has removed."""
    return Diagnostic(
        "R027",
        f"`{name}` was removed, but is needed here",
        span,
        "remove or replace this too",
        ((removed, "removed here"),),
    )


def unreachable_link(span: Span, kind: str) -> Diagnostic:
    """A question about links where there are none."""
    return Diagnostic("R028", f"no links join members of `{kind}`", span, "declare `kind Road links Place`")


def no_face(kind: str, span: Span) -> Diagnostic:
    """A piece without a face."""
    return Diagnostic("R029", f"`{kind}` has no face to roll", span, "declare `face : any of ...`")


def unreached(span: Span) -> Diagnostic:
    """A line behind the end."""
    return Diagnostic("R030", "this line is never reached", span, "the line above leaves this block")


def untyped(name: str, span: Span) -> Diagnostic:
    """A parameter whose name is not that of a kind."""
    return Diagnostic(
        "R031",
        f"it is not said what kind of thing `{name}` is",
        span,
        f"write `{name}: number` or `{name}: Kind`",
    )


def no_start(name: str, kind: object, span: Span) -> Diagnostic:
    """A variable that must be something at the start."""
    return Diagnostic(
        "R032",
        f"it is not said what `{name}` is at the start",
        span,
        f"add `= ...`, or write `{kind}?` if it may be none",
    )


def out_of_range(value: object, low: object, high: object, span: Span) -> Diagnostic:
    """A number outside of the declared range."""
    return Diagnostic("R033", f"{value} is not within {low}..{high}", span)


def too_large(most: int, span: Span) -> Diagnostic:
    """A number past all bounds."""
    return Diagnostic("R034", "this number is too large", span, f"at most {most:,}")


def by_zero(span: Span) -> Diagnostic:
    """A division that cannot be."""
    return Diagnostic("R035", "this divides by zero", span)


def never(kind: object, other: str, span: Span) -> Diagnostic:
    """A question whose answer is always no."""
    return Diagnostic("R036", f"{_article(kind)} can never be {_article(other)}", span)


def always(kind: object, other: str, span: Span) -> Diagnostic:
    """A question whose answer is always yes."""
    return Diagnostic("R036", f"{_article(kind)} is always {_article(other)}", span)


def always_empty(span: Span) -> Diagnostic:
    """A set in which nothing ever is."""
    return Diagnostic("R037", "this set is always empty", span)


def no_reason(span: Span) -> Diagnostic:
    """A guard that does not tell."""
    return Diagnostic("R038", "it is not said why not", span, 'add `else "the reason"`')


def ends_without(name: str, span: Span) -> Diagnostic:
    """A procedure with a result that may forget it."""
    return Diagnostic("R039", f"`{name}` may end without a result", span, "end it with `return ...`")


def no_hooks(name: str, span: Span) -> Diagnostic:
    """A hook into what gives a result."""
    return Diagnostic(
        "R040",
        f"`{name}` gives a result, so rules cannot hook into it",
        span,
        "make it a `value` and `change` it",
    )


def moving_view(name: str, span: Span) -> Diagnostic:
    """A pile whose watchers would change in the middle of a game."""
    return Diagnostic(
        "R042",
        f"who sees the pile `{name}` cannot change while a game is played",
        span,
        "use options and what never changes; `show` lets players see single pieces",
    )


def unclear(message: str, span: Span, hint: str) -> Diagnostic:
    """Something of which there are several, or none."""
    return Diagnostic("R041", message, span, hint)
