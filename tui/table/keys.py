"""The keys of the table: which of them matter now, and all of them for the help."""

from collections.abc import Iterator

from tui.table.table_state import Desk

Hint = tuple[str, str]

HELP: tuple[Hint, ...] = (
    ("arrows, hjkl", "move on the board or in the list"),
    ("Tab", "the next place that can be chosen; or from the list to the board and back"),
    ("letters", "pick what has that letter beside it; when a place is asked, jump to a name"),
    ("/", "jump to a name or find in the list; a capital letter does the same on the board"),
    ("Enter", "take what the cursor is on; with several picked, done"),
    ("space", "pick or unpick; go on; skip what is being shown"),
    ("Shift+up, Shift+down", "carry something up or down where an order is asked (also K and J)"),
    ("Esc", "one step back: what is typed, what is picked, the step before"),
    ("u", "take the last choice back, as far as the rules allow"),
    ("e", "what the other players at this keyboard may do in between"),
    ("v", "views: players, piles and odds, the log, the rulebook, the board alone"),
    ("?", "help for what you point at"),
    ("q", "leave; the game is kept"),
    ("Ctrl+P", "everything by name"),
    ("Ctrl+L", "draw the screen again"),
)


def hints(desk: Desk) -> tuple[Hint, ...]:
    """What the last line says."""
    return tuple(_hints(desk))


def _hints(desk: Desk) -> Iterator[Hint]:
    question = desk.question
    if desk.scene is not None:
        yield ("space", "go on")
        return
    if desk.typed is not None:
        yield from (("Enter", "take"), ("Esc", "stop typing"))
        return
    if question is None:
        yield ("arrows", "look around")
    elif desk.exploring:
        yield from (("arrows", "look around"), ("Enter", "what can be done"), ("Tab", "list"))
    elif question.on_board:
        yield from (("arrows", "move"), ("Tab", "next"), ("a name", "jump"))
        yield question.board_hint
    else:
        yield from question.list_hints
    if desk.away:
        yield ("Esc", "give the keyboard back")
    elif desk.sight.inside:
        yield ("Esc", "back")
    yield from (("u", "undo"), ("?", "help"), ("v", "views"), ("e", "in between"), ("q", "leave"))
