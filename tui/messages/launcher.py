"""The words of the launcher, of the form of a new game and of the settings."""

from lazaretto.tui.messages.translated_message import AppMessage, counted

# --- the list ----------------------------------------------------------------------------------

MOTTO = AppMessage("launcher.motto", "co-operative board games in a terminal")
SCENARIOS = AppMessage("launcher.scenarios", "Scenarios")
CAMPAIGNS = AppMessage("launcher.campaigns", "Campaigns")
GAMES_PLAYED = counted("launcher.games_played", "{number} game played", "{number} games played")
KEPT_GAMES = AppMessage("launcher.kept_games", "Saved games")
NO_ENTRIES = AppMessage("launcher.no_entries", ": none")
UNREADABLE = AppMessage("launcher.unreadable", "cannot be read")
YOURS = AppMessage("launcher.yours", "yours")
DAMAGED = AppMessage("launcher.damaged", "damaged")
OVER = AppMessage("launcher.over", "over {when}")
GUIDED = AppMessage("launcher.guided", "guided {note}")
"""A saved game that began with a guide, and when it was played last."""
TODAY = AppMessage("launcher.today", "today {clock}")
YESTERDAY_AT = AppMessage("launcher.yesterday_at", "yesterday {clock}")
YESTERDAY = AppMessage("launcher.yesterday", "yesterday")
MONTHS = AppMessage("launcher.months", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
"""The twelve months, separated by spaces."""

# --- the description of an entry ---------------------------------------------------------------

NOTHING_HERE = AppMessage("launcher.nothing_here", "There is nothing here.")
MANIFEST_UNREADABLE = AppMessage("launcher.manifest_unreadable", "Its manifest cannot be read: {problem}")
READING_RULES = AppMessage("launcher.reading_its_rules", "Reading its rules …")
CANNOT_BE_PLAYED = AppMessage("launcher.cannot_be_played", "It cannot be played: {mistakes}")
DAMAGED_FILE = AppMessage(
    "launcher.damaged_file", "This file is damaged and cannot be played. Lazaretto does not change it."
)
TEACHES = AppMessage("launcher.teaches", "{key} starts a guided game: it explains the game step by step.")
TEACHES_NOTHING = AppMessage("launcher.teaches_nothing", "This scenario has no guided game.")
WHICH_GUIDE = AppMessage("launcher.which_guide", "Which guided game?")
NEWCOMER = AppMessage("launcher.newcomer", "New here? Press {key} for a guided game, explained step by step.")
LABEL_FROM = AppMessage("launcher.label.from", "from")
LABEL_FILE = AppMessage("launcher.label.file", "file")
LABEL_WRITTEN = AppMessage("launcher.label.written", "written")
LABEL_STANDS_AT = AppMessage("launcher.label.stands_at", "now")
LABEL_TRACKS = AppMessage("launcher.label.tracks", "tracks")
LABEL_PLAYERS = AppMessage("launcher.label.players", "players")
LABEL_CAMPAIGN = AppMessage("launcher.label.campaign", "campaign")
IN_CAMPAIGN = AppMessage("launcher.in_campaign", "{campaign}, game {number}")
LABEL_GAME = AppMessage("launcher.label.game", "game {number}")
GAME_ENDED = AppMessage("launcher.game_ended", "{results}: {outcome}")
GAME_ENDED_WITH = AppMessage("launcher.game_ended_with", "{results}: {outcome} ({points})")
GAME_OPEN = AppMessage("launcher.game_open", "not over yet, saved as {name}")
NEXT_GAME = AppMessage("launcher.next_game", "Game {number} comes next.")
GO_ON_GAME = AppMessage("launcher.go_on_game", "Game {number} continues.")
CAMPAIGN = AppMessage(
    "setup.campaign",
    "Campaign",
    "Enter a name to start a campaign: each game starts with the values carried over from the last one. "
    "Leave it empty for a single game.",
)
NO_CAMPAIGN = AppMessage("setup.no_campaign", "none")
CAMPAIGN_OVER = AppMessage("launcher.campaign_over", "{played}, over")
CAMPAIGN_ENDED = AppMessage("launcher.campaign_ended", "This campaign is over.")
DAMAGED_CAMPAIGN = AppMessage("launcher.damaged_campaign", "The file of this campaign cannot be used.")
LABEL_KEPT = AppMessage("launcher.label.kept", "saved")
LABEL_AGREED = AppMessage("launcher.label.agreed", "set-up")
LABEL_PARTS = AppMessage("launcher.label.parts", "parts")
LABEL_OPTIONS = AppMessage("launcher.label.options", "options")
BOT = AppMessage("launcher.bot", "{player} (bot: {bot})")
KEPT_SO_FAR = AppMessage("launcher.kept_so_far", "{when}, {choices} so far")
PART_ON = AppMessage("launcher.part_on", "{part} (default: on)")
PART_OFF = AppMessage("launcher.part_off", "{part} (default: off)")
OPTION = AppMessage("launcher.option", "{option}: {choices}")
NUMBERS = AppMessage("launcher.numbers", "{low} to {high} (default: {default})")
WORDS = AppMessage("launcher.words", "{words} (default: {default})")
OR = AppMessage("launcher.or", "{others} or {last}")
CAME_ALONG = AppMessage("launcher.came_along", "comes with Lazaretto")
YOUR_FOLDER = AppMessage("launcher.your_folder", "your folder: {folder}")
FOLDER = AppMessage("launcher.folder", "folder: {folder}")
THE_END = AppMessage("launcher.the_end", "over: {outcome}")
UNKNOWN = AppMessage("launcher.unknown", "unknown")
TURN = AppMessage("launcher.turn", "turn {turn}")
BEGINNING = AppMessage("launcher.beginning", "the start")
TO_CHOOSE = AppMessage("launcher.to_choose", "{turn}, {player} to choose")
WITH_PART = AppMessage("launcher.with_part", "with {part}")
SEED = AppMessage("launcher.seed", "seed {seed}")

# --- the launcher itself -----------------------------------------------------------------------

KEYS = AppMessage("launcher.keys", "Keys")
ITS_MISTAKES = AppMessage("launcher.its_mistakes", "{title}: its mistakes")
NOT_FOUND = AppMessage("launcher.not_found", "The scenario of this game was not found.")
READING = AppMessage("launcher.reading", "Reading {title} …")
HAS_MISTAKES = AppMessage(
    "launcher.has_mistakes", "The rules of {title} have mistakes; its entry in the list shows them."
)
DAMAGED_GAME = AppMessage("launcher.damaged_game", "This file is damaged: it cannot be played.")
SETTING_TABLE = AppMessage("launcher.setting_table", "Setting up the game …")
DELETE = AppMessage("launcher.delete", "Delete {name} permanently? {yes} / {no}")
NAME = AppMessage("launcher.name", "Name:")
FIND = AppMessage("launcher.find", "Find:")
ONCE_MORE = AppMessage("launcher.once_more", "Press {key} again to quit. An open game is saved.")

# --- a new game --------------------------------------------------------------------------------

NEW_GAME = AppMessage("setup.title", "New game: {title}")
PLAYERS = AppMessage("setup.players", "Players")
PARTS = AppMessage("setup.parts", "Parts")
OPTIONS = AppMessage("setup.options", "Options")
CHANCE = AppMessage("setup.chance", "Random numbers")
SEED_LABEL = AppMessage(
    "setup.seed", "Seed", "The same seed gives the same game. Leave it empty for a random one."
)
DRAWN = AppMessage("setup.drawn", "random")
PART = AppMessage("setup.part", "{part}", "Play with this part of the game: {part}?")
START = AppMessage("setup.start", "Start the game")
HOW_MANY = AppMessage("setup.how_many", "How many", "This game is for {least} to {most} players.")
SEAT = AppMessage("setup.seat", "Seat {number}", "The name of the player. All people share this keyboard.")
NAME_AND_WHO = AppMessage(
    "setup.name_and_who", "Type the name of the player; left and right choose a person or a bot."
)
WHO = AppMessage("setup.who", "Who", "A person plays at this keyboard; a bot plays by itself.")
BOTS = {
    "random": AppMessage("setup.bot.random", "Chooses at random among all that it may do; it helps little."),
    "keen": AppMessage(
        "setup.bot.keen",
        "Chooses at random, but prefers actions that the game calls useful; it rarely passes.",
    ),
    "easy": AppMessage(
        "setup.bot.easy",
        "Does what looks best now, action by action, and forgets what the end of its turn may bring.",
    ),
    "medium": AppMessage("setup.bot.medium", "Plans its whole turn, but sees only a few ways to play it."),
    "hard": AppMessage(
        "setup.bot.hard",
        "Compares many plans, and plays the next player's turn in its mind: the best partner.",
    ),
}
"""A line about each bot."""
NO_PERSON = AppMessage("setup.no_person", "At least one seat needs a person.")
NO_NUMBER = AppMessage("setup.no_number", "A seed is a whole number.")
READING_THE_RULES = AppMessage("setup.reading", "Reading the rules …")
NOT_TOGETHER = AppMessage("setup.not_together", "These settings cannot be combined: {problem}")

# --- the settings ------------------------------------------------------------------------------

SETTINGS = AppMessage("settings.title", "Settings")
CHANGE_KEYS = AppMessage("settings.change_keys", "Change keys and letters")
FORCED = AppMessage(
    "settings.forced",
    "The command line or the environment overrides this now; your setting is saved for later.",
)
SETTING = {
    "theme": AppMessage(
        "settings.theme",
        "Theme",
        "auto asks the terminal whether it is dark or light; contrast is the one with the highest contrast.",
    ),
    "colours": AppMessage(
        "settings.colours",
        "Colours",
        "How many colours the terminal has; auto uses what the terminal reports.",
    ),
    "ascii": AppMessage(
        "settings.ascii",
        "ASCII only",
        "Draw only with ASCII characters, for fonts without others.",
    ),
    "pace": AppMessage(
        "settings.pace",
        "Pace",
        "How fast events are shown one after the other; off shows only the result.",
    ),
    "pace_own": AppMessage(
        "settings.pace_own",
        "Pace: my turns",
        "The pace of what happens in your own turns and phases; same means the pace above.",
    ),
    "pace_others": AppMessage(
        "settings.pace_others",
        "Pace: other turns",
        "The pace of what happens in the turns and phases of other players; same means the pace above.",
    ),
    "bell": AppMessage(
        "settings.bell", "Bell: my turn", "Ring when it is somebody's turn and the window is not in focus."
    ),
    "bell_track": AppMessage(
        "settings.bell_track",
        "Bell: tracks",
        "Ring when the marker of a track moves.",
    ),
    "bell_over": AppMessage("settings.bell_over", "Bell: the end", "Ring when the game is over."),
    "bell_chat": AppMessage(
        "settings.bell_chat",
        "Bell: chat",
        "Ring when somebody writes on a server and you look elsewhere.",
    ),
    "notice": AppMessage(
        "settings.notice",
        "Notices",
        "Show a notification when it is your turn on a server, if the terminal supports OSC 9 or OSC 777.",
    ),
    "stops": AppMessage(
        "settings.stops",
        "Stops",
        "When the table waits for you although you need not act: always, only if something has changed, or"
        " never. At a table, you can set it for each moment.",
    ),
    "talk": AppMessage(
        "settings.talk",
        "Talk freely",
        "Players at this keyboard know what each of them has seen, and no curtain parts them. auto: where all"
        " play together with open hands.",
    ),
    "consent": AppMessage(
        "settings.consent",
        "Consent",
        "Whether players who talk freely are asked before one of them does something with another: given"
        " answers yes for them, and an undo takes it back.",
    ),
    "typing": AppMessage(
        "settings.typing",
        "Places by name",
        "When you type the name of a place: at-once takes it as soon as only one place fits; enter waits for"
        " Enter.",
    ),
    "layout": AppMessage(
        "settings.layout",
        "Keys",
        "vim moves with hjkl, or the keys in their place; qwertz and azerty avoid signs hard to type.",
    ),
    "mouse": AppMessage(
        "settings.mouse",
        "Mouse",
        "Click on things. Hold Shift to select text. Changes apply after a restart.",
    ),
    "hints": AppMessage(
        "settings.hints", "Hints", "Hints say what a bot would do; bots say in a line what they are after."
    ),
}
"""A label and a help line for each setting."""
