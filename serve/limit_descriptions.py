"""What the limits of a server mean."""

from lazaretto.tui.messages.translated_message import AppMessage

SESSIONS = AppMessage("serve_limit.sessions", "sessions of all people together")
SESSIONS_PER_PERSON = AppMessage(
    "serve_limit.sessions_per_person", "sessions of one person, from all their devices"
)
GUESTS_PER_ADDRESS = AppMessage("serve_limit.guests_per_address", "guests from one address")
CONNECTIONS = AppMessage("serve_limit.connections", "open connections of all clients together")
CONNECTIONS_PER_ADDRESS = AppMessage(
    "serve_limit.connections_per_address", "open connections from one address"
)
HALF_OPEN = AppMessage(
    "serve_limit.half_open", "connections of all clients together that have not logged in yet"
)
HALF_OPEN_PER_ADDRESS = AppMessage(
    "serve_limit.half_open_per_address", "connections from one address that have not logged in yet"
)
LOGIN_SECONDS = AppMessage("serve_limit.login_seconds", "seconds that a client may take to log in")
LOGINS_PER_SECOND = AppMessage(
    "serve_limit.logins_per_second", "new connections from one address, each second"
)
LOGINS_BURST = AppMessage("serve_limit.logins_burst", "new connections from one address at once")
CHANNELS_PER_SECOND = AppMessage(
    "serve_limit.channels_per_second", "sessions and commands that one address may begin, each second"
)
CHANNELS_BURST = AppMessage(
    "serve_limit.channels_burst", "sessions and commands that one address may begin at once"
)
NAMING_SECONDS = AppMessage("serve_limit.naming_seconds", "seconds that a new person may take to give a name")
WIRE_BYTES_PER_SECOND = AppMessage(
    "serve_limit.wire_bytes_per_second",
    "bytes that one connection may send each second, encrypted; more has to wait in the client",
)
WIRE_BURST = AppMessage("serve_limit.wire_burst", "bytes of one connection at once")
PACKETS_SHARE = AppMessage(
    "serve_limit.packets_share",
    "the share of a core that reading the packets of one connection may take; what comes faster waits",
)
PACKETS_BURST = AppMessage("serve_limit.packets_burst", "seconds of such work at once")
UNREAD_BYTES = AppMessage(
    "serve_limit.unread_bytes",
    "bytes that wait for a client in its connection; with more, the server does not listen to it",
)
TYPED_WAITING = AppMessage(
    "serve_limit.typed_waiting", "bytes typed in one session that wait to be read; more is thrown away"
)
READING_SHARE = AppMessage(
    "serve_limit.reading_share",
    "the share of a core that reading one person's keys may take; what comes faster waits",
)
READING_BURST = AppMessage("serve_limit.reading_burst", "seconds of such work at once")
KEYS_PER_SECOND = AppMessage(
    "serve_limit.keys_per_second",
    "keys of one person that reach an app each second; more has to wait, and a flood is thrown away",
)
KEYS_BURST = AppMessage(
    "serve_limit.keys_burst", "keys at once: a key that is held for a few seconds is no flood"
)
REPORTS_PER_SECOND = AppMessage(
    "serve_limit.reports_per_second",
    "reports of one person's terminals each second, such as a change of focus; more is thrown away",
)
REPORTS_BURST = AppMessage("serve_limit.reports_burst", "such reports at once")
RESIZED_CELLS_PER_SECOND = AppMessage(
    "serve_limit.resized_cells_per_second",
    "cells of windows that are drawn anew for one person each second, because they have another size",
)
RESIZED_CELLS_BURST = AppMessage("serve_limit.resized_cells_burst", "such cells at once")
PENDING_BYTES = AppMessage(
    "serve_limit.pending_bytes", "bytes that wait for a client; beyond them frames are dropped"
)
STALLED_SECONDS = AppMessage(
    "serve_limit.stalled_seconds", "seconds that a client may read nothing while bytes wait for it"
)
KEEPALIVE_SECONDS = AppMessage(
    "serve_limit.keepalive_seconds", "seconds between two questions whether a client is still there"
)
KEEPALIVE_COUNT = AppMessage("serve_limit.keepalive_count", "so many unanswered keepalives end a connection")
STARTING = AppMessage(
    "serve_limit.starting", "sessions that start at the same time; others wait for their turn"
)
