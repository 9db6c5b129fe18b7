"""The catalogues of messages in the host; a new one is listed here."""

HOST_CATALOGUES = {
    "lazaretto.host.messages",
    "lazaretto.host.campaigns.campaign_messages",
    "lazaretto.host.server.store.store_messages",
    "lazaretto.host.server.hall_messages",
    "lazaretto.host.server.limit_descriptions",
}
