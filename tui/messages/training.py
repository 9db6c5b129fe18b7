"""Texts of `lazaretto train`."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

TRAIN = AppMessage(
    "cli.train",
    "learn to judge positions of a scenario",
    "Plays a scenario against itself and learns from the rules alone how likely a win is in a position.\n"
    "Bots, hints and the analysis after a game use what was learned. Needs numpy.",
)
PLAYERS = AppMessage("train.players", "for how many players (default: all that the scenario allows, up to 5)")
OPTION = AppMessage("train.option", "set an option, or try several values of it (may be given several times)")
MINUTES = AppMessage(
    "train.minutes", "how long, in minutes of processor time, with --jobs on the clock (default: 10)"
)
JOBS = AppMessage("train.jobs", "how many processes play (default: 1)")
WITHOUT_SCORE = AppMessage("train.without_score", "learn as if the scenario declared no `score`")
FROM = AppMessage("train.from", "go on with the weights in this file, which was learned without a score")
OUTPUT = AppMessage("train.output", "write the result to this file")
SHIP = AppMessage("train.ship", "write the result beside the scenario, for everybody who plays it")

PROGRESS = counted(
    "train.progress",
    "{part:3} %, round {round}: {games:,} game, {won:,} won, {positions:,} positions",
    "{part:3} %, round {round}: {games:,} games, {won:,} won, {positions:,} positions",
    "games",
)
WAYS = AppMessage("train.ways", "{part:3} %, round {round}: {ways:,} ways to play a turn compared")
TRIES = AppMessage("train.tries", "{part:3} %: {tries:,} random changes of weights tried")
COMPARED = AppMessage(
    "train.compared",
    "What bots plan by was learned from {ways:,} ways to play a turn and {tries:,} random changes.",
)
LEARNED = AppMessage(
    "train.learned",
    "{scenario}: learned from {positions:,} positions of {games:,} games, of which {won:,} were won; "
    "{features} features",
)
MERIT = AppMessage(
    "train.merit",
    "In games that it has not learned from: area under the curve {auc:.3f}, Brier score {brier:.4f} "
    "({base:.4f} if every position had the same chance, the best one for all).",
)
HELD_OUT = AppMessage(
    "train.held_out",
    "Not learned from, but held out to judge it: {games:,} games, of which {won:,} were won.",
)
INTERRUPTED = counted(
    "train.interrupted",
    "Interrupted; what was learned in {number} round is kept.",
    "Interrupted; what was learned in {number} rounds is kept.",
)
NOTHING_KEPT = AppMessage(
    "train.nothing_kept", "interrupted before the first round had taught anything, so nothing was kept"
)
MERIT_OF_SCORE = AppMessage(
    "train.merit_of_score",
    "The declared score, there: area under the curve {auc:.3f}, Brier score {brier:.4f}.",
)
RELIABILITY = AppMessage("train.reliability", "Said and won, for tenths of these positions:")
TENTH = AppMessage("train.tenth", "  {chance:5.1f} %  {share:5.1f} %  ({count:,})")
WRITTEN = AppMessage("train.written", "Written to {file}.")
NOT_WRITTEN = AppMessage("train.not_written", "{file} cannot be written: {problem}")
