"""What the store of a server tells people and its operator, and why it refuses."""

from lazaretto.grammar.message import Message

# --- people and keys ---------------------------------------------------------------------------

NAME_IS_CODE = Message(
    "server.name_is_code", "the name {name} is not allowed, because it looks like the code of a table"
)
NAME_MIXED = Message(
    "server.name_mixed", "{name} mixes letters of several alphabets that look alike; use one alphabet"
)
PERSON_NAME_TAKEN = Message("server.person_name_taken", "somebody else is called {name} here")
KEY_TAKEN = Message("server.key_taken", "this key already belongs to somebody")
NO_PERSON = Message("server.no_person", "there is no such person")
NO_PERSON_CALLED = Message("server.no_person_called", "nobody is called {name} here")
NO_KEY = Message("server.no_key", "this is not one of your keys")
LAST_KEY = Message("server.last_key", "this is your only key: add another one before you remove it")
WRONG_KEY_CODE = Message("server.wrong_key_code", "this code is wrong, used or expired")

KEYS_BANNED = Message("server.keys_banned", "the person for whom this code was made is banned")

# --- bans --------------------------------------------------------------------------------------

NOT_A_FINGERPRINT = Message(
    "server.not_a_fingerprint", "{value} is not the fingerprint of a key: `SHA256:` and 43 characters"
)
NOT_AN_ADDRESS = Message(
    "server.not_an_address",
    "{value} is not an address or a network: write one like 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32",
)
NO_BAN = Message("server.no_ban", "{value} is not banned")

# --- tables ------------------------------------------------------------------------------------

NO_TABLE = Message("server.no_table", "there is no table {code}")
TABLE_CODE_WRONG = Message("server.table_code_wrong", "{code} is not the code of a table")
TABLE_CODE_TAKEN = Message("server.table_code_taken", "another table has the code {code}")
SEAT_TWICE = Message("server.seat_twice", "two seats have the number {number}")
NO_PACK = Message("server.no_pack", "the scenario files {digest} are not stored")
OTHER_PACK = Message("server.other_pack", "other scenario files are stored as {digest}")
NO_SEAT = Message("server.no_seat", "table {code} has no such seat")
SEAT_TAKEN = Message("server.seat_taken", "somebody else sits there")
NOT_YOUR_SEAT = Message("server.not_your_seat", "this is not your seat")
PERSON_OR_BOT = Message("server.person_or_bot", "a seat is for a person or for a bot, not for both")
TABLE_CLOSED = Message("server.table_closed", "table {code} is closed")
TABLE_HAS_BEGUN = Message("server.table_has_begun", "the game at table {code} has started")
STALE = Message("server.stale", "table {code} has changed: its last choice is {last}, not {expected}")

STORE_UNUSABLE = Message(
    "server.store_unusable", "nothing can be stored on this server right now; try again later"
)

# --- the database ------------------------------------------------------------------------------

NOT_STORABLE = Message("server.not_storable", "this text or number cannot be stored")
DATABASE_REFUSES = Message("server.database_refuses", "the server's data cannot be used: {reason}; {path}")
DATABASE_BUSY = Message("server.database_busy", "another program is writing to {path}; try again")
DATABASE_DAMAGED = Message(
    "server.database_damaged",
    "{path} is damaged ({reason}). Nothing was changed. Replace it with a backup",
)
DATABASE_NEWER = Message(
    "server.database_newer",
    "{path} was written by a newer version of Lazaretto (format {theirs}; this one can read {ours})",
)
DATABASE_OLDER = Message(
    "server.database_older",
    "{path} was written by an older version of Lazaretto; start the server of this version once",
)
DATABASE_FOREIGN = Message("server.database_foreign", "{path} is not a database of a Lazaretto server")
DATABASE_MISSING = Message("server.database_missing", "there is no server data in {folder}")
DATABASE_HALF = Message("server.database_half", "{path} is missing, but its log {log} is there; restore both")
DATABASE_RESCUED = Message(
    "server.database_rescued",
    "{path} is missing, but {copy} is there, a copy that the server made when somebody had removed its data. "
    "Give the copy the name of the database, or put it elsewhere",
)
DATABASE_REPLACED = Message(
    "server.database_replaced",
    "somebody has replaced {path} while the server was using it. Everything up to then is in {copy}",
)
NO_WRITE_AHEAD_LOG = Message(
    "server.no_write_ahead_log", "the file system of {path} cannot hold a write-ahead log; use a local disk"
)
SQLITE_TOO_OLD = Message("server.sqlite_too_old", "SQLite {theirs} is too old; the server needs {ours}")
MIGRATION_FAILED = Message(
    "server.migration_failed",
    "{path} could not be converted to format {version} ({reason}). It is unchanged; a copy is in {copy}",
)
FILE_EXISTS = Message("server.file_exists", "the file {path} already exists")

# --- the operator ------------------------------------------------------------------------------

NO_KEYS = Message("server.no_keys", "{name} has no key that could be banned; ban an address")
BANNED = Message(
    "server.banned",
    "{whom} is banned: {count} entries.",
    count="count",
    forms={"one": "{whom} is banned: {count} entry."},
)
UNBANNED = Message("server.unbanned", "{whom} is not banned any more.")
TABLE_IS_CLOSED = Message("server.table_is_closed", "Table {code} is closed.")
PERSON_RENAMED = Message("server.person_renamed", "{name} is now called {new}.")
PERSON_DELETED = Message("server.person_deleted", "{name} and their data are deleted.")
ANNOUNCED = Message(
    "server.announced", "Everybody who is connected will see this in a moment. It is shown for one day."
)
ANNOUNCEMENT_CLEARED = Message("server.announcement_cleared", "No announcement is shown any more.")
EXPORTED = Message("server.exported", "The game of table {code} is in {path}; `lazaretto replay` replays it.")
NOT_WRITTEN = Message("server.not_written", "{path} cannot be written: {reason}")
IMPORTED = Message("server.imported", "The game continues at table {code}: {seats}.")
FREE_SEAT = Message("server.free_seat", "{player} (free)")
NOT_BEGUN = Message("server.not_begun", "the game at table {code} has not started")
NO_RECORD = Message("server.no_record", "table {code} cannot be exported: {reason}")
RECORD_IS_OVER = Message(
    "server.record_is_over", "this game is over ({outcome}); only unfinished games can continue at a table"
)
RECORD_DEALT_ANEW = Message(
    "server.record_dealt_anew",
    "in this what-if game, something was dealt anew; it can continue only on the player's own machine",
)
RECORD_NEEDS_BOT = Message(
    "server.record_needs_bot", "a seat of this game needs the bot {bot}, which is not here"
)
RECORD_REFUSED = Message("server.record_refused", "this game cannot continue here: {reason}")
BACKED_UP = Message("server.backed_up", "The server's data is copied to {path}.")
