"""The keymap in effect: the registry's default keys, a ready-made layout, and the player's own keys on top.

The player's keys come from the tables `[keys]` and `[letters]` of the settings. For an invalid entry there is
a sentence, and the action keeps its default keys. A stranger may have written the tables: everything here
takes time in proportion to their size.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from lazaretto.tui.keys.key_names import character, is_option_key, parsed, shown
from lazaretto.tui.keys.registry import ACTIONS, CONTEXTS, HINTS, active
from lazaretto.tui.keys.registry_types import KeyLine, KeyProse, KeyText
from lazaretto.tui.messages import rebinding as say

Layout = Mapping[str, tuple[str, ...]]


def _moves(left: str, down: str, up: str, right: str) -> dict[str, tuple[str, ...]]:
    """Letters that move at the table."""
    return {
        "table.left": ("left", left),
        "table.down": ("down", down),
        "table.up": ("up", up),
        "table.right": ("right", right),
    }


_TURNS = {
    "replay.turn_back": ("comma", "pageup", "left_square_bracket"),
    "replay.turn_on": ("full_stop", "pagedown", "right_square_bracket"),
}
"""Where brackets need AltGr."""

LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "default": {},
        "vim": _moves(*"hjkl")
        | {
            "pick.up": ("up", "k"),
            "pick.down": ("down", "j"),
            "table.carry_up": ("shift+up", "K"),
            "table.carry_down": ("shift+down", "J"),
        },
        "vim-dvorak": _moves(*"dhtn"),
        "vim-colemak": _moves(*"hnei") | {"table.others": ("ctrl+e",)},
        "qwertz": _TURNS
        | {
            "table.find": ("number_sign", "slash"),
            "launcher.find": ("number_sign", "slash"),
            "rulebook.find": ("number_sign", "slash"),
            "replay.find": ("number_sign", "slash"),
            "sheet.find": ("number_sign", "slash"),
        },
        "azerty": {
            "replay.turn_back": ("comma", "pageup", "left_square_bracket"),
            "replay.turn_on": ("semicolon", "pagedown", "right_square_bracket"),
            "table.find": ("colon", "slash"),
            "launcher.find": ("colon", "slash"),
            "rulebook.find": ("colon", "slash"),
            "sheet.find": ("colon", "slash"),
        },
    }
)
"""Every layout by its name."""

DIGITS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"azerty": dict(zip("&é\"'(-è_çà", "1234567890", strict=True))}
)
"""What a keyboard types without Shift on the keys of digits, where these are not the digits."""


Hint = tuple[str, str]
"""Keys as the screen shows them, and what they do."""

_NONE: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_LETTERS: Mapping[str, str] = MappingProxyType({})


class Keymap:
    """Maps keys to actions in each context, and formats keys for the screen."""

    def __init__(
        self,
        own: Mapping[str, tuple[str, ...]] = _NONE,
        letters_of_options: Mapping[str, str] = _LETTERS,
        layout: str = "default",
    ) -> None:
        self.own = own
        """The keys that the player chose, by action."""
        self.letters_of_options = letters_of_options
        """The letters that the player chose for options of games, by the name of the option."""
        self.layout = layout
        self._actions = {
            context: {key: action.name for action in active(context) for key in self.keys(action.name)}
            for context in CONTEXTS
        }

    def keys(self, action: str) -> tuple[str, ...]:
        """The keys of an action."""
        return self.own.get(action, ACTIONS[action].keys)

    def action(self, context: str, key: str) -> str | None:
        """The name of a key's action in a context; None if the key has none or belongs to the app."""
        found = self._actions[context].get(key)
        return None if found is None or (found.startswith("app.") and context != "app") else found

    def leaves(self, key: str, *contexts: str) -> bool:
        """Whether these contexts leave a key to the app: a Ctrl key that none of them uses."""
        return key.startswith("ctrl+") and not any(self.action(context, key) for context in contexts)

    def digit(self, character: str | None) -> str | None:
        """A character; the digit on the same key, where a keyboard types digits only with Shift."""
        return DIGITS.get(self.layout, _LETTERS).get(character, character) if character else character

    def letters(self, *contexts: str) -> frozenset[str]:
        """The letters and digits that are keys in these contexts, and so cannot be keys of options."""
        return frozenset(
            key for context in contexts for key in self._actions[context] if len(key) == 1 and key.isalnum()
        )

    # --- formatting keys -----------------------------------------------------------------------

    def shown(self, action: str, last: bool = False) -> str:
        """The first key of an action, or its last; empty if it has none."""
        return next(map(shown, reversed(self.keys(action)) if last else self.keys(action)), "")

    def text(self, keys: KeyText, between: str = ", ", most: int = 2) -> str:
        """The keys of some actions: the registry's text for the default keys, otherwise a list."""
        if not any(action in self.own for action in keys.actions):
            return keys.default()
        listed = [
            shown(key)
            for action in keys.actions
            for key in self.keys(action)[: most if action in self.own else 1]
        ]
        return between.join(dict.fromkeys(listed))

    def hint(self, name: str, **gaps: object) -> Hint:
        """An entry of the hint bar, by the name of its line or its action."""
        line = HINTS.get(name)
        if line is None:
            return self.shown(name), ACTIONS[name].words(**gaps)
        return self.text(line.keys, " ", most=1), line.words(**gaps)

    def hints(self, *names: str, writing: bool = False) -> tuple[Hint, ...]:
        """Entries of the hint bar; while letters write a name, actions are shown with their other keys."""
        return tuple(self._silent(name) if writing and name in ACTIONS else self.hint(name) for name in names)

    def _silent(self, action: str) -> Hint:
        """An action with its first key that writes no letter, if it has one."""
        silent = (key for key in self.keys(action) if not (len(key) == 1 and key.islower()))
        key = next(silent, None)
        return (shown(key) if key is not None else self.shown(action)), ACTIONS[action].words()

    def row(self, row: KeyLine | str) -> Hint:
        """A row of a help page."""
        if isinstance(row, str):
            return self._listed(row), ACTIONS[row].words.helped()
        words = row.words(**{gap: self.text(keys) for gap, keys in row.gaps})
        changed = any(action in self.own for action in row.keys.actions)
        return self.text(row.keys), words if row.also is None or changed else f"{words} {row.also()}"

    def page(self, context: str) -> tuple[tuple[str, tuple[Hint, ...]], ...]:
        """The help page of a context: headings with their rows."""
        return tuple((part.heading(), tuple(map(self.row, part.rows))) for part in CONTEXTS[context].help)

    def prose(self, context: str) -> tuple[str, ...]:
        """The help paragraphs of a context."""
        return tuple(map(self._paragraph, CONTEXTS[context].prose))

    def _paragraph(self, paragraph: KeyProse) -> str:
        return paragraph.words(**{gap: self.text(keys, " and ") for gap, keys in paragraph.gaps})

    def palette(self, action: str) -> tuple[str, str]:
        """Title and sentence of an action in the command palette."""
        listed = ACTIONS[action].palette
        assert listed is not None, f"{action} is not in the palette"
        return listed[0](), listed[1](key=self.shown(action))

    def _listed(self, action: str) -> str:
        return ", ".join(map(shown, self.keys(action)[:2])) if action in self.own else self.shown(action)


@lru_cache(maxsize=1)
def default_keymap() -> Keymap:
    """The keymap with the default keys only."""
    return Keymap()


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
    for action in active(context):
        for key in own.get(action.name, action.keys):
            other = holders.setdefault(key, action.name)
            if other != action.name:
                return key, action.name, other
    return None


@cache
def _contexts_of(action: str) -> tuple[str, ...]:
    """The contexts in which an action can be used."""
    return tuple(context for context in CONTEXTS if any(one.name == action for one in active(context)))
