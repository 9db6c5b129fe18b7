"""The commands: each module adds one to the parser, prints its output and returns a status; none loads
Textual."""
