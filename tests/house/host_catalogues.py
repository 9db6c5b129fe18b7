"""The catalogues of messages in the host; a new one is listed here."""

HOST_CATALOGUES = {
    "host.messages",
    "host.campaign_messages",
    "host.server.store_messages",
    "host.server.hall_messages",
    "host.server.limit_messages",
}
