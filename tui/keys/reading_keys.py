"""The keys of the rulebook and of the ending screen."""

from tui.keys.registry_types import Context, action, line, prose
from tui.messages.translated_message import AppMessage

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
            "chapter before",
            "the beginning of this chapter, or the one before",
        ),
        action("rulebook.find", "slash", "find", "look for a text"),
        action("rulebook.next_match", "n", "next", "to the next place where the text stands"),
        action("rulebook.previous_match", "N", "before", "to the place before where the text stands"),
        action("rulebook.help", "question_mark f1", "help", "help"),
        action("rulebook.back", "escape backspace", "back", "forget what was looked for, or close the book"),
        action("rulebook.close", "q", "back", "close the book"),
    ),
    includes=("reading", "app"),
    hints=(
        line("rulebook.hint.found", "", "find", "{typed}_{places}"),
        line("rulebook.hint.next", "rulebook.next_match rulebook.previous_match", "n N", "next, {places}"),
        line("rulebook.hint.forget", "rulebook.back", "Esc", "forget it"),
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
            "{keys}: the next chapter and the one before.",
            keys=(
                "rulebook.next_chapter rulebook.previous_chapter",
                "Tab and Shift+Tab, or ] and [, or right and left",
            ),
        ),
        prose(
            "rulebook.help.find",
            "{find} looks for a text while it is typed, {next} goes to the next place where it stands, "
            "{before} to the one before.",
            find=("rulebook.find", "/"),
            next=("rulebook.next_match", "n"),
            before=("rulebook.previous_match", "N"),
        ),
        prose(
            "rulebook.help.close",
            "{back} forgets what was looked for, then closes the book. {close} closes it at once.",
            back=("rulebook.back", "Esc"),
            close=("rulebook.close", "q"),
        ),
    ),
)

ENDING = Context(
    "ending",
    AppMessage("key.ending", "the end of a game"),
    (
        action("ending.earlier", "left h", "back", "move the mark a turn back"),
        action("ending.later", "right l", "on", "move the mark a turn on"),
        action("ending.first", "home", "beginning", "move the mark to the beginning"),
        action("ending.last", "end", "end", "move the mark to the end"),
        action("ending.up", "up k", "up", "show the row above"),
        action("ending.down", "down j", "down", "show the row below"),
        action("ending.page_up", "pageup", "up", "show rows above"),
        action("ending.page_down", "pagedown", "down", "show rows below"),
        action("ending.table", "escape backspace enter", "the table", "back to the table"),
        action("ending.replay", "r", "replay", "replay the game from the mark"),
        action("ending.another", "n", "another game", "leave for another game"),
        action("ending.log", "v", "log", "show the log"),
        action("ending.help", "question_mark f1", "help", "help"),
        action("ending.leave", "q", "leave", "leave; the game is kept"),
    ),
    hints=(line("ending.hint.mark", "ending.earlier ending.later", "←→", "mark"),),
    prose=(
        prose(
            "ending.help.chart",
            "The chart shows everything that could be counted, after each turn. {steps}, {ends} move "
            "the mark; the numbers beside the rows are those at the mark. {rows} show the rows that do not "
            "fit.",
            steps=("ending.earlier ending.later", "Left and right"),
            ends=("ending.first ending.last", "Home and End"),
            rows=("ending.up ending.down", "Up and down"),
        ),
        prose("ending.help.signs", "A ! stands where a supply is used up, or a marker is on its last space."),
        prose(
            "ending.help.replay",
            "{replay} replays the game from the mark; from the beginning if the mark is at the end.",
            replay=("ending.replay", "r"),
        ),
        prose(
            "ending.help.table",
            "{log} shows the log. {table} goes back to the table: everything there can still be looked at.",
            log=("ending.log", "v"),
            table=("ending.table", "Esc"),
        ),
        prose(
            "ending.help.leave",
            "{another} leaves for another game, {leave} leaves. The game is kept in any case.",
            another=("ending.another", "n"),
            leave=("ending.leave", "q"),
        ),
    ),
)

CONTEXTS = (RULEBOOK, ENDING)
