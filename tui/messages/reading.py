"""The words of the rulebook and of the end of a game."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- the rulebook ------------------------------------------------------------------------------

THE_RULES = AppMessage("rulebook.title", "{title}: the rules")
CONTENTS = AppMessage("rulebook.contents", "Contents")
THE_MAP = AppMessage("rulebook.map", "The map")
NOTHING_WRITTEN = AppMessage("rulebook.empty", "There is no documentation for these rules.")
READING = AppMessage("rulebook.help", "Reading the rulebook")
PLACE = AppMessage("rulebook.place", "{number} of {found}")
NOWHERE = AppMessage("rulebook.nowhere", "not found")

# --- the end of a game -------------------------------------------------------------------------

GOES_ON = AppMessage("ending.goes_on", "The game is not over")
ALL = {
    "won": AppMessage("ending.all.won", "You have won"),
    "lost": AppMessage("ending.all.lost", "You have lost"),
    "drawn": AppMessage("ending.all.drawn", "The game is a draw"),
}
PLAYERS = {
    "won": AppMessage("ending.players.won", "The players have won"),
    "lost": AppMessage("ending.players.lost", "The players have lost"),
    "drawn": AppMessage("ending.players.drawn", "The game is a draw"),
}
"""For spectators."""
ONE = {
    "won": AppMessage("ending.one.won", "{player} has won"),
    "lost": AppMessage("ending.one.lost", "{player} has lost"),
    "drawn": AppMessage("ending.one.drawn", "{player} has a draw"),
}
KEPT_IN_TURN = AppMessage("ending.kept_in_turn", "Turn {turn}, after {choices}. Saved as {name}.")
KEPT = AppMessage("ending.kept", "After {choices}. Saved as {name}.")
OF_CAMPAIGN = AppMessage(
    "ending.of_campaign",
    "This was a game of the campaign {campaign}: press {key} and Enter to start the next one.",
)
LAST_OF_CAMPAIGN = AppMessage(
    "ending.last_of_campaign", "This was the last game of the campaign {campaign}: the campaign is over."
)
GOES_ON_IN_TURN = AppMessage("ending.goes_on_in_turn", "Turn {turn}. Saved as {name}.")
GOES_ON_AS = AppMessage("ending.goes_on_as", "Saved as {name}.")
LOOKING_BACK = AppMessage("ending.looking_back", "Preparing the chart …")
AT_LAST = AppMessage("ending.at_last", "Last moves")
IS_OVER = AppMessage("ending.is_over", "{title}: the game is over")
COURSE = AppMessage("ending.course", "{title}: the course of the game")
HELP = AppMessage("ending.help", "The end of a game")

# --- the chart ---------------------------------------------------------------------------------

LEFT = AppMessage("chart.left", "{number} left")
TURN = AppMessage("chart.turn", "turn")
CHOICE = AppMessage("chart.choice", "choice")
BEGINNING = AppMessage("chart.beginning", "at the start")
AFTER = AppMessage("chart.after", "after {choices}")
END_AFTER = AppMessage("chart.end_after", "the end, after {choices}")
NOW = AppMessage("chart.now", "now")
IN_TURN = AppMessage("chart.in_turn", "turn {turn}")
TURN_AFTER = AppMessage("chart.turn_after", "turn {turn}, after {choices}")
