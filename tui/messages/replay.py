"""The words of a replay."""

from lazaretto.tui.messages.translated_message import AppMessage

TITLE = AppMessage("replay.title", "{title}: replay")
HELP = AppMessage("replay.help", "Replay")
NOTHING_CHANGED = AppMessage("replay.nothing_changed", "This choice changed nothing on the board.")
STILL_SECRET = AppMessage("replay.still_secret", "This game is not over, so its secrets are still hidden.")
NO_MOMENTS = AppMessage("replay.no_moments", "No key moments found yet.")
MOMENTS = AppMessage("replay.moments", "Key moments")
MOMENT = AppMessage("replay.moment", "{number:>4}  turn {turn:<3} {words}")
THIS_CHOICE = AppMessage("replay.this_choice", "this choice")
AS_EVERYBODY = AppMessage("replay.as_everybody", "as everybody saw it")
AS_PLAYER = AppMessage("replay.as_player", "as {player} saw it")
NO_PLACE = AppMessage("replay.no_place", "there is no place with that name")
NO_NUMBER = AppMessage("replay.no_number", "type the number of a choice, or a turn like t7")
TURN_OF = AppMessage("replay.turn_of", "turn {turn} of {last}")
HAS_CHOSEN = AppMessage("replay.has_chosen", "has chosen")
BEGINNING = AppMessage("replay.beginning", "the start")
NOT_FOLLOWING = AppMessage(
    "replay.not_following", "From here on, the rules no longer match the record: {difference}."
)
RESULT = {
    "won": AppMessage("replay.won", "Won: {reason}."),
    "lost": AppMessage("replay.lost", "Lost: {reason}."),
    "drawn": AppMessage("replay.drawn", "Drawn: {reason}."),
}
STANDING = AppMessage("replay.standing", "{words} {standing}.")
RESULTS = AppMessage("replay.results", "{results}.")
JUMP = AppMessage(
    "replay.jump", "jump to choice", "a number, or t and a turn; {done} goes there, {stop} cancels"
)
FIND = AppMessage("replay.find", "find a place", "its name or its code; {done} stays there, {stop} cancels")
