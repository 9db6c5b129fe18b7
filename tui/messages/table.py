"""The words of the table: panes, pages, short lists and what is said below the board."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- what is said ------------------------------------------------------------------------------

SINCE = AppMessage("table.since", "since your last choice")
CANNOT_BE_CHOSEN = AppMessage(
    "table.cannot_be_chosen", "{name} cannot be chosen here; {next} goes to what can be chosen"
)
CANNOT_BE_CHOSEN_OWN = AppMessage(
    "table.cannot_be_chosen_own",
    "{name} cannot be chosen here: you are there. {next} goes to what can be chosen",
)
NOTHING_CALLED = AppMessage("table.nothing_called", "Nothing here is called {typed}")
NO_PLACE_CALLED = AppMessage("table.no_place_called", "No place is called {typed}")
NO_PLACE_LEAVE = AppMessage("table.no_place_leave", "No place is called {typed}; {leave} leaves the game")
ASKED_OF = AppMessage("table.asked_of", "{player} is asked: {question}")
BOT_GOES_ON = AppMessage("table.bot_goes_on", "look at the board: {player} goes on.")
BEGINS = AppMessage("table.begins", "look at the board: {player} begins.")
LET_BEGIN = AppMessage("table.let_begin", "Go on")
YOU_MAY = AppMessage("table.you_may", "it is {player}'s choice, but you may")
OVER = AppMessage(
    "table.over", "The game is over; you can look around. {undo} undoes a choice, {leave} leaves the game."
)
NOT_BEGUN = AppMessage(
    "table.not_begun", "There is nothing to cancel. {undo} undoes a choice, {leave} leaves the game."
)
NOT_KEPT = AppMessage("table.not_kept", "The game continues, but it could not be saved: {error}")
NOTHING_HERE = AppMessage(
    "table.nothing_here", "You can do nothing with {name} now. {help} shows help on it."
)
TAKEN_BACK = AppMessage("table.taken_back", "Undone.")
TAKEN_BACK_WHAT = AppMessage("table.taken_back_what", "Undone: {what}")
NOTHING_UNDER_CURSOR = AppMessage(
    "table.nothing_under_cursor", "Press the letter of an option, or move to one with the arrow keys first."
)
NOBODY_ELSE = AppMessage("table.nobody_else", "No other player at this keyboard can do anything now.")
PASS_ON = AppMessage("table.pass_on", "Pass until something changes")
NOTHING_NOW = AppMessage("table.nothing_now", "Nothing this time")
PASSING = AppMessage(
    "table.passing",
    "You pass until something changes: a track moves, you can do something new, or the next turn begins.",
)
PASSING_LATER = AppMessage(
    "table.passing_later",
    "You cannot pass this question. Where you need not act, you pass from now on until something changes: a"
    " track moves, you can do something new, or the next turn begins.",
)

# --- answers -----------------------------------------------------------------------------------

PICKED_OF = AppMessage("answer.picked_of", "pick {wanted}: {picked} picked")
UP_TO = AppMessage("answer.up_to", "up to {most}")
ONE_OR_OTHER = AppMessage("answer.one_or_other", "{least} or {most}")
NO_MORE = AppMessage("answer.no_more", "No more than {most} can be picked")
PICK_WANTED = AppMessage("answer.pick_wanted", "Pick {wanted} with {key}; {picked} picked so far")
MUST_BE = AppMessage("answer.must_be", "The number must be from {low} to {high}")
NOT_GIVEN = AppMessage("answer.not_given", "{value} is not allowed here")

# --- titles and short lists --------------------------------------------------------------------

HELP = AppMessage("table.help", "Help")
OTHER_PLAYERS = AppMessage("table.other_players", "What other players do now")
STOPS = AppMessage("table.stops", "Stops: when the table waits for you")
ALL_MOMENTS = AppMessage(
    "table.all_moments",
    "All other moments",
    "Moments at which players may act although nobody has to; those that have come up are listed below.",
)
WAIT = {
    "always": AppMessage("table.wait.always", "always"),
    "change": AppMessage("table.wait.change", "if something changed"),
    "turn": AppMessage("table.wait.turn", "not in this turn"),
    "never": AppMessage("table.wait.never", "never"),
}
OWN_SIDE = AppMessage("table.own_side", "{player}: open my view", "The other players must look away.")
BY_PLAYER = AppMessage("table.by_player", "{player}: {option}")
VIEWS = AppMessage("table.views", "Views")
PLAYERS = AppMessage("table.players", "Players")
PILES_AND_ODDS = AppMessage("table.piles_and_odds", "Piles and odds")
FOR_PLAYER = AppMessage("table.for_player", "This is only for {player}.")
NEXT_PLAYER = AppMessage("table.next_player", "{player} is next.")
NOT_SECRET = AppMessage(
    "table.not_secret", "The secrets of the player before are hidden. Press {key} to go on."
)
LOOK_AWAY = AppMessage("table.look_away", "The other players must look away. Press {key} to see it.")

# --- panes -------------------------------------------------------------------------------------

TURN = AppMessage("table.turn", "turn {turn}")
WAITING = AppMessage("table.waiting", "waiting for {player}")
STILL_PLAYING = AppMessage("table.still_playing", "Wait for {player}.")
ALL_IN_SECRET = AppMessage("table.all_in_secret", "Everybody chooses at once, in secret.")
CHANGE_CHOICE = AppMessage("table.change_choice", "you chose {choice}; waiting for {players}")
FROM_TO = AppMessage("table.from_to", "from {low} to {high}")
POINT = AppMessage("table.point", "{number} on the board: move there or type a name")
PICK = AppMessage("table.pick", "{number} on the board: {pick} picks, {done} is done")
SEEN = AppMessage("table.seen", "{first}–{last} of {number}")
GOES_ON = AppMessage("table.goes_on", "{key} continues")
MORE = AppMessage("table.more", "… more under {key}")
HERE = AppMessage("table.here", "Here")
TRACKS = AppMessage("table.tracks", "Tracks")
STANDING = AppMessage("table.standing", "Standing")
PILES = AppMessage("table.piles", "Piles")
LEFT = AppMessage("table.left", "Left")
LEFT_OF = AppMessage("table.left_of", "{supply} left")
ARE_LEFT_OVER = AppMessage("table.are_left_over", "left")
ODDS_NEXT = AppMessage("table.odds_next", "Odds")
GROUP_COUNT = AppMessage("table.group_count", "{group} {have}")
GROUP_WITH_TEAM = AppMessage("table.group_with_team", "{group}, team {team}")
ON_TOP = AppMessage("table.on_top", "on top")
YOU = AppMessage("table.you", "(you)")
BOT = AppMessage("table.bot", "{bot} bot")
PLAYED_BY_BOT = AppMessage("table.played_by_bot", "This seat is played by a bot ({bot}).")
FACE_DOWN = AppMessage("table.face_down", "{number} face down")
STEP_OF = AppMessage("table.step_of", "{value} (step {step}/{steps})")
WITH_MARK = AppMessage("table.with_mark", "{value} ({mark})")
STEP = AppMessage("table.step", "(step {step})")
AROUND = AppMessage("table.around", "around it: {places}")
WITH_PIECES = AppMessage("table.with_pieces", "{place} ({pieces})")
AMONG = AppMessage("table.among", "among {first}–{last}")
PILE_NEXT = AppMessage("table.pile_next", "{pile}: {chance}")
AT = AppMessage("table.at", "at {place}")

# --- pages -------------------------------------------------------------------------------------

RULE = AppMessage("table.rule", "{title}: {text}")
NUMBERED_RULE = AppMessage("table.numbered_rule", "Rule {number}, {title}")
RULE_ALONE = AppMessage("table.rule_alone", "{title}.")
ONE_OF_RULES = AppMessage("table.one_of_rules", "One of these rules. {rules}")
NO_RULE = AppMessage("table.no_rule", "No rule says more about this.")
WHICH_RULE = AppMessage("table.which_rule", "Which rule did this?")
PREVENTED = AppMessage("table.prevented", "(prevented)")
CHANGED = AppMessage("table.changed", "Changed: {since}")

# --- help on the thing under the cursor --------------------------------------------------------

AND = AppMessage("topic.and", "{first} and {last}")
BETWEEN = AppMessage("topic.between", "{kind} between {ends}.")
NOT_NOW = AppMessage("topic.not_now", "Not now: {reason}.")
NOTHING_MORE = AppMessage("topic.nothing_more", "There is no more help on this.")
SHOWS = AppMessage("topic.shows", "It shows {face}.")
ARE_LEFT = AppMessage("topic.are_left", "{left} of {size} are left.")
ARE_PLACED = AppMessage("topic.are_placed", "{placed} of {size} are placed.")
LIE_HERE = AppMessage("topic.lie_here", "{number} are here.")
DANGER = AppMessage("topic.danger", "Danger: {danger}.")
HOLDS = AppMessage("topic.holds", "Here: {things}")
STAND_HERE = AppMessage("topic.stand_here", "Players here: {players}")
ONE_WAY = AppMessage("topic.one_way", "{kind} from {first} to {last}, one way.")
WAY_TO = AppMessage("topic.way_to", "One way to {places}")
WAY_FROM = AppMessage("topic.way_from", "One way from {places}")
NEXT_TO = AppMessage("topic.next_to", "Next to {places}")
WAY_BY = AppMessage("topic.way_by", "{way}, by {kind}")
ODDS = AppMessage("topic.odds", "{pile}: {chance}; it lies at {where} of {number}")
ANY_OF = AppMessage("topic.any_of", "any of {number}")
OF_THESE = AppMessage("topic.of_these", "{where}: {pieces} ({number} of these {could})")
CERTAIN = AppMessage("topic.certain", "{where}: {pieces}")
PILE_OF_PLAYER = AppMessage("topic.pile_of_player", "{player}'s {pile}")
PILE_AT = AppMessage("topic.pile_at", "{pile} in {place}")
SEEN_IN = AppMessage("topic.seen_in", "In: {pile} ({number})")
ITS_PIECE_IN = AppMessage("topic.its_piece_in", "{piece} is in: {pile}")
HAVE_IT = AppMessage("topic.have_it", "Has it: {players}")
SUPPLY_AT = AppMessage("topic.supply_at", "In the game: {places}")
MARKER_AT = AppMessage("topic.marker_at", "On the board: {place}")
VALUE = AppMessage("topic.value", "Now: {value}")
WHAT_IS = AppMessage("topic.what_is", "What is …?")
NO_NAME = AppMessage("topic.no_name", "Nothing here has such a name.")
CUT_HERE = AppMessage("topic.cut_here", "… ({key} shows all)")
OPTION = AppMessage("topic.option", "option")
PLAYER = AppMessage("topic.player", "player")
PILE = AppMessage("topic.pile", "pile")
TRACK = AppMessage("topic.track", "track")
SUPPLY = AppMessage("topic.supply", "supply")
VARIABLE = AppMessage("topic.variable", "state of the game")
KIND = AppMessage("topic.kind", "kind")
