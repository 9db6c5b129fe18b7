"""Reads the player's own keys from the tables `[keys]` and `[letters]` of the settings.

For an invalid entry it returns a sentence, and the action keeps its default keys. A stranger may have written
the tables: everything here takes time in proportion to their length.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from lazaretto.tui.keys.key_names import character, is_option_key, parsed, shown
from lazaretto.tui.keys.keymap import Keymap
from lazaretto.tui.keys.layouts import LAYOUTS
from lazaretto.tui.keys.registry import ACTIONS, CONTEXTS, active
from lazaretto.tui.messages import rebinding as say

SHOWN = 60
"""So much of a text that a player wrote is part of a message."""

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
    problems += _without_clashes(own)
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
            wrong.append(say.NO_OPTION_LETTER(letter=_cut(value), option=_cut(option)))
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
        return say.UNKNOWN(action=_cut(action))
    if ACTIONS[action].fixed:
        return say.FIXED(action=action)
    written = [value] if isinstance(value, str) else value
    if not isinstance(written, list) or not written:
        return say.NO_LIST(action=action, value=_cut(value))
    found: list[str] = []
    for each in written:
        key = parsed(each) if isinstance(each, str) else None
        if key is None:
            return say.NO_KEY(key=_cut(each), action=action)
        if CONTEXTS[ACTIONS[action].context].writes and character(key) is not None:
            return say.LETTER(key=each, action=action)
        found.append(key)
    return tuple(dict.fromkeys(found))


def _cut(value: object) -> str:
    """A value for a message: all of it if it is short."""
    text = str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _without_clashes(own: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Give actions their default keys again that have a key of another one; yield a sentence for each.

    The keys that a context has then may clash in another one, so that is looked at again.
    """
    waiting = dict.fromkeys(CONTEXTS)
    while waiting:
        context = next(each for each in CONTEXTS if each in waiting)
        clash = _clash(context, own)
        if clash is None:
            del waiting[context]
            continue
        key, *both = clash
        action, other = both if both[0] in own else reversed(both)
        del own[action]
        waiting |= dict.fromkeys(_contexts_of(action))
        yield say.CLASH(key=shown(key), action=action, other=other)


def _clash(context: str, own: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    """A key with two actions in a context, and both actions; None if there is none."""
    holders: dict[str, str] = {}
    for each in active(context):
        for key in own.get(each.name, each.keys):
            other = holders.setdefault(key, each.name)
            if other != each.name:
                return key, each.name, other
    return None


@cache
def _contexts_of(action: str) -> tuple[str, ...]:
    """The contexts in which an action can be used."""
    return tuple(each for each in CONTEXTS if any(one.name == action for one in active(each)))
