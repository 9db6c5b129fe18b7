"""Generates the key tables in `docs/playing.md` from the key registry.

`python -m tests.docs.key_tables` writes them.
"""

import re
from pathlib import Path

from lazaretto.tui.keys.key_names import shown
from lazaretto.tui.keys.keymap import default_keymap
from lazaretto.tui.keys.registry import ACTIONS, CONTEXTS

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "playing.md"
MARKED = re.compile(r"(<!-- keys: (\w+) -->\n).*?(<!-- end of keys -->)", re.DOTALL)


def table(context: str) -> str:
    """Return the help page of a context, with the names of the actions whose keys can be changed."""
    keymap = default_keymap()
    lines = ["| key | does | name |", "|---|---|---|"]
    for part in CONTEXTS[context].help:
        for row in part.rows:
            keys, words = keymap.row(row)
            actions = (row,) if isinstance(row, str) else row.keys.actions
            names = ", ".join(f"`{action}`" for action in actions if not ACTIONS[action].fixed)
            lines.append(f"| {keys} | {words} | {names} |")
    return "\n".join(lines)


def names() -> str:
    """Return every action whose keys can be changed, by context."""
    lines = ["| where | actions with their keys |", "|---|---|"]
    for context in CONTEXTS.values():
        actions = [
            f"`{action.name}` {' '.join(map(shown, action.keys)) or '(none)'}"
            for action in context.actions
            if not action.fixed
        ]
        if actions:
            lines.append(f"| {context.words()} | {', '.join(actions)} |")
    return "\n".join(lines)


def with_tables(text: str) -> str:
    """Return a page with its key tables regenerated."""

    def made(found: re.Match[str]) -> str:
        return f"{found[1]}{names() if found[2] == 'all' else table(found[2])}\n{found[3]}"

    return MARKED.sub(made, text)


if __name__ == "__main__":
    GUIDE.write_text(with_tables(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
