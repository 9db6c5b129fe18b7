"""What tables, the lobby, the store and the settings tell players, and why they refuse."""

from lazaretto.grammar.message import Message

# --- tables and seats --------------------------------------------------------------------------

SOMEBODY_WAS_FASTER = Message(
    "host.somebody_was_faster", "somebody else chose first; your choice did not count, see what is asked now"
)
NOTHING_BEGUN = Message("host.nothing_begun", "there is no started action to cancel")
NOT_OVER = Message("host.not_over", "the game is not over, so its secrets are still hidden")
CAMPAIGN_OVER = Message("host.campaign_over", "this was the last game of the campaign")
HINT_OUTDATED = Message("host.hint_outdated", "the question has changed; ask for a new hint")
NO_HINT_NOW = Message("host.no_hint_now", "nothing is asked of you now, so there is no hint")
NO_HINT_IN_BETWEEN = Message(
    "host.no_hint_in_between",
    "there is no hint for what you may do in between, only for what you must choose",
)
NO_HINTS = Message("host.no_hints", "no bot here can give hints")
LOOKED_ENOUGH = Message(
    "host.looked_enough",
    "this game takes too long to work out more about this question; choose, then you can look again",
)
LOOK_TOO_LONG = Message("host.look_too_long", "this game takes too long to work that out")
RECORD_TOO_LONG = Message("host.record_too_long", "the rules take too long to play this game again")
HINT_TOO_LONG = Message("host.hint_too_long", "this game takes too long to find a hint")
ACTION_USING = Message("host.action_using", "{action}, using your {piece}")
ACTION_WITH_STEPS = Message("host.action_with_steps", "{action} ({steps})")

# --- new games ---------------------------------------------------------------------------------

NAME_MISSING = Message("host.name_missing", "give each player a name of their own")
NAME_TWICE = Message("host.name_twice", "give each player a name of their own: two are called {name}")
NAME_RESERVED = Message(
    "host.name_reserved", "{name} cannot be a player's name, because it is an answer in the game"
)
NAME_WRONG = Message("host.name_wrong", "a name has at most {most} characters and none of {forbidden}")
NO_PERSON = Message("host.no_person", "at least one seat needs a person")
NO_BOT = Message("host.no_bot", "there is no bot `{bot}`, only {known}")
NO_BOTS_AT_ALL = Message("host.no_bots_at_all", "there is no bot `{bot}`; there are no bots")
CANNOT_BE_PLAYED = Message("host.cannot_be_played", "{scenario} cannot be played: {mistake}.")
NO_SCENARIO = Message("host.no_scenario", "There is no scenario {scenario} here; {help}")
IN_ANOTHER_FOLDER = Message(
    "host.in_another_folder", "if it is in another folder, use `lazaretto play --path DIR`"
)
FOLDER_GONE = Message(
    "host.folder_gone",
    "The scenario {scenario} is no longer in {folder}; if it has moved, use `lazaretto play --path DIR`",
)
DID_YOU_MEAN = Message("host.did_you_mean", "{error}; did you mean {names}?")

# --- saved games -------------------------------------------------------------------------------

SCENARIO_CHANGED = Message(
    "host.scenario_changed",
    "The scenario has changed since this game was saved. The game continues as {name}; the old file stays.",
)
RULES_DO_NOT_FOLLOW = Message(
    "host.rules_do_not_follow",
    "The rules do not match the whole record. The game continues as {name}; the old file stays.",
)
DIFFERS_FROM = Message("host.differs_from", "It differs from {difference}")
RULES_DIFFER_FROM = Message("host.rules_differ_from", "The rules differ from {difference}")
BOT_GONE = Message("host.bot_gone", "There is no bot `{bot}` any more: a person plays that seat now.")
GUIDE_GONE = Message(
    "host.guide_gone", "The guide of this game no longer fits the rules: the game goes on without it."
)
NO_GUIDE = Message("host.no_guide", "{scenario} has no guide called {guide}; {help}")
GUIDE_HAS_MISTAKES = Message(
    "host.guide_has_mistakes",
    "The guide {guide} has mistakes; `lazaretto check {folder}` lists them: {mistake}",
)
ITS_GUIDES = Message("host.its_guides", "its guides are {names}")
HAS_NO_GUIDES = Message("host.has_no_guides", "it has no guides")
NOBODY_WAITS = Message("host.nobody_waits", "this was cancelled")

HELD = Message("host.held", "{name} is open in another window")
HELD_BY = Message(
    "host.held_by", "{name} is open in another window: process {process} on {machine}, since {since}"
)
TAKEN_OVER = Message(
    "host.taken_over", "Another window has taken over {name}: you can only watch it here from now on"
)
ONLY_LOOKS = Message("host.only_looks", "{name} is open in another window: you can only watch it here")
COPIED = Message("host.copied", "You are playing a copy of {name}; it is saved as {copy}.")
GOES_ON_AS = Message("host.goes_on_as", "{error}. Your game continues as {name}; both are saved.")
NOT_YOUR_CHOICE = Message("host.not_your_choice", "only {player} can undo this")
OTHERS_CHOSE = Message("host.others_chose", "others have already chosen: to change your choice, choose again")
ONLY_WATCHES = Message("host.only_watches", "you are only watching this game")

# --- replays -----------------------------------------------------------------------------------

ONLY_THEY_KNOW = Message("host.only_they_know", "(only they know)")
"""Replaces a choice that may reveal what a player holds."""
CHOSEN = Message("host.chosen", "{player}: {choice}")
DIFFERENCE = Message("host.difference", "choice {number}, {player}: {choice}: {reason}")
DIFFERENCE_ASKED_BY = Message(
    "host.difference_asked_by", "choice {number}, {player}: {choice}: {reason} (asked by {place})"
)
DIFFERENCE_OVER = Message(
    "host.difference_over",
    "choice {number}, {player}: {choice}: the game is over before this choice: {reason} (ended by {place})",
)

# --- what-if games -----------------------------------------------------------------------------

NO_SUCH_CHOICE = Message("host.no_such_choice", "there is no choice {number}; the last one is {last}")
NOTHING_LEFT = Message("host.nothing_left", "the game is over at this point; go back to play on from there")
WOULD_TELL_DRAWS = Message(
    "host.would_tell_draws",
    "this game is not over, and the same draws would tell what comes; play on with another seed",
)
PLAYS_ON = Message(
    "host.plays_on",
    "What if: you play on after choice {number} of {name}, with the same draws to come. "
    "This game is saved as {copy}; {name} stays as it is.",
)
PLAYS_ON_DEALT = Message(
    "host.plays_on_dealt",
    "What if: you play on after choice {number} of {name}, and all that nobody knows was dealt anew. "
    "This game is saved as {copy}; {name} stays as it is.",
)

# --- files -------------------------------------------------------------------------------------

FILE_PROBLEM = Message("host.file_problem", "{path}: {reason}")
NOT_A_TEXT_FILE = Message("host.not_a_text_file", "{path}: this is not a text file")
WRONG_PLAYERS = Message("host.wrong_players", "{path}:{line}: the names of the players are wrong: {wrong}")
FOLDER_BUSY = Message("host.folder_busy", "another program is writing to this folder")
TOO_LARGE = Message("host.too_large", "the game is too long for a record; {path} cannot be written")
CANNOT_BE_READ = Message("host.cannot_be_read", "{path} cannot be read: {reason}")
CANNOT_BE_WRITTEN = Message("host.cannot_be_written", "the file cannot be written: {reason} ({path})")
"""The path comes last: it may be longer than a line."""
CANNOT_SAVE = Message("host.cannot_save", "games cannot be saved: {reason} ({path})")
CANNOT_BE_DELETED = Message("host.cannot_be_deleted", "{path} cannot be deleted: {reason}")
CANNOT_BE_RENAMED = Message("host.cannot_be_renamed", "{path} cannot be renamed: {reason}")
FILE_NAME_WRONG = Message("host.file_name_wrong", "use at most 80 letters, digits, - and _ in a name")
NAME_TAKEN = Message("host.name_taken", "there is already a game called {name}")
ANOTHER_GAME = Message("host.another_game", "{path} contains another game")
ANOTHER_WROTE = Message("host.another_wrote", "another program has changed {path}")
FILE_SET_ASIDE = Message("host.file_set_aside", "{error}. That file was renamed to {name}")

# --- settings ----------------------------------------------------------------------------------

NO_SETTING = Message("host.no_setting", "there is no setting `{name}`, only {known}")
TRUE_OR_FALSE = Message("host.true_or_false", "`{name}` is true or false, not `{value}`")
ONE_OF = Message("host.one_of", "`{name}` is one of {known}, not `{value}`")
SETTING_RESET = Message("host.setting_reset", "{problem}; it has its default value again")
NO_TABLE_OF_SETTINGS = Message("host.no_table_of_settings", "`{name}` is no table: {reason}")
NOT_UTF8 = Message("host.not_utf8", "it is not UTF-8 text")
SETTINGS_WRONG = Message("host.settings_wrong", "{file}: {problems}")
SETTINGS_DAMAGED = Message("host.settings_damaged", "{path} cannot be read ({reason})")
SETTINGS_SET_ASIDE = Message(
    "host.settings_set_aside", "{path} cannot be read ({reason}); it was renamed to {name}"
)

# --- what nobody expected ----------------------------------------------------------------------

UNEXPECTED = Message("host.unexpected", "Something went wrong inside the program ({kind})")
UNEXPECTED_IN_FILE = Message(
    "host.unexpected_in_file", "Something went wrong inside the program ({kind}); the details are in {path}"
)

BOTS_PAUSE = Message(
    "host.bots_pause",
    "The bots have played for a long time without anybody being asked, so they pause. Pass to let them go on,"
    " or undo your last choice.",
)
BOT_FAILED = Message(
    "host.bot_failed",
    "the bot that plays for {player} ({bot}) cannot go on. The game is saved: leave it and open it again;"
    " if that does not help, start a new game with bots of another level. {error}",
)

# --- the wire ----------------------------------------------------------------------------------

NOT_OF_TYPE = Message("host.not_of_type", "this is not a {type}: {error}")
NO_METHOD = Message("host.no_method", "a {side} cannot {method}")
NO_NUMBER = Message("host.no_number", "nothing has the number {number}")
NO_ARGUMENT = Message("host.no_argument", "{method} takes no {arguments}")
MISSING_ARGUMENT = Message("host.missing_argument", "{method} needs {arguments}")
NO_ANSWER = Message("host.no_answer", "{method} has no answer to wait for")
NEEDS_ANSWER = Message("host.needs_answer", "the caller must wait for the answer of {method}")
TOO_MANY_VALUES = Message("host.too_many_values", "a call may have at most {most} values")
TOO_MANY_HANDED = Message("host.too_many_handed", "this connection has too much open; leave something first")
TEXT_TOO_LONG = Message("host.text_too_long", "{name} may have at most {most} characters")
TEXT_NOT_PRINTABLE = Message("host.text_not_printable", "{name} has characters that cannot be shown")
NOT_ONE_OF = Message("host.not_one_of", "{name} must be one of {known}")
NUMBER_OUT_OF_BOUNDS = Message("host.number_out_of_bounds", "{name} must be a number from {least} to {most}")
TOO_MANY_OF_THEM = Message("host.too_many_of_them", "{name} may have at most {most} entries")
OTHER_VERSION = Message(
    "host.other_version",
    "the server is Lazaretto {release} and uses version {theirs} of the protocol, "
    "but this is Lazaretto {own} and uses version {ours}",
)
