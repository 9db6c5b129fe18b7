"""People, their keys and settings in SQLite."""

import hashlib
import hmac
import secrets
from datetime import timedelta

from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.sqlite_database import MICROSECOND, Database, as_time
from lazaretto.host.server.store.store_protocol import (
    InvalidError,
    KeyCodeError,
    LastKeyError,
    MissingRowError,
    TakenError,
)
from lazaretto.host.server.store.store_rows import CodeMaker, Key, NewKey, Person
from lazaretto.host.server.tables.table_codes import ALPHABET, wrong_with_name
from lazaretto.host.settings.player_names import as_seen

_PERSON = """
    SELECT id, name, since, NOT EXISTS (SELECT 1 FROM keys WHERE person = people.id), deleted FROM people
"""
_KEY = "SELECT fingerprint, person, public_key, label, since FROM keys"

_REFERS = (
    "SELECT 1 FROM seats WHERE person = ?",
    "SELECT 1 FROM tables WHERE made_by = ?",
    "SELECT 1 FROM result_players WHERE person = ?",
    "SELECT 1 FROM clocks WHERE paused_by = ?",
)
"""What refers to people and stays when they are deleted."""

_GROUPS, _GROUP = 4, 4
"""A code for a key has four groups of four characters: 77 bits."""


def need_person(database: Database, person: int | None, *, deleted: bool = False) -> None:
    """Refuse the id of a person who is not there, or who is deleted unless that is allowed.

    None is nobody's id and is not refused.

    Raises:
        MissingRowError: there is no such person.
    """
    known = "SELECT 1 FROM people WHERE id = ? AND deleted <= ?"
    if person is not None and database.row(known, person, int(deleted)) is None:
        raise MissingRowError(say.NO_PERSON())


class SqlitePeople:
    """Implements `People`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str, key: NewKey | None = None) -> Person:
        """Add a person."""
        with self._database.transaction():
            self._check_name(name)
            (person,) = self._database.row(
                "INSERT INTO people (name, seen_name, since) VALUES (?, ?, ?) RETURNING id",
                *(name, as_seen(name), self._database.now()),
            )
            if key is not None:
                add_key(self._database, person, key)
            return self.get(person)

    def get(self, person: int) -> Person:
        """The person with an id."""
        found = self._one("WHERE id = ?", person)
        if found is None:
            raise MissingRowError(say.NO_PERSON())
        return found

    def by_key(self, fingerprint: str) -> Person | None:
        """The person who logs in with a key."""
        return self._one("WHERE id = (SELECT person FROM keys WHERE fingerprint = ?)", fingerprint)

    def by_name(self, name: str) -> Person | None:
        """The person with a name."""
        return None if wrong_with_name(name) else self._one("WHERE seen_name = ?", as_seen(name))

    def all(self) -> tuple[Person, ...]:
        """Everybody but the deleted."""
        rows = self._database.rows(f"{_PERSON} WHERE deleted = 0 ORDER BY seen_name")
        return tuple(_person(*row) for row in rows)

    def rename(self, person: int, name: str) -> Person:
        """Give a person another name."""
        with self._database.transaction():
            need_person(self._database, person)
            self._check_name(name, person)
            self._database.write(
                "UPDATE people SET name = ?, seen_name = ? WHERE id = ?", name, as_seen(name), person
            )
            return self.get(person)

    def is_gone(self, person: int) -> bool:
        """Whether a person was deleted."""
        return self._database.row("SELECT 1 FROM people WHERE id = ? AND deleted = 0", person) is None

    def delete(self, person: int) -> None:
        """Delete a person and their data."""
        with self._database.transaction():
            need_person(self._database, person)
            guest = self.get(person).guest
            for table in ("keys", "key_codes", "settings", "invitations", "chat"):
                self._database.write(f"DELETE FROM {table} WHERE person = ?", person)
            self._database.write(
                """
                UPDATE seats SET person = NULL WHERE person = ?
                AND table_code IN (SELECT code FROM tables WHERE state IN ('open', 'running'))
                """,
                person,
            )
            nobody = f"#{person}"
            self._database.write(
                "UPDATE people SET name = ?, seen_name = ?, deleted = 1 WHERE id = ?", nobody, nobody, person
            )
            if guest:
                self._remove_row(person)
        self._database.forget()

    def _remove_row(self, person: int) -> None:
        """Remove the row of somebody who is deleted, unless something that stays refers to it."""
        if not any(self._database.row(refers, person) for refers in _REFERS):
            self._database.write("DELETE FROM people WHERE id = ?", person)

    def _one(self, where: str, *values: object) -> Person | None:
        row = self._database.row(f"{_PERSON} {where}", *values)
        return None if row is None else _person(*row)

    def _check_name(self, name: str, person: int = 0) -> None:
        wrong = wrong_with_name(name)
        if wrong:
            raise InvalidError(wrong)
        other = "SELECT 1 FROM people WHERE seen_name = ? AND id <> ?"
        if self._database.row(other, as_seen(name), person) is not None:
            raise TakenError(say.PERSON_NAME_TAKEN(name=name))


def _person(person: int, name: str, since: int, guest: int, deleted: int) -> Person:
    return Person(person, name, as_time(since), bool(guest), bool(deleted))


def add_key(database: Database, person: int, key: NewKey) -> None:
    """Add a key inside a transaction.

    Raises:
        TakenError: somebody has it.
    """
    if database.row("SELECT 1 FROM keys WHERE fingerprint = ?", key.fingerprint) is not None:
        raise TakenError(say.KEY_TAKEN())
    database.write(
        "INSERT INTO keys (fingerprint, person, public_key, label, since) VALUES (?, ?, ?, ?, ?)",
        *(key.fingerprint, person, key.text, key.label, database.now()),
    )


class SqliteKeys:
    """Implements `Keys`. Codes are stored as digests, so that nobody can use one from a backup."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, person: int, key: NewKey) -> Key:
        """Add a key to a person."""
        with self._database.transaction():
            need_person(self._database, person)
            add_key(self._database, person, key)
            return _key(*self._database.row(f"{_KEY} WHERE fingerprint = ?", key.fingerprint))

    def of_person(self, person: int) -> tuple[Key, ...]:
        """The keys of a person."""
        rows = self._database.rows(f"{_KEY} WHERE person = ? ORDER BY since, fingerprint", person)
        return tuple(_key(*row) for row in rows)

    def remove(self, person: int, fingerprint: str) -> None:
        """Remove a key from a person."""
        with self._database.transaction():
            keys = [key.fingerprint for key in self.of_person(person)]
            if fingerprint not in keys:
                raise MissingRowError(say.NO_KEY())
            if len(keys) == 1:
                raise LastKeyError(say.LAST_KEY())
            self._database.write("DELETE FROM keys WHERE fingerprint = ?", fingerprint)
            # whoever had the key may have made one
            self._database.write("DELETE FROM key_codes WHERE person = ? AND maker = 'person'", person)

    def owner(self, fingerprint: str) -> int | None:
        """The id of the person who has a key."""
        row = self._database.row("SELECT person FROM keys WHERE fingerprint = ?", fingerprint)
        return None if row is None else int(row[0])

    def make_code(self, person: int, maker: CodeMaker, lifetime: timedelta) -> str:
        """Make a one-time code."""
        groups = ("".join(secrets.choice(ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
        code = "-".join(groups)
        with self._database.transaction():
            need_person(self._database, person)
            now = self._database.now()
            self._database.write(
                "DELETE FROM key_codes WHERE expires <= ? OR (person = ? AND maker = ?)", now, person, maker
            )
            self._database.write(
                "INSERT INTO key_codes (digest, person, maker, expires) VALUES (?, ?, ?, ?)",
                *(_digest(code), person, maker, now + lifetime // MICROSECOND),
            )
        return code

    def redeem_code(self, code: str, key: NewKey) -> Person:
        """Add a key to the person for whom a code was made."""
        given = _digest(code)
        with self._database.transaction():
            rows = self._database.rows(
                "SELECT digest, person FROM key_codes WHERE expires > ?", self._database.now()
            )
            # All of them are compared, each in constant time: how long it takes tells nothing about a code.
            fitting = [person for digest, person in rows if hmac.compare_digest(digest, given)]
            if not fitting:
                raise KeyCodeError(say.WRONG_KEY_CODE())
            if self._all_banned(fitting[0]):
                raise KeyCodeError(say.KEYS_BANNED())
            add_key(self._database, fitting[0], key)
            self._database.write("DELETE FROM key_codes WHERE digest = ?", given)
            return SqlitePeople(self._database).get(fitting[0])

    def _all_banned(self, person: int) -> bool:
        """Whether a person is banned: all keys that they have, and there are some."""
        keys = {key.fingerprint for key in self.of_person(person)}
        banned = {value for (value,) in self._database.rows("SELECT value FROM bans WHERE kind = 'key'")}
        return bool(keys) and keys <= banned


def _key(fingerprint: str, person: int, text: str, label: str, since: int) -> Key:
    return Key(fingerprint, person, text, label, as_time(since))


def _digest(code: str) -> bytes:
    """The digest of a code, whatever case, spaces and hyphens somebody typed."""
    letters = "".join(each for each in code.upper() if each in ALPHABET)
    return hashlib.sha256(letters.encode()).digest()


class SqliteSettings:
    """Implements `PersonSettings`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, person: int) -> str:
        """The settings of a person as JSON."""
        row = self._database.row("SELECT json FROM settings WHERE person = ?", person)
        return "" if row is None else str(row[0])

    def set(self, person: int, text: str) -> None:
        """Replace the settings of a person."""
        with self._database.transaction():
            need_person(self._database, person)
            self._database.write(
                """
                INSERT INTO settings (person, json) VALUES (?, ?)
                ON CONFLICT (person) DO UPDATE SET json = excluded.json
                """,
                *(person, text),
            )
