"""Finds the keys that give an answer at the table, by trying them on a copy of the desk.

So a guide never names a key that does something else: not after the player has changed keys, and not if the
letters of options are assigned in another way.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from lazaretto.rules.guides.guide import GuidedAnswer
from lazaretto.tui.keys.key_names import character, parsed, shown as shown_key
from lazaretto.tui.messages import guide as say
from lazaretto.tui.shared_texts import folded
from lazaretto.tui.table.answers.answer_editor import (
    NumberQuestion,
    OrderQuestion,
    Question,
    Row,
    Sent,
    SomeQuestion,
)
from lazaretto.tui.table.answers.name_typing import takes_at_once
from lazaretto.tui.table.table_state import Desk

BEGINNING = 3
"""How many letters of a name are typed at least."""

LONGEST = 12
"""How many letters of a name are typed at most."""

MOST_TABS = 40
"""How often a key that moves is pressed at most."""


@dataclass(frozen=True, slots=True)
class Pressing:
    """Keys that give an answer, and how to say it."""

    keys: tuple[str, ...]
    """The keys by Textual's names; none if no keys were found."""
    words: str


def pressing(desk: Desk, answer: GuidedAnswer) -> Pressing:
    """The keys for an answer at the current question."""
    question = desk.question
    if question is None:
        return Pressing((), "")
    found = _found(desk, answer)
    name = _name(question, answer)
    if not found.keys:
        return Pressing((), say.CHOOSE(name=name))
    several = isinstance(question, SomeQuestion | OrderQuestion)
    return found if several else Pressing(found.keys, say.TO_CHOOSE(keys=found.words, name=name))


def _name(question: Question, answer: GuidedAnswer) -> str:
    """What players call the answer: the labels of the rows that it names."""
    labels = {row.option.key: row.option.label for row in question.rows}
    parts = answer.key.split(", ")
    if answer.key not in labels and all(part in labels for part in parts):
        return ", ".join(labels[part] for part in parts)
    return labels.get(answer.key, answer.label or answer.key)


def _found(desk: Desk, answer: GuidedAnswer) -> Pressing:
    for candidate in _candidates(desk, answer):
        sent = _tried(desk, candidate.keys)
        if sent is not None and (sent.key, sent.seat) == (answer.key, answer.seat):
            return candidate
    return Pressing((), "")


def _tried(desk: Desk, keys: Sequence[str]) -> Sent | None:
    """What a copy of the desk sends after these keys; None if it sends nothing, or sends before the last."""
    trial = _copied(desk)
    for number, key in enumerate(keys):
        context = "table" if trial.typed is None else "table_typing"
        action = trial.keymap.action(context, key)
        if action is not None and action in _ELSEWHERE:
            return None
        sent = trial.press(key, character(key))
        if sent is not None:
            return sent if number == len(keys) - 1 else None
    return None


def _copied(desk: Desk) -> Desk:
    """A desk with the same question, at which nothing is typed yet."""
    trial = copy(desk)
    trial.typed, trial.rest = None, copy(desk.rest)
    if trial.question is not None:
        trial.question = copy(trial.question)
        trial.question.rows = list(trial.question.rows)
        trial.question.picked = list(trial.question.picked)
    return trial


_ELSEWHERE = frozenset(
    ("typing.stop", *(f"table.{each}" for each in ("back", "undo", "help", "others", "views", "leave")))
)
"""Actions that do not reach the desk."""


def _candidates(desk: Desk, answer: GuidedAnswer) -> Iterator[Pressing]:
    """Ways to give an answer, the most natural first."""
    question, keymap = desk.question, desk.keymap
    assert question is not None
    enter = keymap.keys("table.take")[:1]
    if isinstance(question, NumberQuestion):
        typed = tuple(filter(None, map(parsed, answer.key)))
        yield Pressing((*typed, *enter), _typed(desk, answer.key))
        return
    if isinstance(question, OrderQuestion):
        yield Pressing(enter, say.PRESS(key=keymap.shown("table.take")))
        yield _carried(desk, question, answer.key.split(", "))
        return
    if isinstance(question, SomeQuestion):
        yield from _picked(desk, question, answer.key)
        return
    row = next((each for each in question.open if each.option.key == answer.key), None)
    if row is None:
        return
    if row.letter and (key := parsed(row.letter)) is not None:
        yield Pressing((key,), say.PRESS(key=row.letter))
    yield from _named(desk, row)
    yield from _moved(desk, question, row)


def _named(desk: Desk, row: Row) -> Iterator[Pressing]:
    """Type the beginning of a name; where letters are keys, after the key that finds a name."""
    name = folded(row.option.label)
    for length in range(1, min(LONGEST, len(name)) + 1) if takes_at_once(desk) else ():
        begun = tuple(parsed(each) or "space" for each in name[:length])
        yield Pressing(begun, say.TYPE_ONLY(text=name[:length]))
    enter = desk.keymap.keys("typing.done")[:1]
    find = desk.keymap.keys("table.find")[:1]
    for before in ((), find):
        for length in range(min(BEGINNING, len(name)), min(LONGEST, len(name)) + 1):
            keys = [parsed(each) or "space" for each in name[:length]]
            words = _typed(desk, "".join(map(shown_key, before)) + name[:length])
            yield Pressing((*before, *keys, *enter), words)


def _moved(desk: Desk, question: Question, row: Row) -> Iterator[Pressing]:
    """Press a key that moves the cursor, then the one that takes."""
    action = "table.next" if question.on_board else "table.down"
    step, enter = desk.keymap.keys(action)[:1], desk.keymap.keys("table.take")[:1]
    for times in range(MOST_TABS):
        words = say.MOVE_AND_TAKE(
            move=desk.keymap.shown(action), name=row.option.label, take=desk.keymap.shown("table.take")
        )
        yield Pressing((*step * times, *enter), words)


def _picked(desk: Desk, question: SomeQuestion, wanted: str) -> Iterator[Pressing]:
    """Pick several things one by one, then send them."""
    enter = desk.keymap.keys("table.take")[:1]
    rows = [row for row in question.open if row.option.key in wanted.split(", ")]
    rows.sort(key=lambda row: wanted.split(", ").index(row.option.key))
    letters = [row.letter for row in rows]
    if all(letters):
        keys = tuple(filter(None, map(parsed, letters)))
        words = say.PRESS(key=say.THEN().join((*letters, desk.keymap.shown("table.take"))))
        yield Pressing((*keys, *enter), words)
    names = [folded(row.option.label) for row in rows]
    keys = tuple(
        key
        for name in names
        for key in (*(parsed(each) or "space" for each in name), *desk.keymap.keys("typing.done")[:1])
    )
    done = desk.keymap.shown("table.take")
    words = say.AND_THEN(first=" ".join(_typed(desk, name) for name in names), then=say.PRESS(key=done))
    yield Pressing((*keys, *enter), words)


def _carried(desk: Desk, question: OrderQuestion, wanted: Sequence[str]) -> Pressing:
    """Move the rows into an order: each in turn is carried up to its place."""
    keymap = desk.keymap
    up, down = keymap.keys("table.up")[:1], keymap.keys("table.down")[:1]
    carry, enter = keymap.keys("table.carry_up")[:1], keymap.keys("table.take")[:1]
    order = [row.option.key for row in question.rows]
    at, keys = question.cursor, list[str]()
    for place, key in enumerate(each for each in wanted if each in order):
        index = order.index(key)
        keys += (down if index > at else up) * abs(index - at)
        keys += carry * (index - place)
        order.insert(place, order.pop(index))
        at = place
    words = say.CARRY(
        names=", ".join(_name(question, GuidedAnswer(0, each)) for each in wanted),
        up=keymap.shown("table.carry_up"),
        done=keymap.shown("table.take"),
    )
    return Pressing((*keys, *enter), words)


def _typed(desk: Desk, text: str) -> str:
    return say.TYPE(text=text, enter=desk.keymap.shown("typing.done"))
