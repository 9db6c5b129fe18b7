"""How much one client may use of the server; the operator can change each value in the configuration file."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from lazaretto.host.server.call_budgets import RATES
from lazaretto.host.server.hall_limits import MEANS, HallLimits, limit
from lazaretto.serve import limit_descriptions as say


@dataclass(frozen=True, slots=True)
class Limits(HallLimits):
    """The limits of a server and its hall. Rates are per second; a burst is how much may come at once."""

    sessions: int = limit(300, say.SESSIONS)
    sessions_per_person: int = limit(4, say.SESSIONS_PER_PERSON)
    guests_per_address: int = limit(4, say.GUESTS_PER_ADDRESS)
    connections: int = limit(600, say.CONNECTIONS)
    connections_per_address: int = limit(30, say.CONNECTIONS_PER_ADDRESS)
    half_open: int = limit(60, say.HALF_OPEN)
    half_open_per_address: int = limit(10, say.HALF_OPEN_PER_ADDRESS)
    login_seconds: float = limit(20.0, say.LOGIN_SECONDS)
    logins_per_second: float = limit(1.0, say.LOGINS_PER_SECOND)
    logins_burst: float = limit(20.0, say.LOGINS_BURST)
    channels_per_second: float = limit(2.0, say.CHANNELS_PER_SECOND)
    channels_burst: float = limit(40.0, say.CHANNELS_BURST)
    naming_seconds: float = limit(300.0, say.NAMING_SECONDS)
    wire_bytes_per_second: float = limit(8_192.0, say.WIRE_BYTES_PER_SECOND)
    wire_burst: float = limit(131_072.0, say.WIRE_BURST)
    packets_share: float = limit(0.05, say.PACKETS_SHARE)
    packets_burst: float = limit(0.3, say.PACKETS_BURST)
    unread_bytes: int = limit(262_144, say.UNREAD_BYTES)
    typed_waiting: int = limit(8_192, say.TYPED_WAITING)
    reading_share: float = limit(0.02, say.READING_SHARE)
    reading_burst: float = limit(0.1, say.READING_BURST)
    keys_per_second: float = limit(8.0, say.KEYS_PER_SECOND)
    keys_burst: float = limit(90.0, say.KEYS_BURST)
    reports_per_second: float = limit(5.0, say.REPORTS_PER_SECOND)
    reports_burst: float = limit(20.0, say.REPORTS_BURST)
    resized_cells_per_second: float = limit(3_000.0, say.RESIZED_CELLS_PER_SECOND)
    resized_cells_burst: float = limit(24_000.0, say.RESIZED_CELLS_BURST)
    pending_bytes: int = limit(65_536, say.PENDING_BYTES)
    stalled_seconds: float = limit(10.0, say.STALLED_SECONDS)
    keepalive_seconds: float = limit(30.0, say.KEEPALIVE_SECONDS)
    keepalive_count: int = limit(2, say.KEEPALIVE_COUNT)
    starting: int = limit(2, say.STARTING)


def limit_rows(limits: Limits) -> Iterator[tuple[str, str, str]]:
    """The name, the value and the meaning of each limit, for the operator."""
    for field in fields(limits):
        yield field.name, f"{getattr(limits, field.name):.15g}", field.metadata[MEANS]()


def cost_rows() -> Iterator[tuple[str, str, str, str]]:
    """For each sort of calls: what it is, how many one person may make at once, a minute, and in parallel."""
    for rate in RATES.values():
        most = str(rate.parallel) if rate.parallel else ""
        yield rate.means(), f"{rate.at_once:g}", f"{rate.a_second * 60:g}", most
