"""Tells SQL from sentences, and says which modules may hold it."""

import re

STARTS = (
    *("SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "WITH ", "WHERE ", "AND ", "ORDER BY ", r"SUM\("),
    *(
        "PRAGMA ",
        "CREATE (?:TABLE|INDEX|TRIGGER) ",
        "ALTER TABLE ",
        "BEGIN IMMEDIATE$",
        "SAVEPOINT ",
        "RELEASE ",
    ),
    "ROLLBACK TO ",
)
STATEMENT = re.compile(r"\s*(?:\{\}\s+){0,2}(?:" + "|".join(STARTS) + ")")
"""A text that begins as a statement or a clause in capitals, perhaps after the placeholders of others."""

MODULES = re.compile(r"host/server/store/(?:schema|sqlite_\w+)\.py")
"""The modules of the SQLite store."""


def is_sql(module: str, text: str) -> bool:
    """Whether a text is SQL in a module that may hold some."""
    return MODULES.fullmatch(module) is not None and STATEMENT.match(text) is not None
