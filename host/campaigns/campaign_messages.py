"""What campaigns tell players, and why a file of one is refused."""

from lazaretto.grammar.message import Message

HEADER = Message(
    "campaign.header",
    "# A campaign of Lazaretto: each game starts with the values carried over from the last one.",
)

# --- the file ----------------------------------------------------------------------------------

IN_FILE = Message("campaign.in_file", "{name}: {problem}")
TOO_LARGE = Message("campaign.too_large", "this file is too large for a campaign")
NOT_TOML = Message("campaign.not_toml", "this is not a campaign: {reason}")
NOT_A_CAMPAIGN = Message("campaign.not_a_campaign", "this is not the file of a campaign")
OTHER_FORMAT = Message(
    "campaign.other_format", "this campaign has format {found}, but this version can only read format {known}"
)
TOO_MANY_GAMES = Message("campaign.too_many_games", "a campaign has at most {most} games")
NO_PLAYERS = Message("campaign.no_players", "there are none")
WRONG_PLAYERS = Message("campaign.wrong_players", "the names of the players are wrong: {wrong}")
FOR_EACH_PLAYER = Message("campaign.for_each_player", "`{key}` must have one entry for each player")
UNFINISHED_GAME = Message("campaign.unfinished_game", "game {number} has no results, but others follow it")
NO_RESULT = Message("campaign.no_result", "the results of game {number} must be won, lost or drawn")
WRONG_CHECKSUM = Message(
    "campaign.wrong_checksum",
    "the campaign was edited or damaged: its checksum does not match "
    '(to use it anyway, write checksum = "{unchecked}")',
)
MISSING_KEY = Message(
    "campaign.missing_key", "the campaign has no `{key}`: the file is incomplete or was edited"
)
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
    "campaign.name_wrong", "use at most 80 letters, digits, - and _ in the name of a campaign"
)
THERE_IS_ONE = Message(
    "campaign.there_is_one",
    "there is already a campaign called {name}; continue it, or choose another name",
)
THERE_IS_NONE = Message("campaign.there_is_none", "there is no campaign called {name}")
HANDS_ON_NOTHING = Message(
    "campaign.hands_on_nothing", "{title} carries nothing over from game to game, so it has no campaigns"
)
ANOTHER_SCENARIO = Message("campaign.another_scenario", "{name} is a campaign of {scenario}, not of {other}")
BEGINS = Message("campaign.begins", "Game {number} of the campaign {name} starts.")
CANNOT_BEGIN = Message(
    "campaign.cannot_begin",
    "game {number} of the campaign {name} cannot start: {error}; the campaign is unchanged",
)
GOES_ON = Message(
    "campaign.goes_on", "Game {number} of the campaign {name} is not over yet; you continue it."
)
NO_RECORD = Message("campaign.no_record", "there is no saved game called {name}")
RECORD_GONE = Message(
    "campaign.record_gone",
    "The record of game {number} can no longer be read, so this game starts again ({problem}).",
)
DROPPED = Message("campaign.dropped", "The rules have changed; this is no longer carried over: {problem}.")
HANDED_ON = Message(
    "campaign.handed_on",
    "Game {number} of the campaign {name} is over. The values for the next game are saved.",
)
LAST_ONE = Message("campaign.last_one", "Game {number} was the last one: the campaign {name} is over.")
IS_OVER = Message("campaign.is_over", "the campaign {name} is over; start another one with another name")
WENT_ON = Message(
    "campaign.went_on",
    "The campaign {name} has another game {number} by now. Nothing from this game is carried over.",
)
CHANGED_MEANWHILE = Message(
    "campaign.changed_meanwhile", "another window has changed the campaign {name} in the meantime; try again"
)
CANNOT_UNDO = Message(
    "campaign.cannot_undo", "the game is over, and the next game of the campaign starts with its values"
)
NOT_HANDED_ON = Message(
    "campaign.not_handed_on",
    "The game is saved, but its campaign could not be written ({reason}). Continue it to try again.",
)
