"""Who is at the other end of the server's socket.

The system says which account a process belongs to, and that account is a person. Only accounts that the
operator trusts, such as the one that an SSH daemon runs the game in, may name another person or a key.
"""

import hashlib
import os
import pwd
import socket
import struct
from base64 import b64encode

import asyncssh

from lazaretto.host.server.socket_greeting import NameNeededError, Visitor
from lazaretto.serve import messages as say
from lazaretto.serve.accounts import AccountError, Accounts, Person, PublicKey
from lazaretto.serve.name_app import settle

_CREDENTIALS = struct.Struct("3i")


def account_of(connection: socket.socket) -> int:
    """The number of the account at the other end.

    Raises:
        AccountError: the system does not say.
    """
    peer = getattr(socket, "SO_PEERCRED", None)
    try:
        if peer is None:
            raise AccountError(say.NO_PEER())
        _, account, _ = _CREDENTIALS.unpack(connection.getsockopt(socket.SOL_SOCKET, peer, _CREDENTIALS.size))
    except OSError:
        raise AccountError(say.NO_PEER()) from None
    return int(account)


def account_or_nobody(connection: socket.socket) -> int | None:
    """The number of the account at the other end; None if the system does not say."""
    try:
        return account_of(connection)
    except AccountError:
        return None


def trusted_accounts(names: tuple[str, ...]) -> frozenset[int]:
    """The accounts that may say who sits in front of them: these, our own, and root.

    Raises:
        KeyError: there is no such account.
    """
    return frozenset({0, os.geteuid(), *(pwd.getpwnam(each).pw_uid for each in names)})


def key_of(visitor: Visitor, account: int, trusted: frozenset[int]) -> tuple[PublicKey, str]:
    """What stands for the visitor in the accounts of the server, and the name to begin with.

    Raises:
        AccountError: the account may not speak for others, or what it says is no key.
    """
    if (visitor.person or visitor.key) and account not in trusted:
        raise AccountError(say.NOT_TRUSTED(account=_name(account)))
    if visitor.person:
        return _stands_for("person", visitor.person), visitor.person
    if not visitor.key:
        return _stands_for("account", _name(account)), _name(account)
    try:
        key = asyncssh.import_public_key(visitor.key)
    except (asyncssh.KeyImportError, ValueError):
        raise AccountError(say.NOT_A_KEY()) from None
    text = key.export_public_key().decode("ascii", "replace").strip()
    return PublicKey(key.get_fingerprint(), text), ""


async def identify(accounts: Accounts, key: PublicKey, name: str, answer: str) -> Person:
    """The person of a key; a new one gets the name they begin with, or the one they answered.

    Raises:
        NameNeededError: they are new, and have to say a name that is free.
        AccountError: they may not come in.
    """
    reason = await accounts.banned(key.fingerprint, "")
    if reason is not None:
        raise AccountError(say.BANNED(reason=reason))
    known = await accounts.who(key.fingerprint)
    if known is not None:
        return known
    if not answer and not name:
        raise NameNeededError(say.ABOUT_NAMES())
    try:
        return await settle(accounts, key, answer or name)
    except AccountError as error:
        known = await accounts.who(key.fingerprint)
        if known is not None:  # another session of the same person was faster
            return known
        raise NameNeededError(str(error)) from None


def _name(account: int) -> str:
    try:
        return pwd.getpwuid(account).pw_name
    except KeyError:
        return str(account)


def _stands_for(kind: str, name: str) -> PublicKey:
    """What the accounts keep for somebody who logs in elsewhere: it looks like a key that nobody can have."""
    text = f"{kind} {name}"
    digest = b64encode(hashlib.sha256(f"lazaretto {text}".encode()).digest()).decode().rstrip("=")
    return PublicKey(f"SHA256:{digest}", text)
