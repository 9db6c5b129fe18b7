"""The codes that a terminal sends for keys."""

KEYS = {
    "Enter": "\r",
    "Tab": "\t",
    "Space": " ",
    "Escape": "\x1b[27u",
    "BSpace": "\x7f",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Right": "\x1b[C",
    "Left": "\x1b[D",
    "S-Up": "\x1b[1;2A",
    "S-Down": "\x1b[1;2B",
    "C-c": "\x03",
    "C-l": "\x0c",
    "C-q": "\x11",
    "C-z": "\x1a",
}
"""Keys by their tmux names, as a terminal sends them.

Escape has a separate code, as newer terminals send it, so that the program need not wait for more input.
"""
