"""Games as records: choices, names of old versions, and values that a campaign passes on."""
