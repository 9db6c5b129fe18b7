"""Finds the open candidate of a question that a typed name stands for."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lazaretto.rules.run import messages, text_rendering
from lazaretto.rules.run.computed_looks import computed_label
from lazaretto.rules.run.errors import ChoiceError
from lazaretto.rules.run.legal_answers import Answer
from lazaretto.rules.run.unseen_pieces import position

if TYPE_CHECKING:
    from lazaretto.rules.run.decision_wording import Asking

NAMED = 8
"""So many candidates are named if a label could be each of them."""


def named_answer(asking: "Asking", key: str, by_name: bool) -> list[Answer]:
    """Return the open answer with this key, identifier or label, as a list of at most one.

    With `by_name`, pieces that the player does not know may be named.

    Raises:
        ChoiceError: it is no number where one is asked for, or several answers are labelled so.
    """
    tag, answers = asking.info.tag, asking.pending.answers
    if tag[0] == "number":
        number = int(key) if key.removeprefix("-").isdecimal() and len(key) < 20 else None
        if number is None:
            raise ChoiceError(messages.NOT_A_NUMBER(key=key))
        return [number] if number in answers else []
    wanted = key.casefold()
    for answer in answers:
        if asking.key_of(answer).casefold() == wanted:
            return [answer]
    if tag[0] == "kind" and asking.tables.kinds[tag[1]].shape != "player":
        return (
            _identified(asking, wanted, by_name)
            or _only(asking, key, _labelled(asking, wanted, by_name))
            or _only(asking, key, _labelled_now(asking, wanted))
            or _at_position(asking, wanted)
        )
    return _at_position(asking, wanted)


def _identified(asking: "Asking", wanted: str, by_name: bool) -> list[Answer]:
    """Return the open answer with an identifier, as rules write it."""
    for answer in _known(asking, by_name):
        member = text_rendering.member(asking.tables, asking.info.tag, answer)
        if wanted in (member.ident.casefold(), member.name.casefold() if by_name else ""):
            return [answer]
    return []


def _labelled(asking: "Asking", wanted: str, by_name: bool) -> list[Answer]:
    """Return the open answers whose fixed label reads so, with or without what tells it from others."""
    found: list[Answer] = []
    for answer in _known(asking, by_name):
        member = text_rendering.member(asking.tables, asking.info.tag, answer)
        labels = (
            text_rendering.label_of(member, asking.players),
            text_rendering.sort_of(member, asking.players),
        )
        if wanted in map(str.casefold, labels):
            found.append(answer)
    return found


def _labelled_now(asking: "Asking", wanted: str) -> list[Answer]:
    """Return the open answers whose label is computed and reads so now."""
    root = asking.tables.kinds[asking.info.tag[1]].root
    if not any(each.label is not None for each in asking.tables.kinds if each.root == root):
        return []
    labels = {
        each: computed_label(asking.machine, asking.state, asking.players, root, each)
        for each in asking.pending.answers
        if each is not None
    }
    return [each for each, label in labels.items() if label is not None and label.casefold() == wanted]


def _known(asking: "Asking", by_name: bool) -> list[Answer]:
    """Return the open answers that may be named."""
    hidden = asking.positions.hidden
    return [each for each in asking.pending.answers if each is not None and (by_name or each == hidden(each))]


def _only(asking: "Asking", key: str, found: Sequence[Answer]) -> list[Answer]:
    """Return the first of the answers with a label, which must be alike.

    Raises:
        ChoiceError: they are not; the message names them.
    """
    if len(found) > 1:
        kind, likeness = asking.info.tag[1], asking.machine.likeness
        with asking.machine.looking(asking.state):
            different = likeness.one_of_each(asking.state, kind, found, asking.pending.seat)
        if len(different) > 1:
            names = ", ".join(f"`{asking.key_of(each)}`" for each in different[:NAMED])
            raise ChoiceError(messages.SEVERAL_CALLED(key=key, names=names))
    return list(found[:1])


def _at_position(asking: "Asking", wanted: str) -> list[Answer]:
    """Return the open piece at a position, whether or not the player knows it."""
    if asking.info.base is not None and wanted[:1].isdigit():
        for answer in asking.pending.answers:
            for told in asking.positions.at(answer):
                if position(asking.tables, asking.players, asking.info.tag, told).casefold() == wanted:
                    return [answer]
    return []
