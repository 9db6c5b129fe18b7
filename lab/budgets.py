"""How much bots think: the levels among which a player chooses."""

from dataclasses import fields, replace
from typing import Any

from rules.run.plan_budget import Budget

EASY = Budget(width=1, final=1, rounds=())
"""Takes what looks best, action by action, and never thinks of what the end of the turn may bring."""

MEDIUM = Budget(width=40)
"""Plans its turn, and looks at what the end of the turn may bring."""

HARD = Budget(
    width=40,
    final=8,
    rounds=(8, 16, 32),
    horizon=1,
    end_horizon=8,
    later_width=1,
    chances=True,
    fuel=400_000_000_000,
)
"""Also plays the next player's turn, in many more determinisations, and the last turns to the end."""

LEVELS = {"easy": EASY, "medium": MEDIUM, "hard": HARD}
"""All levels by name, the easiest first."""


def budget_named(text: str) -> Budget:
    """Return a level with changes, for instance `hard,final=6,rounds=8+16`.

    Raises:
        ValueError: there is no such level or count.
    """
    level, *changes = text.split(",")
    if level not in LEVELS:
        raise ValueError(level)
    pairs = [each.partition("=") for each in changes]
    known = {each.name for each in fields(Budget)}
    if not all(name in known and value for name, _, value in pairs):
        raise ValueError(text)
    return replace(LEVELS[level], **{name: _value(name, value) for name, _, value in pairs})


def _value(name: str, text: str) -> Any:
    if name == "rounds":
        return tuple(map(int, text.split("+")))
    return bool(int(text)) if name in ("chances", "judged_ends", "judged_paths") else int(text)
