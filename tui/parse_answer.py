"""What a player meant by a line of text: a number, a key, the beginning of one, or a whole path of steps."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from rules import (
    AnswerForm,
    ChoiceError,
    Confirm,
    Decision,
    Game,
    Option,
    PickNumber,
    PickOne,
    PickSome,
    PutInOrder,
    RuleError,
)
from tui.phrases import from_to

LONGEST = 500
"""Nobody types more for one choice."""


@dataclass(frozen=True, slots=True)
class Step:
    """One choice as the game takes it."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class Misread:
    """Why a line is no choice: a sentence for the player."""

    words: str


def folded(text: str) -> str:
    """For comparing: without case, accents and superfluous space."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(plain.casefold().split())


def listed(decision: Decision) -> tuple[Option, ...]:
    """The open options in the order in which they are numbered: first those of the seat that is asked."""
    found = [each for each in decision.options if each.why_not is None]
    return tuple(sorted(found, key=lambda each: each.seat != decision.seat))


def understand(game: Game, text: str) -> tuple[Step, ...] | Misread:
    """The choices that a line stands for; a path is tried on a copy of the game, so nothing happens yet."""
    decision = game.decision
    if decision is None:
        return Misread("The game is over.")
    if len(text) > LONGEST:
        return Misread("That is longer than any choice.")
    whole = _single(decision, game.players, text)
    if isinstance(whole, Step):
        return (whole,)
    problem = whole
    for head, tail in _cuts(text, decision.form):
        first = _single(decision, game.players, head)
        if isinstance(first, Misread):
            continue
        rest = _after(game, first, head, tail)
        if not isinstance(rest, Misread):
            return (first, *rest)
        problem = rest
    return problem


def amount(form: AnswerForm) -> str:
    """What a prompt says about how many are wanted; empty where it is one."""
    match form:
        case PutInOrder():
            return " (all of them, in the order you want, with commas between)"
        case PickSome(least, most):
            return f" (choose {from_to(least, most)}, with commas between)"
        case PickOne() | PickNumber() | Confirm():
            return ""
        case _:
            assert_never(form)


def _cuts(text: str, form: AnswerForm) -> list[tuple[str, str]]:
    """The ways to cut a line into its first step and the rest, the longest first step first."""
    if ">" in text:
        head, _, tail = text.partition(">")
        return [(head.strip(), tail.strip())]
    match form:
        case PickSome() | PutInOrder():  # a list has spaces of its own
            return []
        case PickOne() | PickNumber() | Confirm():
            words = text.split()
            return [
                (" ".join(words[:count]), " ".join(words[count:])) for count in range(len(words) - 1, 0, -1)
            ]
        case _:
            assert_never(form)


def _after(game: Game, first: Step, head: str, tail: str) -> tuple[Step, ...] | Misread:
    copy = game.fork()
    try:
        copy.choose(first.key, first.seat)
    except (ChoiceError, RuleError) as error:
        return Misread(str(error))
    tail = _unforced(tail, copy.forced)
    if not tail:
        return ()
    if copy.decision is None or copy.decision.seat != first.seat:
        return Misread(f"After `{head}` there is nothing left to choose; leave out `{tail}`.")
    return understand(copy, tail)


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


def _single(decision: Decision, players: Sequence[str], text: str) -> Step | Misread:
    form = decision.form
    match form:
        case PickSome(least, most):
            return _several(decision, players, text, (least, most))
        case PutInOrder(count):
            return _several(decision, players, text, (count, count), " in the order you want")
        case PickOne() | PickNumber() | Confirm():
            found = _option(decision, players, text)
            return found if isinstance(found, Misread) else Step(found.seat, found.key)
        case _:
            assert_never(form)


def _option(decision: Decision, players: Sequence[str], text: str) -> Option | Misread:
    options = listed(decision)
    wanted = folded(text)
    if not wanted:
        return Misread("Type the number or the beginning of an option; `help` says more.")
    found = _matching(options, decision.seat, players, wanted)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        names = ", ".join(f"`{_spoken(each, decision, players)}`" for each in found[:8])
        return Misread(f"That could be {names}{' and more' if len(found) > 8 else ''}; type a little more.")
    if re.fullmatch(r"\d+", wanted):
        number = int(wanted) if len(wanted) < 10 else 0
        if 1 <= number <= len(options):
            return options[number - 1]
        return Misread(
            f"The numbers here go from 1 to {len(options)}." if options else "Nothing is open here."
        )
    closed = tuple(each for each in decision.options if each.why_not is not None)
    shut = _matching(closed, decision.seat, players, wanted)
    if shut:
        return Misread(f"`{shut[0].label}` is not open: {shut[0].why_not}")
    return Misread(f"Nothing here is called `{text.strip()}`.")


def _matching(options: Sequence[Option], seat: int, players: Sequence[str], wanted: str) -> list[Option]:
    names = {id(each): _names(each, players) for each in options}
    exact = [each for each in options if wanted in names[id(each)]]
    own = [each for each in exact if each.seat == seat]
    if exact:
        return own[:1] or exact
    return [each for each in options if any(name.startswith(wanted) for name in names[id(each)])]


def _names(option: Option, players: Sequence[str]) -> tuple[str, ...]:
    names = (folded(option.key), folded(option.label))
    return (*names, *(f"{folded(players[option.seat])}: {each}" for each in names))


def _spoken(option: Option, decision: Decision, players: Sequence[str]) -> str:
    return option.key if option.seat == decision.seat else f"{players[option.seat]}: {option.key}"


def _several(
    decision: Decision, players: Sequence[str], text: str, limits: tuple[int, int], how: str = ""
) -> Step | Misread:
    numbers = re.fullmatch(r"[\d\s]+", text)
    parts = [each for each in re.split(r"[\s,]+" if numbers else r"\s*,\s*", text.strip()) if each]
    own = tuple(each for each in listed(decision) if each.seat == decision.seat)
    if folded(text) in ("none", "nothing") and not limits[0]:
        parts = []
    if folded(text) == "all":
        return _counted(decision.seat, [each.key for each in own], limits, how)
    keys: list[str] = []
    for part in parts:
        found = _option(decision, players, part)
        if isinstance(found, Misread):
            return found
        if found.seat != decision.seat:
            return Step(found.seat, found.key) if len(parts) == 1 else Misread(f"`{part}` stands alone.")
        if found.key in keys:
            return Misread(f"`{found.key}` is there twice.")
        keys.append(found.key)
    return _counted(decision.seat, keys, limits, how)


def _counted(seat: int, keys: list[str], limits: tuple[int, int], how: str) -> Step | Misread:
    least, most = limits
    if least <= len(keys) <= most:
        return Step(seat, ", ".join(keys))
    return Misread(f"Choose {from_to(least, most)} of them{how}, with commas between; that was {len(keys)}.")
