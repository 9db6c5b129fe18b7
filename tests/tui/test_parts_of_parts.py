"""A part may use a scenario that has optional parts of its own: they can be switched, too."""

from pathlib import Path

import pytest

from lazaretto.tui.command_line.command_parser import RefusalError
from lazaretto.tui.commands.arguments import program_of, switched
from tests.rules.small_mods import lay

PART = '\n[optional.{0}]\ntitle = "{0}"\n{1}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = lay(tmp_path, {"winter": "change fare(_) by 1\n", "both": {"changes": "change fare(_) by 2\n"}})
    manifest = folder / "scenario.toml"
    text = manifest.read_text(encoding="utf-8").replace(', "winter"', "")
    manifest.write_text(text + PART.format("snow", 'uses = ["winter"]'), encoding="utf-8")
    used = tmp_path / "winter" / "scenario.toml"
    text = used.read_text(encoding="utf-8")
    used.write_text(text + PART.format("wind", 'default = true\nmodules = ["gale"]'), encoding="utf-8")
    (tmp_path / "winter" / "gale.rules").write_text("change fare(_) by 4\n", encoding="utf-8")
    return folder


def test_a_part_brings_the_default_parts_of_what_it_uses_and_they_can_be_switched_off(folder: Path) -> None:
    def on(*options: tuple[str, str]) -> tuple[str, ...]:
        program, left = program_of(str(folder), (), options)
        assert left == {}
        return program.start(seed=1, players=("anna", "ben")).record().switches

    assert on() == ()
    assert on(("snow", "yes")) == ("wind", "snow")
    assert on(("snow", "yes"), ("wind", "no")) == ("snow",)
    assert on(("wind", "no"), ("snow", "yes")) == ("snow",)
    assert switched(folder, (), [("wind", "no"), ("snow", "yes")]) == {"snow", "-wind"}


def test_without_its_part_such_a_part_is_not_there(folder: Path) -> None:
    with pytest.raises(RefusalError, match="has no optional part `wind`; its parts are snow"):
        switched(folder, (), [("wind", "no")])
