"""The words of hints, and of what bots are after."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

HINT = AppMessage("advice.hint", "Hint")
MARK = AppMessage("advice.mark", "hint")
"""Beside the place on the board."""
THINKING = AppMessage("advice.thinking", "thinking …")
FIRST_GUESS = AppMessage("advice.first_guess", "first guess, still thinking …")
BETTER = AppMessage("advice.better", "thinking on …")
FINAL = AppMessage("advice.final", "what the bot would do")
KEYS = AppMessage("advice.keys", "{take} selects it, {back} closes")
CLOSES = AppMessage("advice.closes", "{back} closes")
READ = AppMessage("advice.read", "lines {first} to {last} of {number}; {back} and {on} scroll")
HINTS_OFF = AppMessage("advice.hints_off", "Hints are switched off in the settings.")
ONLY = AppMessage("advice.only", "Nothing else can be done.")
NOT_SCORED = AppMessage(
    "advice.not_scored",
    "This game does not say how good a position is, so there are no reasons: the bot only sees"
    " whether this turn wins or loses the game.",
)
PLANS_AS_LEARNED = AppMessage(
    "advice.plans_as_learned",
    "This game has no score, so there are no reasons: the bot plans by what was learned.",
)
NO_REASON = AppMessage(
    "advice.no_reason",
    "No reason stands out: nothing that counts changes before something is drawn or shown.",
)
NO_OPINION = AppMessage(
    "advice.no_opinion", "The bot has no opinion: all that can be done counts the same to it."
)
MOVE = AppMessage("advice.move", "{action} ({steps})")
THEN = AppMessage("advice.then", "then {moves}")
WHY = AppMessage("advice.why", "why: {reason}")
BUT = AppMessage("advice.but", "but: {reason}")
FROM_TO = AppMessage("advice.from_to", "{now} → {then}")
NEW = AppMessage("advice.new", "new: {then}")
GONE = AppMessage("advice.gone", "{now} → no longer")
STAYS_BETTER = AppMessage("advice.stays_better", "{now} (better than before)")
STAYS_WORSE = AppMessage("advice.stays_worse", "{now} (worse than before)")
RISK = counted(
    "advice.risk",
    "risk until the turn ends, in {number} imagined game: {risks}",
    "risk until the turn ends, in {number} imagined games: {risks}",
)
NO_RISK = counted(
    "advice.no_risk",
    "risk until the turn ends: nothing in {number} imagined game",
    "risk until the turn ends: nothing in {number} imagined games",
)
CHANCES = AppMessage("advice.chances", "chance to win: before {before} %, after {after} %")
CHANCES_NOTED = AppMessage(
    "advice.chances_noted", "chance to win ({note}): before {before} %, after {after} %"
)
PLANS_BY_SCORE = AppMessage(
    "advice.plans_by_score", "The bot plans by the score of the game, not by this chance."
)
RISK_OF = AppMessage("advice.risk_of", "{what} in {before}, with this in {after}")
LOST = AppMessage("advice.lost", "lost")
MOVES_ON = AppMessage("advice.moves_on", "the {track} marker moves")
LATER_PLAN = AppMessage("advice.later_plan", "Later in this turn:")
BOT_IS_AFTER = AppMessage("advice.bot_is_after", "{player} ({bot}): {plan}")
PLAN_WITH_REASON = AppMessage("advice.plan_with_reason", "{plan}: {reason}")
PLAN_WITH_HELP = AppMessage("advice.plan_with_help", "{plan}; {help}")
HELPS = AppMessage("advice.helps", "helps {player}: {reason}")
BOTS = AppMessage("advice.bots", "What the bots are after")
BOT_PLANS = AppMessage("advice.bot_plans", "{player} ({bot}) plans:")
BOT_PLANNED = AppMessage("advice.bot_planned", "{player} ({bot}) planned in its last turn:")
STEP = AppMessage("advice.step", "{number}. {move}")
NOTHING_SAID = AppMessage(
    "advice.nothing_said",
    "{player} ({bot}) has not told a plan since the game was opened. A bot tells its plan when its turn"
    " begins; a saved game does not keep it. Bots that act by chance or have secrets tell none.",
)
NO_BOTS = AppMessage("advice.no_bots", "No bot plays here.")
REQUEST = AppMessage("advice.request", "{player} ({bot}) asks because: {reasons}")
REQUEST_THEN = AppMessage("advice.request_then", "{player} then plans: {moves}")
