"""The static flow check of secrets: finds what a rule tells a reader who may not see what it depends on."""
