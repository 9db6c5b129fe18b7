"""Follows a game in line mode that another process plays.

New lines are read when the player asks for them, so nothing interrupts a screen reader.
"""

from typing import TYPE_CHECKING

from lazaretto.tui.awaited import awaited
from lazaretto.tui.line_tells import TELLS
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.parse_answer import folded

if TYPE_CHECKING:
    from lazaretto.tui.line_mode import Plain


def follow(plain: "Plain") -> int:
    """Tell what happens in a game until it is over or the player leaves; return the status."""
    table = plain.table
    _tell_news(plain)
    table.say(say.LOOKING())
    while not _is_over(plain):
        text = plain.read_line()
        if text is None:
            return 0
        word, _, rest = text.removeprefix(":").partition(" ")
        match folded(word):
            case "quit":
                return 0
            case name if name in TELLS:
                _tell_news(plain)
                seat = plain.sitting.seats[0]
                table.say(*TELLS[name](seat.look(), plain.sitting.rulebook, rest.strip()))
            case "log":
                plain.save()
                table.heard = table.public_log()
                table.say(*(f"  {line}" for line in table.heard))
            case "":
                _tell_news(plain, say.NOTHING_NEW())
            case _:
                table.say(plain.sitting.closed, say.LOOKING())
    table.end()
    plain.out.flush()
    return 0


def _is_over(plain: "Plain") -> bool:
    return plain.sitting.seats[0].look().outcome is not None


def _tell_news(plain: "Plain", nothing: str = "") -> None:
    """Read the record again, say the lines that are new, and whom the game waits for.

    `nothing` is said if no line is new.
    """
    plain.save()
    table = plain.table
    heard, log = table.heard, table.public_log()
    same = next((at for at, (old, new) in enumerate(zip(heard, log, strict=False)) if old != new), None)
    if same is None:
        same = min(len(heard), len(log))
    if same < len(heard):
        table.say(say.SOME_TAKEN_BACK())
    table.say(*log[same:])
    if nothing and log == heard:
        table.say(nothing)
    decision = plain.sitting.seats[0].look().view.decision
    if decision is not None:
        table.say(say.WAITING_FOR(player=awaited(decision)))
    table.heard = log
