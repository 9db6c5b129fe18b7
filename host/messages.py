"""What tables, the lobby, the store and the settings tell players, and why they refuse."""

from grammar.message import Message

# --- tables and seats --------------------------------------------------------------------------

SOMEBODY_WAS_FASTER = Message(
    "host.somebody_was_faster", "somebody else was faster; nothing was chosen, look at what is asked now"
)
NOTHING_BEGUN = Message("host.nothing_begun", "nothing has been begun that could be left")
NOT_OVER = Message("host.not_over", "the game is not over: what was secret in it still is")
CAMPAIGN_OVER = Message("host.campaign_over", "the campaign is over with this game, so no other follows")
ACTION_WITH_STEPS = Message("host.action_with_steps", "{action} ({steps})")

# --- new games ---------------------------------------------------------------------------------

NAME_MISSING = Message("host.name_missing", "give each player a name of their own")
NAME_TWICE = Message("host.name_twice", "give each player a name of their own: two are called {name}")
NAME_RESERVED = Message(
    "host.name_reserved", "nobody can be called {name}, because it is an answer to questions"
)
NAME_WRONG = Message("host.name_wrong", "a name has at most {most} letters, and none of {forbidden}")
NO_PERSON = Message("host.no_person", "at least one seat needs a person")
NO_BOT = Message("host.no_bot", "there is no bot `{bot}`, only {known}")
NO_BOTS_AT_ALL = Message("host.no_bots_at_all", "there is no bot `{bot}`, only none")
CANNOT_BE_PLAYED = Message("host.cannot_be_played", "{scenario} cannot be played: {mistake}.")
NO_SCENARIO = Message("host.no_scenario", "There is no scenario {scenario} here; {help}")
IN_ANOTHER_FOLDER = Message(
    "host.in_another_folder", "if it lies in another folder, use `lazaretto play --path DIR`"
)
FOLDER_GONE = Message(
    "host.folder_gone",
    "The scenario {scenario} was in {folder}, but is not there any more; if it has moved, use "
    "`lazaretto play --path DIR`",
)
DID_YOU_MEAN = Message("host.did_you_mean", "{error}; did you mean {names}?")

# --- saved games -------------------------------------------------------------------------------

SCENARIO_CHANGED = Message(
    "host.scenario_changed",
    "The scenario has changed since; the game goes on as {name}, the old file stays.",
)
RULES_DO_NOT_FOLLOW = Message(
    "host.rules_do_not_follow",
    "The rules do not follow to the end; the game goes on as {name}, the old file stays.",
)
DIFFERS_FROM = Message("host.differs_from", "It differs from {difference}")
RULES_DIFFER_FROM = Message("host.rules_differ_from", "The rules differ from {difference}")
BOT_GONE = Message("host.bot_gone", "There is no bot `{bot}` any more: a person sits there now.")
NOBODY_WAITS = Message("host.nobody_waits", "nobody waits for this any more")

HELD = Message("host.held", "{name} is open in another window")
HELD_BY = Message(
    "host.held_by", "{name} is open in another window: process {process} on {machine}, since {since}"
)
TAKEN_OVER = Message(
    "host.taken_over", "Another window has taken over {name}: here you can only look at it from now on"
)
ONLY_LOOKS = Message("host.only_looks", "{name} is open in another window: here you can only look at it")
COPIED = Message("host.copied", "You play a copy of {name}; it is kept as {copy}.")
GOES_ON_AS = Message("host.goes_on_as", "{error}. Your game goes on as {name}; both are kept.")
NOT_YOUR_CHOICE = Message("host.not_your_choice", "only {player} can take this back")
OTHERS_CHOSE = Message("host.others_chose", "others have chosen: choose again to change your choice")
ONLY_WATCHES = Message("host.only_watches", "you only watch this game")

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
    "choice {number}, {player}: {choice}: the game is over before it: {reason} (ended by {place})",
)

# --- files -------------------------------------------------------------------------------------

FILE_PROBLEM = Message("host.file_problem", "{path}: {reason}")
NOT_A_TEXT_FILE = Message("host.not_a_text_file", "{path}: this is not a text file")
NOT_A_REGULAR_FILE = Message("host.not_a_regular_file", "{path}: this is not a regular file")
WRONG_PLAYERS = Message("host.wrong_players", "{path}:{line}: the names of the players are wrong: {wrong}")
FOLDER_BUSY = Message("host.folder_busy", "another program is writing to this folder")
TOO_LARGE = Message("host.too_large", "the game is too long for a record; {path} cannot be written")
CANNOT_BE_READ = Message("host.cannot_be_read", "{path} cannot be read: {reason}")
CANNOT_BE_WRITTEN = Message("host.cannot_be_written", "{reason}; {path} cannot be written")
"""The reason comes first: a path may be longer than a line."""
CANNOT_BE_DELETED = Message("host.cannot_be_deleted", "{path} cannot be deleted: {reason}")
CANNOT_BE_RENAMED = Message("host.cannot_be_renamed", "{path} cannot be renamed: {reason}")
FILE_NAME_WRONG = Message("host.file_name_wrong", "a name has letters, digits, - and _, at most 80 of them")
NAME_TAKEN = Message("host.name_taken", "there is a game called {name} already")
ANOTHER_GAME = Message("host.another_game", "{path} holds another game")
ANOTHER_WROTE = Message("host.another_wrote", "{path} was written to by another program")
FILE_SET_ASIDE = Message("host.file_set_aside", "{error}. That file was set aside as {name}")

# --- settings ----------------------------------------------------------------------------------

NO_SETTING = Message("host.no_setting", "there is no setting `{name}`, only {known}")
TRUE_OR_FALSE = Message("host.true_or_false", "`{name}` is true or false, not `{value}`")
ONE_OF = Message("host.one_of", "`{name}` is one of {known}, not `{value}`")
SETTINGS_WRONG = Message("host.settings_wrong", "{file}: {problems}")
SETTINGS_DAMAGED = Message("host.settings_damaged", "{path} cannot be read ({reason})")
SETTINGS_SET_ASIDE = Message(
    "host.settings_set_aside", "{path} cannot be read ({reason}); it was set aside as {name}"
)

# --- what nobody expected ----------------------------------------------------------------------

UNEXPECTED = Message("host.unexpected", "Something went wrong inside the program ({kind})")
UNEXPECTED_IN_FILE = Message(
    "host.unexpected_in_file", "Something went wrong inside the program ({kind}); the details are in {path}"
)

# --- the wire ----------------------------------------------------------------------------------

NOT_OF_TYPE = Message("host.not_of_type", "this is no {type}: {error}")
NESTED_TOO_DEEP = Message("host.nested_too_deep", "this message is nested too deep")
NO_METHOD = Message("host.no_method", "a {side} cannot {method}")
NO_NUMBER = Message("host.no_number", "nothing has the number {number}")
NO_ARGUMENT = Message("host.no_argument", "{method} takes no {arguments}")
OTHER_VERSION = Message("host.other_version", "the other end speaks version {theirs}, this one {ours}")
