"""What a player meant by a line of text: a number, a key, the beginning of one, or a whole path of steps."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from host.look_ahead import Ahead
from rules import AnswerForm, ChoiceError, Option, PutInOrder, RuleError, list_limits
from tui.phrases import from_to

LONGEST = 500
"""Nobody types more for one choice."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked at a keyboard, with everything that may be chosen there."""

    seat: int
    form: AnswerForm
    options: tuple[Option, ...]
    players: tuple[str, ...]


Trial = Callable[[int, tuple[str, ...]], Ahead]
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


def folded(text: str) -> str:
    """For comparing: without case, accents and superfluous space."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(plain.casefold().split())


def listed(asked: Asked) -> tuple[Option, ...]:
    """The open options in the order in which they are numbered: first those of the seat that is asked."""
    found = [each for each in asked.options if each.why_not is None]
    return tuple(sorted(found, key=lambda each: each.seat != asked.seat))


def understand(
    asked: Asked, text: str, trial: Trial, taken: tuple[str, ...] = ()
) -> tuple[Step, ...] | Misread:
    """The choices that a line stands for; where they lead is only tried, so nothing happens yet.

    `taken` are the steps that were understood already and lead to what is asked.
    """
    if len(text) > LONGEST:
        return Misread("That is longer than any choice.")
    whole = _single(asked, text)
    if isinstance(whole, Step):
        return (whole,)
    problem = whole
    for head, tail in _cuts(text, asked.form):
        first = _single(asked, head)
        if isinstance(first, Misread):
            continue
        rest = _after(asked, first, (head, tail), trial, taken)
        if rest is None:
            return (replace(first, rest=tail),)
        if not isinstance(rest, Misread):
            return (first, *rest)
        problem = rest
    return problem


def amount(form: AnswerForm) -> str:
    """What a prompt says about how many are wanted; empty where it is one."""
    limits = list_limits(form)
    if limits is None:
        return ""
    if isinstance(form, PutInOrder):
        return " (all of them, in the order you want, with commas between)"
    return f" (choose {from_to(*limits)}, with commas between)"


def _cuts(text: str, form: AnswerForm) -> list[tuple[str, str]]:
    """The ways to cut a line into its first step and the rest, the longest first step first."""
    if ">" in text:
        head, _, tail = text.partition(">")
        return [(head.strip(), tail.strip())]
    if list_limits(form) is not None:  # a list has spaces of its own
        return []
    words = text.split()
    return [(" ".join(words[:count]), " ".join(words[count:])) for count in range(len(words) - 1, 0, -1)]


def _after(
    asked: Asked, first: Step, cut: tuple[str, str], trial: Trial, taken: tuple[str, ...]
) -> tuple[Step, ...] | Misread | None:
    """The steps after the first; None where it would reveal something, so that nobody can tell yet."""
    head, tail = cut
    keys = (*taken, first.key)
    try:
        found = trial(first.seat, keys)
    except (ChoiceError, RuleError) as error:
        return Misread(str(error))
    if not found.known:
        return None
    tail = _unforced(tail, found.forced)
    if not tail:
        return ()
    decision = found.decision
    if decision is None or decision.form is None:
        return Misread(f"After `{head}` there is nothing left to choose; leave out `{tail}`.")
    then = Asked(decision.seat, decision.form, decision.options, asked.players)
    return understand(then, tail, trial, keys)


def _unforced(tail: str, forced: Sequence[str]) -> str:
    """A path without the steps that were taken by themselves, since nothing else could be chosen there."""
    words = tail.split()
    for key in forced:
        size = len(key.split())
        if words and folded(" ".join(words[:size])) == folded(key):
            words = words[size:]
            if words[:1] == [">"]:
                words = words[1:]
    return " ".join(words)


def _single(asked: Asked, text: str) -> Step | Misread:
    limits = list_limits(asked.form)
    if limits is None:
        found = _option(asked, text)
        return found if isinstance(found, Misread) else Step(found.seat, found.key)
    how = " in the order you want" if isinstance(asked.form, PutInOrder) else ""
    return _several(asked, text, limits, how)


def _option(asked: Asked, text: str) -> Option | Misread:
    options = listed(asked)
    wanted = folded(text)
    if not wanted:
        return Misread("Type the number or the beginning of an option; `help` says more.")
    found = _matching(options, asked, wanted)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        names = ", ".join(f"`{_spoken(each, asked)}`" for each in found[:8])
        return Misread(f"That could be {names}{' and more' if len(found) > 8 else ''}; type a little more.")
    if re.fullmatch(r"\d+", wanted):
        number = int(wanted) if len(wanted) < 10 else 0
        if 1 <= number <= len(options):
            return options[number - 1]
        return Misread(
            f"The numbers here go from 1 to {len(options)}." if options else "Nothing is open here."
        )
    closed = tuple(each for each in asked.options if each.why_not is not None)
    shut = _matching(closed, asked, wanted)
    if shut:
        return Misread(f"`{shut[0].label}` is not open: {shut[0].why_not}")
    return Misread(f"Nothing here is called `{text.strip()}`.")


def _matching(options: Sequence[Option], asked: Asked, wanted: str) -> list[Option]:
    names = {id(each): _names(each, asked.players) for each in options}
    exact = [each for each in options if wanted in names[id(each)]]
    own = [each for each in exact if each.seat == asked.seat]
    if exact:
        return own[:1] or exact
    return [each for each in options if any(name.startswith(wanted) for name in names[id(each)])]


def _names(option: Option, players: Sequence[str]) -> tuple[str, ...]:
    names = (folded(option.key), folded(option.label))
    return (*names, *(f"{folded(players[option.seat])}: {each}" for each in names))


def _spoken(option: Option, asked: Asked) -> str:
    return option.key if option.seat == asked.seat else f"{asked.players[option.seat]}: {option.key}"


def _several(asked: Asked, text: str, limits: tuple[int, int], how: str = "") -> Step | Misread:
    numbers = re.fullmatch(r"[\d\s]+", text)
    parts = [each for each in re.split(r"[\s,]+" if numbers else r"\s*,\s*", text.strip()) if each]
    own = tuple(each for each in listed(asked) if each.seat == asked.seat)
    if folded(text) in ("none", "nothing") and not limits[0]:
        parts = []
    if folded(text) == "all":
        return _counted(asked.seat, [each.key for each in own], limits, how)
    keys: list[str] = []
    for part in parts:
        found = _option(asked, part)
        if isinstance(found, Misread):
            return found
        if found.seat != asked.seat:
            return Step(found.seat, found.key) if len(parts) == 1 else Misread(f"`{part}` stands alone.")
        if found.key in keys:
            return Misread(f"`{found.key}` is there twice.")
        keys.append(found.key)
    return _counted(asked.seat, keys, limits, how)


def _counted(seat: int, keys: list[str], limits: tuple[int, int], how: str) -> Step | Misread:
    least, most = limits
    if least <= len(keys) <= most:
        return Step(seat, ", ".join(keys))
    return Misread(f"Choose {from_to(least, most)} of them{how}, with commas between; that was {len(keys)}.")
