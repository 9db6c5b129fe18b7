"""How much bots think: the levels among which a player chooses."""

from dataclasses import fields, replace
from typing import Any

from lazaretto.rules.run.planning.plan_search_protocol import Budget

EASY = Budget(width=1, final=1, rounds=())
"""Takes what looks best, action by action, and never thinks of what the end of the turn may bring."""

MEDIUM = Budget(width=3, final=1, rounds=())
"""Plans its whole turn, but sees only a few ways to play it, and forgets the end of the turn, too."""

THINKER = Budget(width=40)
"""Sees many ways to play its turn, and looks at what its end may bring: nearly as good as `hard`, and fast
enough for hints."""

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
"""Sees many ways, looks at what the end of the turn and the next player's turn may bring in many more
determinisations, and plays the last turns to the end."""

LEVELS = {"easy": EASY, "medium": MEDIUM, "hard": HARD}
"""All levels by name, the easiest first."""

BUDGETS = {**LEVELS, "thinker": THINKER}
"""All bots that think, by name."""


def budget_named(text: str) -> Budget:
    """Return a budget with changes, for instance `hard,final=6,rounds=8+16`.

    Raises:
        ValueError: there is no such budget or count.
    """
    name, *changes = text.split(",")
    if name not in BUDGETS:
        raise ValueError(name)
    pairs = [change.partition("=") for change in changes]
    known = {field.name for field in fields(Budget)}
    if not all(count in known and value for count, _, value in pairs):
        raise ValueError(text)
    return replace(BUDGETS[name], **{count: _value(count, value) for count, _, value in pairs})


def _value(name: str, text: str) -> Any:
    if name == "rounds":
        return tuple(map(int, text.split("+")))
    return bool(int(text)) if name in ("chances", "judged_ends", "judged_paths") else int(text)
