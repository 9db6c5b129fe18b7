"""Adds to a question what its options leave out: what other players here may do, and passing windows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lazaretto.grammar.message import MessageText
from lazaretto.host import SeatClient, Sight
from lazaretto.host.table.stop_settings import CHANGES, NEXT
from lazaretto.rules import DecisionView, Option, PickOne
from lazaretto.tui.keys.keymap import Keymap
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.answers.answer_editor import Question, Row, start_cursor
from lazaretto.tui.table.answers.option_letters import Letters

PASS_ON = ">"
"""The key of the option that passes all windows until something changes; actions have names as keys."""

PASS_ONE = ">1"
"""The key of the option with which a player who is not asked passes one window."""

UNTIL = {PASS_ON: CHANGES, PASS_ONE: NEXT}
"""Until when these options pass windows."""


def worded(decision: DecisionView, sight: Sight) -> DecisionView:
    """A decision as a question; a seat that is not asked may pick one of its options out of turn."""
    if decision.form is not None:
        return decision
    prompt = say.YOU_MAY(player=decision.player)
    if sight.awaited:
        at_window = say.ASKED_OF(player=decision.player, question=sight.moment)
        prompt = at_window if sight.moment else bots_wait(decision, sight)
    return replace(decision, prompt=prompt, form=PickOne())


def bots_wait(decision: DecisionView, sight: Sight) -> MessageText:
    """What to say where bots wait until somebody passes: before the first turn, or after a very long one."""
    words = say.BOT_GOES_ON if sight.turn > 1 else say.BEGINS
    return words(player=decision.player)


def others_may(seats: tuple[SeatClient, ...], asked: int) -> Iterator[tuple[SeatClient, Option]]:
    """What other players at this keyboard may do now; of players with secrets, nothing."""
    for seat in seats:
        sight = seat.look()
        if seat.number != asked and not sight.secret and sight.view.decision is not None:
            yield from ((seat, option) for option in sight.view.decision.options)


def add_offers(
    question: Question,
    sight: Sight,
    seat: int,
    seats: tuple[SeatClient, ...],
    keys: tuple[Keymap, Letters],
) -> None:
    """Add what else the player of a keyboard may choose, with the keys that other players have for it."""
    decision, (keymap, letters) = question.decision, keys
    if not question.at_once or decision.waiting:
        return
    if sight.moment:  # nobody has to act, so what cannot be done is of no use
        question.rows[:] = question.open
    used = {row.letter for row in question.rows}
    if decision.seat == seat or sight.awaited:
        found = [
            (other, option)
            for other, option in others_may(seats, seat)
            if option.why_not is None and not _offered_to_both(question, option)
        ]
        marks = letters.give_ways([option.key for _, option in found], True, used)
        for (other, option), mark in zip(found, marks, strict=True):
            label = say.BY_PLAYER(player=other.name, option=option.label)
            question.rows.append(Row(replace(option, label=label), mark))
    if decision.seat != seat and sight.awaited:
        label = say.NOTHING_NOW() if sight.moment else say.LET_BEGIN()
        nothing = Option(PASS_ONE, label, seat, None, "")
        (letter,) = letters.give([nothing])
        question.rows.append(Row(nothing, letter if letter not in used else ""))
    if sight.moment and (decision.seat == seat or sight.awaited):
        label, key = say.PASS_ON(), keymap.shown("table.pass_on")
        question.rows.append(Row(Option(PASS_ON, label, seat, None, say.PASSING()), key))
    if not decision.chosen:
        start_cursor(question)


def _offered_to_both(question: Question, option: Option) -> bool:
    """Whether the question offers the same action of the same thing, so that others need not do it."""
    return option.of is not None and any(
        (row.option.key, row.option.of, row.option.why_not) == (option.key, option.of, None)
        for row in question.rows
    )


def others_wait(question: Question | None, found: Sequence[tuple[SeatClient, Option | None]]) -> bool:
    """Whether other players at this keyboard can do something that the question does not offer."""
    rows = () if question is None else question.rows
    offered = {(row.option.key, row.option.seat) for row in rows}
    return any(
        option is None
        or (
            option.why_not is None
            and (option.key, seat.number) not in offered
            and not (question is not None and _offered_to_both(question, option))
        )
        for seat, option in found
    )
