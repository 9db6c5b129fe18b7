"""What the server tells visitors, players and operators."""

from tui.messages.translated_message import AppMessage

# --- visitors without a key --------------------------------------------------------------------

NEEDS_KEY = AppMessage(
    "serve.needs_key",
    "This server knows you by your SSH key, and your client has not offered one.\n"
    "Make a key with:  ssh-keygen -t ed25519\n"
    "Then connect again. Your key stays on your computer; the server sees only its public half.",
)
COMES_AS_GUEST = AppMessage(
    "serve.comes_as_guest",
    "You have no SSH key, so you come in as a guest: nothing of yours is kept for your next visit.\n"
    "To come back as the same person, make a key with:  ssh-keygen -t ed25519",
)

# --- names -------------------------------------------------------------------------------------

WELCOME = AppMessage("serve.welcome", "Welcome. Your key is new here.")
ABOUT_NAMES = AppMessage(
    "serve.about_names",
    "Choose the name that the others see. If you have an account already, type the word code and then "
    "the one-time code that you got in your profile on another device, or from the operator.",
)
YOUR_NAME = AppMessage("serve.your_name", "Your name:")
TAKE_NAME = AppMessage("serve.take_name", "go in under this name")
LEAVE = AppMessage("serve.leave", "leave")
LEAVE_BY_LINES = AppMessage("serve.leave_by_lines", "To leave, type quit.")
NO_NAME = AppMessage("serve.no_name", "type a name first")
NAME_RESERVED = AppMessage("serve.name_reserved", "nobody can be called {name}")
NAME_TAKEN = AppMessage("serve.name_taken", "somebody here is called {name} already")
WRONG_CODE = AppMessage("serve.wrong_code", "this code is wrong, used or expired")
TOO_MANY_TRIES = AppMessage("serve.too_many_tries", "That was not accepted too many times. Connect again.")
TOO_SLOW = AppMessage("serve.too_slow", "You gave no name for a long time. Connect again when you like.")

# --- refusals ----------------------------------------------------------------------------------

BANNED = AppMessage("serve.banned", "You may not play here: {reason}")
DELETED = AppMessage("serve.deleted", "The operator has deleted your account here.")
TOO_MANY_OF_YOURS = AppMessage(
    "serve.too_many_of_yours", "You have {most} sessions open already. Close one of them first."
)
FULL = AppMessage("serve.full", "The server is full. Try again in a few minutes.")
STOPS = AppMessage("serve.stops", "The server stops. Your games are kept: connect again when it runs again.")
NO_COMMANDS = AppMessage(
    "serve.no_commands", "This server runs no commands besides: {known}. Connect without a command to play."
)
CRASHED = AppMessage(
    "serve.crashed",
    "Your session has ended because of an error of ours. Nobody else is affected. Connect again to go on.",
)

# --- the command -------------------------------------------------------------------------------

COMMAND_SERVE = AppMessage(
    "serve.command",
    "open a server that people reach with ssh",
    "Open a server. People connect with a stock SSH client and play on a screen of their own; "
    "their public keys are their accounts.",
)
OPTION_PORT = AppMessage("serve.option_port", "the port to listen on (default: 2222)")
OPTION_DATA = AppMessage(
    "serve.option_data", "the folder that holds the accounts, the games and the host key"
)
OPTION_GUESTS = AppMessage("serve.option_guests", "let people without a key come in as guests")
OPTION_MOTD = AppMessage("serve.option_motd", "a file with a message that everybody reads first")
OPTION_SOCKET = AppMessage("serve.option_socket", "a Unix socket for `lazaretto join --socket`")
OPTION_CONFIG = AppMessage("serve.option_config", "a TOML file with these settings and the limits")
WRONG_PORT = AppMessage("serve.wrong_port", "`{typed}` is not a port: it is a number up to 65535")
NEEDS_ASYNCSSH = AppMessage(
    "serve.needs_asyncssh",
    "Serving needs the package asyncssh. Install it with:  pip install 'lazaretto[serve]'",
)
CONFIG_UNREADABLE = AppMessage("serve.config_unreadable", "{path} cannot be read: {reason}")
CONFIG_UNKNOWN = AppMessage("serve.config_unknown", "there is no setting `{name}`, only {known}")
CONFIG_WRONG = AppMessage("serve.config_wrong", "the setting `{name}` cannot be {value}; it is {expected}")
A_SWITCH = AppMessage("serve.a_switch", "true or false")
A_COUNT = AppMessage("serve.a_count", "a whole number above 0")
A_PORT = AppMessage("serve.a_port", "a whole number up to 65535")
A_NUMBER = AppMessage("serve.a_number", "a number above 0")
A_LIST = AppMessage("serve.a_list", "a list of texts in quotation marks")
A_TABLE = AppMessage("serve.a_table", "a table")
A_TEXT = AppMessage("serve.a_text", "a text in quotation marks")
NO_SUCH_FOLDER = AppMessage("serve.no_such_folder", "the setting `{name}` names {path}, which is no folder")
NO_SUCH_PROGRAM = AppMessage(
    "serve.no_such_program", "the setting `remind` names {path}, which is no program"
)
NO_HOST_KEY = AppMessage(
    "serve.no_host_key", "the host key in {folder} can be neither read nor made: {reason}"
)
NO_DATA = AppMessage("serve.no_data", "the folder {folder} cannot be made: {reason}")
DATA_IN_USE = AppMessage("serve.data_in_use", "another server uses {folder}; stop it first")
DATA_IN_USE_BY = AppMessage(
    "serve.data_in_use_by", "another server uses {folder}: process {process}; stop it first"
)
CANNOT_OPEN_SOCKET = AppMessage("serve.cannot_open_socket", "the socket {path} cannot be opened: {reason}")
NO_ACCOUNT = AppMessage("serve.no_account", "this machine has no account or group {name}")
NOT_A_SOCKET = AppMessage("serve.not_a_socket", "there is a file that is not a socket")
NO_PEER = AppMessage("serve.no_peer", "this system does not say who is at the other end of a socket")
NOT_TRUSTED = AppMessage(
    "serve.not_trusted", "the account {account} may not play for others; leave out the person and the key"
)
NOT_A_KEY = AppMessage("serve.not_a_key", "what you logged in with is not a public key")
CANNOT_LISTEN = AppMessage("serve.cannot_listen", "port {port} cannot be opened: {reason}")
SERVING = AppMessage("serve.serving", "Serving on port {port}. The key of this server is {fingerprint}.")
HOW_TO_CONNECT = AppMessage("serve.how_to_connect", "Connect with:  ssh -p {port} {host}")
EXPORT_CODE = AppMessage("serve.export_code", "export CODE")
STATUS = AppMessage(
    "serve.status",
    "Lazaretto {version}: {number} people are here.",
    count="number",
    forms={"one": "Lazaretto {version}: {number} person is here."},
)
CHECKOUT = AppMessage("serve.checkout", "(a checkout)")
LISTED = AppMessage("serve.listed", "{code}  {title}, {state}: {people}")
NO_TABLES = AppMessage("serve.no_tables", "There are no open tables.")
NAME_FIRST = AppMessage("serve.name_first", "Your key is new here. Log in once with ssh and choose a name.")

# --- the operator's commands ---------------------------------------------------------------------

COMMAND_ADMIN = AppMessage(
    "serve.command_admin",
    "list and change what a server keeps",
    "Lists and changes what a server keeps, also while it runs: people, tables, bans, announcements, codes\n"
    "for people who lost their key.",
)
COMMAND_BACKUP = AppMessage(
    "serve.command_backup",
    "copy everything that a server keeps",
    "Copies everything that a server keeps to a new file, also while it runs: people, tables, talk. A\n"
    "server started on a folder with that file as server.db goes on from there.",
)
OPTION_BACKUP = AppMessage("serve.option_backup", "The new file; an existing one is not replaced.")
OPTION_DO = AppMessage("serve.option_do", "What to do: {known}.")
OPTION_CLEAR = AppMessage("serve.option_clear", "with announce: stop showing the announcement")
OPTION_WORDS = AppMessage("serve.option_words", "What it needs: a name, a code, a reason.")
ADMIN_USAGE = AppMessage("serve.admin_usage", "write: {usage}")
ADMIN_PERSON = AppMessage("serve.admin_person", "{name}  since {since}  {keys}")
ADMIN_TABLE = AppMessage("serve.admin_table", "{code}  {title}, {state}: {people}; {choices} choices")
ADMIN_BAN = AppMessage("serve.admin_ban", "{value}  since {since}: {reason}")
ADMIN_NOTHING = AppMessage("serve.admin_nothing", "There is nothing to list.")
GUEST_HERE = AppMessage("serve.guest_here", "(a guest)")
