"""The program model: types, things, and the typed tree of rules."""
