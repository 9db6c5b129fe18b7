"""The catalogues of messages in the host; a new one is listed here."""

HOST_CATALOGUES = {
    "lazaretto.host.messages",
    "lazaretto.host.campaign_messages",
    "lazaretto.host.server.store_messages",
    "lazaretto.host.server.hall_messages",
    "lazaretto.host.server.limit_messages",
}
