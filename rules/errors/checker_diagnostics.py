"""Creates the diagnostics of the checker: one function for each message, which fills its gaps.

A message is one sentence without blame; names are in backticks; the help says what to write. At the end are
those about seats and members that do not exist, names in patterns, and rules that hook into, forbid, change
or set the wrong sort of thing.
"""

from collections.abc import Iterable, Sequence

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.message import MessageText, joined, with_commas, with_or
from lazaretto.grammar.source import Span
from lazaretto.rules.errors import checker_message_texts as said
from lazaretto.rules.errors.checker_message_variants import (
    BAD_VALUE,
    CHANGED_OTHERWISE,
    MISPLACED,
    NO_TARGET,
    NOT_PURE,
    SORTS,
    TOO_MANY,
    UNCLEAR,
)
from lazaretto.rules.errors.did_you_mean import LONGEST, did_you_mean, either, listed, nearest

FOREIGN_TYPES = {
    "int": "number",
    "integer": "number",
    "bool": "flag",
    "boolean": "flag",
    "str": "text",
    "string": "text",
}
"""What other languages call the types of values."""
MOST_LISTED = 8
"""The maximum number of names in a message."""


def sort(word: str) -> MessageText:
    """Return a sort of thing that has no name in the language, by its word in `SORTS`."""
    return SORTS[word]()


def unknown(name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A name is undefined."""
    return diagnose(said.UNKNOWN, span, did_you_mean(name, known), name=short(name))


def no_such(word: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A name has no meaning of the expected sort."""
    names = sorted(known)
    help = did_you_mean(name, names)
    if not help and len(names) == 1:
        help = said.THERE_IS(name=either(names))
    elif not help and 1 < len(names) <= MOST_LISTED:
        help = said.THERE_ARE(names=listed(names))
    return diagnose(said.NO_SUCH, span, help, sort=word, name=short(name))


def wrong_type(found: object, wanted: object, span: Span, hint: str = "", **gaps: object) -> Diagnostic:
    """A value has the wrong type; `hint` is a word of `WRONG_TYPE_HINTS`."""
    help = said.WRONG_TYPE_HINTS[hint](**gaps) if hint else ""
    return diagnose(said.WRONG_TYPE, span, help, found=_article(found), wanted=_article(wanted))


def _article(kind: object) -> MessageText:
    text = kind if isinstance(kind, MessageText) else str(kind)
    if text in {"none", "no result"}:
        return said.BARE_SORT(sort=text)
    return said.AN_SORT(sort=text) if text[:1].lower() in "aeiou" else said.A_SORT(sort=text)


def short(name: str) -> str:
    """Return a name, cut if it is too long for a message."""
    return name if len(name) <= LONGEST else f"{name[:LONGEST]}..."


def twice(name: str, span: Span, first: Span) -> Diagnostic:
    """A name is already defined."""
    return diagnose(said.TWICE, span, None, ((first, said.FIRST_DECLARED()),), name=name)


def twice_in_pattern(name: str, span: Span, first: Span) -> Diagnostic:
    """One name takes two arguments."""
    return diagnose(said.PATTERN_TWICE, span, None, ((first, said.FIRST_CASE()),), name=name)


def case_twice(name: str, span: Span, first: Span) -> Diagnostic:
    """A member appears in two cases of one match."""
    return diagnose(said.CASE_TWICE, span, None, ((first, said.FIRST_CASE()),), name=name)


def built_in(name: str, span: Span) -> Diagnostic:
    """A name is reserved by the language."""
    return diagnose(said.BUILT_IN, span, name=name)


def no_attribute(kind: str, name: str, span: Span, known: Iterable[str]) -> Diagnostic:
    """A kind does not have this attribute."""
    names = sorted(known)
    if not names:
        return diagnose(said.NO_ATTRIBUTES, span, kind=kind, name=short(name))
    help = did_you_mean(name, names, said.NO_ATTRIBUTE.helped(names=listed(names[:MOST_LISTED])))
    return diagnose(said.NO_ATTRIBUTE, span, help, kind=kind, name=short(name))


def arity(name: str, wanted: int, found: int, span: Span, parameters: Iterable[str]) -> Diagnostic:
    """The number of arguments differs from the number of parameters."""
    shown = ", ".join(parameters)
    return diagnose(said.ARITY, span, name=name, wanted=wanted, found=found, parameters=shown)


def no_arguments(name: str, span: Span, parameters: Iterable[str]) -> Diagnostic:
    """A value or procedure lacks its parentheses."""
    return diagnose(said.NO_ARGUMENTS, span, name=name, parameters=", ".join(parameters))


def called_by_game(name: str, span: Span) -> Diagnostic:
    """A procedure that the engine calls has parameters or a result."""
    return diagnose(said.CALLED_BY_GAME, span, name=name)


def not_a_score(span: Span) -> Diagnostic:
    """`score`, the value by which bots rate a position, has a wrong signature."""
    return diagnose(said.NOT_A_SCORE, span)


def because_without_number(name: str, span: Span) -> Diagnostic:
    """A value that is no number has a text for hints."""
    return diagnose(said.BECAUSE_WITHOUT_NUMBER, span, name=name)


def not_points(span: Span) -> Diagnostic:
    """`points`, which counts the points at the end, is not a number."""
    return diagnose(said.NOT_POINTS, span)


def not_a_rank(span: Span) -> Diagnostic:
    """`rank`, which ranks the players at the end, is not a number."""
    return diagnose(said.NOT_A_RANK, span)


def not_an_end(span: Span) -> Diagnostic:
    """`campaign_over`, which ends a campaign, is not a flag without parameters."""
    return diagnose(said.NOT_AN_END, span)


def no_points(span: Span) -> Diagnostic:
    """A test asks for points or a rank in a game that has neither."""
    return diagnose(said.NO_POINTS, span)


def not_a_kind(name: str, span: Span, kinds: Iterable[str]) -> Diagnostic:
    """A kind does not exist."""
    return diagnose(said.NOT_A_KIND, span, did_you_mean(name, kinds), name=short(name))


def not_a_type(name: str, span: Span, kinds: Iterable[str]) -> Diagnostic:
    """A type is no kind and none of the types of values; other languages call those differently."""
    foreign = FOREIGN_TYPES.get(name.casefold())
    if foreign is not None:
        return diagnose(said.NOT_A_KIND, span, said.WRITE_TYPE(name=foreign), name=short(name))
    return not_a_kind(name, span, (*kinds, "number", "flag", "text"))


def optional(what: str, span: Span) -> Diagnostic:
    """A value may be none although a thing is required; what is no path of names gets a name first."""
    if what == "this":
        return diagnose(said.OPTIONAL_VALUE, span)
    return diagnose(said.OPTIONAL_SEARCH if "..." in what else said.OPTIONAL, span, what=what)


def not_constant(span: Span) -> Diagnostic:
    """A computed value appears where a constant is required."""
    return diagnose(said.NOT_CONSTANT, span)


def not_settable(name: str, span: Span) -> Diagnostic:
    """A name cannot be set."""
    return diagnose(said.NOT_SETTABLE, span, name=name)


def asks_inside(name: str, span: Span) -> Diagnostic:
    """A question appears inside an expression."""
    return diagnose(said.ASKS_INSIDE, span, name=name)


def asks_too_late(name: str, span: Span) -> Diagnostic:
    """A question is asked when the game is over."""
    return diagnose(said.ASKS_TOO_LATE, span, name=name)


def not_pure(name: str, span: Span, place: str) -> Diagnostic:
    """A procedure with effects is called where nothing may change; `NOT_PURE` lists the contexts."""
    return diagnose(NOT_PURE[place], span, name=name)


def value_acts(name: str, span: Span) -> Diagnostic:
    """A line in the block of a value changes something or asks somebody."""
    return diagnose(said.VALUE_ACTS, span, name=name)


def unknown_in_documentation(name: str, span: Span) -> Diagnostic:
    """Documentation has a gap for something that is not known before the game."""
    return diagnose(said.UNKNOWN_IN_DOCUMENTATION, span, name=name)


def nothing_counted(span: Span) -> Diagnostic:
    """A plural without a number follows no number in its text."""
    return diagnose(said.NOTHING_COUNTED, span)


def never_none(name: str, kind: object, span: Span) -> Diagnostic:
    """`as` names something that is there in any case."""
    return diagnose(said.NEVER_NONE, span, found=_article(kind), name=name)


def no_result(name: str, span: Span) -> Diagnostic:
    """The result of a procedure without a result is used."""
    return diagnose(said.NO_RESULT, span, name=name)


def unused_result(name: str, span: Span) -> Diagnostic:
    """A value is alone on a line."""
    return diagnose(said.UNUSED_RESULT, span, name=name)


def needs_chooser(span: Span) -> Diagnostic:
    """A choice does not say who chooses."""
    return diagnose(said.NEEDS_CHOOSER, span)


def misplaced(word: str, span: Span, **gaps: object) -> Diagnostic:
    """A word appears in a wrong place; `MISPLACED` lists the words."""
    return diagnose(MISPLACED[word], span, **gaps)


def missing_cases(missing: Iterable[str], span: Span) -> Diagnostic:
    """A match omits members."""
    names = list(missing)
    shown = listed(names[:MOST_LISTED])
    if len(names) > MOST_LISTED:
        shown = said.MORE_CASES(names=shown, number=len(names) - MOST_LISTED)
    return diagnose(said.MISSING_CASES, span, names=shown)


def missing_attribute(member: str, name: str, span: Span, more: int = 0) -> Diagnostic:
    """A member has no value for an attribute, and so have more of them."""
    message = said.MISSING_ATTRIBUTES if more else said.MISSING_ATTRIBUTE
    return diagnose(message, span, member=member, name=name, more=more)


def bad_value(case: str, span: Span, **gaps: object) -> Diagnostic:
    """A value in a table or declaration is impossible; `BAD_VALUE` lists the cases."""
    return diagnose(BAD_VALUE[case], span, **gaps)


def ambiguous(name: str, kinds: Iterable[str], span: Span) -> Diagnostic:
    """Members of several kinds have this name."""
    owners = with_or(said.THE_KIND(kind=kind) for kind in kinds)
    return diagnose(said.AMBIGUOUS, span, name=name, owners=owners)


def no_entry(span: Span) -> Diagnostic:
    """A game has no phase `game`."""
    return diagnose(said.NO_ENTRY, span)


def idle(span: Span) -> Diagnostic:
    """A game neither asks nor ends."""
    return diagnose(said.IDLE, span)


def too_deep(span: Span) -> Diagnostic:
    """Rules refer to each other more deeply than can be compiled."""
    return diagnose(said.TOO_DEEP, span)


def too_many(what: str, most: int, span: Span, name: str = "") -> Diagnostic:
    """A game exceeds a limit; `TOO_MANY` lists the limits."""
    return diagnose(TOO_MANY[what], span, most=most, name=name)


def not_a_phase(name: str, span: Span, phases: Iterable[str]) -> Diagnostic:
    """A phase does not exist."""
    return diagnose(said.NOT_A_PHASE, span, did_you_mean(name, phases), name=name)


def cycle(names: Iterable[str], span: Span) -> Diagnostic:
    """Definitions depend on each other in a cycle."""
    return diagnose(said.CYCLE, span, way=joined(said.LEADS_TO, list(names)))


def no_target(
    word: str, sort: str, name: str, span: Span, known: Iterable[str], sorts: Sequence[str] = ()
) -> Diagnostic:
    """The declaration to extend, replace or remove does not exist; `sorts` are others with its name."""
    shown = SORTS[sort]() if sort in ("to", "var") else sort
    help = did_you_mean(name, known)
    if sorts and word == "remove":
        help = said.OF_OTHER_SORT(word=word, sort=sorts[0], name=name)
    elif sorts and sorts[0] == "to" and word == "extend":
        help = said.EXTENDS_PROCEDURE(name=name)
    return diagnose(NO_TARGET[word], span, help, sort=shown, name=name)


def still_used(name: str, span: Span, removed: Span) -> Diagnostic:
    """A module has removed this name."""
    return diagnose(said.STILL_USED, span, None, ((removed, said.REMOVED_HERE()),), name=name)


def unreachable_link(span: Span, kind: str) -> Diagnostic:
    """A query about links applies to a kind without links."""
    return diagnose(said.UNREACHABLE_LINK, span, kind=kind)


def no_face(kind: str, span: Span) -> Diagnostic:
    """A rolled piece has no face."""
    return diagnose(said.NO_FACE, span, kind=kind)


def unreached(span: Span) -> Diagnostic:
    """A line follows the end of its block."""
    return diagnose(said.UNREACHED, span)


def untyped(name: str, span: Span) -> Diagnostic:
    """The name of a parameter without a type is not the name of a kind."""
    return diagnose(said.UNTYPED, span, name=name)


def no_start(name: str, kind: object, span: Span) -> Diagnostic:
    """A variable needs an initial value."""
    return diagnose(said.NO_START, span, name=name, kind=kind)


def out_of_range(value: object, low: object, high: object, span: Span) -> Diagnostic:
    """A number is outside its declared range."""
    return diagnose(said.OUT_OF_RANGE, span, value=value, low=low, high=high)


def too_large(most: int, span: Span) -> Diagnostic:
    """A number has more than 64 bits."""
    return diagnose(said.TOO_LARGE, span, most=most)


def by_zero(span: Span) -> Diagnostic:
    """A constant divides by zero."""
    return diagnose(said.BY_ZERO, span)


def never(kind: object, other: str, span: Span) -> Diagnostic:
    """A test for a kind is always false."""
    return diagnose(said.NEVER, span, kind=_article(kind), other=_article(other))


def always(kind: object, other: str, span: Span) -> Diagnostic:
    """A test for a kind is always true."""
    return diagnose(said.ALWAYS, span, kind=_article(kind), other=_article(other))


def always_empty(span: Span) -> Diagnostic:
    """A set never has members."""
    return diagnose(said.ALWAYS_EMPTY, span)


def no_reason(span: Span) -> Diagnostic:
    """A guard gives no reason."""
    return diagnose(said.NO_REASON, span)


def ends_without(name: str, span: Span) -> Diagnostic:
    """A procedure with a result may end without returning one."""
    return diagnose(said.ENDS_WITHOUT, span, name=name)


def no_hooks(name: str, span: Span) -> Diagnostic:
    """A rule hooks into a procedure with a result."""
    return diagnose(said.NO_HOOKS, span, name=name)


def moving_view(name: str, span: Span) -> Diagnostic:
    """The visibility of a pile could change during a game."""
    return diagnose(said.MOVING_VIEW, span, name=name)


def unclear(case: str, span: Span, **gaps: object) -> Diagnostic:
    """A name or word is ambiguous or unclear; `UNCLEAR` lists the cases."""
    return diagnose(UNCLEAR[case], span, **gaps)


def made_for_several(kind: str, factors: Iterable[str], span: Span) -> Diagnostic:
    """A member made for several things is asked for by another number of things."""
    names = list(factors)
    example = with_commas(name.lower() for name in names)
    shown = f"({example})" if len(names) > 1 else example
    return diagnose(UNCLEAR["made for"], span, kind=kind, names=with_commas(names), example=shown)


def secret_look(name: str, span: Span) -> Diagnostic:
    """A look that all players see is made of something that not everybody may see."""
    return diagnose(said.SECRET_LOOK, span, name=name)


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


def no_such_member(name: str, kind: str, members: Iterable[str], span: Span) -> Diagnostic:
    """A name in a pattern looks like a member, but no member of the parameter's kind has it."""
    near = nearest(name, members)
    help = said.NO_MEMBER_BUT(names=either(near)) if near else None
    return diagnose(said.NO_MEMBER, span, help, kind=kind, name=name)


def member_of_another_kind(name: str, other: str, kind: str, span: Span) -> Diagnostic:
    """A name in a pattern is a member of another kind than the parameter's."""
    return diagnose(said.OTHER_MEMBER, span, name=name, other=other, kind=kind)


def unused_pattern(name: str, members: Iterable[str], span: Span) -> Diagnostic:
    """A name in a pattern takes an argument that the rule never uses."""
    near = nearest(name, members)
    help = said.UNUSED_BUT(names=either(near)) if near else None
    return diagnose(said.UNUSED, span, help, name=name)


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
