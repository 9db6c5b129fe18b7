"""Message catalogue of the rulebook: texts that do not come from the game itself."""

from lazaretto.grammar.message import Message, variants

SEAT = Message("rulebook.seat", "A player at the table.")
SEAT_NUMBER = Message("rulebook.seat_number", "seat {number}")
ABOUT = Message("rulebook.about", "{description}\n\n{seats}")
PLAYERS = Message(
    "rulebook.players", "For {number} players.", count="number", forms={"one": "For {number} player."}
)
PLAYERS_FROM_TO = Message("rulebook.players_range", "For {low} to {high} players.")
SECTION = Message("rulebook.section", "{number} {title}")
SEE = Message("rulebook.see", "See “{chapter}”.")
WITH_PLAYERS = Message(
    "rulebook.with_players",
    "{number} with {players} players",
    count="players",
    forms={"one": "{number} with {players} player"},
)
PART = Message("rulebook.part", "{title} ({part})")
PROHIBITION = Message("rulebook.prohibition", "then not allowed: {name}")
FOR_SOME = Message("rulebook.for_some", "only for: {players}")
TITLES = variants(
    "rulebook",
    {
        "glance": "At a glance",
        "numbers": "Numbers",
        "ends": "How the game ends",
        "course": "The course of the game",
        "menus": "What you may do",
        "summaries": "What there is",
        "seats": "What every player has",
        "table": "On the table",
        "options": "Before the game",
        "goals": "Goals",
        "others": "Others",
    },
)
CONNECTIONS = Message("rulebook.connections", "{kind}: connections")
ONE_WAY = Message("rulebook.one_way", "These lead one way only.")
MARKED = Message("rulebook.marked", "{name} ({marks})")
ENDS_AT_ONCE = Message("rulebook.at_once", "The game ends as soon as one of these happens.")
GOALS = Message("rulebook.goals_about", "Whoever wins may reach these, too. They change nothing in the game.")
GOAL_WHEN_LOST = Message("rulebook.goal_when_lost", "also counts in a lost game")
AGREED_ON = Message("rulebook.agreed", "The players agree on these before the game.")
RESULTS = variants("rulebook", {"win": "Won", "lose": "Lost", "draw": "Drawn"})
ALL_RESULTS = variants(
    "rulebook.all", {"win": "All players win", "lose": "All players lose", "draw": "All players draw"}
)
SEEN = variants("rulebook", {"nobody": "face down", "owner": "each player sees only their own"})
KEPT = Message("rulebook.kept", "carried over to the next game of a campaign")
POINTS = Message("rulebook.points", "Points")
IS_PLAYED = Message("rulebook.played", "is played")
IS_NOT_PLAYED = Message("rulebook.not_played", "is not played")
LABELLED = Message("rulebook.labelled", "{name}: {text}")
SENTENCE = Message("rulebook.sentence", "{text}.")
WITH_VALUE = Message("rulebook.with_value", "{name} {value}: {names}")
WITH_NUMBER = Message("rulebook.with_number", "{name} {number}")
FROM_TO = Message("rulebook.range", "{low} to {high}")
SPACES = Message("rulebook.spaces", "spaces {numbers}")
DEFAULT = Message("rulebook.default", "default: {value}")
IN_ALL = Message("rulebook.in_all", "{number} in all")
THESE_IN_ALL = Message("rulebook.these_in_all", "{number} in all: {names}")
FOR_EACH = Message(
    "rulebook.for_each", "{number} for each {kind}", count="number", forms={"one": "one for each {kind}"}
)
SUPPLY_FOR_EACH = Message("rulebook.supply_for_each", "{number} for each {kind}")
FROM_TO_FOR_EACH = Message("rulebook.range_for_each", "{low} to {high} for each {kind}")
WITH_A = Message("rulebook.a", "a {kind}")
WITH_AN = Message("rulebook.an", "an {kind}")
WITH_THE = Message("rulebook.the", "the {kind}")
WITH_ANOTHER = Message("rulebook.another", "another {kind}")
