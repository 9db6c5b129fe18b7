"""Reads the player's own keys from the tables `[keys]` and `[letters]` of the settings.

For an invalid entry it returns a sentence, and the action keeps its default keys.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tui.keys.key_names import character, is_option_key, parsed, shown
from tui.keys.keymap import Keymap
from tui.keys.layouts import LAYOUTS
from tui.keys.registry import ACTIONS, CONTEXTS, active
from tui.messages import rebinding as say

NO_LETTERS: Mapping[str, object] = MappingProxyType({})


def read_keys(
    table: Mapping[str, object], layout: str = "default", letters: Mapping[str, object] = NO_LETTERS
) -> tuple[Keymap, tuple[str, ...]]:
    """The keymap in effect, and a sentence for each invalid entry."""
    own: dict[str, tuple[str, ...]] = dict(LAYOUTS[layout])
    problems: list[str] = []
    for action, value in flat(table):
        found = _keys(action, value)
        if isinstance(found, str):
            problems.append(found)
        elif found != ACTIONS[action].keys or action in own:
            own[action] = found
    while (clash := next(_clashes(Keymap(own)), None)) is not None:
        key, *both = clash
        action, other = both if both[0] in own else reversed(both)
        del own[action]
        problems.append(say.CLASH(key=shown(key), action=action, other=other))
    wanted, wrong = _letters(letters)
    return Keymap(own, wanted, layout), (*problems, *wrong)


def _letters(table: Mapping[str, object]) -> tuple[dict[str, str], list[str]]:
    """The letters that the player gives to options, and a sentence for each that is none."""
    found: dict[str, str] = {}
    wrong: list[str] = []
    for option, value in table.items():
        if isinstance(value, str) and is_option_key(value):
            found[option] = value
        else:
            wrong.append(say.NO_OPTION_LETTER(letter=value, option=option))
    return found, wrong


def flat(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Pairs of action and keys: TOML reads `table.undo` as the entry `undo` of a table `table`."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _keys(action: str, value: object) -> tuple[str, ...] | str:
    """The keys for an action, or what is wrong with them."""
    if action not in ACTIONS:
        return say.UNKNOWN(action=action)
    if ACTIONS[action].fixed:
        return say.FIXED(action=action)
    written = [value] if isinstance(value, str) else value
    if not isinstance(written, list) or not written:
        return say.NO_LIST(action=action, value=value)
    found: list[str] = []
    for each in written:
        key = parsed(each) if isinstance(each, str) else None
        if key is None:
            return say.NO_KEY(key=each, action=action)
        if CONTEXTS[ACTIONS[action].context].writes and character(key) is not None:
            return say.LETTER(key=each, action=action)
        found.append(key)
    return tuple(dict.fromkeys(found))


def _clashes(keymap: Keymap) -> Iterator[tuple[str, str, str]]:
    """Keys with two actions in one context: the key, and both actions."""
    for context in CONTEXTS:
        holders: dict[str, str] = {}
        for each in active(context):
            for key in keymap.keys(each.name):
                other = holders.setdefault(key, each.name)
                if other != each.name:
                    yield key, each.name, other
