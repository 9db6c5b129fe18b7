"""How people reach a server: its name and address, as far as its own system knows them. Nothing is sent."""

import socket
from ipaddress import ip_address

from lazaretto.serve import messages as say

ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that are on no network (RFC 5737, RFC 3849): the route to them is the default route."""
ANY_PORT = 9


def how_to_connect(name: str, address: str, port: int) -> str:
    """A sentence for the operator.

    `name` is what people should type, if the operator has said it, and `address` where the server listens.
    """
    if name:
        return say.HOW_TO_CONNECT(port=port, host=name)
    if _is_loopback(address):
        return say.ONLY_HERE(port=port, host=address)
    if not _is_everywhere(address):
        return say.HOW_TO_CONNECT(port=port, host=address)
    own, outside = socket.gethostname(), outside_address()
    if not outside:
        return say.NO_NETWORK(port=port)
    if not own or _is_loopback(own):
        return say.HOW_TO_CONNECT(port=port, host=outside)
    return say.HOW_TO_CONNECT_OR(port=port, host=own, address=outside)


def outside_address() -> str:
    """The address that this machine has on the network of its default route; empty if it has none.

    Connecting a socket for datagrams only asks the system which way they would go.
    """
    for family, target in ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((target, ANY_PORT))
                found = str(asked.getsockname()[0])
        except OSError:
            continue
        if not _is_loopback(found) and not _is_everywhere(found):
            return found
    return ""


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost" or address.endswith(".localhost")


def _is_everywhere(address: str) -> bool:
    try:
        return ip_address(address).is_unspecified
    except ValueError:
        return not address
