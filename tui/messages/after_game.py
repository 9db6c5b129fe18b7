"""The words about finished games: what-if games, turning points, goals, share lines, daily challenges."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- what-if games -----------------------------------------------------------------------------

WHAT_IF = AppMessage("what_if.title", "What if? Play on after choice {number}")
SAME_DRAWS = AppMessage(
    "what_if.same", "with the same draws to come", "What was drawn and rolled after this point comes again."
)
DEALT_ANEW = AppMessage(
    "what_if.other",
    "with other draws to come",
    "What nobody knows at this point is shuffled again; nothing that you know changes.",
)
NOT_HERE = AppMessage("what_if.not_here", "On a server, you can only play on from your own saved games.")
AT_END = AppMessage(
    "what_if.at_end", "The game is over here: go back to a choice from which you want to play on."
)
FROM = AppMessage("argument.from", "play on from a point of a saved game, as a new game: what if?")
AT = AppMessage("argument.at", "with --from: after how many choices; without --seed, the same draws follow")
AT_WITHOUT_FROM = AppMessage("play.at_without_from", "--at needs --from")
FROM_WITHOUT_AT = AppMessage("play.from_without_at", "--from needs --at")
NOT_WITH_FROM = AppMessage("play.not_with_from", "--from cannot be combined with --{option} or a scenario")
CANNOT_BRANCH = AppMessage("play.cannot_branch", "the game cannot be played on from there: {error}")
BRANCHED = AppMessage("play.branched", "{title}. Players: {players}. The game goes on after choice {number}.")
LABEL_WHAT_IF = AppMessage("launcher.label_what_if", "What if")
WHAT_IF_OF = AppMessage("launcher.what_if_of", "branched off {name}")

# --- turning points ----------------------------------------------------------------------------

CHANCE = AppMessage("chance.name", "chance to win")
ESTIMATING = AppMessage("chance.estimating", "Estimating the chance to win … ({percent} % done)")
NOT_READY = AppMessage(
    "chance.not_ready", "The turning points are not ready yet: the estimate is {percent} % done."
)
NOT_OVER = AppMessage("chance.not_over", "Turning points come when the game is over.")
ESTIMATED = AppMessage(
    "chance.estimated", "The chance to win is estimated: a bot played on {playouts} times and won {won}."
)
JUDGED = AppMessage(
    "chance.judged", "The chance to win is estimated from what was learned in games of bots with each other."
)
NOTHING_MOVED_AS_JUDGED = AppMessage(
    "chance.judged_nothing_moved",
    "The chance to win, as it was learned in games of bots with each other, never moved much.",
)
NO_ESTIMATE = AppMessage("chance.none", "Nobody estimates the chance to win here.")
NOTHING_MOVED = AppMessage(
    "chance.nothing_moved",
    "The estimated chance to win never moved much: a bot played on {playouts} times and won {won}.",
)
TURNING_POINTS = AppMessage(
    "chance.turning_points", "Turning points: where the estimated chance to win moved most"
)
TURNING_POINT = AppMessage("chance.turning_point", "turn {turn:<3} {before:>3} % -> {after:>3} %   {words}")
CHOSE = AppMessage("chance.chose", "{player}: {choice}")
TURN_CHANCE = AppMessage("chance.turn", "turn {turn:<3} {percent:>3} %")
END_CHANCE = AppMessage("chance.end", "end      {percent:>3} %")
CHANCES = AppMessage(
    "argument.chances",
    "instead of the choices, print the estimated chance to win after each turn, and the turning points",
)
CHANCES_NOT_OVER = AppMessage(
    "replay.chances_not_over", "this game is not over, so no chance to win is estimated"
)

# --- goals and share lines ---------------------------------------------------------------------

GOALS = AppMessage("goals.reached", "Goals: {reached} of {number} reached.")
NEW_GOALS = AppMessage("goals.new", "Goals: {reached} of {number} reached; for the first time: {new}.")
THE_GOALS = AppMessage("goals.title", "{title}: goals")
NOT_ANY = AppMessage("goals.not_any", "This game has no goals.")
SHARED = AppMessage("share.line", "{game}: {result}")
SHARED_RESULT = {
    "won": AppMessage("share.won", "won in turn {turn}"),
    "lost": AppMessage("share.lost", "lost in turn {turn}"),
    "drawn": AppMessage("share.drawn", "drawn in turn {turn}"),
    "split": AppMessage("share.split", "won by some in turn {turn}"),
}
SHARED_GOALS = AppMessage("share.goals", "{reached} of {goals} goals")
SHARED_DAY = AppMessage("share.day", "daily {day}")
TO_SHARE = AppMessage("share.to_share", "Share ({key} copies): {line}")
TO_SHARE_LINE = AppMessage("share.to_share_line", "To share:")
COPIED = AppMessage(
    "share.copied", "Copied, if your terminal allows it; otherwise select the line with the mouse."
)
NOTHING_TO_SHARE = AppMessage("share.nothing", "There is nothing to share yet.")

# --- the daily challenge -----------------------------------------------------------------------

DAILY = AppMessage("daily.title", "Daily challenge {day}: {title}, {players} players")
PLAY_DAILY = AppMessage("daily.play", "Play it", "Your first finished game of the day counts. Good luck!")
PLAY_DAILY_AGAIN = AppMessage("daily.again", "Play it again", "{result} Playing again does not count.")
DAILY_RESULT = {
    "won": AppMessage("daily.won", "You won in turn {turn}."),
    "lost": AppMessage("daily.lost", "You lost in turn {turn}."),
    "drawn": AppMessage("daily.drawn", "A draw in turn {turn}."),
    "split": AppMessage("daily.split", "Some of you won in turn {turn}."),
}
NO_DAILY = AppMessage("daily.none", "There is no daily challenge, because no game came along.")
DAILY_OPTION = AppMessage(
    "argument.daily", "play the daily challenge of today, or of a date (YYYY-MM-DD, UTC)"
)
NO_DATE = AppMessage("daily.no_date", "`{text}` is not a date such as 2026-01-31")
NOT_WITH_DAILY = AppMessage("daily.not_with", "--daily cannot be combined with --{option} or a scenario")
SHARE_HAS = AppMessage("share.has", "a share line already says --{option}")
DAILY_COUNTS = AppMessage("daily.counts", "Daily challenge {day}. Your first finished game of it counts.")
