"""What bots advise and are after, in words for the full screen and line mode: hints, remarks and plans.

`BotTalk` tells the plan behind what a bot does next; `plans_of_bots` and `remarks_about` repeat what bots
said last.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from lazaretto.host import SeatClient
from lazaretto.host.table.seat_protocol import BotRemark
from lazaretto.rules import ChoiceError, LogLine, RuleError, View
from lazaretto.rules.run.planning.hint_types import Hint, HintHelp, HintMove, HintReason, HintRisk
from lazaretto.tui.messages import advice as say, line_mode
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.shared_texts import folded, further_steps, sentence, went_wrong, without_count

TOLD = 2
"""How many actions of a plan a bot tells."""


def move_words(move: HintMove) -> str:
    """An action in the words of the menu, each said once."""
    action, steps = without_count(move.label), further_steps(move.label, move.steps)
    return say.MOVE(action=action, steps=", ".join(steps)) if steps else action


def reason_words(reason: HintReason) -> str:
    """What a term of the score says now, and what it would say; words at both ends are said once."""
    if reason.now == reason.then:
        return (say.STAYS_BETTER if reason.gain > 0 else say.STAYS_WORSE)(now=reason.now)
    if not reason.now:
        return say.NEW(then=reason.then)
    if not reason.then:
        return say.GONE(now=reason.now)
    now, then = reason.now.split(), reason.then.split()
    head = _same(now, then)
    tail = _same(now[head:][::-1], then[head:][::-1])
    ends = len(now) - tail, len(then) - tail
    if 2 * (head + tail) < len(now) or head in ends:
        return say.FROM_TO(now=reason.now, then=reason.then)
    changed = say.FROM_TO(now=" ".join(now[head : ends[0]]), then=" ".join(then[head : ends[1]]))
    return " ".join((*now[:head], changed, *now[ends[0] :]))


def _same(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words are the same from the beginning on."""
    pairs = zip(first, second, strict=False)
    bare = ((one.rstrip(","), other.rstrip(",")) for one, other in pairs)
    return next((at for at, (one, other) in enumerate(bare) if one != other), min(len(first), len(second)))


def hint_lines(hint: Hint) -> list[str]:
    """A hint below its first move: the plan, the reasons, the risks."""
    lines: list[str] = []
    if len(hint.moves) > 1:
        lines.append(say.THEN(moves="; ".join(move_words(move) for move in hint.moves[1:])))
    if hint.only:
        return [*lines, say.ONLY()]
    if hint.chances is not None:
        lines += _chances(hint, *hint.chances)
    if hint.risks:
        told = "; ".join(_risk(risk) for risk in hint.risks if risk.before or risk.after)
        games = hint.risks[0].games
        lines.append(say.RISK(number=games, risks=told) if told else say.NO_RISK(number=games))
    if not hint.scored:
        if hint.chances is not None:
            lines.append(say.PLANS_AS_LEARNED())
        elif hint.final:  # before, it is not known whether anything was learned
            lines.append(say.NOT_SCORED())
    elif not hint.reasons:
        lines.append(say.NO_OPINION() if hint.undecided else say.NO_REASON())
    lines += [say.WHY(reason=reason_words(reason)) for reason in hint.reasons]
    return [*lines, *(say.BUT(reason=reason_words(cost)) for cost in hint.costs)]


def _chances(hint: Hint, before: int, after: int) -> list[str]:
    """The chances now and after this; if they go down, why the bot plans it nevertheless."""
    if hint.note:
        text = say.CHANCES_NOTED(note=hint.note, before=before, after=after)
    else:
        text = say.CHANCES(before=before, after=after)
    return [text, say.PLANS_BY_SCORE()] if after < before and hint.scored else [text]


def _risk(risk: HintRisk) -> str:
    what = say.MOVES_ON(track=risk.track) if risk.track else say.LOST()
    return say.RISK_OF(what=what, before=risk.before, after=risk.after)


def remark_words(remark: BotRemark, view: View) -> str:
    """What a bot is after, in one line."""
    plan: str = "; ".join(move_words(move) for move in remark.moves[:TOLD])
    if remark.helps:
        plan = say.PLAN_WITH_HELP(plan=plan, help=_help_words(remark.helps[0], view))
    elif remark.reasons:
        plan = say.PLAN_WITH_REASON(plan=plan, reason=reason_words(remark.reasons[0]))
    return say.BOT_IS_AFTER(player=view.seats[remark.seat].name, bot=remark.bot, plan=plan)


def _help_words(help: HintHelp, view: View) -> str:
    return say.HELPS(player=view.seats[help.seat].name, reason=reason_words(help.reason))


def why_words(remark: BotRemark, view: View, turn: int = 0) -> list[str]:
    """What a bot is or was after, in full: its plan step by step, whom that helps, and the terms it moves."""
    steps = [say.STEP(number=at, move=move_words(move)) for at, move in enumerate(remark.moves, 1)]
    why = [
        *(_help_words(hint_help, view) for hint_help in remark.helps),
        *(say.WHY(reason=reason_words(reason)) for reason in remark.reasons),
        *(say.BUT(reason=reason_words(cost)) for cost in remark.costs),
    ]
    plans = say.BOT_PLANS if remark.turn in (0, turn) else say.BOT_PLANNED
    heading = plans(player=view.seats[remark.seat].name, bot=remark.bot)
    return [heading, *steps, *(why or [say.NO_REASON()])]


def request_words(remark: BotRemark, view: View) -> list[str]:
    """Why a bot asks somebody to agree to what it does, and what it then does."""
    player, later = view.seats[remark.seat].name, remark.moves[1 : TOLD + 1]
    lines: list[str] = []
    if remark.reasons:
        reasons = "; ".join(reason_words(reason) for reason in remark.reasons[:TOLD])
        lines.append(say.REQUEST(player=player, bot=remark.bot, reasons=reasons))
    if later:
        lines.append(say.REQUEST_THEN(player=player, moves="; ".join(map(move_words, later))))
    return lines


ALL = "bots"
"""Whoever asks about this asks about all of them."""


@dataclass(frozen=True, slots=True)
class SaidPlan:
    """What a bot said it is after, before it did something."""

    words: str
    at: int = 0
    """How many lines the log had that everybody may read."""
    turn: int = 0
    """The turn of the plan; 0 if the game has no turns."""


class BotTalk:
    """What bots said since the last choice at this keyboard."""

    def __init__(self) -> None:
        self._known: tuple[BotRemark, ...] = ()
        self._lately: list[BotRemark] = []

    def news(self, seat: SeatClient) -> tuple[SaidPlan, ...]:
        """What bots have said since this was asked last."""
        said = tuple(seat.remarks_in_order)
        new = [remark for remark in said if not any(remark is known for known in self._known)]
        self._known = said
        self._lately += new
        return _in_words(new, seat)

    def lately(self, seat: SeatClient) -> tuple[SaidPlan, ...]:
        """What bots have said since the last choice."""
        return _in_words(self._lately, seat)

    def forget(self) -> None:
        """Begin anew: the player has chosen."""
        self._lately = []


def _in_words(remarks: Sequence[BotRemark], seat: SeatClient) -> tuple[SaidPlan, ...]:
    view = seat.look().view
    return tuple(SaidPlan(remark_words(remark, view), remark.at, remark.turn) for remark in remarks)


def place_in(log: Sequence[LogLine], plan: SaidPlan) -> int | None:
    """The number of the line before which a plan stands in a log; None if the log does not reach it."""
    open_lines = [number for number, line in enumerate(log) if not line.private]
    if plan.at < len(open_lines):
        return open_lines[plan.at]
    return len(log) if plan.at == len(open_lines) else None


def _of_a_turn(seat: SeatClient, number: int) -> list[BotRemark]:
    """What a bot said in the turn in which it said something last, without what was undone since."""
    remarks = [seat.remarks[number]]
    for remark in reversed(seat.remarks_in_order):
        if (
            remark.seat == number
            and remark.turn == remarks[0].turn
            and remark.turn
            and remark.at < remarks[0].at
        ):
            remarks.insert(0, remark)
    return remarks


def plans_of_bots(seat: SeatClient, named: str = ALL) -> list[list[str]]:
    """What each bot at the table is after, in full, or only the one with a name; a heading comes first."""
    sight = seat.look()
    view = sight.view
    found: list[list[str]] = []
    for number, each in enumerate(view.seats):
        if folded(named) not in (ALL, folded(each.name)):
            continue
        if number in seat.remarks:
            first, *later = _of_a_turn(seat, number)
            words = why_words(first, view, sight.turn)
            for remark in later:
                words += [say.LATER_PLAN(), *why_words(remark, view)[1:]]
            found.append(words)
        elif each.bot:
            found.append([say.NOTHING_SAID(player=each.name, bot=each.bot)])
    return found


async def hints_told(seat: SeatClient) -> AsyncIterator[str]:
    """Yield the lines of the first hint as soon as it is there, then those of the final one."""
    hint = Hint(0, ())
    first: Hint | None = None
    try:
        while not hint.final:
            hint = await seat.hint(hint.number)
            if first is None and hint.moves:
                first = hint
                for line in _lines(hint, line_mode.HINT):
                    yield line
    except ChoiceError as error:
        yield sentence(str(error))
    except RuleError as error:
        yield went_wrong(error)
    else:
        if first is not None and first is not hint:
            same = hint.moves[:1] == first.moves[:1]
            for line in _lines(hint, line_mode.HINT_STAYS if same else line_mode.HINT_BETTER):
                yield line


def _lines(hint: Hint, heading: AppMessage) -> list[str]:
    return [heading(move=move_words(hint.moves[0])), *(f"  {line}" for line in hint_lines(hint))]


def remarks_about(seat: SeatClient, named: str) -> list[str]:
    """What the bot with a name, or all bots, said last, with all reasons; empty if no bot is meant."""
    return [
        line if not number else f"  {line}"
        for plan in plans_of_bots(seat, named)
        for number, line in enumerate(plan)
    ]
