"""The keys of the rulebook and of the ending screen."""

from lazaretto.tui.keys.registry_types import Context, action, line, prose
from lazaretto.tui.messages.translated_message import AppMessage

RULEBOOK = Context(
    "rulebook",
    AppMessage("key.rulebook", "the rulebook"),
    (
        action(
            "rulebook.next_chapter", "tab right_square_bracket right l", "next chapter", "the next chapter"
        ),
        action(
            "rulebook.previous_chapter",
            "shift+tab left_square_bracket left h",
            "previous chapter",
            "the start of this chapter, or the previous one",
        ),
        action("rulebook.find", "slash", "find", "find a text"),
        action("rulebook.next_match", "n", "next", "to the next match"),
        action("rulebook.previous_match", "N", "previous", "to the previous match"),
        action("rulebook.help", "question_mark f1", "help", "help"),
        action("rulebook.back", "escape backspace", "back", "clear the search, or close the book"),
        action("rulebook.close", "q", "back", "close the book"),
    ),
    includes=("reading", "app"),
    hints=(
        line("rulebook.hint.found", "", "find", "{typed}_{places}"),
        line("rulebook.hint.next", "rulebook.next_match rulebook.previous_match", "n N", "next, {places}"),
        line("rulebook.hint.forget", "rulebook.back", "Esc", "clear"),
    ),
    prose=(
        prose(
            "rulebook.help.read",
            "{keys}: read.",
            keys=(
                "reading.up reading.down reading.page_up reading.page_down reading.first reading.last",
                "Up and down, PgUp and PgDn, space and b, Home and End",
            ),
        ),
        prose(
            "rulebook.help.chapters",
            "{keys}: the next and the previous chapter.",
            keys=(
                "rulebook.next_chapter rulebook.previous_chapter",
                "Tab and Shift+Tab, or ] and [, or right and left",
            ),
        ),
        prose(
            "rulebook.help.find",
            "{find} finds a text while you type it, {next} goes to the next match, "
            "{before} to the previous one.",
            find=("rulebook.find", "/"),
            next=("rulebook.next_match", "n"),
            before=("rulebook.previous_match", "N"),
        ),
        prose(
            "rulebook.help.close",
            "{back} clears the search, then closes the book. {close} closes it at once.",
            back=("rulebook.back", "Esc"),
            close=("rulebook.close", "q"),
        ),
    ),
)

ENDING = Context(
    "ending",
    AppMessage("key.ending", "the end of a game"),
    (
        action("ending.earlier", "left h", "back", "move the mark back one turn"),
        action("ending.later", "right l", "on", "move the mark forward one turn"),
        action("ending.first", "home", "beginning", "move the mark to the start"),
        action("ending.last", "end", "end", "move the mark to the end"),
        action("ending.up", "up k", "up", "show the row above"),
        action("ending.down", "down j", "down", "show the row below"),
        action("ending.page_up", "pageup", "up", "show rows above"),
        action("ending.page_down", "pagedown", "down", "show rows below"),
        action("ending.table", "escape backspace enter", "the table", "back to the table"),
        action("ending.replay", "r", "replay", "replay the game from the mark"),
        action(
            "ending.turning_points",
            "t",
            "turning points",
            "list where the estimated chance to win moved most, and replay the game from there",
        ),
        action("ending.goals", "g", "goals", "list the goals of the game, and which were reached"),
        action("ending.copy", "y", "copy", "copy the line to share, through the terminal"),
        action("ending.another", "n", "another game", "start another game"),
        action("ending.log", "v", "log", "show the log"),
        action("ending.help", "question_mark f1", "help", "help"),
        action("ending.leave", "q", "leave", "leave; the game is saved"),
    ),
    hints=(line("ending.hint.mark", "ending.earlier ending.later", "←→", "mark"),),
    prose=(
        prose(
            "ending.help.chart",
            "The chart shows all numbers of the game after each turn. {steps}, {ends} move "
            "the mark; the numbers beside the rows are for the turn at the mark. {rows} show "
            "the rows that do not fit.",
            steps=("ending.earlier ending.later", "Left and right"),
            ends=("ending.first ending.last", "Home and End"),
            rows=("ending.up ending.down", "Up and down"),
        ),
        prose(
            "ending.help.signs", "A ! means that a supply is used up, or that a marker is on its last space."
        ),
        prose(
            "ending.help.replay",
            "{replay} replays the game from the mark, or from the start if the mark is at the end.",
            replay=("ending.replay", "r"),
        ),
        prose(
            "ending.help.turning_points",
            "{points} lists the turning points: where the estimated chance to win moved most. "
            "The estimate comes from what was learned in games of bots; if nothing was, a bot plays on "
            "from many positions, and it gets better while you look.",
            points=("ending.turning_points", "t"),
        ),
        prose(
            "ending.help.share",
            "{copy} copies the line to share: with it, anybody can play the same game. {goals} lists goals.",
            copy=("ending.copy", "y"),
            goals=("ending.goals", "g"),
        ),
        prose(
            "ending.help.table",
            "{log} shows the log. {table} goes back to the table, where you can still look at everything.",
            log=("ending.log", "v"),
            table=("ending.table", "Esc"),
        ),
        prose(
            "ending.help.leave",
            "{another} starts another game, {leave} leaves. In both cases the game is saved.",
            another=("ending.another", "n"),
            leave=("ending.leave", "q"),
        ),
    ),
)

CONTEXTS = (RULEBOOK, ENDING)
