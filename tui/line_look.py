"""Follows a game in line mode that another process plays.

New lines are read when the player asks for them, so nothing interrupts a screen reader.
"""

from typing import TYPE_CHECKING

from tui.messages import line_mode as say
from tui.parse_answer import folded

if TYPE_CHECKING:
    from tui.line_mode import Plain


def follow(plain: "Plain", heard: list[str]) -> int:
    """Tell what happens in a game until it is over or the player leaves; return the status.

    `heard` are the lines of the log that were said already.
    """
    heard = _tell_news(plain, heard)
    plain.say(say.LOOKING())
    while not _is_over(plain):
        text = plain.read_line()
        if text is None:
            return 0
        match folded(text.removeprefix(":")):
            case "quit":
                return 0
            case "status":
                heard = _tell_news(plain, heard)
                plain.say_status(plain.sitting.seats[0].number)
            case "log":
                plain.save()
                heard = plain.public_log()
                plain.say(*(f"  {line}" for line in heard))
            case "":
                heard = _tell_news(plain, heard, say.NOTHING_NEW())
            case _:
                plain.say(plain.sitting.closed, say.LOOKING())
    plain.say_end()
    return 0


def _is_over(plain: "Plain") -> bool:
    return plain.sitting.seats[0].look().outcome is not None


def _tell_news(plain: "Plain", heard: list[str], nothing: str = "") -> list[str]:
    """Read the record again, say the lines that are new, and whom the game waits for; return all lines.

    `nothing` is said if no line is new.
    """
    plain.save()
    log = plain.public_log()
    same = next((at for at, (old, new) in enumerate(zip(heard, log, strict=False)) if old != new), None)
    if same is None:
        same = min(len(heard), len(log))
    if same < len(heard):
        plain.say(say.SOME_TAKEN_BACK())
    plain.say(*log[same:])
    if nothing and log == heard:
        plain.say(nothing)
    decision = plain.sitting.seats[0].look().view.decision
    if decision is not None:
        plain.say(say.WAITING_FOR(player=decision.player))
    return log
