"""Message catalogue of warnings about texts that compile, but probably do not do what the author meant."""

from lazaretto.grammar.message import Message, variants

CODES: dict[str, str] = {
    "W001": "A declaration should be used somewhere.",
    "W002": "A new name should not hide another one.",
    "W003": "A look should use keys and colours that screens know.",
    "W004": "Things should have different labels.",
    "W005": "A kind that rules loop over should have members.",
    "W006": "A choice should have a question.",
    "W007": "A game should not be over at the start.",
    "W008": "A `prefer` should decide something.",
    "W009": "If two rules set the same value, one should say that it wins.",
    "W010": "A direction should lead somewhere.",
    "W011": "A letter of an action should choose it, and nothing else.",
    "W020": "Texts should use current names, not old ones.",
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
    "remove it, or use it",
)
HIDES_BUILT_IN = Message(
    "W002.built_in",
    "`{name}` is built into the language, and this hides it",
    "choose another name",
)
HIDES = Message(
    "W002.game",
    "`{name}` hides something in the game with the same name",
    "choose another name",
)
HIDDEN = Message("W002.hidden", "this is what it hides")
UNKNOWN_LOOK = Message("W003.key", "no screen knows the look `{key}`", "the looks are {names}")
UNKNOWN_COLOUR = Message(
    "W003.colour", "no screen knows the colour `{colour}`", "the colours are {names}, or write `#3060c0`"
)
UNKNOWN_LOOK_VALUE = Message(
    "W003.value", "no screen knows `{value}` as the look `{key}`", "it may be {names}"
)
LONG_LETTER = Message("W003.letter", "`{letter}` is more than one letter", "screens show only the first one")
SAME_LABEL = Message(
    "W004",
    "two things have the label `{label}`, so players cannot tell them apart",
    "give each its own label",
)
LABELLED_TOO = Message("W004.other", "the other one")
NO_MEMBERS = Message(
    "W005.none", "`{kind}` has no members, so rules about them never do anything", "declare some members"
)
NO_QUESTION = Message(
    "W006",
    "this choice has no question; players would read `{question}`",
    'add the question as a text: `"Which ...?"`',
)
OVER_AT_START = Message(
    "W007.over",
    "the game is over before the first decision: {reason}",
    "check the set-up, or the condition of this outcome",
)
HOLDS_AT_START = Message(
    "W007.holds",
    "this condition is already true at the first decision",
    "check the set-up, or this condition",
)
FAILS_AT_START = Message("W007.fails", "the game cannot begin: {error}")
MAY_FAIL_AT_START = Message(
    "W007.luck",
    "some games stop before anybody has decided anything: {error}",
    "see what chance and the number of players decide at the start",
)
DECIDES_NOTHING = Message(
    "W008", "this `prefer` decides nothing: {winners} and {losers} never conflict", "remove it"
)
DECIDES_NOTHING_IN = Message(
    "W008.target",
    "this `prefer` decides nothing: {winners} and {losers} never conflict in {targets}",
    "remove it, or name what both change",
)
OVERRULED = Message(
    "W008.overruled",
    "this `prefer` decides nothing: a later one decides the same",
    "remove one of them, or limit this one with `in NAME` and move it below the other",
)
RULES = Message("W008.rules", "this one applies")
BOTH_SET = Message(
    "W009",
    "`{other}` also sets `{name}`: if both rules apply, the game stops",
    "add `over {other}` if this one wins, or add `when` and the condition under which it applies",
)
NOWHERE = Message(
    "W010",
    "`{direction}` leads nowhere: hexes such as those of `{grid}` have no neighbours due north or south",
    "remove it, or write `northeast`, `southeast`, `southwest` or `northwest`",
)
BOTH_SET_HERE = Message(
    "W009.here",
    "`{owner}` sets `{name}` twice: if both rules apply, the game stops",
    "remove one of them, or add `when` and the condition under which each applies",
)
SETS_TOO = Message("W009.other", "the other one")
SAME_LETTER = Message(
    "W011.same",
    "`{one}` and `{other}` can be in one question and have the same letter `{letter}`",
    "give one of them another letter",
)
LETTERED_TOO = Message("W011.other", "the other one")
NO_LETTER = Message(
    "W011.sign",
    "`{letter}` cannot choose `{action}`: it is not a letter or digit that every keyboard has",
    "write a letter from a to z or A to Z, or a digit for an event",
)
