"""The running half: state, chance, knowledge, decisions, views and records. It knows nothing of texts."""
