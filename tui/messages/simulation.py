"""Message catalogue of simulations: what the commands `simulate` and `balance` print."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

# --- arguments ---------------------------------------------------------------------------------

JOBS = AppMessage("simulate.jobs", "play in N processes; the results stay the same (default: 1)")
JOBS_BY_CORES = AppMessage("simulate.jobs_by_cores", "play in N processes (default: one for each core)")
CLUSTER = AppMessage(
    "simulate.cluster",
    "play on the Dask cluster at ADDRESS, such as tcp://10.0.0.5:8786; the results stay the same",
)
UNTIL = AppMessage("simulate.until", "stop once the share of wins is known to within WIDTH, such as 2%%")
NOT_A_WIDTH = AppMessage("simulate.not_a_width", "write a width from 0.1% to 50%, such as 2%, not {text!r}")
CAMPAIGN_LENGTH = AppMessage(
    "simulate.campaign", "play campaigns of N games, where each game carries values over to the next"
)

CSV = AppMessage("simulate.csv", "print one line of CSV for each game instead")
HTML = AppMessage("simulate.html", "print a page of HTML instead, which needs nothing else")
AGAINST = AppMessage(
    "simulate.against",
    "play games with the same seeds of another scenario, too, and compare; it gets the same --option "
    "where it has one of that name",
)
AGAINST_OPTION = AppMessage(
    "simulate.against_option",
    "play the second games with this option instead (without --against, SCENARIO is compared with itself)",
)
AGAINST_BOTS = AppMessage(
    "simulate.against_bots",
    "let these bots play the second games instead (without --against, SCENARIO is compared with itself)",
)

# --- refusals ----------------------------------------------------------------------------------

NO_BOTS = AppMessage("simulate.no_bots", "there are no bots called `{name}`; {help}")
ENGINE_OR_BACKEND = AppMessage(
    "simulate.engine_or_backend", "--engine {engine} goes neither with --profile nor with another --backend"
)
FALLBACK = AppMessage("simulate.fallback", "Python helps out: {reason}")
HANDS_ON_NOTHING = AppMessage(
    "campaign.nothing", "{title} carries nothing over from game to game, so it has no campaigns"
)
BOTS_AND_PLAYERS = AppMessage(
    "simulate.bots_and_players",
    "name one bot for all players, or one for each: {bots} bots, {players} players",
)
PROFILE_ALONE = AppMessage("simulate.profile_alone", "--profile measures one process; leave out --jobs")
JOBS_OR_CLUSTER = AppMessage("simulate.jobs_or_cluster", "--jobs and --cluster do not go together")
NO_DASK = AppMessage("simulate.no_dask", "--cluster needs Dask: {install}")
NO_CLUSTER = AppMessage("simulate.no_cluster", "no cluster with workers answers at {address}: {problem}")
OTHER_VERSION = AppMessage(
    "simulate.other_version",
    "a worker of the cluster has another version of Lazaretto, so its games could differ",
)
LOST_PROCESSES = AppMessage(
    "simulate.lost_processes", "the processes that play were killed again and again; is there enough memory?"
)

# --- progress ----------------------------------------------------------------------------------

GAMES = counted("simulate.number_of_games", "{number} game", "{number} games")
PROGRESS = AppMessage("simulate.progress", "{label}{done}, won {won:.1%} ± {half:.1f}, about {left} left")
SECONDS = AppMessage("simulate.seconds", "{number} s")
MINUTES = AppMessage("simulate.minutes", "{number} min")
HOURS = AppMessage("simulate.hours", "{hours} h {minutes} min")

# --- report ------------------------------------------------------------------------------------

REPORT = AppMessage("simulate.report", "{scenario}: {games} of {players}, seed {seed}")
PLAYED_BY = AppMessage("simulate.played_by", "all seats are the bot `{bots}`")
PLAYED_BY_EACH = AppMessage("simulate.played_by_each", "the seats are the bots {bots}")
WITH_OPTIONS = AppMessage("simulate.with_options", "{options}; {played}")
COLUMNS = AppMessage("simulate.columns", "{played}; games, their share, its 95 % interval:")
COLUMN_GAMES = AppMessage("simulate.column_games", "games")
COLUMN_SHARE = AppMessage("simulate.column_share", "share")
COLUMN_INTERVAL = AppMessage("simulate.column_interval", "95 % interval")
WON = AppMessage("simulate.won", "won")
WON_BY = AppMessage("simulate.won_by", "won: {reason}")
LOST = AppMessage("simulate.lost", "lost: {reason}")
DIVIDED = AppMessage("simulate.divided", "mixed: {reason}")
DRAWN = AppMessage("simulate.drawn", "drawn")
ERRORS = AppMessage("simulate.errors", "errors, the first: {error}")
LENGTH = AppMessage("simulate.length", "{decisions:.1f} decisions and {turns:.1f} turns per game")
SPEED = AppMessage(
    "simulate.speed", "played as {engine} in {seconds:.2f} CPU s{compiling}: {pace:.1f} games per second"
)
COMPILING = AppMessage("simulate.compiling", ", after {seconds:.2f} to prepare native code")
ENGINES = {
    "python": AppMessage("simulate.python", "Python"),
    "wasm": AppMessage("simulate.wasm", "WebAssembly"),
    "cc": AppMessage("simulate.cc", "C"),
}
STOPPED_AT_WIDTH = AppMessage(
    "simulate.stopped_at_width",
    "Playing stops once every share of wins is known to within {width:g} points. Such a stop makes intervals "
    "slightly too narrow.",
)
GAME_OF_CAMPAIGN = AppMessage("simulate.game", "game {number} of each campaign")
TOGETHER = AppMessage("simulate.together", "together")
SPREAD = AppMessage(
    "simulate.spread",
    "{player}: {mean:.2f} points on average, standard deviation {spread:.2f}; {lowest} to {highest}",
)
FIRST = counted("simulate.first", "first in {number} game", "first in {number} games")
BOTH = AppMessage("simulate.both", "{points}; {ranks}")
TURNS = AppMessage("simulate.turns", "turns of a game")
BY_SEAT = AppMessage("simulate.by_seat", "wins by seat")
BY_FIRST = AppMessage("simulate.by_first", "wins by who acts first")
BY_TRAIT = AppMessage("simulate.by_trait", "wins by {trait}")
UNUSED = {
    "actions": AppMessage("simulate.unused.actions", "actions that nobody did in {games}"),
    "cards": AppMessage("simulate.unused.cards", "cards that nobody used in {games}"),
    "pieces": AppMessage("simulate.unused.pieces", "pieces that always ended where they began, in {games}"),
}
NEVER_RAN = AppMessage("simulate.never_ran", "rules that never ran in {games}")
NEVER_RAN_AT_FIRST = AppMessage(
    "simulate.never_ran_at_first", "rules that never ran in the first {games} games"
)
MORE_PLACES = AppMessage("simulate.more_places", "… and {number} more; --json and --html list all of them")

DIFFERENCE = AppMessage(
    "simulate.difference",
    "{more} is won {value:.1f} points more often than {less}, 95 % interval {low:+.1f} to {high:+.1f}; "
    "of {pairs} only {more} won {first}, only {less} {second} ({chance}). {verdict}",
)
NO_DIFFERENCE = AppMessage(
    "simulate.no_difference",
    "{more} and {less} are won equally often, 95 % interval {low:+.1f} to {high:+.1f}; "
    "of {pairs} only {more} won {first}, only {less} {second} ({chance}). {verdict}",
)
CHANCE = AppMessage("simulate.chance", "p = {chance:.4f}")
TINY_CHANCE = AppMessage("simulate.tiny_chance", "p below {chance:.4f}")
PAIRS = counted(
    "simulate.pairs",
    "{number} pair of games with the same seed",
    "{number} pairs of games with the same seed",
)
CLEARLY_EASIER = AppMessage("simulate.clearly_easier", "{title} is clearly easier.")
CLEARLY_BETTER = AppMessage("simulate.clearly_better", "`{bots}` bots clearly win more often.")
NOTHING_CLEAR = AppMessage("simulate.nothing_clear", "These games show no clear difference.")
TITLE_WITH = AppMessage("simulate.title_with", "{title} ({difference})")
FIRST_OF_TWO = AppMessage("simulate.first_of_two", "first games")
SECOND_OF_TWO = AppMessage("simulate.second_of_two", "second games")

# --- profile -----------------------------------------------------------------------------------

PROFILED = AppMessage("simulate.profiled", "{calls:,.0f} calls of rules per game; the time spent in each:")
PROFILE_SHARE = AppMessage("simulate.share", "share")
PROFILE_CALLS = AppMessage("simulate.calls", "calls per game")
PROFILE_EACH = AppMessage("simulate.each", "µs per call")
PROFILE_RULE = AppMessage("simulate.rule", "rule")
PROFILE_REST = AppMessage("simulate.rest", "{number} others")
PROFILE_SORTS = {
    "value": AppMessage("simulate.sort.value", "value {rule}"),
    "rule": AppMessage("simulate.sort.rule", "{rule}"),
    "outcome": AppMessage("simulate.sort.outcome", "{rule} … when"),
    "invariant": AppMessage("simulate.sort.invariant", "invariant {rule}"),
    "goal": AppMessage("simulate.sort.goal", "goal {rule}"),
    "needs": AppMessage("simulate.sort.needs", "option {rule}: whether it is allowed"),
    "options": AppMessage("simulate.sort.options", "{rule}: whether it is available"),
    "question": AppMessage("simulate.sort.question", "{rule}: what can be chosen"),
    "forbid": AppMessage("simulate.sort.forbid", "forbid {rule}"),
    "visibility": AppMessage("simulate.sort.visibility", "{rule}: who sees it"),
    "term": AppMessage("simulate.sort.term", "{rule}: as a part of the score, for hints"),
    "label": AppMessage("simulate.sort.label", "{rule}: its label"),
}

# --- balance -----------------------------------------------------------------------------------

BALANCE_AGAINST = AppMessage("balance.against", "put the scenario between the difficulties of BASE")
BALANCE_PLAYERS = AppMessage("balance.players", "only this number of players (may be given several times)")
BALANCE_BOTS = AppMessage(
    "balance.bots", "the bot that plays all seats (default: thinker, which gives hints, too)"
)
BALANCE_UNTIL = AppMessage(
    "balance.until", "stop a row of the table once its share is known to within WIDTH (default: 6%%)"
)
BALANCE_GAMES = AppMessage("balance.games", "at most so many games for a row of the table (default: 400)")
BALANCE_MINUTES = AppMessage("balance.minutes", "stop after M minutes at the latest (default: 8)")
BALANCE_CSV = AppMessage("balance.csv", "print one line of CSV for each row of the table instead")
AS_IT_IS = AppMessage("balance.as_it_is", "as it is")
NO_CELLS = AppMessage(
    "balance.no_cells", "{title} cannot be played with these options and numbers of players"
)
NO_SUCH_DIFFICULTY = AppMessage(
    "balance.no_such_difficulty",
    "the manifest of {title} names the option `{option}` for its difficulty, but has none",
)
BALANCING = AppMessage("balance.balancing", "{games}; now {players}, {level}; at most {left} left")
BALANCE = AppMessage(
    "balance.title",
    "{title}: games won, with 95 % intervals. All seats are the bot `{bots}`; {games} games a row, "
    "seed {seed}; {seconds:.0f} CPU seconds.",
)
FROM_TO = AppMessage("balance.from_to", "{low} to {high}")
NOT_PLAYED = AppMessage("balance.not_played", "not played")
TOO_FEW_GAMES = AppMessage(
    "balance.too_few_games",
    "A row with fewer than {games} games tells nothing yet. --minutes and --games allow more of them.",
)
SAVE_TIME = AppMessage("balance.save_time", "To save time: {ways}.")
FEWER_ROWS = AppMessage("balance.fewer_rows", "--players {players} leaves out the other rows")
FASTER_BOTS = AppMessage("balance.faster_bots", "--bots {bots} plays faster")
TIME_WAS_OVER = counted(
    "balance.time_was_over",
    "The time of {number} minute was over before all shares were known well enough; --minutes gives more.",
    "The time of {number} minutes was over before all shares were known well enough; --minutes gives more.",
)
INTERRUPTED = counted(
    "simulate.interrupted", "Interrupted after {number} game.", "Interrupted after {number} games."
)
ONE_BOT = AppMessage("balance.one_bot", "balance takes one bot for all seats, such as --bots {bot}")
PLAYERS = counted("balance.player", "{number} player", "{number} players")
BALANCE_ERRORS = counted("balance.errors", "{number} game failed", "{number} games failed")
LEVEL_HARDER = AppMessage(
    "balance.level_harder", "{other} is clearly harder than {one} ({second:.0f} % against {first:.0f} %)."
)
LEVEL_EASIER = AppMessage(
    "balance.level_easier",
    "{other} should be harder than {one}, but is clearly easier ({second:.0f} % against {first:.0f} %).",
)
LEVELS_ALIKE = AppMessage(
    "balance.levels_alike",
    "{one} and {other} cannot be told apart after so many games ({first:.0f} % and {second:.0f} %).",
)
MANY_HARDER = AppMessage(
    "balance.many_harder",
    "With {many} players it is clearly harder than with {few} ({second:.0f} % against {first:.0f} %).",
)
MANY_EASIER = AppMessage(
    "balance.many_easier",
    "With {many} players it is clearly easier than with {few} ({second:.0f} % against {first:.0f} %).",
)
PLAYERS_ALIKE = AppMessage(
    "balance.players_alike",
    "{many} and {few} players win about equally often, as far as so many games can tell "
    "({second:.0f} % and {first:.0f} %).",
)
AND = AppMessage("balance.and", "{one} and {other}")
AS_HARD_AS = AppMessage(
    "balance.as_hard_as", "{title} ({level}, {share:.0f} %) is about as hard as {base} at {name}."
)
NEAR_SEVERAL = AppMessage(
    "balance.near_several",
    "{title} ({level}, {share:.0f} %) is somewhere around {names} of {base}: play more games to know more.",
)
VARIANT_AS_HARD = AppMessage(
    "balance.variant_as_hard",
    "{title} ({level}, {share:.0f} %) and {base} ({other:.0f} %) cannot be told apart after so many games.",
)
VARIANT_IS_EASIER = AppMessage(
    "balance.variant_is_easier",
    "{title} ({level}, {share:.0f} %) is clearly easier than {base} ({other:.0f} %).",
)
VARIANT_IS_HARDER = AppMessage(
    "balance.variant_is_harder",
    "{title} ({level}, {share:.0f} %) is clearly harder than {base} ({other:.0f} %).",
)
EASIER_THAN = AppMessage(
    "balance.easier_than", "{title} ({level}, {share:.0f} %) is clearly easier than {base} at {name}."
)
HARDER_THAN = AppMessage(
    "balance.harder_than", "{title} ({level}, {share:.0f} %) is clearly harder than {base} at {name}."
)
BETWEEN = AppMessage(
    "balance.between", "{title} ({level}, {share:.0f} %) lies between {one} and {other} of {base}."
)
