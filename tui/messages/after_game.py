"""The words about finished games: what-if games, and turning points."""

from tui.messages.translated_message import AppMessage

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
ESTIMATING = AppMessage("chance.estimating", "Estimating the chance to win: {percent} %.")
ESTIMATED = AppMessage(
    "chance.estimated", "The chance to win is estimated: a bot played on {playouts} times and won {won}."
)
NO_ESTIMATE = AppMessage("chance.none", "Nobody estimates the chance to win here.")
NOTHING_MOVED = AppMessage(
    "chance.nothing_moved",
    "The estimated chance to win never moved much: a bot played on {playouts} times and won {won}.",
)
TURNING_POINTS = AppMessage(
    "chance.turning_points", "Turning points: where the estimated chance to win moved most"
)
TURNING_POINT = AppMessage(
    "chance.turning_point", "turn {turn:<3} {before:>3} % -> {after:>3} %   {player}: {choice}"
)
TURN_CHANCE = AppMessage("chance.turn", "turn {turn:<3} {percent:>3} %")
END_CHANCE = AppMessage("chance.end", "end      {percent:>3} %")
CHANCES = AppMessage(
    "argument.chances", "then estimate the chance to win after each turn, and show turning points"
)
CHANCES_NOT_OVER = AppMessage(
    "replay.chances_not_over", "this game is not over, so no chance to win is estimated"
)
