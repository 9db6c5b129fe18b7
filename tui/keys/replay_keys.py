"""The keys of a replay."""

from lazaretto.tui.keys.registry_types import Context, action, line, section
from lazaretto.tui.messages.translated_message import AppMessage

_MOVES = "around.up around.down around.left around.right"

REPLAY = Context(
    "replay",
    AppMessage("key.replay", "a replay"),
    (
        action("replay.earlier", "left h", "back", "back one choice"),
        action("replay.later", "right l", "on", "forward one choice"),
        action("replay.turn_back", "left_square_bracket pageup", "turn back", "to the start of this turn"),
        action("replay.turn_on", "right_square_bracket pagedown", "turn on", "to the next turn"),
        action("replay.first", "home", "beginning", "to the start"),
        action("replay.last", "end", "end", "to the end"),
        action("replay.play", "space", "play", "play, or stop"),
        action("replay.faster", "plus equals_sign", "faster", "faster"),
        action("replay.slower", "minus", "slower", "slower"),
        action("replay.jump", "g colon", "jump", "jump to a choice by its number, or to a turn: t7"),
        action(
            "replay.moments",
            "m",
            "moments",
            "key moments: the choices that changed the most (marked on the bar below)",
        ),
        action(
            "replay.turning_points",
            "t",
            "turning points",
            "turning points: where the estimated chance to win moved most, when the game is over",
        ),
        action("replay.what_if", "w", "what if", "what if: play on from here as a game of its own"),
        action("replay.next_place", "tab", "point", "point at the next place that this choice changed"),
        action("replay.previous_place", "shift+tab", "point back", "point at the previous place"),
        action("replay.find", "slash", "find", "point at a place by its name"),
        action("replay.look_around", "o", "look around", "look around on the board"),
        action("replay.eyes", "p", "eyes", "see the game as another player saw it, when it is over"),
        action(
            "replay.views",
            "v",
            "views",
            "views: players, piles and odds, the log, the rulebook, only the board",
        ),
        action("replay.help", "question_mark f1", "help", "help on what is under the cursor"),
        action(
            "replay.back",
            "escape",
            "back",
            "go back one step: clear the text, stop playing, or leave the replay",
        ),
        action("replay.leave", "q", "leave", "leave the replay"),
    ),
    hints=(
        line("replay.hint.go", "typing.done", "Enter", "go"),
        line("replay.hint.stay", "typing.done", "Enter", "stay there"),
        line("replay.hint.step", "replay.earlier replay.later", "←→", "choice"),
        line("replay.hint.turn", "replay.turn_back replay.turn_on", "[ ]", "turn"),
        line("replay.hint.stop", "replay.play", "space", "stop"),
        line("replay.hint.speed", "replay.faster replay.slower", "+ -", "speed"),
        line("replay.hint.about", "replay.help", "?", "about it"),
        line("replay.hint.to_game", "replay.back", "Esc", "back to the game"),
    ),
    help=(
        section(
            "replay.help.keys",
            "Keys",
            line(
                "replay.help.step",
                "replay.earlier replay.later",
                "left, right",
                "back or forward one choice",
                "(also h and l)",
            ),
            line(
                "replay.help.turn",
                "replay.turn_back replay.turn_on",
                "[ and ]",
                "to the start of this turn or of the next",
                "(also PgUp and PgDn)",
            ),
            line("replay.help.ends", "replay.first replay.last", "Home, End", "to the start or the end"),
            "replay.play",
            line("replay.help.speed", "replay.faster replay.slower", "+ and -", "faster or slower"),
            line(
                "replay.help.jump",
                "replay.jump",
                "g or :",
                "jump to a choice by its number, or to a turn: t7",
            ),
            "replay.moments",
            "replay.turning_points",
            "replay.what_if",
            "replay.next_place",
            "replay.find",
            line(
                "replay.help.around",
                "replay.look_around",
                "o",
                "look around: {moves} move on the board until {back}",
                moves=(_MOVES, "arrows"),
                back=("replay.back", "Esc"),
            ),
            "replay.eyes",
            "replay.views",
            "replay.help",
            "replay.back",
            "replay.leave",
        ),
    ),
)

AROUND = Context(
    "around",
    AppMessage("key.around", "while you look around in a replay"),
    (
        action("around.up", "up k", "up", "up on the board"),
        action("around.down", "down j", "down", "down on the board"),
        action("around.left", "left h", "left", "left on the board"),
        action("around.right", "right l", "right", "right on the board"),
    ),
    hints=(line("around.hint.move", _MOVES, "arrows", "move on the board"),),
)

CONTEXTS = (REPLAY, AROUND)
