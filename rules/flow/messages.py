"""Message catalogue of the flow check."""

from lazaretto.grammar.message import Message, variants

CODES: dict[str, str] = {
    "L001": "A rule must not reveal a secret to a player who may not see it, unless it says `reveals`.",
    "L002": "A rule says `reveals` only if it reveals something.",
    "L003": "Rules must be simple enough to follow secrets through them.",
}

_HELP = 'show it first, or say in this rule why it is revealed: `reveals NAME "..."`'

HERE = variants(
    "L001",
    {
        "needs": "`needs` reads {secret}, which {reader} cannot see",
        "where": "`where` reads {secret}, which {reader} cannot see",
        "such that": "`such that` reads {secret}, which {reader} cannot see",
        "options": "the options depend on {secret}, which {reader} cannot see",
        "prompt": "the question depends on {secret}, which {reader} cannot see",
        "reason": "the reason depends on {secret}, which {reader} cannot see",
        "text": "the text depends on {secret}, which {reader} cannot see",
        "set": "the value that is set depends on {secret}, which {reader} cannot see",
        "moved": "the move depends on {secret}, which {reader} cannot see",
        "forbid": "`forbid` reads {secret}, which {reader} cannot see",
        "asked": "whether somebody is asked depends on {secret}, which {reader} cannot see",
        "whether": "what happens depends on {secret}, which {reader} cannot see",
        "team": "who plays together depends on {secret}, which {reader} cannot see",
        "result": "the result shows {secret}, which {reader} cannot see in the next game",
    },
    _HELP,
)
"""A rule reveals a secret on the line that reads it."""

AWAY = Message("L001.away", "this line lets {reader} learn about {secret}, which they cannot see", _HELP)
AWAY_ONE = Message(
    "L001.away_one", "this line lets {reader} learn about {secret}, which {reader} cannot see", _HELP
)
"""A rule reads a secret here, and another line reveals it."""

THERE = variants(
    "L001.there",
    {
        "needs": "`needs` depends on it",
        "where": "`where` depends on it",
        "such that": "`such that` depends on it",
        "options": "the options depend on it",
        "prompt": "the question depends on it",
        "reason": "the reason depends on it",
        "text": "the text depends on it",
        "active": "whether the action is offered depends on it",
        "set": "the value that is set depends on it",
        "moved": "the move depends on it",
        "forbid": "`forbid` depends on it",
        "asked": "whether somebody is asked depends on it",
        "whether": "whether this happens depends on it",
        "team": "who plays together depends on it",
        "result": "the result shows it",
    },
)
"""Where a secret that was read elsewhere is revealed."""

WAYS = variants(
    "L001.way",
    {
        "through": "through `{name}`",
        "passed": "passed to `{name}`",
        "called": "`{name}` is called here",
        "read": "it is read here",
    },
)
"""The steps between reading a secret and revealing it."""
TOLD_HERE = Message("L001.told", "it is revealed here")

SECRET = Message("L001.secret", "`{name}`")
SECRET_OF = Message("L001.secret_of", "`{name}` of `{owner}`")
SECRET_OF_SOMEBODY = Message("L001.secret_of_somebody", "`{name}` of another player")
CHOSEN = Message("L001.chosen", "what `{owner}` has chosen in secret")

READER = Message("L001.reader", "`{name}`")
THAT_PLAYER = Message("L001.that_player", "that player")
OTHER_PLAYERS = Message("L001.other_players", "other players")
PLAYERS = Message("L001.players", "the players")
OWNER = Message("L001.owner", "its owner")

TOO_MUCH = Message(
    "L003",
    "these rules depend on each other in too many ways, so not all secrets could be checked",
    "split long conditions into values, and let each value use fewer others",
)
UNUSED = Message("L002", "this rule reveals no secret", "remove `reveals`")
