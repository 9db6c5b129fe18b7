"""Message catalogue of a running game: faults of rules (F), refused choices (C), starts (S), records (D).

Codes are not displayed; translations and tests find messages by code. `CODES` explains each code in one
sentence.
"""

from lazaretto.grammar.message import Message

CODES: dict[str, str] = {
    "F001": "A rule must end in bounded time.",
    "F002": "A number stays in its range and fits in 64 bits, and nothing is divided by zero.",
    "F003": "A list has a maximum length.",
    "F004": "Only things that are there can be moved or used.",
    "F005": "A question has at least one answer.",
    "F006": "A random choice needs something to choose from.",
    "F007": "A link has two ends.",
    "F008": "If two rules set the same value, one must say that it wins.",
    "F009": "A game either waits for a player or is over.",
    "F010": "There is a deal that fits what a player knows.",
    "C001": "A choice must be one of the options.",
    "C002": "Only the player who is asked can answer.",
    "C003": "A choice of several has the right number of things, each once.",
    "C004": "Nothing can be chosen after the end.",
    "C005": "A choice can be undone until something is revealed.",
    "C006": "An action has a limit.",
    "C007": "A game is dealt anew between two choices.",
    "S001": "A game has a number of players.",
    "S002": "Every player has a name of their own.",
    "S003": "Only declared options can be set.",
    "S004": "An option has a value that is declared.",
    "S005": "The values that a campaign carries over fit the game.",
    "D001": "A record has a maximum size, number of lines and length of lines.",
    "D002": "Every line of a record has a known form.",
    "D003": "A record is TOML.",
    "D004": "A record has a format that this version can read.",
    "D005": "A record has all required keys and no others, each with a value of the right type.",
    "D006": "A record names a bot for each player or for none.",
    "D007": "The checksum of a record matches its contents.",
    "D008": "Every choice of a record names a player.",
    "D010": "Names and values in a record have a maximum length.",
    "D009": "A record has at most 64 players.",
}

# --- faults of rules

FAULT_AT = Message("fault.at", "{place}: {fault}")
ENDLESS = Message("F001.endless", "this rule runs forever, or for too long")
ENDLESS_IN = Message("F001.in", "this rule runs forever, or for too long: most of the work is done in {rule}")
ENDLESS_CALLS = Message("F001.calls", "these rules call each other endlessly")
NUMBER_TOO_LARGE = Message("F002.large", "this number becomes too large")
OUT_OF_RANGE = Message("F002.range", "`{name}` cannot be {value}: its range is {low}..{high}")
DIVIDED_BY_ZERO = Message("F002.zero", "this divides by zero")
LIST_TOO_LONG = Message("F003", "this list becomes too long")
TEXT_TOO_LONG = Message("F003.text", "this text contains too many other texts")
TOO_FEW_THERE = Message("F004.few", "not enough pieces: the rule needs {amount}, but there are only {have}")
LESS_THAN_NONE = Message("F004.negative", "a rule cannot move a negative number of pieces")
EMPTY_PILE = Message("F004.pile", "the pile is empty")
NO_SUCH_NUMBER = Message(
    "F004.nth", "the rule needs number {number} of a list or pile, but it has only {count}"
)
IS_NONE = Message("F004.none", "this is `none`, but the rule needs a value")
NOTHING_TO_CHOOSE = Message("F005.nothing", "there is nothing to choose from")
TOO_FEW_TO_CHOOSE = Message("F005.few", "there are too few things to choose from")
LEAST_ABOVE_MOST = Message("F005.bounds", "the least number to choose is {least}, but the most is {most}")
EMPTY_NUMBERS = Message("F005.range", "there is no number from {low} to {high}")
TOO_MANY_NUMBERS = Message("F005.numbers", "there are too many numbers to choose from")
NO_NUMBER = Message("F005.number", "there is no number to choose from")
NO_CHOICE_ALLOWED = Message("F005.allowed", "no combination is allowed here")
IMPOSSIBLE_FATE = Message("F006.fate", "the random result that was set beforehand is not possible here")
NOTHING_BY_CHANCE = Message("F006.nothing", "there is nothing to choose from at random")
NOT_AN_END = Message("F007", "this place is not an end of this link")
AGAINST_THE_WAY = Message("F007.way", "this link goes only the other way")
SET_TWICE = Message(
    "F008.two",
    "`{one}` ({here}) and `{other}` ({there}) both set `{name}`, to different values; "
    "add `over` to the winner",
)
SET_TWICE_BY_ONE = Message(
    "F008.one",
    "two rules of `{one}` ({here} and {there}) set `{name}`, to different values; "
    "change a `when` so that only one applies",
)
SET_TWICE_BY_RULE = Message(
    "F008.rule",
    "the rule at {here} applies more than once and sets `{name}` to different values; "
    "add a `when` so that it applies only once",
)
STOPS_WITHOUT_END = Message("F009", "the game stops, but nobody has won or lost")
NO_DEAL = Message("F010", "no deal is consistent with what the players know")

# --- what players read

AND_MORE = Message("shown.more", "{number:,} more")
LOG_FULL = Message("shown.log", "The log is full: no more lines are added")

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
REASON_TOO_LONG = Message("C001.reason", "The rules take too long to say why this is not available")
NOT_OPEN = Message("C001.closed", "this is not available")
NOT_OFFERED = Message("C001.offered", "`{key}` is not offered")
SEVERAL_CALLED = Message("C001.several", "`{key}` could mean {names}; write which one")
REVEALED_BEFORE = Message(
    "C001.revealed",
    "something is revealed or drawn at random before `{key}`; choose the steps before that first",
)
NOT_A_NUMBER = Message("C001.number", "`{key}` is not a number")
OTHER_IS_ASKED = Message("C002", "it is {player}'s turn to choose")
NAMED_TWICE = Message("C003.twice", "`{key}` is named twice")
CHOOSE_EXACTLY = Message("C003.exactly", "choose {least}, not {found}")
CHOOSE_BETWEEN = Message("C003.between", "choose {least} to {most}, not {found}")
GAME_OVER = Message("C004", "the game is over")
IN_A_CHOICE = Message("C007", "this is in the middle of a choice")
NOTHING_TO_UNDO = Message("C005.nothing", "there is nothing to undo")
CANNOT_UNDO = Message(
    "C005.revealed", "this cannot be undone: since then, something was revealed or drawn at random"
)
DONE_ONCE = Message("C006.once", "You have already done this once this {phase}")
DONE_OFTEN = Message("C006.often", "You have already done this as often as allowed this {phase}")

# --- starts

WRONG_NUMBER_OF_PLAYERS = Message("S001", "{title} is for {low} to {high} players, not {found}")
NAMES_NOT_CLEAR = Message("S002", "every player needs a name of their own, without `:`, `,` or `>`")
NO_OPTION = Message("S003.some", "{title} has no option `{name}`, only {names}")
NO_OPTION_BUT = Message("S003.near", "{title} has no option `{name}`, only {names}; {help}")
NOT_KEPT = Message("S005.key", "{title} does not carry `{key}` over from game to game")
KEPT_WRONG = Message("S005.value", "`{key}` cannot be `{text}`")
KEPT_TWICE = Message("S005.twice", "`{key}` has a piece twice, or one that is also in another pile")
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
BREAKS_OFF = Message("D002.cut", "the file is incomplete; it ends with: {text}")
STRANGE_LINE = Message("D002.line", "this is not a line of a record: {text}")
BREAKS_OFF_EARLY = Message("D003.cut", "the file is incomplete")
NOT_TOML = Message("D003.toml", "this is not a record: {words}")
KEY_TWICE = Message("D003.twice", "this key or table is written twice: remove one of them")
NOT_A_RECORD = Message("D004.none", "this is not a record of a game")
OTHER_FORMAT = Message(
    "D004.format", "this record has format {found}, but this version can only read format {known}"
)
MISSING_KEY = Message("D005.missing", "the record has no `{key}`: the file is incomplete or was edited")
UNKNOWN_KEY = Message("D005.unknown", "a record has no key `{key}`")
MUST_BE_NUMBER = Message("D005.number", "`{key}` must be a number, without quotes")
MUST_BE_TEXT = Message("D005.text", "`{key}` must be a text, in double quotes")
NO_SCENARIO = Message("D005.scenario", "`scenario` is empty: write the name of the scenario that was played")
MUST_BE_NUMBERS = Message("D005.numbers", "`{key}` must be a list with a number for each player")
WRONG_DEALS = Message(
    "D005.deals",
    "`dealt_after` must be numbers of choices in the order of the game, and `dealt_with` a seed for each; "
    "there are at most {most} of them",
)
MUST_BE_TABLE = Message("D005.table", "`{key}` must be a table")
MUST_BE_TEXTS = Message("D005.texts", "`{key}` must be a list of texts, each in double quotes")
BOTS_AND_PLAYERS = Message("D006", "`bots` must have one entry for each player")
WRONG_CHECKSUM = Message(
    "D007",
    "the record was edited or damaged: its checksum does not match "
    '(to play it anyway, write checksum = "{unchecked}")',
)
VALUE_TOO_LONG = Message("D010", "`{key}` has a name or value of more than {most} characters")
TOO_MANY_PLAYERS = Message("D009", "a record has at most {most} players")
NAMED_ALIKE = Message("D008.alike", "two players are called {name}: give each player a name of their own")
NO_PLAYER = Message("D008.none", "choice {number} names no player of this game: {line}")
