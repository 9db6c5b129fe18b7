"""The words of statistics."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

TITLE = AppMessage("statistics.title", "Statistics: your finished games")
ALL_GAMES = AppMessage("statistics.all_games", "All games")
GAMES = AppMessage("statistics.games", "Games")
SHARE = AppMessage("statistics.share", "{won:>3} of {games:>3} won  {percent:>3} %")
SHARE_WITHIN = AppMessage(
    "statistics.share_within", "{won:>3} of {games:>3} won  {percent:>3} %  ({low} to {high} %)"
)
NONE = AppMessage("statistics.none", "no finished game yet")
STREAK = AppMessage("statistics.streak", "Wins in a row: {streak} now, {best} at best.")
FASTEST = AppMessage("statistics.fastest", "Fastest win: {turns}, on {day} ({record}).")
TURNS = counted("statistics.turns", "{number} turn", "{number} turns")
PLAYERS = counted("statistics.players", "{number} player", "{number} players")
BY_PLAYERS = AppMessage("statistics.by_players", "By number of players")
BY_PARTS = AppMessage("statistics.by_parts", "By optional parts")
BY = AppMessage("statistics.by", "By {aspect}")
NO_PARTS = AppMessage("statistics.no_parts", "none")
UNKNOWN = counted(
    "statistics.unknown",
    "{number} record cannot be read or played again, and does not count.",
    "{number} records cannot be read or played again, and do not count.",
)
COUNTING = AppMessage("statistics.counting", "Playing your saved games again …")
WHAT_COUNTS = AppMessage(
    "statistics.what_counts",
    "What counts: games that are over, except what-if and guided games. Of several people at one keyboard, "
    "all must win. In brackets: where the real share probably lies (95 %), from {enough} games on.",
)
COMMAND = AppMessage(
    "command.stats",
    "show statistics over your finished games",
    "Show statistics over your finished games: wins, streaks and fastest wins, by players, options, roles.",
)
GAME = AppMessage("argument.stats_game", "only this game")
JSON = AppMessage("argument.stats_json", "print everything as one JSON object")
NO_GAME = AppMessage("stats.no_game", "there is no finished game of `{game}`; {help}")
HAS_GAMES = AppMessage("stats.has_games", "there are games of {games}")
NO_GAMES = AppMessage("stats.no_games", "there is no finished game yet")

GOALS = AppMessage("statistics.goals", "Goals: {reached} of {number} reached")
GOAL_REACHED = AppMessage("statistics.goal_reached", "+ {goal}: {times}, first on {day}")
GOAL_OPEN = AppMessage("statistics.goal_open", "- {goal}: {documentation}")
TIMES = counted("statistics.times", "{number} time", "{number} times")
DAILY = counted(
    "statistics.daily", "{number} daily challenge:", "{number} daily challenges, the latest first:"
)
DAILY_LINE = AppMessage("statistics.daily_line", "{day}  {title}: {result}")
DAILY_RESULT = {
    "won": AppMessage("statistics.daily.won", "won in {turns}"),
    "lost": AppMessage("statistics.daily.lost", "lost in {turns}"),
    "drawn": AppMessage("statistics.daily.drawn", "drawn in {turns}"),
    "split": AppMessage("statistics.daily.split", "won by some in {turns}"),
}
