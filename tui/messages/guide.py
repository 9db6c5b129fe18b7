"""What a guided game says beside the words of its guide."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- what to press -----------------------------------------------------------------------------

PRESS = AppMessage("guide.press", "Press {key}")
THEN = AppMessage("guide.then", ", then ")
TYPE = AppMessage("guide.type", "Type {text} and press {enter}")
TYPE_ONLY = AppMessage("guide.type_only", "Type {text}")
AND_THEN = AppMessage("guide.and_then", "{first}. {then}")
TO_CHOOSE = AppMessage("guide.to_choose", "{keys}: {name}")
CHOOSE = AppMessage("guide.choose", "Choose {name}")
PASSING = AppMessage(
    "guide.passing", "The game asks whether anybody wants to do something at this moment. Nobody does: go on."
)
WATCH = AppMessage("guide.watch", "Watch what happens now.")
ANOTHER_KEY = AppMessage("guide.another_key", "The guide asks for something else here. {words}")
MOVE_AND_TAKE = AppMessage("guide.move_and_take", "Press {move} until the cursor is on {name}, then {take}")
CARRY = AppMessage("guide.carry", "Put them in this order: {names}. {up} moves a card up, {done} is done")
READ_ON = AppMessage("guide.read_on", "{key}: read on")
THE_END = AppMessage("guide.the_end", "{key}: close the guide and play on")
COUNT = AppMessage("guide.count", "{page}/{pages}")
HERE = AppMessage("guide.here", "look")

# --- leaving the guide -------------------------------------------------------------------------

NOT_THIS = AppMessage(
    "guide.not_this",
    "The guide goes another way here: {name}. Choose the same again if you want to leave the guide; the game "
    "then goes on as a normal game, and {undo} brings you back.",
)
STRAYED = AppMessage(
    "guide.strayed",
    "You have left the guide: the game goes on as a normal game. {undo} undoes your choices and brings you "
    "back, unless a card was revealed or drawn since.",
)
CLOSE = AppMessage("guide.close", "{key}: close this")

# --- line mode ---------------------------------------------------------------------------------

LINE_STEP = AppMessage("guide.line_step", "-- {title}, {page} of {pages} --")
LINE_TYPE = AppMessage("guide.line_type", "Type: {words}")
LINE_READ_ON = AppMessage("guide.line_read_on", "Press Enter to read on.")
LINE_END = AppMessage(
    "guide.line_end", "This was the guide. The game goes on: play it to its end, or `quit`."
)
LINE_NOT_THIS = AppMessage(
    "guide.line_not_this",
    "The guide goes another way here: type `{words}`. If you want to leave the guide, type the same line "
    "again; the game then goes on as a normal game, and `undo` brings you back.",
)
LINE_STRAYED = AppMessage(
    "guide.line_strayed",
    "You have left the guide: the game goes on as a normal game. `undo` undoes your choices and brings you "
    "back, unless a card was revealed or drawn since.",
)
LINE_BACK = AppMessage("guide.line_back", "You are back in the guide.")

# --- the command -------------------------------------------------------------------------------

COMMAND = AppMessage(
    "command.learn",
    "play a guided game, which explains itself step by step",
    "Play a guided game: it says what to look at, what to press and why. Without a scenario, "
    "choose one from a list.",
)
GUIDE = AppMessage("argument.guide", "the name of one of its guides; the first one if you name none")
NO_GUIDES = AppMessage(
    "learn.none", "{scenario} has no guided game; `lazaretto learn` lists those that have one"
)
NOTHING_TO_LEARN = AppMessage("learn.nothing", "no scenario has a guided game")
STARTED = AppMessage(
    "learn.started", "{title}: {guide}. `help` lists the commands, `quit` stops; the game is saved."
)
