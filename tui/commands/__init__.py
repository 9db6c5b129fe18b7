"""The commands: each module adds one to the parser, prints and returns a status; none loads Textual."""
