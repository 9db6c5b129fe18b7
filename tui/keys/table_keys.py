"""The keys of the table, of its view menu, and of the handover screen."""

from lazaretto.tui.keys.registry_types import Context, action, line, section
from lazaretto.tui.messages.translated_message import AppMessage

_MOVES = "table.up table.down table.left table.right"

TABLE = Context(
    "table",
    AppMessage("key.table", "the table"),
    (
        action("table.up", "up", "up", "up on the board or in the list"),
        action("table.down", "down", "down", "down on the board or in the list"),
        action("table.left", "left", "left", "left on the board or in the list"),
        action("table.right", "right", "right", "right on the board or in the list"),
        action("table.next", "tab", "next", "the next place that can be chosen; or to the board or the list"),
        action("table.previous", "shift+tab", "previous", "the same in the other direction"),
        action("table.choose", "", "choose", "a letter chooses the option with that letter", fixed=True),
        action("table.jump", "", "jump", "letters jump to a name when you choose a place", fixed=True),
        action("table.find", "slash", "find", "jump to a name or find in the list"),
        action("table.take", "enter", "take", "choose what the cursor is on; if you picked several, done"),
        action("table.pick", "space", "pick", "pick or unpick; continue; skip an animation"),
        action("table.erase", "backspace", "erase", "delete the last digit"),
        action(
            "table.carry_up",
            "shift+up",
            "move up",
            "go up to the next place; when you choose an order, move a thing up",
        ),
        action(
            "table.carry_down",
            "shift+down",
            "move down",
            "go down to the next place; when you choose an order, move a thing down",
        ),
        action("table.step_left", "shift+left", "go left", "go left to the next place"),
        action("table.step_right", "shift+right", "go right", "go right to the next place"),
        action(
            "table.step",
            "",
            "go",
            "a capital letter goes to a place one action away that begins so",
            fixed=True,
        ),
        action(
            "table.back", "escape", "back", "go back one step: clear the text, the picks, or the last step"
        ),
        action(
            "table.undo",
            "u ctrl+u",
            "undo",
            "undo the last choice, as far as the rules allow",
            ("Undo", "Undo the last choice, as far as the rules allow"),
        ),
        action(
            "table.hint",
            "H",
            "hint",
            "what a bot would do, and why; again to close it",
            ("Hint", "What a bot would do now, and why"),
        ),
        action("table.read_on", "pagedown", "read on", "the rest of a long hint"),
        action("table.read_back", "pageup", "read back", "the beginning of a long hint"),
        action(
            "table.why",
            "asterisk ctrl+y",
            "why",
            "what the bots are after, step by step, and why; again to close it",
            ("Why", "What the bots are after, step by step, and why"),
        ),
        action(
            "table.help",
            "question_mark f1 ctrl+g",
            "help",
            "help on what is under the cursor; again: everything with a name",
            ("Help", "What is under the cursor, and all keys"),
        ),
        action(
            "table.others",
            "e ctrl+e",
            "other players",
            "what other players at this keyboard may do now",
            ("Other players", "What other players at this keyboard may do now"),
        ),
        action(
            "table.views",
            "v ctrl+o",
            "views",
            "views: players, piles and odds, the log, the rulebook, only the board",
            ("Views", "Players, piles and odds, the log, the rulebook"),
        ),
        action(
            "table.pass_on",
            "greater_than_sign",
            "pass",
            "pass where you need not act, until something changes",
            ("Pass", "Pass where you need not act, until something changes"),
        ),
        action("table.leave", "q ctrl+x", "leave", "leave; the game is saved"),
    ),
    hints=(
        line("table.hint.look", _MOVES, "arrows", "look around"),
        line("table.hint.result", "table.take", "Enter", "result, and what comes next"),
        line("table.hint.actions_here", "table.take", "Enter", "what can be done"),
        line("table.hint.to_list", "table.next", "Tab", "list"),
        line("table.hint.to_board", "table.next", "Tab", "board"),
        line("table.hint.move", _MOVES, "arrows", "move"),
        line("table.hint.name", "table.jump", "a name", "jump"),
        line("table.hint.name_takes", "table.jump", "a name", "take"),
        line("table.hint.letter", "table.choose", "letter", "choose"),
        line("table.hint.number", "table.up table.down", "↑↓", "more or less"),
        line("table.hint.done", "table.take", "Enter", "done"),
        line("table.hint.carry", "table.carry_up table.carry_down", "Shift+↑↓", "order"),
        line(
            "table.hint.order",
            "table.carry_up table.carry_down",
            "Shift+up and Shift+down",
            "move it; {done} when the order is right",
        ),
        line("table.hint.give_back", "table.back", "Esc", "give the keyboard back"),
    ),
    help=(
        section(
            "table.help.keys",
            "Keys",
            line("table.help.move", _MOVES, "arrows", "move on the board or in the list"),
            line(
                "table.help.next",
                "table.next",
                "Tab",
                "the next place that can be chosen; or from the list to the board and back",
            ),
            line(
                "table.help.letters",
                "table.choose table.jump",
                "letters",
                "choose the option with that letter or digit; when you choose a place, type its name",
            ),
            line(
                "table.help.find",
                "table.find",
                "/",
                "jump to a name or find in the list; a capital letter does the same on the board",
            ),
            "table.take",
            "table.pick",
            line(
                "table.help.step",
                "table.carry_up table.carry_down table.step_left table.step_right",
                "Shift+up, Shift+down, Shift+left, Shift+right",
                "go to the place in that direction, if one action leads there and costs nothing else",
            ),
            line(
                "table.help.step_name",
                "table.step",
                "capitals",
                "go to such a place by the first letters of its name",
            ),
            line(
                "table.help.carry",
                "table.carry_up table.carry_down",
                "Shift+up, Shift+down",
                "move a thing up or down when you choose an order",
            ),
            "table.back",
            "table.undo",
            "table.hint",
            line("table.help.read", "table.read_back table.read_on", "PgUp, PgDn", "scroll a long hint"),
            "table.why",
            "table.others",
            "table.pass_on",
            "table.views",
            "table.help",
            "table.leave",
            line(
                "table.help.while_typing",
                "table.undo table.help table.views table.others table.leave",
                "Ctrl+U, Ctrl+G, Ctrl+O, Ctrl+E, Ctrl+X",
                "undo, help, views, in between, leave; also while you type a name",
            ),
            line("table.help.commands", "app.command_palette", "Ctrl+P", "all commands by name"),
            line("table.help.redraw", "app.redraw", "Ctrl+L", "draw the screen again"),
        ),
    ),
)

SHOWING = Context(
    "showing",
    AppMessage("key.showing", "during an animation"),
    (action("showing.skip", "space enter escape", "go on", "skip the animation; any key does"),),
)

TABLE_TYPING = Context(
    "table_typing",
    AppMessage("key.table_typing", "while you type a name at the table"),
    (
        action(
            "table_typing.move_on",
            "up down left right tab shift+tab",
            "move",
            "stop typing and move",
            fixed=True,
        ),
    ),
    includes=("typing", "app"),
    writes=True,
    hints=(
        line("table_typing.hint.take", "typing.done", "Enter", "take"),
        line("table_typing.hint.stop", "typing.stop", "Esc", "stop typing"),
    ),
)

VIEWS = Context(
    "views",
    AppMessage("key.views", "the list of views"),
    (
        action("views.players", "s", "Players and what they hold", "players and what they hold"),
        action("views.piles", "p", "Piles and odds", "piles and odds"),
        action("views.log", "l", "The log", "the log"),
        action(
            "views.why", "w", "Which rule did this? The rule behind each line", "the rule behind each line"
        ),
        action("views.bots", "a", "What the bots are after, and why", "what the bots are after"),
        action("views.outlook", "o", "What would happen next, here and at all", "what would happen next"),
        action("views.course", "c", "The course of the game so far, as a chart", "the course of the game"),
        action("views.stops", "t", "Stops: when the table waits for you", "when the table waits for you"),
        action("views.names", "n", "What is …? Everything with a name", "what anything with a name is"),
        action("views.rulebook", "r", "The rulebook", "the rulebook"),
        action("views.board", "b", "Only the board, or the board and the panes", "only the board"),
    ),
    includes=("pick", "app"),
)

WHAT_IS = Context(
    "what_is",
    AppMessage("key.what_is", "the list of everything with a name"),
    (
        action("what_is.up", "up", "up", "the name above", fixed=True),
        action("what_is.down", "down", "down", "the name below", fixed=True),
        action("what_is.page_up", "pageup", "page up", "names further up", fixed=True),
        action("what_is.page_down", "pagedown", "page down", "names further down", fixed=True),
    ),
    includes=("typing", "app"),
    writes=True,
    hints=(
        line("what_is.hint.list", "table.help", "?", "everything with a name"),
        line("what_is.hint.name", "", "letters", "find a name"),
        line("what_is.hint.typed", "", "find", "{typed}_"),
        line("what_is.hint.move", "what_is.up what_is.down", "↑↓", "move"),
        line("what_is.hint.whole", "typing.done", "Enter", "all about it"),
    ),
)

CURTAIN = Context(
    "curtain",
    AppMessage("key.curtain", "the curtain"),
    (action("curtain.open", "enter", "open", "show the table to the player whose turn it is"),),
)

GUIDE = Context(
    "guide",
    AppMessage("key.guide", "a guided game"),
    (
        action("guide.on", "enter space", "read on", "read the next step of the guide"),
        action("guide.back", "pageup", "read again", "the step before, if it was one to read"),
    ),
)

CONTEXTS = (TABLE, GUIDE, SHOWING, TABLE_TYPING, VIEWS, WHAT_IS, CURTAIN)
