"""How much one client may use of the server; the operator can change each value in the configuration file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server. Rates are per second; a burst is how much may come at once."""

    sessions: int = 300
    """Sessions of all people together."""
    sessions_per_person: int = 4
    """Sessions of one person, from all their devices."""
    guests_per_address: int = 4
    """Guests from one address."""
    connections_per_address: int = 30
    half_open: int = 60
    """Connections of all clients together that have not logged in yet."""
    half_open_per_address: int = 10
    login_seconds: float = 20.0
    """How long a client may take to log in."""
    logins_per_second: float = 1.0
    """New connections from one address."""
    logins_burst: float = 20.0
    naming_seconds: float = 300.0
    """How long a new person may take to give a name."""
    wire_bytes_per_second: float = 8_192.0
    """Bytes of one connection, encrypted; more has to wait in the client."""
    wire_burst: float = 131_072.0
    typed_waiting: int = 8_192
    """Bytes typed in one session that wait to be read; more is thrown away."""
    reading_share: float = 0.02
    """The share of a core that reading one person's keys may take; what comes faster waits."""
    reading_burst: float = 0.1
    """Seconds of such work at once."""
    keys_per_second: float = 8.0
    """Keys of one person that reach an app; more has to wait, and a flood is thrown away."""
    keys_burst: float = 90.0
    """Keys at once: a key that is held for a few seconds is no flood."""
    reports_per_second: float = 5.0
    """Reports of one person's terminals, such as a change of focus; more is thrown away."""
    reports_burst: float = 20.0
    resized_cells_per_second: float = 3_000.0
    """Cells of windows that are drawn anew for one person because they have another size."""
    resized_cells_burst: float = 24_000.0
    pending_bytes: int = 65_536
    """Bytes that wait for a client; beyond them frames are dropped."""
    stalled_seconds: float = 10.0
    """How long a client may read nothing while bytes wait for it."""
    keepalive_seconds: float = 30.0
    keepalive_count: int = 2
    """So many unanswered keepalives end a connection."""
    starting: int = 2
    """Sessions that start at the same time; others wait for their turn."""
