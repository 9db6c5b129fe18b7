"""Defines and lists the functions that compiled rules may call.

Generated code can access only these names and its own. The functions rely on the types of their arguments and
on nothing else. `CALLABLE`, at the end, has them all, with those of other modules.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, compress, islice
from math import comb
from typing import Any

from lazaretto.rules.run import messages
from lazaretto.rules.run.errors import EndedError, FaultError
from lazaretto.rules.run.limits import (
    JUDGED,
    LARGEST_TEXT,
    LONGEST,
    charge,
    deepen,
    number,
    skim,
    spent,
    within,
)
from lazaretto.rules.run.map_queries import (
    across,
    connected,
    distance,
    line,
    links,
    neighbours,
    onward,
    reach,
)
from lazaretto.rules.run.move_pieces import arranged, move, move_all, pour, show, shuffle, spread
from lazaretto.rules.run.questions.legal_answers import answered, unanswered, waiting
from lazaretto.rules.run.random_streams import below
from lazaretto.rules.run.secrets.choose_unseen_pieces import alone
from lazaretto.rules.run.state import Said, State, Written

_COPIED = 16
"""How many members of a list are copied for a unit of fuel."""
Setting = tuple[str, tuple[str, ...], str]
"""A rule that sets a value: its owner, the owners that it overrides, its source position."""
MARKS = 32
"""From this many marks on, membership is tested with a set."""


def union(s: State, left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the members of both lists, without duplicates."""
    s.fuel -= len(left) + len(right)
    if s.fuel < 0:
        spent(s)
    found = list(dict.fromkeys([*left, *right]))
    if len(found) > LONGEST:
        raise FaultError(messages.LIST_TOO_LONG())
    return found


def minus(s: State, left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the members of the first list that are not in the second."""
    s.fuel -= len(left) + len(right)
    if s.fuel < 0:
        spent(s)
    gone = set(right) if len(right) > 1 else right
    return [each for each in left if each not in gone]


def joined(s: State, left: Sequence[Any], right: Sequence[Any]) -> list[Any]:
    """Return the members of both lists, one list after the other."""
    found = [*skim(s, left, _COPIED), *skim(s, right, _COPIED)]
    if len(found) > LONGEST:
        raise FaultError(messages.LIST_TOO_LONG())
    return found


def written(words: Said, texts: Sequence[int]) -> Written:
    """Return a text as a value with its size; `texts` are those of its placeholders that hold texts."""
    template, gaps = words
    size = 1
    for at in texts:
        inner = gaps[at]
        if isinstance(inner, tuple):
            size += inner[2]
    if size > LARGEST_TEXT:
        raise FaultError(messages.TEXT_TOO_LONG())
    return template, gaps, size


def nth(many: Sequence[Any], number: int) -> Any:
    """Return one member of a list, counted from 1."""
    if not 0 < number <= len(many):
        raise FaultError(messages.NO_SUCH_NUMBER(number=number, count=len(many)))
    return many[number - 1]


def nth_from_top(pile: Sequence[int], number: int) -> int:
    """Return one piece of a pile, counted from 1 at the top."""
    if not 0 < number <= len(pile):
        raise FaultError(messages.NO_SUCH_NUMBER(number=number, count=len(pile)))
    return pile[-number]


def top(pile: list[int], count: int) -> list[int]:
    """Return the top pieces of a pile, top first; fewer if the pile has fewer."""
    return pile[-1 : -count - 1 : -1] if count > 0 else []


def bottom(pile: list[int], count: int) -> list[int]:
    """Return the bottom pieces of a pile, upper ones first."""
    return pile[:count][::-1] if count > 0 else []


def pick(s: State, stream: int, items: Sequence[Any]) -> Any:
    """Draw a random member of a list."""
    s.barrier += 1
    if s.fate:
        wanted, s.fate = s.fate[0], s.fate[1:]
        if wanted not in items:
            raise FaultError(messages.IMPOSSIBLE_FATE())
        return wanted
    if not items:
        raise FaultError(messages.NOTHING_BY_CHANCE())
    return items[below(s.streams, stream, len(items))]


def shift(
    s: State, source: int, target: int, amount: int, short: Sequence[Callable[..., bool]], owner: int
) -> None:
    """Move counted pieces from one holder to another."""
    v = s.v
    have = v[source]
    if amount > have:
        told = [rule(s, owner) for rule in short]
        if not any(told):
            raise FaultError(messages.TOO_FEW_THERE(amount=amount, have=have))
        amount = have
    elif amount < 0:
        raise FaultError(messages.LESS_THAN_NONE())
    v[source] = have - amount
    v[target] += amount


def say(s: State, template: int, gaps: tuple[Any, ...], readers: Iterable[int]) -> None:
    """Log a line for some seats; a line that every seat may read is public."""
    some: tuple[int, ...] | None = tuple(readers)
    if some is not None and len(some) >= s.players and len({*some}) == s.players:
        some = None
    s.log = (s.log, some, "says", template, *gaps)


def prevented(s: State, words: Said) -> None:
    """Log why something did not happen."""
    template, gaps = words
    s.log = (s.log, None, "prevents", template, *gaps)


def finish(
    s: State, word: str, words: Said, players: Iterable[int] | None, ending: Callable[..., None] | None
) -> None:
    """End the game for players who win, lose or draw; when every seat has a result, the game is over."""
    result = {"win": "won", "lose": "lost", "draw": "drawn"}[word]
    if players is not None:
        for player in players:
            s.results[player] = (result, words)
    if s.ending or (players is not None and None in s.results):
        return
    for player in range(s.players):
        if s.results[player] is None:
            s.results[player] = (result, words)
    s.over = (result, words)
    s.ending = True
    if ending is not None:
        ending(s)
    raise EndedError


def settled(name: str, start: Any, settings: Sequence[tuple[Setting, Any]]) -> Any:
    """Return the value set by those changes that no other change overrides.

    Raises:
        FaultError: two of them set different values.
    """
    if len(settings) == 1:
        (((owner, over, _), value),) = settings
        return start if owner in over else value
    beaten = {owner for (_, over, _), _ in settings for owner in over}
    standing = [setting for setting in settings if setting[0][0] not in beaten]
    if not standing:
        return start
    (one, _, here), chosen = standing[0]
    for (other, _, there), value in standing:
        if value != chosen:
            message = messages.SET_TWICE if one != other else messages.SET_TWICE_BY_ONE
            if here == there:
                message = messages.SET_TWICE_BY_RULE
            raise FaultError(message(one=one, here=here, other=other, there=there, name=name))
    return chosen


def total(values: Sequence[int], start: int, count: int) -> int:
    """Return the sum of a range of counts."""
    return sum(values[start : start + count])


def marked(s: State, place: int, mark: tuple[Any, ...]) -> bool:
    """Return whether this was marked as done before, and mark it."""
    done = s.v[place]
    count = len(done)
    if count < MARKS:
        if mark in charge(s, done):
            return True
        s.v[place] = (*done, mark)
        return False
    kept, found = s.marks.get(place, (None, set()))
    if kept is not done:
        found = set(charge(s, done))
    if mark in found:
        return True
    if count >= LONGEST:
        raise FaultError(messages.LIST_TOO_LONG())
    s.fuel -= count >> 5
    s.v[place] = (*done, mark)
    found.add(mark)
    s.marks[place] = s.v[place], found
    return False


def choices(s: State, candidates: Sequence[Any], least: int, most: int) -> Iterator[tuple[Any, ...]]:
    """Yield selections from the candidates, smaller ones first, up to the limit `JUDGED`."""
    left = JUDGED
    for size in range(max(0, least), min(most, len(candidates)) + 1):
        cost = 10 * (size + 1)
        for selection in islice(combinations(candidates, size), left):
            s.fuel -= cost
            if s.fuel < 0:
                spent(s)
            yield selection
        left -= comb(len(candidates), size)
        if left <= 0:
            break


def some(
    s: State, candidates: Sequence[Any], least: int, most: int, judge: Callable[[tuple[Any, ...]], Any]
) -> bool:
    """Whether some selection from the candidates is allowed; tries no more than `JUDGED`."""
    return any(judge(choice) is None for choice in choices(s, candidates, least, most))


CALLABLE: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        spent,
        deepen,
        charge,
        skim,
        number,
        within,
        union,
        minus,
        joined,
        written,
        nth,
        nth_from_top,
        top,
        bottom,
        pick,
        move,
        move_all,
        pour,
        arranged,
        alone,
        unanswered,
        answered,
        waiting,
        shuffle,
        spread,
        show,
        shift,
        say,
        prevented,
        finish,
        settled,
        total,
        marked,
        some,
        choices,
        neighbours,
        links,
        reach,
        distance,
        connected,
        across,
        onward,
        line,
    )
}
"""Engine functions that generated code may call."""

BUILTINS = {
    each.__name__: each
    for each in (any, all, sum, len, max, min, abs, sorted, next, list, tuple, dict, range, compress)
}
"""Python built-ins that generated code may call."""
