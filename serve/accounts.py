"""Who somebody is: a public key stands for a person, and a person may have several keys.

The accounts are in the store of the server, which is used in a thread of its own.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from lazaretto.host.server.store.store_protocol import (
    MissingRowError,
    ServerStore,
    ServerStoreError,
    TakenError,
)
from lazaretto.host.server.store.store_rows import NewKey, Person as StoredPerson, TableState
from lazaretto.host.server.tables.table_codes import wrong_with_name
from lazaretto.host.settings.player_names import as_seen
from lazaretto.serve import messages as say

GUEST = "guest"
"""The user name with which guests log in."""

RESERVED = frozenset((GUEST, "admin", "root", "operator", "server"))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is logged in."""

    id: int
    name: str
    guest: bool = False
    """Whether no key is stored: nobody can come back as this person."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The key with which a client has logged in."""

    fingerprint: str
    """`SHA256:` and the digest, as OpenSSH shows it."""
    text: str
    """A line of `authorized_keys`."""


class AccountError(Exception):
    """A request is refused; the message is a sentence for the visitor."""


def name_refused(name: str) -> str:
    """Why nobody can have a name; empty if somebody can."""
    seen = as_seen(name)
    reserved = seen in RESERVED or seen.removeprefix(GUEST).isdecimal()
    return say.NAME_RESERVED(name=name) if reserved else wrong_with_name(name)


Found = TypeVar("Found")


class Accounts:
    """The people of a server, in its store; all methods run on the server's event loop."""

    def __init__(self, store: ServerStore, thread: Executor) -> None:
        self._store = store
        self._thread = thread

    async def who(self, fingerprint: str) -> Person | None:
        """The person who logs in with a key; None for a new key."""
        person = await self._run(lambda: self._store.people.by_key(fingerprint))
        return None if person is None else _person(person)

    async def enrol(self, name: str, key: PublicKey) -> Person:
        """Add a person with their first key.

        Raises:
            AccountError: nobody can have this name, or somebody has it.
        """
        refused = name_refused(name)
        if refused:
            raise AccountError(refused)
        return _person(await self._run(lambda: self._store.people.add(name, _key(key))))

    async def redeem(self, code: str, key: PublicKey) -> Person:
        """Add a key to the person for whom a one-time code was made.

        Raises:
            AccountError: the code is wrong, used or expired.
        """
        return _person(await self._run(lambda: self._store.keys.redeem_code(code, _key(key))))

    async def guest(self) -> Person:
        """Add a guest, under a free name; one whose client hangs up meanwhile is forgotten."""
        adding = asyncio.get_running_loop().run_in_executor(self._thread, self._add_guest)
        try:
            return _person(await _done(adding))
        except asyncio.CancelledError:
            adding.add_done_callback(self._nobody_waits)
            raise

    def _nobody_waits(self, adding: "asyncio.Future[StoredPerson]") -> None:
        if not adding.cancelled() and adding.exception() is None:
            self._thread.submit(self._forget, adding.result().id)

    async def leave(self, guest: Person) -> None:
        """Forget a guest who has left; the hall does it for one with seats, which become empty."""
        await self._run(lambda: self._forget_unseated(guest.id))

    async def banned(self, fingerprint: str, address: str) -> str | None:
        """Why a key or an address may not connect; None if it may. Empty texts stand for neither."""
        (reason,) = await self.all_banned([(fingerprint, address)])
        return reason

    async def all_banned(self, clients: Sequence[tuple[str, str]]) -> list[str | None]:
        """As `banned`, for many fingerprints and addresses at once."""
        bans = await self._run(lambda: [self._store.bans.matching(*client) for client in clients])
        return [None if ban is None else ban.reason for ban in bans]

    async def forget_guests(self) -> None:
        """Forget the guests who were here when the server was killed; their seats become empty."""
        await self._run(self._forget_guests)

    async def deleted(self, people: Sequence[int]) -> frozenset[int]:
        """Those of some people whom the operator has deleted."""
        return await self._run(
            lambda: frozenset(person for person in people if self._store.people.is_gone(person))
        )

    async def removed(self, keys: Sequence[tuple[int, str]]) -> list[bool]:
        """For each person and the fingerprint of their key: whether it is not theirs any more."""
        return await self._run(lambda: [self._store.keys.owner(key) != person for person, key in keys])

    def _add_guest(self) -> StoredPerson:
        number = 1
        while True:
            try:
                return self._store.people.add(f"{GUEST}{number}")
            except TakenError:
                number += 1

    def _forget_guests(self) -> None:
        for person in self._store.people.all():
            if person.guest:
                self._forget(person.id)

    def _forget_unseated(self, person: int) -> None:
        if not self._store.tables.of_person(person, TableState.OPEN, TableState.RUNNING):
            self._forget(person)

    def _forget(self, person: int) -> None:
        with suppress(MissingRowError):  # somebody else has forgotten them already
            self._store.people.delete(person)

    async def _run(self, call: Callable[[], Found]) -> Found:
        """Call the store; it is called even if nobody waits any more.

        Raises:
            AccountError: it refuses.
        """
        return await _done(asyncio.get_running_loop().run_in_executor(self._thread, call))


async def _done(work: "asyncio.Future[Found]") -> Found:
    """Wait for work in the thread of the store, which goes on if nobody waits any more.

    Raises:
        AccountError: the store refuses.
    """
    try:
        return await asyncio.shield(work)
    except ServerStoreError as error:
        raise AccountError(str(error)) from None


def _person(row: StoredPerson) -> Person:
    return Person(row.id, row.name, row.guest)


def _key(key: PublicKey) -> NewKey:
    return NewKey(key.fingerprint, key.text)
