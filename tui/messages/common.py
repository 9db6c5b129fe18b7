"""Words that several screens and commands share."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

CHOICES = counted("count.choices", "{number} choice", "{number} choices")
PLACES = counted("count.places", "{number} place", "{number} places")
MISTAKES = counted("count.mistakes", "{number} mistake", "{number} mistakes")
WARNINGS = counted("count.warnings", "{number} warning", "{number} warnings")
NEXT_MARK = counted("count.next_mark", "{mark} in {number} space", "{mark} in {number} spaces")
FILES = counted("count.files", "{number} file", "{number} files")

RESULT_OF = {
    "won": AppMessage("result_of.won", "{players} won"),
    "lost": AppMessage("result_of.lost", "{players} lost"),
    "drawn": AppMessage("result_of.drawn", "{players} drew"),
}
BECAUSE = AppMessage("result_of.because", "{result}: {reason}")
"""What some players did at the end of a game, then the reason that the rules give."""

POINTS = counted("count.points", "{number} point", "{number} points")
POINTS_OF = AppMessage("count.points_of", "{number} of {most} points")
ALL_POINTS = AppMessage("count.all_points", "{points} together")
EACH_POINTS = AppMessage("count.each_points", "points: {points}")
TOGETHER = AppMessage("standing.together", "together: {points}")
RANKED = AppMessage("standing.ranked", "{rank}. {player}")
RANKED_WITH = AppMessage("standing.ranked_with", "{rank}. {player}: {points}")
"""A player's rank at the end of a game, then the points."""

WITH_STATE = AppMessage("common.with_state", "{piece} ({state})")
ON_BACK = AppMessage("common.on_back", "{nth}: {state}")
"""What a face-down piece shows on its back; the piece is told by its position in the pile."""
FROM_TO = AppMessage("common.from_to", "{low} to {high}")
WENT_WRONG = AppMessage("common.went_wrong", "The rules of this scenario failed: {error}")
FAILED_INSIDE = AppMessage("common.failed_inside", "{error}. The rules of this scenario are not to blame.")
SCENARIO_CHANGED = AppMessage(
    "common.scenario_changed", "The scenario has changed since this game was played."
)
THE_LOG = AppMessage("common.the_log", "The log")
"""The title of the page."""
ONLY_YOU_KNOW = AppMessage("common.only_you_know", "(only you know)")

# --- a game that is open in another window -----------------------------------------------------

ELSEWHERE = {
    "look": AppMessage(
        "elsewhere.look", "watch it", "You see what happens in the other window, but you cannot play."
    ),
    "copy": AppMessage(
        "elsewhere.copy", "play a copy", "The copy gets a name of its own; the other window keeps its game."
    ),
    "take_over": AppMessage(
        "elsewhere.take_over", "take it over", "You continue here; the other window can then only watch."
    ),
}
"""The ways to open such a game."""
