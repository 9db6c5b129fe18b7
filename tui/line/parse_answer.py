"""What a player meant by a line of text: a number, a key, the beginning of one, or a whole path of steps."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from lazaretto.host.table.actions_on import Ahead
from lazaretto.rules import AnswerForm, ChoiceError, Option, PickNumber, PutInOrder, RuleError, list_limits
from lazaretto.tui.messages import parse_answer as say
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.shared_texts import folded, from_to, went_wrong

LONGEST = 500
"""Nobody types more for one choice."""

MOST_NAMES = 8
"""An explanation names no more options than this."""

MOST_WORDS = 8
"""Of a longer text, nobody looks for old names."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked at a keyboard, with everything that may be chosen there."""

    seat: int
    form: AnswerForm
    options: tuple[Option, ...]
    players: tuple[str, ...]


Trial = Callable[[int, tuple[str, ...]], Awaitable[Ahead]]
"""Where some steps of a seat would lead; it raises what the steps would."""


@dataclass(frozen=True, slots=True)
class Step:
    """One choice as the game takes it."""

    seat: int
    key: str
    rest: str = ""
    """What was typed behind it and can only be understood once it has been made."""


@dataclass(frozen=True, slots=True)
class Misread:
    """Why a line is no choice: a sentence for the player."""

    words: str
    unknown: bool = False
    """Whether it names nothing that could be chosen."""
    final: bool = False
    """Whether a whole action was understood, and something behind it."""


def listed(asked: Asked) -> tuple[Option, ...]:
    """The open options in the order in which they are numbered: first those of the seat that is asked."""
    options = [option for option in asked.options if option.why_not is None]
    return tuple(sorted(options, key=lambda each: each.seat != asked.seat))


def numbers(asked: Asked) -> tuple[int, ...]:
    """The numbers that may be chosen, if a number is asked for."""
    if not isinstance(asked.form, PickNumber):
        return ()
    return tuple(sorted(int(option.key) for option in listed(asked) if option.seat == asked.seat))


def ranges(found: Sequence[int]) -> str:
    """Some numbers as people write them, lowest first: `0 to 12`, or `1, 3 to 5`."""
    starts = [at for at, number in enumerate(found) if at == 0 or found[at - 1] != number - 1]
    ends = [*(at - 1 for at in starts[1:]), len(found) - 1]
    pairs = zip(starts, ends, strict=False)
    return ", ".join(from_to(found[start], found[end]) for start, end in pairs)


async def understand(
    asked: Asked, text: str, trial: Trial, taken: tuple[str, ...] = ()
) -> tuple[Step, ...] | Misread:
    """The choices that a line stands for; where they lead is only tried, so nothing happens yet.

    `taken` are the steps that were understood already and lead to what is asked.
    """
    if len(text) > LONGEST:
        return Misread(say.TOO_LONG())
    whole = _single(asked, text)
    if isinstance(whole, Step):
        return (whole,)
    problem = whole
    for head, tail in cuts(text, asked.form):
        first = _single(asked, head)
        if isinstance(first, Misread):
            problem = problem if first.unknown else first
            continue
        rest = await _after(asked, first, (head, tail), trial, taken)
        if rest is None:
            return (replace(first, rest=tail),)
        if not isinstance(rest, Misread):
            return (first, *rest)
        problem = rest
        if rest.final:
            break
    return problem


async def by_old_name(asked: Asked, text: str, trial: Trial) -> tuple[Step, ...] | None:
    """The choice that an old name stands for, and what was typed behind it; only the game knows old names."""
    if len(text.split()) > MOST_WORDS:
        return None
    for head, tail in ((text, ""), *cuts(text, asked.form)):
        if ">" in head:  # the game would take the whole path
            continue
        steps = [head]
        if _matching(asked.options, asked, folded(head)):  # of today: only what follows can be old
            if not tail:
                continue
            steps += (each.strip() for each in tail.split(">"))
        try:
            ahead = await trial(asked.seat, tuple(steps))
        except (ChoiceError, RuleError):
            continue
        if len(steps) == 1:
            tail, _ = _unforced(tail, ahead.forced)
        return (Step(asked.seat, head, tail),)
    return None


def cuts(text: str, form: AnswerForm) -> list[tuple[str, str]]:
    """The ways to cut a line into its first step and the rest, the longest first step first."""
    head, step, tail = (each.strip() for each in text.partition(">"))
    found = [(head, tail)] if step else []
    if list_limits(form) is not None:  # a list has spaces of its own
        return found
    words = head.split()
    for count in range(len(words) - 1, 0, -1):
        rest = " ".join(words[count:])
        found.append((" ".join(words[:count]), f"{rest} {step} {tail}" if step else rest))
    return found


async def _after(
    asked: Asked, first: Step, cut: tuple[str, str], trial: Trial, taken: tuple[str, ...]
) -> tuple[Step, ...] | Misread | None:
    """The steps after the first; None where it would reveal something, so that nobody can tell yet."""
    head, tail = cut
    keys = (*taken, first.key)
    try:
        ahead = await trial(first.seat, keys)
    except ChoiceError as error:
        return Misread(str(error))
    except RuleError as error:
        return Misread(went_wrong(error))
    if not ahead.known:
        return None
    tail, unnamed = _unforced(tail, ahead.forced)
    decision = ahead.decision
    then = decision and decision.form and Asked(decision.seat, decision.form, decision.options, asked.players)

    async def left(tail: str) -> tuple[Step, ...] | Misread:
        if then and tail:
            if ahead.new_action:
                return Misread(say.ACTION_ENDS(head=head, tail=tail), final=True)
            read = await understand(then, tail, trial, keys)
            return _explained(read, tail, then, asked if not taken else None, first)
        return () if not tail else Misread(say.NOTHING_LEFT(head=head, tail=tail))

    rest = await left(tail)
    if unnamed and isinstance(rest, Misread):
        begun, _ = _unforced(tail, ahead.forced, begun=True)
        if begun != tail:
            rest = await left(begun)
        elif then is None or ahead.new_action:
            rest = Misread(say.NOTHING_CALLED(typed=tail), unknown=True)
    shut = _matching(ahead.closed, asked, folded(tail)) if unnamed and isinstance(rest, Misread) else ()
    return Misread(say.NOT_OPEN(option=shut[0].label, reason=shut[0].why_not)) if shut else rest


def _explained(
    read: tuple[Step, ...] | Misread, typed: str, then: Asked, asked: Asked | None, first: Step
) -> tuple[Step, ...] | Misread:
    """Say what could be chosen if a text names nothing, and what the action before it is about."""
    if not isinstance(read, Misread) or not read.unknown:
        return read
    names = [each.label for each in listed(then)]
    few, more = ", ".join(names[:MOST_NAMES]), len(names) - MOST_NAMES
    words = (
        say.NOT_AMONG_MORE(typed=typed, names=few, number=more)
        if more > 0
        else say.NOT_AMONG(typed=typed, names=few)
    )
    for option in asked.options if asked is not None else ():
        if (option.key, option.seat) == (first.key, first.seat) and option.help:
            words = say.AFTER(problem=words, option=option.label, help=option.help)
    return Misread(words)


def _unforced(tail: str, forced: Sequence[Sequence[str]], begun: bool = False) -> tuple[str, bool]:
    """A path without the steps that were taken by themselves, since nothing else could be chosen there.

    With `begun`, the beginning of a name is enough.
    Also whether one of them is not named there: then what is left may be meant for it.
    """
    words, unnamed = tail.split(), False
    for names in forced:
        size = _size(words, {_as_words(name) for name in names}, begun)
        unnamed = unnamed or not size
        words = words[size:]
        if size and words[:1] == [">"]:
            words = words[1:]
    return " ".join(words), unnamed


def _size(words: Sequence[str], names: set[str], begun: bool) -> int:
    """How many of the first words of a path are one of some names."""
    last = words.index(">") if ">" in words else len(words)
    for size in range(last, 0, -1):
        typed = _as_words(" ".join(words[:size]))
        longer = begun and typed and not typed.isdecimal()
        if typed in names or (longer and any(name.startswith(typed) for name in names)):
            return size
    return 0


def _as_words(name: str) -> str:
    """A name for comparing, be it written as people or as rules write it."""
    plain = folded(name)
    return plain if re.fullmatch(r"-?\d+", plain) else re.sub(r"[\W_]+", " ", plain).strip()


def _single(asked: Asked, text: str) -> Step | Misread:
    limits = list_limits(asked.form)
    if limits is None:
        found = _option(asked, text)
        return found if isinstance(found, Misread) else Step(found.seat, found.key)
    if isinstance(asked.form, PutInOrder):
        return _several(asked, text, limits, say.CHOOSE_IN_ORDER)
    return _several(asked, text, limits)


def _option(asked: Asked, text: str) -> Option | Misread:
    options = listed(asked)
    wanted = folded(text)
    if not wanted:
        return Misread(say.EMPTY())
    values = numbers(asked)
    if values and re.fullmatch(r"-?\d+", wanted):
        return _number(asked, wanted, values)
    found = _matching(options, asked, wanted)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        keyed = all(folded(each.label) == wanted for each in found)
        names = ", ".join(f"`{_spoken(each, asked, keyed)}`" for each in found[:8])
        if keyed:
            return Misread(say.SEVERAL_MORE(names=names) if len(found) > 8 else say.SEVERAL(names=names))
        return Misread(say.COULD_BE_MORE(names=names) if len(found) > 8 else say.COULD_BE(names=names))
    if re.fullmatch(r"\d+", wanted):
        number = int(wanted) if len(wanted) < 10 else 0
        if 1 <= number <= len(options):
            return options[number - 1]
        return Misread(say.NUMBERS(last=len(options)) if options else say.NOTHING_OPEN())
    closed = tuple(option for option in asked.options if option.why_not is not None)
    shut = _matching(closed, asked, wanted)
    if shut:
        return Misread(say.NOT_OPEN(option=shut[0].label, reason=shut[0].why_not))
    if values and re.fullmatch(r"[-+]?[\d.,]+", wanted):
        return Misread(say.VALUES(values=ranges(values)))
    return Misread(say.NOTHING_CALLED(typed=text.strip()), unknown=True)


def _number(asked: Asked, typed: str, values: Sequence[int]) -> Option | Misread:
    """The option of a number: what is typed is always the value, never a place in the list."""
    number = int(typed) if len(typed) < 10 else None
    for option in asked.options:
        if option.seat == asked.seat and int(option.key) == number:
            closed = option.why_not
            return option if closed is None else Misread(say.NOT_OPEN(option=option.label, reason=closed))
    return Misread(say.VALUES(values=ranges(values)))


def _matching(options: Sequence[Option], asked: Asked, wanted: str) -> list[Option]:
    """The options that a text names: one by its key, or all with this label, or all that begin so."""
    names = {id(option): _names(option, asked.players) for option in options}
    exact = [option for option in options if wanted in names[id(option)]]
    own = [each for each in exact if each.seat == asked.seat]
    keyed = [each for each in own if folded(each.key) == wanted]
    if exact:
        return keyed[:1] or own or exact
    begun = [option for option in options if any(name.startswith(wanted) for name in names[id(option)])]
    return begun or [option for option in options if _after_colon(option).startswith(wanted)]


def _after_colon(option: Option) -> str:
    """The end of a name that begins with what it belongs to, such as the face of a die."""
    return folded(option.label).partition(": ")[2]


def _names(option: Option, players: Sequence[str]) -> tuple[str, ...]:
    names = (folded(option.key), folded(option.label))
    return (*names, *(f"{folded(players[option.seat])}: {name}" for name in names))


def _spoken(option: Option, asked: Asked, keyed: bool) -> str:
    """What to type for an option: its name as players read it, or its own one where several share that."""
    alike = sum(folded(each.label) == folded(option.label) for each in asked.options) > 1
    name = option.key if keyed or alike else option.label
    return name if option.seat == asked.seat else f"{asked.players[option.seat]}: {name}"


def _several(
    asked: Asked, text: str, limits: tuple[int, int], wrong: AppMessage = say.CHOOSE
) -> Step | Misread:
    numbers = re.fullmatch(r"[\d\s]+", text)
    parts = [each for each in re.split(r"[\s,]+" if numbers else r"\s*,\s*", text.strip()) if each]
    own = tuple(option for option in listed(asked) if option.seat == asked.seat)
    if folded(text) in ("none", "nothing") and not limits[0]:
        parts = []
    if folded(text) == "all":
        return _counted(asked.seat, [option.key for option in own], limits, wrong)
    keys: list[str] = []
    for part in parts:
        found = _option(asked, part)
        if isinstance(found, Misread):
            return found
        if found.seat != asked.seat:
            return Step(found.seat, found.key) if len(parts) == 1 else Misread(say.STANDS_ALONE(typed=part))
        if found.key in keys:
            return Misread(say.TWICE(key=found.key))
        keys.append(found.key)
    return _counted(asked.seat, keys, limits, wrong)


def _counted(seat: int, keys: list[str], limits: tuple[int, int], wrong: AppMessage) -> Step | Misread:
    least, most = limits
    if least <= len(keys) <= most:
        return Step(seat, ", ".join(keys))
    return Misread(wrong(wanted=from_to(least, most), number=len(keys)))
