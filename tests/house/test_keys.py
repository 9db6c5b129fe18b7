"""No screen handles a key that is not in the key registry."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from lazaretto.tui.keys.key_names import parsed
from lazaretto.tui.keys.registry import CONTEXTS
from tests.house.python_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]

WIDGETS = {
    "tui/widgets/form.py": ("form",),
    "tui/widgets/line_edit.py": ("edit", "typing"),
}
"""Widgets in which keys are data, with the contexts that describe these keys."""

KEYS = ("key", "event.key", "pressed")
"""The names of variables that hold a key."""

MODULES = sorted(
    path
    for path in (ROOT / "tui").rglob("*.py")
    if "keys" not in path.relative_to(ROOT).parts[1:2] and path.name not in ("key_parser.py",)
)


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts in a literal: one, or several in brackets."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def is_table(found: list[str]) -> bool:
    """Whether texts are keys: all of them could be, and one is longer than a character."""
    return all(map(parsed, found)) and any(len(each) > 1 for each in found)


def literal_keys(path: Path) -> Iterator[tuple[int, str]]:
    """Yield literals that a key is compared with, matched with or looked up by, and tables of keys."""
    for node in nodes_of(path):
        found: list[str] = []
        match node:
            case ast.Compare(left, _, others) if any(ast.unparse(other) in KEYS for other in (left, *others)):
                found = [text for other in (left, *others) for text in texts(other)]
            case ast.Match(subject, cases) if ast.unparse(subject) in KEYS:
                found = [text for case in cases for text in texts(case.pattern)]
            case ast.Call(ast.Attribute(value, "startswith"), [argument]) if ast.unparse(value) in KEYS:
                found = list(texts(argument))
            case ast.Dict(keys) if keys:
                named = [key.value for key in keys if isinstance(key, ast.Constant)]
                found = [each for each in named if isinstance(each, str)]
                found = found if is_table(found) else []
            case ast.Assign(value=ast.Tuple() as value):
                found = list(texts(value))
                found = found if is_table(found) else []
            case _:
                continue
        yield from ((getattr(node, "lineno", 0), text) for text in found)


DIRECTIONS = {"up", "down", "left", "right"}

NO_KEYS = {
    "table_state.py": DIRECTIONS,
    "answer_editor.py": DIRECTIONS,
    "answer_editors_by_form.py": DIRECTIONS,
}
"""Words that look like keys and are directions on the board."""


def test_no_module_knows_a_key_that_the_registry_does_not_know() -> None:
    assert len(MODULES) > 150
    assert [key for path in MODULES for key in unknown_keys(path)] == []


def unknown_keys(path: Path) -> list[str]:
    contexts = WIDGETS.get(path.relative_to(ROOT).as_posix(), ())
    known = {key for context in contexts for action in CONTEXTS[context].actions for key in action.keys}
    known |= NO_KEYS.get(path.name, set())
    return [f"{path.name}:{line}: {key}" for line, key in literal_keys(path) if key not in known]


@pytest.mark.parametrize("modules", [("form",), ("line_edit",)], ids=lambda names: names[0])
def test_a_widget_handles_the_keys_that_the_registry_describes(modules: tuple[str, ...]) -> None:
    paths = [f"tui/widgets/{module}.py" for module in modules]
    handled = {key for path in paths for _, key in literal_keys(ROOT / path)}
    actions = [action for widget in WIDGETS[paths[0]] for action in CONTEXTS[widget].actions if action.fixed]
    assert handled == {key for action in actions for key in action.keys}


def test_literal_keys_are_found_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "screen.py"
    path.write_text(
        "def on_key(event, key):\n"
        "    if event.key == 'f7': pass\n"
        "    if event.key in ('f8', 'f9'): pass\n"
        "    if key.startswith('ctrl+'): pass\n"
        "    match key:\n"
        "        case 'f10' | 'f11': pass\n"
        "STEPS = {'up': 1, 'f12': 2}\n"
        "MORE = ('left', 'h')\n"
        "OTHER = {'word': 1, 'up': 2}\n"
    )
    found = {key for _, key in literal_keys(path)}
    assert found == {"f7", "f8", "f9", "ctrl+", "f10", "f11", "up", "f12", "left", "h"}
