"""The keys of a replay: which of them matter now, and all of them for the help."""

from collections.abc import Iterator

from tui.replay.replay_state import Stage
from tui.table.keys import Hint

HELP: tuple[Hint, ...] = (
    ("left, right", "one choice back or on (also h and l)"),
    ("[ and ]", "to the beginning of this turn or of the next (also PgUp and PgDn)"),
    ("Home, End", "to the beginning or the end"),
    ("space", "play, or stop"),
    ("+ and -", "faster or slower"),
    ("g or :", "jump to a choice by its number, or to a turn: t7"),
    ("m", "the choices after which most had changed; on the line below they are marked"),
    ("Tab", "point at the next place that this choice changed"),
    ("/", "point at a place by its name"),
    ("o", "look around: arrows move on the board until Esc"),
    ("p", "see it with the eyes of another player, once the game is over"),
    ("v", "views: players, piles and odds, the log, the rulebook, the board alone"),
    ("?", "help for what you point at"),
    ("Esc", "one step back: what is typed, what plays, the replay itself"),
    ("q", "leave the replay"),
)


def hints(stage: Stage) -> tuple[Hint, ...]:
    """What the last line says."""
    return tuple(_hints(stage))


def _hints(stage: Stage) -> Iterator[Hint]:
    if stage.asking:
        yield from (("Enter", "go" if stage.asking == "jump" else "stay there"), ("Esc", "stop"))
        return
    if stage.around:
        yield from (("arrows", "move on the board"), ("?", "about it"), ("Esc", "back to the game"))
        return
    yield from (("←→", "choice"), ("[ ]", "turn"), ("space", "stop" if stage.playing else "play"))
    yield from (("g", "jump"), ("m", "moments"), ("?", "help"), ("q", "leave"), ("+ -", "speed"))
    yield ("v", "views")
    if stage.reel.over:
        yield ("p", "eyes")
