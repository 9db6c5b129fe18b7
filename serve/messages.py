"""What the server tells visitors, players and operators."""

from lazaretto.tui.messages.translated_message import AppMessage

# --- visitors without a key --------------------------------------------------------------------

NEEDS_KEY = AppMessage(
    "serve.needs_key",
    "This server recognises you by your SSH key, but your client has not sent one.\n"
    "Create a key with:  ssh-keygen -t ed25519\n"
    "Then connect again. Your key stays on your computer; the server sees only its public half.",
)
COMES_AS_GUEST = AppMessage(
    "serve.comes_as_guest",
    "You have no SSH key, so you are a guest: the server saves nothing for your next visit.\n"
    "To have an account, create a key with:  ssh-keygen -t ed25519",
)

# --- names -------------------------------------------------------------------------------------

WELCOME = AppMessage("serve.welcome", "Welcome. Your key is new here.")
ABOUT_NAMES = AppMessage(
    "serve.about_names",
    "Choose the name that others see. If you already have an account, type the word code and then "
    "the one-time code that you got in your profile on another device, or from the operator.",
)
YOUR_NAME = AppMessage("serve.your_name", "Your name:")
TAKE_NAME = AppMessage("serve.take_name", "use this name")
LEAVE = AppMessage("serve.leave", "leave")
LEAVE_BY_LINES = AppMessage("serve.leave_by_lines", "To leave, type quit.")
NO_NAME = AppMessage("serve.no_name", "type a name first")
NAME_RESERVED = AppMessage("serve.name_reserved", "the name {name} is not allowed")
TOO_MANY_NEW = AppMessage(
    "serve.too_many_new", "Too many new visitors came from your address lately. Try again in a few minutes."
)
TOO_MANY_TRIES = AppMessage("serve.too_many_tries", "Too many wrong attempts. Connect again.")
TOO_SLOW = AppMessage("serve.too_slow", "You took too long to choose a name. Connect again.")

# --- refusals ----------------------------------------------------------------------------------

BANNED = AppMessage("serve.banned", "You are banned from this server: {reason}")
KEY_REMOVED = AppMessage("serve.key_removed", "The key of this session was removed from the account.")
DELETED = AppMessage("serve.deleted", "The operator has deleted your account here.")
TOO_MANY_GUESTS = AppMessage(
    "serve.too_many_guests",
    "{most} guests from your address are already here. Come back later, or log in with a key.",
    count="most",
    forms={"one": "{most} guest from your address is already here. Come back later, or log in with a key."},
)
TOO_MANY_OF_YOURS = AppMessage(
    "serve.too_many_of_yours",
    "You already have {most} sessions open. Close one of them first.",
    count="most",
    forms={"one": "You already have {most} session open. Close it first."},
)
STOPS_WITHOUT_ACCOUNT = AppMessage("serve.stops_without_account", "The server is stopping.")
FULL = AppMessage("serve.full", "The server is full. Try again in a few minutes.")
STOPS = AppMessage(
    "serve.stops", "The server is stopping. Your games are saved. Connect again when it is back."
)
NO_COMMANDS = AppMessage(
    "serve.no_commands", "This server has only these commands: {known}. To play, connect without a command."
)
CRASHED = AppMessage(
    "serve.crashed",
    "A server error ended your session. Your games are saved. Connect again to continue.",
)
CRASHED_WITHOUT_ACCOUNT = AppMessage(
    "serve.crashed_without_account", "A server error ended your session. You can connect again."
)

# --- the command -------------------------------------------------------------------------------

COMMAND_SERVE = AppMessage(
    "serve.command",
    "run a server that people reach with ssh",
    "Runs a server. People connect with an ordinary SSH client, each with their own screen; "
    "their public keys are their accounts.",
)
OPTION_PORT = AppMessage("serve.option_port", "the port to listen on (default: 2222)")
OPTION_CONFIG_LIMITS = AppMessage(
    "serve.option_config_limits", "with `limits`: the file with the settings of the server"
)
OPTION_DATA = AppMessage(
    "serve.option_data", "the folder that holds the accounts, the games and the host key"
)
OPTION_GUESTS = AppMessage("serve.option_guests", "let people without a key play as guests")
OPTION_MOTD = AppMessage("serve.option_motd", "a file with a message that everybody sees first")
OPTION_SOCKET = AppMessage("serve.option_socket", "a Unix socket for `lazaretto join --socket`")
OPTION_ENGINE = AppMessage(
    "serve.option_engine", "what plans for bots and gives hints: Python, WebAssembly, C, or what suits (auto)"
)
OPTION_CONFIG = AppMessage("serve.option_config", "a TOML file with these settings and the limits")
WRONG_PORT = AppMessage("serve.wrong_port", "`{typed}` is not a port: write a number up to 65535")
NEEDS_ASYNCSSH = AppMessage("serve.needs_asyncssh", "the server needs asyncssh: {install}")
CONFIG_UNREADABLE = AppMessage("serve.config_unreadable", "{path} cannot be read: {reason}")
CONFIG_UNKNOWN = AppMessage("serve.config_unknown", "there is no setting `{name}`, only {known}")
CONFIG_WRONG = AppMessage(
    "serve.config_wrong", "the setting `{name}` cannot be {value}; it must be {expected}"
)
A_SWITCH = AppMessage("serve.a_switch", "true or false")
A_COUNT = AppMessage("serve.a_count", "a whole number above 0")
A_PORT = AppMessage("serve.a_port", "a whole number up to 65535")
A_NUMBER = AppMessage("serve.a_number", "a number above 0")
AT_MOST = AppMessage("serve.at_most", "at most {most:,}")
AT_LEAST = AppMessage("serve.at_least", "at least {least}")
WITHOUT_NUL = AppMessage("serve.without_nul", "a text without U+0000")
A_LIST = AppMessage("serve.a_list", "a list of texts in double quotes")
A_TABLE = AppMessage("serve.a_table", "a table")
ONE_OF = AppMessage("serve.one_of", "one of {known}")
A_TEXT = AppMessage("serve.a_text", "a text in double quotes")
NO_SUCH_FOLDER = AppMessage(
    "serve.no_such_folder", "the setting `{name}` names {path}, which is not a folder"
)
NO_SUCH_PROGRAM = AppMessage(
    "serve.no_such_program", "the setting `remind` names {path}, which is not a program"
)
NO_HOST_KEY = AppMessage("serve.no_host_key", "the host key in {folder} cannot be read or created: {reason}")
NO_DATA = AppMessage("serve.no_data", "the folder {folder} cannot be created: {reason}")
DATA_IN_USE = AppMessage("serve.data_in_use", "another server uses {folder}; stop it first")
DATA_IN_USE_BY = AppMessage(
    "serve.data_in_use_by", "another server uses {folder}: process {process}; stop it first"
)
NO_WORKER = AppMessage(
    "serve.no_worker",
    "the process that runs the rules of games does not start. Is there enough memory? May this account start "
    "processes?",
)
CANNOT_OPEN_SOCKET = AppMessage("serve.cannot_open_socket", "the socket {path} cannot be opened: {reason}")
NO_ACCOUNT = AppMessage("serve.no_account", "this machine has no user or group called {name}")
NOT_A_SOCKET = AppMessage("serve.not_a_socket", "a file that is not a socket is in the way")
NO_PEER = AppMessage("serve.no_peer", "this system cannot tell who is at the other end of a socket")
NOT_TRUSTED = AppMessage(
    "serve.not_trusted", "the user {account} may not play for others; leave out the person and the key"
)
NOT_A_KEY = AppMessage("serve.not_a_key", "you did not log in with a public key")
CANNOT_LISTEN = AppMessage("serve.cannot_listen", "port {port} cannot be opened: {reason}")
SERVING = AppMessage("serve.serving", "Serving on port {port}. The key of this server is {fingerprint}.")
HOW_TO_CONNECT = AppMessage("serve.how_to_connect", "Connect with:  ssh -p {port} {host}")
HOW_TO_CONNECT_OR = AppMessage(
    "serve.how_to_connect_or",
    "Connect with:  ssh -p {port} {host}\nor, where that name is not known:  ssh -p {port} {address}",
)
ONLY_HERE = AppMessage("serve.only_here", "Connect with:  ssh -p {port} {host}  (only this machine can)")
NO_NETWORK = AppMessage(
    "serve.no_network",
    "Connect with:  ssh -p {port} localhost  (only this machine can, because it is on no network now)",
)
FEW_FILES = AppMessage(
    "serve.few_files",
    "Only {allowed} files may be open at once; the limits need {needed}. Raise LimitNOFILE or `ulimit -n`.",
)
TASK_FAILS = AppMessage("serve.task_fails", "the task {name} fails again and again")
STORE_REFUSES = AppMessage("serve.store_refuses", "nothing can be stored: {reason}")
EXPORT_CODE = AppMessage("serve.export_code", "export CODE")
STATUS = AppMessage(
    "serve.status",
    "Lazaretto {version}: {number} people are connected.",
    count="number",
    forms={"one": "Lazaretto {version}: {number} person is connected."},
)
LISTED = AppMessage("serve.listed", "{code}  {title}, {state}: {people}")
NO_TABLES = AppMessage("serve.no_tables", "There are no open tables.")
NAME_FIRST = AppMessage("serve.name_first", "Your key is new here. Log in once with ssh and choose a name.")

# --- the operator's commands ---------------------------------------------------------------------

COMMAND_ADMIN = AppMessage(
    "serve.command_admin",
    "list and change the data of a server",
    "Lists and changes the data of a server, even while it runs: people, tables, bans, announcements, codes\n"
    "for people who lost their key.",
)
COMMAND_BACKUP = AppMessage(
    "serve.command_backup",
    "back up all data of a server",
    "Copies all data of a server to a new file, even while it runs: people, tables, chat. To restore it,\n"
    "start a server on a folder that contains this file as server.db.",
)
OPTION_BACKUP = AppMessage("serve.option_backup", "The new file; an existing one is not replaced.")
OPTION_DO = AppMessage("serve.option_do", "What to do: {known}.")
OPTION_CLEAR = AppMessage("serve.option_clear", "with announce: stop showing the announcement")
OPTION_WORDS = AppMessage("serve.option_words", "The arguments: a name, a code, a reason.")
ADMIN_USAGE = AppMessage("serve.admin_usage", "write: {usage}")
ADMIN_PERSON = AppMessage("serve.admin_person", "{name}  since {since}  {keys}")
ADMIN_TABLE = AppMessage(
    "serve.admin_table",
    "{code}  {title}, {state}: {people}; {choices} choices",
    count="choices",
    forms={"one": "{code}  {title}, {state}: {people}; {choices} choice"},
)
ADMIN_LIMIT = AppMessage("serve.admin_limit", "{name} = {value}: {means}")
ADMIN_CALLS = AppMessage(
    "serve.admin_calls",
    "Calls that one person may make, in all sessions together; one address may make {times} times as many:",
)
ADMIN_CALL = AppMessage("serve.admin_call", "{at_once} at once, then {a_minute} a minute: {means}")
ADMIN_CALL_IN_PARALLEL = AppMessage(
    "serve.admin_call_in_parallel",
    "{at_once} at once, then {a_minute} a minute, {parallel} in parallel: {means}",
)
ADMIN_BAN = AppMessage("serve.admin_ban", "{value}  since {since}: {reason}")
ADMIN_NOTHING = AppMessage("serve.admin_nothing", "There is nothing to list.")
GUEST_HERE = AppMessage("serve.guest_here", "(a guest)")
