"""The keymap in effect: the registry's default keys, overridden by the player's own."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from lazaretto.tui.keys.key_names import shown
from lazaretto.tui.keys.layouts import DIGITS
from lazaretto.tui.keys.registry import ACTIONS, CONTEXTS, HINTS, active
from lazaretto.tui.keys.registry_types import KeyLine, KeyProse, KeyText

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
            context: {key: each.name for each in active(context) for key in self.keys(each.name)}
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
        return key.startswith("ctrl+") and not any(self.action(each, key) for each in contexts)

    def digit(self, character: str | None) -> str | None:
        """A character; the digit on the same key, where a keyboard types digits only with Shift."""
        return DIGITS.get(self.layout, _LETTERS).get(character, character) if character else character

    def letters(self, *contexts: str) -> frozenset[str]:
        """The letters and digits that are keys in these contexts, and so cannot be keys of options."""
        return frozenset(
            key for each in contexts for key in self._actions[each] if len(key) == 1 and key.isalnum()
        )

    # --- formatting keys -----------------------------------------------------------------------

    def shown(self, action: str, last: bool = False) -> str:
        """The first key of an action, or its last; empty if it has none."""
        return next(map(shown, reversed(self.keys(action)) if last else self.keys(action)), "")

    def text(self, keys: KeyText, between: str = ", ", most: int = 2) -> str:
        """The keys of some actions: the registry's text for the default keys, otherwise a list."""
        if not any(each in self.own for each in keys.actions):
            return keys.default()
        listed = [
            shown(key) for each in keys.actions for key in self.keys(each)[: most if each in self.own else 1]
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
        return tuple(self._silent(each) if writing and each in ACTIONS else self.hint(each) for each in names)

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
        changed = any(each in self.own for each in row.keys.actions)
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
