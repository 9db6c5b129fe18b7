"""What bans exclude: fingerprints, addresses and networks, in their normal forms."""

import ipaddress
import re

from lazaretto.host.server.store import store_messages as say
from lazaretto.host.server.store.store_protocol import InvalidError
from lazaretto.host.server.store.store_rows import Ban, BanKind

FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_MAPPED = 96
"""The bits before an IPv4 address that is written as an IPv6 one."""


def network_of(text: str) -> Network:
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


def normal_value(kind: BanKind, value: str) -> str:
    """The form in which a ban is stored.

    Raises:
        InvalidError: the value is no fingerprint, address or network.
    """
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


def hits(ban: Ban, fingerprint: str, address: str) -> bool:
    """Whether a ban excludes a connection; a text that is no address is hit by no ban on addresses."""
    if ban.kind is BanKind.KEY:
        return ban.value == fingerprint.rstrip("=")
    try:
        return network_of(address).network_address in network_of(ban.value)
    except ValueError:
        return False
