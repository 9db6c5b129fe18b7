"""What campaigns tell players, and why a file of one is refused."""

from grammar.message import Message

HEADER = Message(
    "campaign.header", "# A campaign of Lazaretto: each game begins with what the last one handed on."
)

# --- the file ----------------------------------------------------------------------------------

IN_FILE = Message("campaign.in_file", "{name}: {problem}")
TOO_LARGE = Message("campaign.too_large", "this file is too large for a campaign")
NOT_TOML = Message("campaign.not_toml", "this is no campaign: {reason}")
NOT_A_CAMPAIGN = Message("campaign.not_a_campaign", "this is not the file of a campaign")
OTHER_FORMAT = Message(
    "campaign.other_format", "this campaign has format {found}, and only format {known} can be read here"
)
TOO_MANY_GAMES = Message("campaign.too_many_games", "a campaign has at most {most} games")
NO_PLAYERS = Message("campaign.no_players", "there are none")
WRONG_PLAYERS = Message("campaign.wrong_players", "the names of the players are wrong: {wrong}")
FOR_EACH_PLAYER = Message("campaign.for_each_player", "`{key}` must have one for each player")
UNFINISHED_GAME = Message("campaign.unfinished_game", "game {number} has no results, but others follow it")
NO_RESULT = Message("campaign.no_result", "the results of game {number} must be won, lost or drawn")
WRONG_CHECKSUM = Message(
    "campaign.wrong_checksum",
    "the campaign was edited or damaged: its checksum does not fit "
    '(if the edit is meant, write checksum = "{unchecked}")',
)
MISSING_KEY = Message("campaign.missing_key", "the campaign has no `{key}`: it was cut off or edited")
UNKNOWN_KEY = Message("campaign.unknown_key", "a campaign has no key `{key}`")
MUST_BE_NUMBER = Message("campaign.must_be_number", "`{key}` must be a number, without quotes")
MUST_BE_NUMBERS = Message("campaign.must_be_numbers", "`{key}` must be a list of numbers")
MUST_BE_FLAG = Message("campaign.must_be_flag", "`{key}` must be true or false, without quotes")
GAME_AFTER_LAST = Message("campaign.game_after_last", "game {number} is the last one, but others follow it")
MUST_BE_TEXT = Message("campaign.must_be_text", "`{key}` must be a text, in double quotes")
MUST_BE_TEXTS = Message("campaign.must_be_texts", "`{key}` must be a list of texts, each in double quotes")
MUST_BE_TABLE = Message("campaign.must_be_table", "`{key}` must be a table of texts")
MUST_BE_GAMES = Message("campaign.must_be_games", "`{key}` must be a list of tables, one for each game")
CANNOT_BE_READ = Message("campaign.cannot_be_read", "{path} cannot be read: {reason}")

# --- playing -----------------------------------------------------------------------------------

NAME_WRONG = Message(
    "campaign.name_wrong", "the name of a campaign has letters, digits, - and _, at most 80 of them"
)
THERE_IS_ONE = Message(
    "campaign.there_is_one",
    "there is a campaign called {name} already; go on with it, or choose another name",
)
THERE_IS_NONE = Message("campaign.there_is_none", "there is no campaign called {name}")
HANDS_ON_NOTHING = Message(
    "campaign.hands_on_nothing", "{title} hands nothing on from game to game, so it has no campaigns"
)
ANOTHER_SCENARIO = Message("campaign.another_scenario", "{name} is a campaign of {scenario}, not of {other}")
BEGINS = Message("campaign.begins", "Game {number} of the campaign {name} begins.")
CANNOT_BEGIN = Message(
    "campaign.cannot_begin",
    "game {number} of the campaign {name} cannot begin: {error}; the campaign stays as it is",
)
GOES_ON = Message(
    "campaign.goes_on", "Game {number} of the campaign {name} is not over yet; you go on with it."
)
NO_RECORD = Message("campaign.no_record", "there is no saved game called {name}")
RECORD_GONE = Message(
    "campaign.record_gone",
    "The record of game {number} cannot be read any more, so this game begins anew ({problem}).",
)
DROPPED = Message("campaign.dropped", "The rules have changed; this is not handed on any more: {problem}.")
HANDED_ON = Message(
    "campaign.handed_on",
    "Game {number} of the campaign {name} is over, and what it hands on is kept.",
)
LAST_ONE = Message("campaign.last_one", "Game {number} was the last one: the campaign {name} is over.")
IS_OVER = Message("campaign.is_over", "the campaign {name} is over; begin another one under another name")
WENT_ON = Message(
    "campaign.went_on",
    "The campaign {name} has gone on without this game: it has another game {number}. Nothing is handed on.",
)
CHANGED_MEANWHILE = Message(
    "campaign.changed_meanwhile", "another window has changed the campaign {name} meanwhile; try again"
)
CANNOT_UNDO = Message(
    "campaign.cannot_undo", "the game is over and has handed on what the next one of the campaign begins with"
)
NOT_HANDED_ON = Message(
    "campaign.not_handed_on",
    "The game is kept, but its campaign could not be written ({reason}). Go on with it to try again.",
)
