"""Message catalogue of warnings: what compiles, but is probably not what the author meant."""

from grammar.message import Message, variants

CODES: dict[str, str] = {
    "W001": "What is declared is used somewhere.",
    "W002": "A new name does not hide another one.",
    "W003": "Screens know the keys and colours of looks.",
    "W004": "Things with the same label are shown as one.",
    "W005": "A kind that rules go through has members.",
    "W006": "A question says what is asked.",
    "W007": "A game goes on after it has begun.",
    "W008": "A preference decides something.",
    "W009": "Of two rules that set a value, one says that it wins.",
    "W010": "A direction leads somewhere.",
    "W020": "Texts use the present names of things.",
}

UNUSED = variants(
    "W001",
    {
        "procedure": "the procedure `{name}` is never called",
        "phase": "the phase `{name}` is never called",
        "value": "the value `{name}` is never used",
        "variable": "the variable `{name}` is never used",
        "option": "the option `{name}` is never used",
        "menu": "the menu `{name}` is never offered",
    },
    "take it out, or use it",
)
HIDES_BUILT_IN = Message(
    "W002.built_in",
    "`{name}` is built into the language, and this hides it",
    "choose another name",
)
HIDES = Message(
    "W002.game",
    "`{name}` hides something of the game that is called so, too",
    "choose another name",
)
HIDDEN = Message("W002.hidden", "this is hidden")
UNKNOWN_LOOK = Message("W003.key", "no screen knows the look `{key}`", "the looks are {names}")
UNKNOWN_COLOUR = Message(
    "W003.colour", "no screen knows the colour `{colour}`", "the colours are {names}, or write `#3060c0`"
)
UNKNOWN_LOOK_VALUE = Message(
    "W003.value", "no screen knows `{value}` as the look `{key}`", "it may be {names}"
)
LONG_LETTER = Message("W003.letter", "`{letter}` is more than one letter", "screens show only the first one")
SAME_LABEL = Message(
    "W004", "two things are labelled `{label}`, so that players see only one of them", "give each its own"
)
LABELLED_TOO = Message("W004.other", "the other one")
NO_MEMBERS = Message(
    "W005.none", "`{kind}` has no members, so that rules about them never do anything", "declare some"
)
NO_QUESTION = Message(
    "W006", "players would read `{question}` here", 'add the question as a text: `"Which ...?"`'
)
OVER_AT_START = Message(
    "W007.over",
    "the game is over before anybody has decided anything: {reason}",
    "see what holds at the start",
)
HOLDS_AT_START = Message(
    "W007.holds", "this holds already when the first player decides", "see what holds at the start"
)
FAILS_AT_START = Message("W007.fails", "the game cannot begin: {error}")
DECIDES_NOTHING = Message(
    "W008", "this `prefer` decides nothing: no two rules of {winners} and {losers} meet", "take it out"
)
DECIDES_NOTHING_IN = Message(
    "W008.target",
    "this `prefer` decides nothing: no two rules of {winners} and {losers} meet in {targets}",
    "take it out, or name what they both change",
)
OVERRULED = Message(
    "W008.overruled",
    "this `prefer` decides nothing: a later one decides the same",
    "take one of them out, or say with `in` what this one is about, and let it come later",
)
RULES = Message("W008.rules", "this one counts")
BOTH_SET = Message(
    "W009",
    "`{other}` sets `{name}`, too: where both rules apply, the game stops",
    "add `over {other}` if this one wins, or say with `when` in which case it counts",
)
NOWHERE = Message(
    "W010",
    "`{direction}` leads nowhere: hexes such as those of `{grid}` have no neighbours due north or south",
    "take it out, or write `northeast`, `southeast`, `southwest` or `northwest`",
)
BOTH_SET_HERE = Message(
    "W009.here",
    "`{owner}` sets `{name}` twice: where both rules apply, the game stops",
    "take one of them out, or say with `when` in which case each counts",
)
SETS_TOO = Message("W009.other", "the other one")
