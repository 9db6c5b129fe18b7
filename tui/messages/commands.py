"""The words of the command line: what `--help` shows, what commands print, and why they refuse."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- the command line --------------------------------------------------------------------------

EXAMPLE = AppMessage("cli.example", "example:\n  {example}")
MISTAKE_OF_OURS = AppMessage(
    "cli.mistake_of_ours", "Lazaretto stopped because of an internal error ({what})."
)
INTERRUPTED = AppMessage("cli.interrupted", "interrupted")

COMMAND = {
    "check": AppMessage(
        "cli.check",
        "compile scenarios and report every mistake",
        "Compiles scenarios and prints every mistake with its position. Exit status 1 if there is any.",
    ),
    "explain": AppMessage(
        "cli.explain",
        "show a definition with all changes to it",
        "Shows a procedure, value, action or kind as the game runs it: with every change, and its file.",
    ),
    "rulebook": AppMessage(
        "cli.rulebook",
        "print the rules of a game for players",
        "Prints the rules of a game for players, with its optional parts, numbered so that they can be\n"
        "cited: as text, as Markdown, or as one page that prints well.",
    ),
    "export": AppMessage(
        "cli.export",
        "write a game as an asciicast or a web page",
        "Writes a saved game as an asciicast, or as a web page in one file, with a screen for\n"
        "every choice. It shows what everybody saw; while the game is not over, it contains no secrets.",
    ),
    "fmt": AppMessage(
        "cli.fmt",
        "format rule texts in the standard style",
        "Formats .rules and .tests files in the standard style. Comments stay; the meaning never changes.",
    ),
    "join": AppMessage(
        "cli.join",
        "play at the tables of a server",
        "Plays at the tables of a server through your SSH client; the screens are drawn on this machine.",
    ),
    "campaigns": AppMessage(
        "cli.campaigns",
        "show every campaign and its games",
        "Shows every campaign with its games; each game starts with values from the last one.",
    ),
    "balance": AppMessage(
        "cli.balance",
        "compare numbers of players and difficulties",
        "Lets bots that look ahead play a game with each number of players at each difficulty, and shows\n"
        "how often it is won. --against puts a mod between the difficulties of its base game.",
    ),
    "list": AppMessage(
        "cli.list",
        "show all scenarios",
        "Shows all scenarios: those that come with Lazaretto, those in your own folder, and those in --path.",
    ),
    "new": AppMessage(
        "cli.new",
        "create a scenario to start from",
        "Creates a folder with a scenario of your own: a small game, or a mod of another scenario.",
    ),
    "play": AppMessage(
        "cli.play",
        "play a game",
        "Plays a game. Without a SCENARIO, the full screen lists all scenarios and the saved games.\n"
        "With --plain, or where there is no full screen, you play line by line.",
    ),
    "replay": AppMessage(
        "cli.replay",
        "replay a record",
        "Replays a record, prints its transcript, and says whether it ends as the record says.",
    ),
    "simulate": AppMessage(
        "cli.simulate",
        "let bots play many games and count the results",
        "Lets bots play many games and shows how they end, with 95 % intervals: wins by reason, by who acts\n"
        "first and by role, turns, points, and what no game used.\n"
        "The exit status is 1 if a rule failed in a game, or if a game did not end.",
    ),
    "test": AppMessage(
        "cli.test",
        "run the test blocks of scenarios",
        "Runs the `test` blocks of scenarios. The last line is `N passed, M failed`.\n"
        "Exit status 1 if any failed.",
    ),
}
"""A line for each command, and as help its description."""

# --- arguments ---------------------------------------------------------------------------------

PATHS = AppMessage("argument.paths", "a scenario's folder, its name, or a folder of them")
SCENARIO = AppMessage("argument.scenario", "a scenario's name or folder")
EXPLAINED = AppMessage("argument.explained", "what to explain")
PATH = AppMessage("argument.path", "also look for scenarios in this folder (may be given several times)")
PLAYERS = AppMessage("argument.players", "the number of players")
SEED = AppMessage("argument.seed", "the same seed gives the same game")
OPTION = AppMessage(
    "argument.option", "an option of the scenario, or one of its optional parts with yes or no"
)
PART = AppMessage(
    "argument.part", "one of the scenario's optional parts with yes or no (may be given several times)"
)
FILES = AppMessage("argument.files", "a .rules or .tests file, or a folder with some")
CHECK = AppMessage("argument.check", "change nothing; exit status 1 if something would change")
JSON_LIST = AppMessage("argument.json_list", "print one JSON list instead")
JSON_OBJECT = AppMessage("argument.json_object", "print one JSON object instead")
FOLDER = AppMessage("argument.folder", "the folder to create; the scenario gets its name")
BASE = AppMessage("argument.base", "the scenario to build on (default: a small game of its own)")
COPY = AppMessage("argument.copy", "copy its files instead of building on them")
PLAIN = AppMessage("argument.plain", "play with lines of text instead of the full screen")
NAMES = AppMessage("argument.names", "the names of the players: anna,ben,carl")
SEATS = AppMessage(
    "argument.bots", "a bot for every seat except the first, or one entry for each seat: person,easy,hard"
)
RESUME = AppMessage("argument.resume", "continue a saved game")
REPLAY = AppMessage("argument.replay", "replay a saved game, choice by choice")
LOOKS = AppMessage("argument.looks", "the full screen", "These override the saved settings.")
ASCII = AppMessage("argument.ascii", "use ASCII characters only, or not (default: the locale decides)")
THEME = AppMessage("argument.theme", "the colours of the screen")
COLOURS = AppMessage("argument.colours", "how many colours the terminal has")
MOUSE = AppMessage("argument.mouse", "use the mouse")
RECORD = AppMessage("argument.record", "the file or the name of a saved game")
TO = AppMessage("argument.to", "stop after this many choices")
SECRETS = AppMessage("argument.secrets", "show every choice, even secret ones of a game that is not over")
GAMES = AppMessage("argument.games", "how many games (default: 100; with --until at most 100,000)")
PROFILE = AppMessage("argument.profile", "also show the time that each rule takes; games run slower")
BOTS = AppMessage(
    "argument.simulated_bots",
    "the bot that plays, or one for each seat: random, keen, easy, medium, hard, thinker (default: random)",
)
MODE = AppMessage(
    "argument.mode", "how to run each test (may be given several times); default: `plain`; `all` for all ways"
)
VERBOSE = AppMessage("argument.verbose", "also name the tests that pass")

NOT_WHOLE = AppMessage("argument.not_whole", "write a whole number, not {text!r}")
NOT_POSITIVE = AppMessage("argument.not_positive", "write a whole number above zero, not {text!r}")
TOO_MANY_PLAYERS = AppMessage("argument.too_many_players", "a game has at most {most} players, not {number}")
NOT_ASSIGNED = AppMessage("argument.not_assigned", "write it as NAME=VALUE, not {text!r}")
WRONG_NAMES = AppMessage("argument.wrong_names", "{wrong} (separate names with commas: anna,ben)")
NO_BOT = AppMessage("argument.no_bot", "there is no bot {bot!r}, only {known}, or {person}")

# --- which scenario ----------------------------------------------------------------------------

NO_MANIFEST = AppMessage("scenario.no_manifest", "{folder} is not a scenario: it has no scenario.toml")
NO_SCENARIO = AppMessage("scenario.none", "there is no scenario or folder `{name}`; {help}")
LIST_SHOWS = AppMessage("scenario.list_shows", "`lazaretto list` shows all scenarios")
NO_PART = AppMessage("scenario.no_part", "{folder} has no optional part `{part}`; {help}")
ITS_PARTS = AppMessage("scenario.its_parts", "its parts are {parts}")
NO_PARTS = AppMessage("scenario.no_parts", "it has none")
YES_OR_NO = AppMessage("scenario.yes_or_no", "`{part}` is an optional part: write {part}=yes or {part}=no")
HAS_MISTAKES = AppMessage("scenario.has_mistakes", "{folder} has mistakes and cannot be played")
OR = AppMessage("scenario.or", "{others} or {last}")
DID_YOU_MEAN = AppMessage("scenario.did_you_mean", "{error}; did you mean {names}?")
PLAYERS_AND_NAMES = AppMessage(
    "scenario.players_and_names", "--players is {players}, but --names has {names} names"
)

# --- check, explain, fmt, list, new ------------------------------------------------------------

MISTAKES = AppMessage("check.mistakes", "{folder}: {mistakes}")
NO_MISTAKES = AppMessage("check.none", "{folder}: no mistakes")
ONLY_WARNINGS = AppMessage("check.warnings", "{folder}: no mistakes, {warnings}")
STRICT_WARNINGS = AppMessage(
    "check.strict_warnings", "{folder}: {warnings}; --strict treats warnings as mistakes"
)
STRICT = AppMessage("check.strict", "Treat warnings as mistakes.")
NOT_CALLED = AppMessage("explain.none", "nothing in {scenario} is called `{name}`; {help}")
NOTHING_NEAR = AppMessage("explain.nothing_near", "no name is similar")
UPGRADE = AppMessage("fmt.upgrade", "first rewrite old names and old forms of the language")
PARTIAL_UPGRADE = AppMessage(
    "fmt.partial_upgrade",
    "{folder} has mistakes, so some old names may be left: fix what `lazaretto check` reports, "
    "then upgrade again",
)
UPGRADED = AppMessage("fmt.upgraded", "upgraded {path}, lines {lines}")
WOULD_UPGRADE = AppMessage("fmt.would_upgrade", "would upgrade {path}, lines {lines}")
NO_UPGRADE = AppMessage("fmt.no_upgrade", "{path} is not upgraded: there is no scenario.toml in its folder")
UNREADABLE_UPGRADE = AppMessage(
    "fmt.unreadable_upgrade", "{folder} is not upgraded: `lazaretto check {folder}` shows what cannot be read"
)
WOULD_CHANGE = AppMessage("fmt.would_change", "would change {path}")
CHANGED = AppMessage("fmt.changed", "changed {path}")
TO_CHANGE_TOTAL = AppMessage("fmt.to_change_total", "{files}, {changed} to change")
CHANGED_TOTAL = AppMessage("fmt.changed_total", "{files}, {changed} changed")
NO_FILE = AppMessage("fmt.no_file", "there is no file or folder {path}")
NOT_UTF8 = AppMessage("fmt.not_utf8", "{path} is not UTF-8 text")
NONE_FOUND = AppMessage("list.none", "No scenario was found. Put your own in {folder}, or use --path.")
UNREADABLE = AppMessage("list.unreadable", "cannot be read: {problem}")
NO_NAME = AppMessage("new.no_name", "{folder} cannot be the name of a scenario; use letters, digits and `_`")
THERE_ALREADY = AppMessage("new.there_already", "{folder} already exists; choose a new folder")
NAME_TAKEN = AppMessage("new.name_taken", "there is already a scenario called `{name}`; choose another name")
CANNOT_BE_MADE = AppMessage("new.cannot_be_made", "{folder} cannot be created: {why}")
COPY_OF_WHAT = AppMessage("new.copy_of_what", "`--copy` copies a game: name it with `--from GAME`")
SMALL_GAME = AppMessage(
    "new.small_game",
    "{folder} is a small game to change. Next: lazaretto play {path}, then read its game.rules",
)
READY = AppMessage("new.ready", "{folder} is ready. Next: lazaretto check {path}")
BASE_IS_LAYER = AppMessage(
    "new.layer", "`{name}` is a layer, not a complete game; `lazaretto list` shows the games to start from"
)
MANIFEST = AppMessage(
    "new.manifest",
    """\
# What this scenario consists of. `lazaretto check {folder}` reads all of it and reports every mistake.
name = "{name}"
title = "{title}"
description = "A variant of {original}."
players = [{least}, {most}]

# The game includes all rules and tables of these scenarios. Your modules, below, change them.
uses = ["{base}"]
modules = ["changes"]
""",
)
CHANGES = AppMessage(
    "new.changes",
    """\
# Your rules. They change `{base}` or add to it:
#
#   change NAME(...) to 4        changes a value, such as a limit or a number of actions
#   before NAME(...)             runs your lines before a rule; also `after` and `instead of`
#   replace to NAME(...)         replaces a rule
#   test "what you expect"       checks a rule; `lazaretto test {folder}` runs all tests
#
# `lazaretto explain {base} NAME` shows a rule with everything that hooks into it or changes it.
""",
)

# --- play --------------------------------------------------------------------------------------

NO_SCREEN = AppMessage(
    "play.no_screen", "this terminal has no full screen; `lazaretto replay` shows the game as lines of text"
)
SEATS_AND_BOTS = AppMessage(
    "play.seats_and_bots", "there are {players} players, but --bots has {bots} entries"
)
NO_PERSON = AppMessage("play.no_person", "at least one seat needs a person")
KEPT_PLAIN = AppMessage("play.kept_plain", "\nThe game is saved. Continue with: {command}")
KEPT = AppMessage("play.kept", "The game is saved. Continue with: {command}")
ENGINE = AppMessage(
    "commands.engine",
    "what plays many games: Python, WebAssembly (needs wasmtime), or C, which needs a compiler and "
    "is only for texts that you trust (default: `auto`, an estimate of what is done first)",
)
ENGINE_TO_PLAY = AppMessage(
    "play.engine",
    "what plans for bots, finds hints and estimates chances (default: `auto`, native code if there is any, "
    "or else Python)",
)
BACKEND = AppMessage(
    "commands.backend",
    "what runs the rules: generated Python (default), or the interpreter, which is slow",
)
LOWERED = AppMessage("explain.lowered", "show the lowered form of the rule, which the engine runs")
NOT_LOWERED = AppMessage("explain.not_lowered", "`{name}` has no lowered form: it is not a rule")
BOT_STUCK = AppMessage("play.bot_stuck", "a bot cannot continue: {error}")
STARTED = AppMessage("play.started", "{title}. Players: {players}. Seed {seed}. `help` lists the commands.")
CAMPAIGN_GAME_OF = AppMessage("play.campaign_game", "{title}. Players: {players}. `help` lists the commands.")
RESUMED_OVER = AppMessage("play.resumed_over", "{title}. Players: {players}. This game is over.")
RESUMED = AppMessage("play.resumed", "{title}. Players: {players}. The game continues where it stopped.")
CANNOT_RESUME = AppMessage("play.cannot_resume", "the game can no longer be set up: {error}")
NOTHING_TO_PLAY = AppMessage("play.nothing", "no scenario was found; `lazaretto list` says where to put them")
WHICH_ONE = AppMessage("play.which_one", "Which one? ")
NONE_CHOSEN = AppMessage("play.none_chosen", "no scenario was chosen")
NAME_SCENARIO = AppMessage(
    "play.name_scenario", "--{option} needs a SCENARIO; or choose both on the full screen"
)
CRASH_FILE = AppMessage("play.crash_file", "The details are in {path}")

# --- replay, simulate, test --------------------------------------------------------------------

RECORD_TITLE = AppMessage("replay_command.title", "{title}: {players}; seed {seed}")
SECRETS_LEFT_OUT = AppMessage(
    "replay_command.secrets",
    "The game is not over: choices that could reveal secrets are left out (`--secrets` shows them).",
)
RECORD_CANNOT_START = AppMessage(
    "replay_command.cannot_start", "the recorded game can no longer be set up: {error}"
)
RECORD_DIFFERS = AppMessage("replay_command.differs", "the game differs from {difference}")
STOPPED = AppMessage("replay_command.stopped", "Stopped after {done} of {choices} choices.")
ENDS_OTHERWISE = AppMessage("replay_command.otherwise", "the game ends differently: {found}, not {wanted}")
ENDS_OTHERWISE_BY = AppMessage(
    "replay_command.otherwise_by",
    "the game ends differently after choice {number}, {player}: {choice}: "
    "{found}, not {wanted} (ended by {place})",
)
OPEN = AppMessage("replay_command.open", "not over")
ENDS_SO = AppMessage("replay_command.ends_so", "The game ends as the record says: {outcome}")
STILL_OPEN = AppMessage("replay_command.still_open", "The game is not over, as the record says.")
AS_MARKDOWN = AppMessage("cli.as_markdown", "write Markdown")
AS_PAGE = AppMessage("cli.as_page", "write a page of HTML, ready to print")
THERE_ARE = AppMessage("simulate.there_are", "there are {names}")
CAMPAIGN = AppMessage("argument.campaign", "start or continue this campaign")
CAMPAIGN_NAMED = AppMessage("argument.campaign_named", "only this campaign")
CAMPAIGN_TITLE = AppMessage("campaigns.title", "{name}: {title}. Players: {players}.")
CAMPAIGN_GAME = AppMessage("campaigns.game", "  {number}. {results}: {outcome} [{record}]")
CAMPAIGN_GAME_POINTS = AppMessage(
    "campaigns.game_points", "  {number}. {results}: {outcome} ({points}) [{record}]"
)
CAMPAIGN_OPEN = AppMessage("campaigns.open", "  {number}. not over yet [{record}]")
CAMPAIGN_ENDED = AppMessage("campaigns.ended", "  The campaign is over.")
CAMPAIGN_UNREADABLE = AppMessage("campaigns.unreadable", "{name}: cannot be used ({problem})")
CAMPAIGNS_SHOWS = AppMessage("campaigns.shows", "`lazaretto campaigns` shows them all")
NO_CAMPAIGN = AppMessage("campaigns.none", "there is no campaign `{name}`; {help}")
NO_CAMPAIGNS = AppMessage(
    "campaigns.empty",
    "There are no campaigns in {folder}. `lazaretto play SCENARIO --campaign NAME` starts one.",
)
CAMPAIGN_HAS_PLAYERS = AppMessage(
    "campaigns.has_players", "the campaign {name} already has its players: {players}; leave out --{option}"
)
CAMPAIGN_HAS_PARTS = AppMessage(
    "campaigns.has_parts",
    "{part} is a part of the game; the campaign {name} keeps the parts of its first game",
)
CAMPAIGN_AND_RECORD = AppMessage(
    "campaigns.and_record", "--campaign finds its game by itself; leave out --{option}"
)
TEST_CHANGED = AppMessage("test.changed", "CHANGED {place}: {name}")
TEST_FAILED = AppMessage("test.failed", "FAILED {place}: {name}")
TEST_UNFIT = AppMessage("test.unfit", "NO LONGER APPLIES {place}: {name}")
UNFIT_MORE = AppMessage("test.unfit_more", "... and {number} more that no longer apply; -v shows all")
UNFIT_TOTAL = AppMessage(
    "test.unfit_total",
    "{number} tests of used games no longer apply, because they use something that was removed",
)
TEST_PASSED = AppMessage("test.passed", "passed {place}: {name}")
DIFFERENTLY = AppMessage(
    "test.differently", "{number} tests of used games have a different result: check that you meant it"
)
TOTAL = AppMessage("test.total", "{passed} passed, {failed} failed")
NO_MODE = AppMessage("test.no_mode", "there is no mode `{mode}`; {help}")
OPTION_HOST = AppMessage("join.host", "The server, as HOST or HOST:PORT (default port: 2222).")
OPTION_TABLE = AppMessage("join.table", "Go straight to the table with this code.")
OPTION_SSH = AppMessage("join.ssh", "The SSH client to use.")
OPTION_JOIN_SOCKET = AppMessage(
    "join.socket", "The socket of a server on this machine, instead of a host and an SSH client."
)
OPTION_PERSON = AppMessage(
    "join.person", "With --socket: the person who plays; only for users that the server trusts."
)
HOST_OR_SOCKET = AppMessage("join.host_or_socket", "write the server's name, or --socket and its socket")
YOUR_NAME = AppMessage("join.your_name", "Your name:")
NAME_FIRST = AppMessage("join.name_first", "your key is new here; log in once with ssh and choose a name")
NO_NAME_GIVEN = AppMessage("join.no_name_given", "no free name was given")
NO_ADDRESS = AppMessage("join.no_address", "{typed} is not the address of a server; write HOST or HOST:PORT")
NOT_SAVED = AppMessage(
    "argument.not_saved",
    "{name} is neither a saved game nor a file; the launcher (`lazaretto play`) lists them",
)
NO_SSH = AppMessage("join.no_ssh", "the SSH client {program} cannot be started: {reason}")
NOT_REACHED = AppMessage("join.not_reached", "cannot join {host}: {reason}")
LINK_LOST = AppMessage("join.link_lost", "the connection to {host} was lost; you keep your seat")
