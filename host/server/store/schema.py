"""The tables of a server's SQLite database, as numbered migrations.

`PRAGMA user_version` says how many of them a database has had. A migration that has been released never
changes; a new one is added at the end.

PostgreSQL takes the same statements apart from these:

- `STRICT` and `WITHOUT ROWID` are left out; its columns have types anyway. `INTEGER` becomes `BIGINT`, `BLOB`
  becomes `BYTEA`.
- `INTEGER PRIMARY KEY AUTOINCREMENT` becomes `BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY`.
- The trigger becomes a function; or the role of the server gets no right to change or delete choices.
- A row of a table instead of `PRAGMA user_version` holds the version.

The queries of the other modules differ in this: `?` becomes `%s`; parameters that are selected get a cast;
`IS ?` becomes `IS NOT DISTINCT FROM`; no limit is NULL instead of -1; `BEGIN IMMEDIATE` becomes `BEGIN` at
the level SERIALIZABLE, and a call that is refused for that or by a key runs again; `PRAGMA data_version`
becomes a row that every transaction counts up.

Times are microseconds since 1970 in UTC.
"""

import sqlite3
from collections.abc import Callable

Migration = Callable[[sqlite3.Connection], None]
"""Changes the tables inside a transaction that it neither begins nor ends."""

APPLICATION_ID = 0x4C5A5254
"""Marks the file as one of ours, for `PRAGMA application_id`."""

TABLES = (
    """
    CREATE TABLE people (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        seen_name TEXT NOT NULL UNIQUE,
        since INTEGER NOT NULL,
        deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1))
    ) STRICT
    """,
    """
    CREATE TABLE keys (
        fingerprint TEXT PRIMARY KEY,
        person INTEGER NOT NULL REFERENCES people (id),
        public_key TEXT NOT NULL,
        label TEXT NOT NULL,
        since INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX keys_by_person ON keys (person)",
    """
    CREATE TABLE key_codes (
        digest BLOB PRIMARY KEY,
        person INTEGER NOT NULL REFERENCES people (id),
        maker TEXT NOT NULL CHECK (maker IN ('person', 'operator')),
        expires INTEGER NOT NULL,
        UNIQUE (person, maker)
    ) STRICT
    """,
    """
    CREATE TABLE bans (
        kind TEXT NOT NULL CHECK (kind IN ('key', 'address')),
        value TEXT NOT NULL,
        reason TEXT NOT NULL,
        since INTEGER NOT NULL,
        PRIMARY KEY (kind, value)
    ) STRICT
    """,
    """
    CREATE TABLE settings (
        person INTEGER PRIMARY KEY REFERENCES people (id),
        json TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE packs (
        digest TEXT PRIMARY KEY,
        content BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE tables (
        code TEXT PRIMARY KEY,
        scenario TEXT NOT NULL,
        title TEXT NOT NULL,
        game_order TEXT NOT NULL,
        pack TEXT REFERENCES packs (digest),
        made_at INTEGER NOT NULL,
        made_by INTEGER REFERENCES people (id),
        state TEXT NOT NULL CHECK (state IN ('open', 'running', 'over', 'closed')),
        pace TEXT NOT NULL,
        entry TEXT NOT NULL CHECK (entry IN ('open', 'invitation')),
        outcome TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX tables_by_state ON tables (state, made_at)",
    """
    CREATE TABLE seats (
        table_code TEXT NOT NULL REFERENCES tables (code),
        number INTEGER NOT NULL CHECK (number >= 0),
        person INTEGER REFERENCES people (id),
        bot TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_code, number),
        CHECK (person IS NULL OR bot = '')
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX seats_by_person ON seats (person)",
    """
    CREATE TABLE choices (
        table_code TEXT NOT NULL REFERENCES tables (code),
        sequence INTEGER NOT NULL CHECK (sequence > 0),
        kind TEXT NOT NULL CHECK (kind IN ('choice', 'undo')),
        seat INTEGER NOT NULL CHECK (seat >= 0),
        key TEXT NOT NULL,
        back_to INTEGER NOT NULL CHECK (back_to >= 0),
        PRIMARY KEY (table_code, sequence)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TRIGGER choices_never_change BEFORE UPDATE ON choices
    BEGIN SELECT RAISE(ABORT, 'append-only'); END
    """,
    """
    CREATE TRIGGER choices_never_go BEFORE DELETE ON choices
    BEGIN SELECT RAISE(ABORT, 'append-only'); END
    """,
    """
    CREATE TABLE chat (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        table_code TEXT REFERENCES tables (code),
        person INTEGER REFERENCES people (id),
        side TEXT NOT NULL,
        line TEXT NOT NULL,
        said_at INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX chat_by_table ON chat (table_code, number)",
    "CREATE INDEX chat_by_person ON chat (person)",
    """
    CREATE TABLE results (
        table_code TEXT PRIMARY KEY REFERENCES tables (code),
        scenario TEXT NOT NULL,
        ending TEXT NOT NULL CHECK (ending IN ('won', 'lost', 'drawn')),
        reason TEXT NOT NULL,
        turns INTEGER NOT NULL,
        ended_at INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX results_by_time ON results (ended_at)",
    """
    CREATE TABLE result_players (
        table_code TEXT NOT NULL REFERENCES results (table_code),
        seat INTEGER NOT NULL CHECK (seat >= 0),
        person INTEGER REFERENCES people (id),
        bot TEXT NOT NULL,
        ending TEXT NOT NULL CHECK (ending IN ('won', 'lost', 'drawn')),
        PRIMARY KEY (table_code, seat)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX result_players_by_person ON result_players (person)",
    """
    CREATE TABLE result_options (
        table_code TEXT NOT NULL REFERENCES results (table_code),
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (table_code, name)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE invitations (
        table_code TEXT NOT NULL REFERENCES tables (code),
        person INTEGER NOT NULL REFERENCES people (id),
        since INTEGER NOT NULL,
        PRIMARY KEY (table_code, person)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX invitations_by_person ON invitations (person)",
)


def make_tables(connection: sqlite3.Connection) -> None:
    """Version 1: all tables."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for statement in TABLES:
        connection.execute(statement)


CLOCKS = (
    """
    CREATE TABLE clocks (
        table_code TEXT PRIMARY KEY REFERENCES tables (code),
        turn_began INTEGER,
        paused_by INTEGER REFERENCES people (id),
        paused_at INTEGER,
        CHECK ((paused_by IS NULL) = (paused_at IS NULL))
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO clocks (table_code, turn_began)
    SELECT code, CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)
    FROM tables WHERE state = 'running'
    """,
)


def add_clocks(connection: sqlite3.Connection) -> None:
    """Version 2: since when each table waits, and who paused it; running tables begin their turns now."""
    for statement in CLOCKS:
        connection.execute(statement)


POINTS = (
    "ALTER TABLE result_players ADD COLUMN points INTEGER",
    "ALTER TABLE result_players ADD COLUMN place INTEGER",
)


def add_points(connection: sqlite3.Connection) -> None:
    """Version 3: the points and the rank of each seat, if there are any; `rank` is a function in SQL."""
    for statement in POINTS:
        connection.execute(statement)


MIGRATIONS: tuple[Migration, ...] = (make_tables, add_clocks, add_points)
"""What brings a database from each version to the next."""
