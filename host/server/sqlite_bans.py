"""Bans of keys, addresses and networks in SQLite."""

import ipaddress
import re

from host.server import store_messages as say
from host.server.sqlite_database import Database, as_time
from host.server.store_errors import InvalidError, MissingRowError
from host.server.store_rows import Ban, BanKind

FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_MAPPED = 96
"""The bits before an IPv4 address that is written as an IPv6 one."""


def network_of(text: str) -> _Network:
    """The network that a text names; an address is a network of one.

    Raises:
        ValueError: it names none.
    """
    address, slash, bits = text.strip().partition("/")
    network = ipaddress.ip_network(f"{address.partition('%')[0]}{slash}{bits}", strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen >= _MAPPED:
        mapped = network.network_address.ipv4_mapped
        if mapped is not None:
            return ipaddress.IPv4Network((mapped, network.prefixlen - _MAPPED))
    return network


def _normal(kind: BanKind, value: str) -> str:
    if kind is BanKind.KEY:
        fingerprint = value.strip().rstrip("=")
        if not FINGERPRINT.fullmatch(fingerprint):
            raise InvalidError(say.NOT_A_FINGERPRINT(value=value))
        return fingerprint
    try:
        network = network_of(value)
    except ValueError:
        raise InvalidError(say.NOT_AN_ADDRESS(value=value)) from None
    return str(network.network_address if network.num_addresses == 1 else network)


class SqliteBans:
    """Implements `Bans`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, kind: BanKind, value: str, reason: str) -> Ban:
        """Ban a key, an address or a network."""
        normal = _normal(kind, value)
        with self._database.transaction():
            self._database.write(
                """
                INSERT INTO bans (kind, value, reason, since) VALUES (?, ?, ?, ?)
                ON CONFLICT (kind, value) DO UPDATE SET reason = excluded.reason
                """,
                *(kind, normal, reason, self._database.now()),
            )
            return next(each for each in self.all() if (each.kind, each.value) == (kind, normal))

    def remove(self, kind: BanKind, value: str) -> None:
        """Lift a ban."""
        normal = _normal(kind, value)
        with self._database.transaction():
            if not self._database.write("DELETE FROM bans WHERE kind = ? AND value = ?", kind, normal):
                raise MissingRowError(say.NO_BAN(value=value))

    def all(self) -> tuple[Ban, ...]:
        """All bans."""
        rows = self._database.rows("SELECT kind, value, reason, since FROM bans ORDER BY since, kind, value")
        return tuple(Ban(BanKind(kind), value, reason, as_time(since)) for kind, value, reason, since in rows)

    def matching(self, fingerprint: str, address: str) -> Ban | None:
        """The ban on a connection."""
        try:
            network: _Network | None = network_of(address)
        except ValueError:  # a connection without an address
            network = None
        return next((each for each in self.all() if _hits(each, fingerprint, network)), None)


def _hits(ban: Ban, fingerprint: str, network: _Network | None) -> bool:
    if ban.kind is BanKind.KEY:
        return ban.value == fingerprint.rstrip("=")
    return network is not None and network.network_address in network_of(ban.value)
