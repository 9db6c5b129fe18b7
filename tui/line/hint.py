"""Hints in lines: the first answer at once, then the final one if it differs."""

from collections.abc import AsyncIterator

from lazaretto.host import SeatClient
from lazaretto.rules import ChoiceError, RuleError
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.tui.hint_words import hint_lines, move_words
from lazaretto.tui.line.bot_talk import plans_of_bots
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.messages.translated_message import AppMessage
from lazaretto.tui.shared_texts import sentence, went_wrong


async def hints_told(seat: SeatClient) -> AsyncIterator[str]:
    """Yield the lines of the first hint as soon as it is there, then those of the final one."""
    hint = Hint(0, ())
    first: Hint | None = None
    try:
        while not hint.final:
            hint = await seat.hint(hint.number)
            if first is None and hint.moves:
                first = hint
                for line in _lines(hint, say.HINT):
                    yield line
    except ChoiceError as error:
        yield sentence(str(error))
    except RuleError as error:
        yield went_wrong(error)
    else:
        if first is not None and first is not hint:
            same = hint.moves[:1] == first.moves[:1]
            for line in _lines(hint, say.HINT_STAYS if same else say.HINT_BETTER):
                yield line


def _lines(hint: Hint, heading: AppMessage) -> list[str]:
    return [heading(move=move_words(hint.moves[0])), *(f"  {each}" for each in hint_lines(hint))]


def remarks_about(seat: SeatClient, named: str) -> list[str]:
    """What the bot with a name, or all bots, said last, with all reasons; empty if no bot is meant."""
    return [
        line if not number else f"  {line}"
        for plan in plans_of_bots(seat, named)
        for number, line in enumerate(plan)
    ]
