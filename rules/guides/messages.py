"""The messages about guides, with the codes that begin with H."""

from lazaretto.grammar.message import Message

CODES = {
    "H001": "a guide cannot be started as it says",
    "H002": "a choice of a guide is not open",
    "H003": "a text of a guide is too long for a small screen",
    "H004": "a guide shows something that is not on the board",
    "H005": "a guide has no steps",
    "H006": "a guide goes on after the end of the game",
    "H007": "a rule fails while a guide is played",
    "H008": "a value of a guide has the wrong type",
    "H009": "a guide has too many steps",
    "H010": "a text of a guide names something in braces that nobody can fill in",
}

NO_START = Message(
    "H001.start", "the game cannot start like this: {reason}", "change `players`, `options` or `parts`"
)
NO_PART = Message("H001.part", "the scenario has no optional part `{part}`", "its parts are {names}")
NOT_OPEN = Message("H002.open", "`{choice}` is not open here: {reason}", "{player} may choose {names}")
TOO_LONG = Message(
    "H003.long",
    "this text takes {lines} lines on a small screen, but only {most} fit",
    "make two steps of it: a step without `choose` is one to read",
)
NO_SPOT = Message("H004.spot", "there is no `{name}` on the board", "name a place, a link or an area")
NO_STEPS = Message("H005.steps", "the guide has no steps", "write `[[step]]` and a `text`")
OVER = Message("H006.over", "the game is over before this choice: {reason}", "end the guide earlier")
RULE_FAILS = Message("H007.rule", "a rule fails here: {reason}")

TAKES_NUMBER = Message("H008.number", "`{key}` must be a whole number", "write it like `{example}`")
TAKES_OPTIONS = Message(
    "H008.options", "`{key}` must be a table of texts or numbers", "write it like `{example}`"
)
TAKES_STEPS = Message("H008.steps", "`{key}` must be a list of tables", "write it like `{example}`")
NO_ASIDE = Message("H010.aside", "there is no key called `{{{name}}}`", "write one of {names}")
TOO_MANY_STEPS = Message("H009.many", "a guide has at most {most} steps", "make two guides of it")

NAME = Message("guide.test_name", "the guide {name}")
FAILURE = Message("guide.failure", "line {line}: {message}")
