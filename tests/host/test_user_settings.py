"""Settings are saved completely, damaged ones are set aside and reported, and the environment wins."""

from pathlib import Path

import pytest

from lazaretto.host.records.record_store import StoreError
from lazaretto.host.settings.user_settings import (
    Settings,
    SettingsError,
    changed,
    from_environment,
    read_settings,
    settings_file,
    write_settings,
)

OTHERS = Settings("light", "16", "off", ascii=True, bell=True, mouse=True, names=("anna", 'b"en'))


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    assert read_settings(path) == (Settings(), "")
    write_settings(OTHERS, path)
    assert read_settings(path) == (OTHERS, "")
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"], "nothing else is left behind"


def test_keys_are_kept_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[keys]\ntable.undo = 'z'\nnonsense = ['a', 3]\n")
    settings, notice = read_settings(path)
    assert notice == ""
    assert settings.own_keys == {"table": {"undo": "z"}, "nonsense": ["a", 3]}
    write_settings(changed(settings, {"bell": True}), path)
    assert read_settings(path) == (Settings(bell=True, keys=settings.keys), "")


def test_they_lie_in_the_users_folder(own_data: Path) -> None:
    assert settings_file() == own_data / "settings.toml"


@pytest.mark.parametrize("text", ["theme =", "\0", "theme = 'dark'\ntheme = 'light'"])
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    settings, notice = read_settings(path)
    assert settings == Settings()
    assert "was renamed to settings.damaged" in notice
    assert not path.exists()
    assert (tmp_path / "settings.damaged").read_text() == text
    path.write_bytes(b"\xff")
    assert "settings.damaged-2" in read_settings(path)[1]


def test_a_strange_word_is_told_and_the_rest_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("theme = 'pink'\nbell = 'loud'\npace = 'slow'\nsmell = true\nnames = [1]\n")
    settings, notice = read_settings(path)
    assert settings == Settings(pace="slow")
    assert all(each in notice for each in ("pink", "loud", "smell", "names"))
    assert path.exists()


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        write_settings(Settings(), tmp_path / "file" / "settings.toml")


def test_the_environment_insists() -> None:
    environ = {"LAZARETTO_THEME": "Light", "LAZARETTO_ASCII": "yes", "LAZARETTO_BELL": "0", "NO_COLOR": "1"}
    assert from_environment(environ) == {"theme": "light", "ascii": True, "bell": False, "colours": "none"}
    assert from_environment({"LAZARETTO_COLOURS": "256", "NO_COLOR": "1"}) == {"colours": "256"}
    assert from_environment({"LAZARETTO_THEME": "pink", "LAZARETTO_MOUSE": "perhaps", "NO_COLOR": ""}) == {}


@pytest.mark.parametrize("values", [{"theme": "pink"}, {"bell": "on"}, {"ascii": 1}, {"smell": True}])
def test_a_setting_has_its_own_values(values: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        changed(Settings(), values)
