"""The key registry is consistent: names, keys and texts fit together, and nothing conflicts."""

import re
from collections import Counter
from string import Formatter

import pytest

from lazaretto.tui.keys.key_names import character, parsed, shown
from lazaretto.tui.keys.keymap import Keymap, default_keymap, read_keys
from lazaretto.tui.keys.registry import ACTIONS, CONTEXTS, HINTS, active, key_texts, messages
from lazaretto.tui.keys.registry_types import KeyLine, KeyText
from tests.every import every

GROUPS = {
    "arrows": {"up", "down", "left", "right"},
    "hjkl": set("hjkl"),
    "↑↓": {"up", "down"},
    "←→": {"left", "right"},
    "↑": {"up"},
    "shift+↑↓": {"shift+up", "shift+down"},
}
"""Names for several keys at once."""

DATA = {"letters", "letter", "digits", "type", "a name", "find", "capitals"}
"""The text in place of keys if letters are data."""


def named(text: str) -> set[str]:
    """Return the keys that a screen text names."""
    found: set[str] = set()
    for word in re.split(r",? and |, or |,? or |, | ", text):
        folded = word.casefold()
        key = parsed(word) or parsed(folded)
        assert folded in GROUPS or key is not None, f"{text}: {word} is no key"
        found |= GROUPS.get(folded) or {str(key)}
    return found


def test_a_line_names_keys_of_its_own_actions() -> None:
    every(key_texts(), names_its_own)


def names_its_own(keys: KeyText) -> None:
    own = {key for action in keys.actions for key in ACTIONS[action].keys}
    if keys.default.sentence in DATA:
        assert not own
        return
    strange = named(keys.default.sentence) - own
    if keys.default.key == "key.launcher.help.move.keys":
        strange -= {"left", "h", "right", "l"}  # the row says arrows, and only two of them move in a list
    assert not strange


@pytest.mark.parametrize("context", CONTEXTS)
def test_no_two_actions_share_a_key_in_a_context(context: str) -> None:
    times = Counter(key for action in active(context) for key in action.keys)
    assert [key for key, number in times.items() if number > 1] == []


def test_an_action_is_in_its_context_with_words_and_real_keys() -> None:
    every(ACTIONS, is_complete)


def is_complete(name: str) -> None:
    each = ACTIONS[name]
    assert each in CONTEXTS[each.context].actions
    assert each.words.sentence
    assert each.words.help
    assert all(parsed(shown(key)) == key for key in each.keys)
    if CONTEXTS[each.context].writes:
        assert not any(character(key) for key in each.keys)


def test_every_key_shown_by_help_belongs_to_an_action_of_the_registry() -> None:
    for context in CONTEXTS.values():
        for part in context.help:
            for row in part.rows:
                assert isinstance(row, KeyLine) or row in ACTIONS
    assert all(action in ACTIONS for keys in key_texts() for action in keys.actions)
    assert not set(HINTS) & set(ACTIONS)


@pytest.mark.parametrize("context", ["launcher", "setup", "hall", "hall_table", "table", "replay"])
def test_help_tells_every_action_of_its_screen(context: str) -> None:
    rows = [row for part in CONTEXTS[context].help for row in part.rows]
    told = {row for row in rows if isinstance(row, str)}
    for row in rows:
        if isinstance(row, KeyLine):
            told |= {*row.keys.actions, *(action for _, keys in row.gaps for action in keys.actions)}
    untold = {action.name for action in CONTEXTS[context].actions} - told
    assert untold <= {
        "launcher.first",
        "launcher.last",
        "hall.first",
        "hall.last",
        "table.previous",
        "table.erase",
        "replay.previous_place",
    }


def test_each_message_has_a_key_of_its_own_and_fills() -> None:
    found = list(messages())
    assert [key for key, number in Counter(message.key for message in found).items() if number > 1] == []
    for message in found:
        gaps = {name: "x" for _, name, _, _ in Formatter().parse(message.sentence) if name}
        assert "{" not in message(**gaps)
    keymap = default_keymap()
    for context in CONTEXTS:
        assert "{" not in f"{keymap.page(context)}{keymap.prose(context)}"


def test_changed_keys_are_shown_everywhere() -> None:
    keymap = Keymap({"table.undo": ("z", "f3"), "replay.earlier": ("a",), "launcher.new": ("w",)})
    assert keymap.hint("table.undo") == ("z", "undo")
    assert ("z, F3", "undo the last choice, as far as the rules allow") in keymap.page("table")[0][1]
    assert keymap.hint("replay.hint.step") == ("a right", "choice")
    assert ("a, right", "back or forward one choice") in keymap.page("replay")[0][1]
    assert ("Enter, w", "set up a new game") in keymap.page("launcher")[1][1]
    assert keymap.palette("launcher.new") == ("New game", "Set up a game of this scenario (w)")
    assert keymap.action("table", "z") == keymap.action("table", "f3") == "table.undo"
    assert keymap.action("table", "u") is None
    assert keymap.letters("table") == frozenset("Hqevz")
    assert (
        Keymap({"ending.leave": ("x",)})
        .prose("ending")[-1]
        .endswith("x leaves. In both cases the game is saved.")
    )


def test_keys_are_read_as_toml_gives_them() -> None:
    table = {"table": {"undo": "z", "take": ["Enter", "Return", "x"]}, "replay.play": "F2"}
    keymap, problems = read_keys(table)
    assert problems == ()
    assert keymap.own == {"table.undo": ("z",), "table.take": ("enter", "x"), "replay.play": ("f2",)}


def test_two_actions_may_change_places() -> None:
    keymap, problems = read_keys({"table.undo": "e", "table.others": "u"})
    assert problems == ()
    assert (keymap.action("table", "e"), keymap.action("table", "u")) == ("table.undo", "table.others")


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"table.undoo": "z"}, "there is no action called `table.undoo`"),
        ({"form.up": "w"}, "the keys of `form.up` cannot be changed"),
        ({"app.help_quit": "ctrl+d"}, "the keys of `app.help_quit` cannot be changed"),
        ({"table.undo": []}, "`table.undo` needs a key or a list of keys, not `[]`"),
        ({"table.undo": 3}, "`table.undo` needs a key or a list of keys, not `3`"),
        ({"table.undo": ["z", 3]}, "`3`, for `table.undo`, is not a key"),
        ({"table.undo": "hyper+z"}, "`hyper+z`, for `table.undo`, is not a key"),
        ({"table.undo": ""}, "``, for `table.undo`, is not a key"),
        ({"typing.done": "z"}, "`z` cannot be `typing.done`, because you type letters there"),
        ({"app.redraw": "space"}, "`space` cannot be `app.redraw`, because you type letters there"),
        (
            {"table.undo": "e"},
            "`e` cannot be both `table.undo` and `table.others`; `table.undo` keeps its default",
        ),
        (
            {"reading.up": "n"},
            "`n` cannot be both `reading.up` and `rulebook.next_match`; `reading.up` keeps its default",
        ),
        (
            {"setup.start": "j"},
            "`j` cannot be both `setup.start` and `form.down`; `setup.start` keeps its default",
        ),
        (
            {"table.undo": "ctrl+l"},
            "`ctrl+l` cannot be both `table.undo` and `app.redraw`; `table.undo` keeps its default",
        ),
        (
            {"table.undo": "z", "table.views": "z"},
            "`z` cannot be both `table.views` and `table.undo`; `table.views` keeps its default",
        ),
    ],
)
def test_what_cannot_be_is_told_and_the_default_stays(table: dict[str, object], problem: str) -> None:
    keymap, problems = read_keys(table)
    assert problems == (f"settings.toml: {problem}",)
    wrong = re.findall(r"`([a-z_]+\.[a-z_]+)`", problem)[0]
    if wrong in ACTIONS:
        assert keymap.keys(wrong) == ACTIONS[wrong].keys


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("?", "question_mark"),
        ("Esc", "escape"),
        ("pgup", "pageup"),
        ("Ctrl+S", "ctrl+s"),
        ("shift+Tab", "shift+tab"),
        ("alt+ctrl+x", "ctrl+alt+x"),
        ("slash", "slash"),
        ("+", "plus"),
        ("Q", "Q"),
        ("é", "é"),
        ("shift+a", None),
        ("ctrl+ctrl+a", None),
        (" ", None),
        ("", None),
        ("F25", None),
        ("enter ", None),
    ],
)
def test_keys_have_the_names_that_people_write(text: str, key: str | None) -> None:
    assert parsed(text) == key
