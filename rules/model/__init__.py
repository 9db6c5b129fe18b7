"""The program model: types, entities, and the typed tree of rules."""
