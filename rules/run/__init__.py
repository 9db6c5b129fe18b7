"""The runtime: state, random streams, knowledge, decisions, views and records. It never reads source text."""
