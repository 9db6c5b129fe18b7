"""Helpers are compiled once for all games; reading them puts the layout of one game into them."""

from pathlib import Path

import pytest

from lazaretto.rules.backends.native import translate_game
from lazaretto.rules.backends.native.flat.nodes import OF_THE_LAYOUT, Function, Get, Number
from lazaretto.rules.backends.native.flat.walk import nodes_of
from lazaretto.rules.backends.native.subset import statements
from tests.rules.backends.native.test_layout import layout


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "base"))
    return tmp_path / "base" / "lazaretto"


def helpers(name: str) -> dict[str, Function]:
    """Return the helpers of a game, as a process does that has not read them yet."""
    translate_game._for_any_layout.cache_clear()
    found, _ = translate_game.compiled_helpers(layout(name))
    return found


def shapes(functions: dict[str, Function]) -> dict[str, list[str]]:
    return {name: [repr(each) for each in function.body] for name, function in functions.items()}


def forbid(*_: object) -> object:
    raise AssertionError


def test_the_cache_gives_what_was_compiled(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = helpers("pandemic")
    monkeypatch.setattr(statements, "compile_helpers", forbid)
    assert shapes(helpers("pandemic")) == shapes(made)
    assert shapes(helpers("iberia")) != shapes(made)
    assert len(list(base.glob("helpers-*"))) == 1


def test_numbers_of_the_layout_are_put_in(base: Path) -> None:
    nodes = [node for function in helpers("pandemic").values() for node in nodes_of(function.body)]
    assert not any(isinstance(node, Get) and node.name.startswith(OF_THE_LAYOUT) for node in nodes)
    assert any(isinstance(node, Number) and node.value == layout("pandemic").minds_count for node in nodes)


@pytest.mark.parametrize("damage", [b"", b"x" * 40])
def test_a_damaged_file_is_made_again(base: Path, damage: bytes) -> None:
    made = shapes(helpers("pandemic"))
    (kept,) = base.glob("helpers-*")
    whole = kept.read_bytes()
    kept.write_bytes(damage or whole[:-1])
    assert shapes(helpers("pandemic")) == made
    assert kept.read_bytes() == whole
