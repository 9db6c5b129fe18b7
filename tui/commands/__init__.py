"""The commands: each module adds one to the parser, prints output and returns a status, without Textual."""
