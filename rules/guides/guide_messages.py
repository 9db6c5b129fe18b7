"""The messages about guides, with the codes that begin with G."""

from grammar.message import Message

CODES = {
    "G001": "a guide cannot be started as it says",
    "G002": "a choice of a guide is not open",
    "G003": "a text of a guide is too long for a small screen",
    "G004": "a guide shows something that is not on the board",
    "G005": "a guide has no steps",
    "G006": "a guide goes on after the end of the game",
    "G007": "a rule fails while a guide is played",
    "G008": "a value of a guide has the wrong type",
    "G009": "a guide has too many steps",
    "G010": "a text of a guide names something in braces that nobody can fill in",
}

NO_START = Message(
    "G001.start", "the game cannot start like this: {reason}", "change `players`, `options` or `parts`"
)
NO_PART = Message("G001.part", "the scenario has no optional part `{part}`", "its parts are {names}")
NOT_OPEN = Message("G002.open", "`{choice}` is not open here: {reason}", "{player} may choose {names}")
NOBODY = Message("G002.nobody", "`{choice}` is not open here: {reason}")
TOO_LONG = Message(
    "G003.long",
    "this text takes {lines} lines on a small screen, but only {most} fit",
    "make two steps of it: a step without `choose` is one to read",
)
NO_SPOT = Message("G004.spot", "there is no `{name}` on the board", "name a place, a link or an area")
NO_STEPS = Message("G005.steps", "the guide has no steps", "write `[[step]]` and a `text`")
OVER = Message("G006.over", "the game is over before this choice: {reason}", "end the guide earlier")
RULE_FAILS = Message("G007.rule", "a rule fails here: {reason}")

TAKES_NUMBER = Message("G008.number", "`{key}` must be a whole number", "write it like `{example}`")
TAKES_OPTIONS = Message(
    "G008.options", "`{key}` must be a table of texts or numbers", "write it like `{example}`"
)
TAKES_STEPS = Message("G008.steps", "`{key}` must be a list of tables", "write it like `{example}`")
NO_ASIDE = Message("G010.aside", "there is no key called `{{{name}}}`", "write one of {names}")
TOO_MANY_STEPS = Message("G009.many", "a guide has at most {most} steps", "make two guides of it")

NAME = Message("guide.test_name", "the guide {name}")
FAILURE = Message("guide.failure", "line {line}: {message}")
