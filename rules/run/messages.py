"""Message catalogue of a running game: faults of rules (F), refused choices (C), starts (S), records (D).

Codes are not displayed; translations and tests find messages by code. `CODES` explains each code in one
sentence.
"""

from grammar.message import Message

CODES: dict[str, str] = {
    "F001": "A rule comes to an end.",
    "F002": "A number stays within its range and within 64 bits, and nothing is divided by zero.",
    "F003": "A list has a bounded length.",
    "F004": "Only what is there can be moved or used.",
    "F005": "A question has at least one answer.",
    "F006": "Chance has something to choose from.",
    "F007": "A link has two ends.",
    "F008": "Of two settings of a value one says that it wins.",
    "F009": "A game waits for a player or is over.",
    "F010": "What a player knows can be dealt.",
    "C001": "A choice is one of those that are offered.",
    "C002": "Only the player who is asked answers.",
    "C003": "A choice of several has the right number, each once.",
    "C004": "Nothing can be chosen after the end.",
    "C005": "A choice can be undone until something is revealed.",
    "C006": "An action has a limit.",
    "S001": "A game has a number of players.",
    "S002": "Every player has a name of their own.",
    "S003": "Only declared options can be set.",
    "S004": "An option has a value that is declared.",
    "S005": "What an earlier game of a campaign hands on fits the game.",
    "D001": "A record, the number of its lines and each of its lines are bounded.",
    "D002": "Every line of a record has one of a few shapes.",
    "D003": "A record is TOML.",
    "D004": "A record has the format that is read here.",
    "D005": "A record has all its keys and no others, each with a value of its kind.",
    "D006": "A record names a bot for each player or for none.",
    "D007": "The checksum of a record fits its contents.",
    "D008": "Every choice of a record names a player.",
    "D010": "Names and values in a record are short.",
    "D009": "A record has at most 64 players.",
}

# --- faults of rules

FAULT_AT = Message("fault.at", "{place}: {fault}")
ENDLESS = Message("F001.endless", "this goes on without end, or for too long")
ENDLESS_IN = Message(
    "F001.in", "this goes on without end, or for too long: most of the work is done in {rule}"
)
ENDLESS_CALLS = Message("F001.calls", "these rules call each other without end")
NUMBER_TOO_LARGE = Message("F002.large", "this number grows too large")
OUT_OF_RANGE = Message("F002.range", "`{name}` cannot be {value}: it is within {low}..{high}")
DIVIDED_BY_ZERO = Message("F002.zero", "this divides by zero")
LIST_TOO_LONG = Message("F003", "this list grows too long")
TEXT_TOO_LONG = Message("F003.text", "this text holds too many other texts")
TOO_FEW_THERE = Message("F004.few", "{amount} are wanted and only {have} are there")
LESS_THAN_NONE = Message("F004.negative", "fewer than none cannot be moved")
EMPTY_PILE = Message("F004.pile", "there is nothing there: a pile is empty")
NO_SUCH_NUMBER = Message("F004.nth", "the one with number {number} is wanted, but there are {count}")
IS_NONE = Message("F004.none", "this is `none` where a thing is needed")
NOTHING_TO_CHOOSE = Message("F005.nothing", "there is nothing to choose from")
TOO_FEW_TO_CHOOSE = Message("F005.few", "there are too few to choose from")
LEAST_ABOVE_MOST = Message("F005.bounds", "{least} are too many where {most} are the most")
EMPTY_NUMBERS = Message("F005.range", "there is no number from {low} to {high}")
TOO_MANY_NUMBERS = Message("F005.numbers", "there are too many numbers to choose from")
NO_NUMBER = Message("F005.number", "there is no number to choose")
NO_CHOICE_ALLOWED = Message("F005.allowed", "no choice is allowed here")
IMPOSSIBLE_FATE = Message("F006.fate", "the result laid down for chance cannot come up here")
NOTHING_BY_CHANCE = Message("F006.nothing", "there is nothing to choose from by chance")
NOT_AN_END = Message("F007", "this link does not touch that place")
AGAINST_THE_WAY = Message("F007.way", "this link leads only the other way")
SET_TWICE = Message(
    "F008.two", "`{one}` and `{other}` both set `{name}`, to different values; say which wins with `over`"
)
SET_TWICE_BY_ONE = Message(
    "F008.one",
    "two rules of `{one}` set `{name}`, to different values; let the `when` of one exclude the other",
)
STOPS_WITHOUT_END = Message("F009", "the game stops though nobody has won or lost")
NO_DEAL = Message("F010", "no deal fits what is known")

# --- what players read

AND_MORE = Message("shown.more", "{number:,} more")
LOG_FULL = Message("shown.log", "The log is full: from here on, it shows no more lines")

# --- questions and refused choices

WHICH = Message("prompt.which", "Which {subject}?")
WHICH_ORDER = Message("prompt.order", "In which order?")
WHICH_FOR_ACTION = Message("prompt.action_which", "{action}: which {subject}?")
WHICH_ORDER_FOR_ACTION = Message("prompt.action_order", "{action}: in which order?")
GO_ON = Message("prompt.go_on", "Go on")
UNSEEN = Message("prompt.unseen", "{nth} {kind}")
UNSEEN_OF = Message("prompt.unseen_of", "{nth} {kind} of {pile}")
UNSEEN_OF_OWNER = Message("prompt.unseen_of_owner", "{nth} {kind} of {owner}'s {pile}")
CHOICE_TOO_LONG = Message("C001.long", "this is too long for a choice")
NOTHING_THERE = Message("C001.nothing", "There is nothing to choose")
REASON_TOO_LONG = Message("C001.reason", "The rules take too long to say why this is closed")
NOT_OPEN = Message("C001.closed", "this is not open")
NOT_OFFERED = Message("C001.offered", "`{key}` is not offered")
SEVERAL_CALLED = Message("C001.several", "`{key}` could be {names}; say which")
NOT_A_NUMBER = Message("C001.number", "`{key}` is not a number")
OTHER_IS_ASKED = Message("C002", "it is {player} who is asked")
NAMED_TWICE = Message("C003.twice", "`{key}` is named twice")
CHOOSE_EXACTLY = Message("C003.exactly", "choose {least}, not {found}")
CHOOSE_BETWEEN = Message("C003.between", "choose {least} to {most}, not {found}")
GAME_OVER = Message("C004", "the game is over")
NOTHING_TO_UNDO = Message("C005.nothing", "there is nothing to undo")
CANNOT_UNDO = Message(
    "C005.revealed", "this cannot be undone: something was revealed or left to chance since"
)
DONE_ONCE = Message("C006.once", "You have done this once this {phase} already")
DONE_OFTEN = Message("C006.often", "You have done this as often as allowed this {phase} already")

# --- starts

WRONG_NUMBER_OF_PLAYERS = Message("S001", "{title} is for {low} to {high} players, not {found}")
NAMES_NOT_CLEAR = Message("S002", "every player needs a name of their own, without `:`, `,` or `>`")
NO_OPTION = Message("S003.some", "{title} has no option `{name}`, only {names}")
NO_OPTION_BUT = Message("S003.near", "{title} has no option `{name}`, only {names}; {help}")
NOT_KEPT = Message("S005.key", "{title} hands on no `{key}` from game to game")
KEPT_WRONG = Message("S005.value", "`{key}` cannot be `{text}`")
KEPT_TWICE = Message("S005.twice", "`{key}` has a piece twice, or one that another pile has too")
NO_OPTIONS = Message("S003.none", "{title} has no options, so `{name}` cannot be set")
NOT_IN_RANGE = Message("S004.number", "`{name}` is a number from {low} to {high}, not `{text}`")
MISFIT = Message("S004.misfit", "{title} cannot start like this: {text}")
NOT_A_MEMBER = Message("S004.member", "`{name}` is one of {names}, not `{text}`")

# --- records

IN_RECORD = Message("record.file", "{name}: {problem}")
IN_RECORD_AT = Message("record.line", "{name}:{line}: {problem}")
RECORD_TOO_LARGE = Message("D001.file", "this file is too large for a record")
LINE_TOO_LONG = Message("D001.line", "this line is too long for a record: it has more than {most} characters")
TOO_MANY_LINES = Message("D001.lines", "this file has too many lines for a record: more than {most}")
BREAKS_OFF = Message("D002.cut", "the file breaks off here: {text}")
STRANGE_LINE = Message("D002.line", "this is not a line of a record: {text}")
BREAKS_OFF_EARLY = Message("D003.cut", "the file breaks off before its end")
NOT_TOML = Message("D003.toml", "this is no record: {words}")
KEY_TWICE = Message("D003.twice", "this key or table stands twice: take one of them out")
NOT_A_RECORD = Message("D004.none", "this is not a record of a game")
OTHER_FORMAT = Message(
    "D004.format", "this record has format {found}, and only format {known} can be read here"
)
MISSING_KEY = Message("D005.missing", "the record has no `{key}`: it was cut off or edited")
UNKNOWN_KEY = Message("D005.unknown", "a record has no key `{key}`")
MUST_BE_NUMBER = Message("D005.number", "`{key}` must be a number, without quotes")
MUST_BE_TEXT = Message("D005.text", "`{key}` must be a text, in double quotes")
NO_SCENARIO = Message("D005.scenario", "`scenario` is empty: write the name of the scenario that was played")
MUST_BE_NUMBERS = Message("D005.numbers", "`{key}` must be a list with a number for each player")
MUST_BE_TABLE = Message("D005.table", "`{key}` must be a table")
MUST_BE_TEXTS = Message("D005.texts", "`{key}` must be a list of texts, each in double quotes")
BOTS_AND_PLAYERS = Message("D006", "`bots` must name one for each player")
WRONG_CHECKSUM = Message(
    "D007",
    "the record was edited or damaged: its checksum does not fit "
    '(who means it writes checksum = "{unchecked}")',
)
VALUE_TOO_LONG = Message("D010", "`{key}` has a name or value of more than {most} characters")
TOO_MANY_PLAYERS = Message("D009", "a record has at most {most} players")
NAMED_ALIKE = Message("D008.alike", "two players are called {name}: give each player a name of their own")
NO_PLAYER = Message("D008.none", "choice {number} names no player of this game: {line}")
