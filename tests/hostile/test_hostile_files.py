"""Whatever lies where a file should be: nobody waits for it, and nothing past its folder is read."""

import os
import shutil
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from lazaretto.grammar.read_untrusted_files import (
    NotRegularError,
    OutsideError,
    TooLargeError,
    read_bytes,
    read_text,
)
from lazaretto.host.campaigns.campaign_file import CampaignStore
from lazaretto.host.lobby.program_loader import Programs
from lazaretto.host.records.record_lock import lock_file, lock_record
from lazaretto.host.records.record_store import Store, load_record
from lazaretto.host.records.statistics import PlayedGames
from lazaretto.host.server.workers.pack_texts import texts_of
from lazaretto.host.settings.folders_played_from import FILE as KNOWN, KnownFolders
from lazaretto.host.settings.user_settings import read_settings
from lazaretto.lab.playing.judgement_file import NAME, wrong_beside
from lazaretto.lab.playing.use_judgement import find_judgement
from lazaretto.rules import load
from lazaretto.rules.guides.read_guide import read_guide
from lazaretto.rules.link.find_scenarios import scenarios
from lazaretto.rules.run.records.record_file import RecordError
from lazaretto.rules.tools.check_scenario import check_scenario
from lazaretto.serve.config import ConfigError, read_config
from lazaretto.serve.run_server import _motd
from lazaretto.serve.server import HOST_KEY, host_key
from lazaretto.tui.__main__ import main
from lazaretto.tui.hall.join_socket import login_key
from tests.host.server.halls import STONES
from tests.patience import PATIENCE

SECRET = "sesame"

Put = Callable[[Path], object]
"""Puts something where a file should be."""


def huge(path: Path) -> None:
    """Put a file of a terabyte that takes no room."""
    path.touch()
    os.truncate(path, 10**12)


def listening(path: Path) -> None:
    """Put a socket; a long path cannot have one, so it is made elsewhere and moved."""
    with socket.socket(socket.AF_UNIX) as made:
        before = Path.cwd()
        os.chdir(path.parent)
        try:
            made.bind(path.name)
        finally:
            os.chdir(before)


def secret_outside(path: Path) -> None:
    """Put a link to a file above the folder of this and all others."""
    secret = path.parents[1] / "secret"
    secret.write_text(f"{SECRET} {SECRET}\n")
    path.symlink_to(secret)


def pipe_elsewhere(path: Path) -> None:
    os.mkfifo(path.parents[1] / "pipe")
    path.symlink_to(path.parents[1] / "pipe")


STRANGE: dict[str, Put] = {
    "a pipe": os.mkfifo,
    "a link to a pipe": pipe_elsewhere,
    "a link to an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a terminal": lambda path: path.symlink_to("/dev/tty"),
    "a link to a file of the system": lambda path: path.symlink_to("/proc/self/environ"),
    "a link to a secret": secret_outside,
    "a link in a circle": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("/nowhere/at/all"),
    "a folder": Path.mkdir,
    "a socket": listening,
    "a huge file": huge,
    "no text": lambda path: path.write_bytes(b"\xff\xfe\x00" * 1_000),
    "nothing but brackets": lambda path: path.write_text("[" * 200_000),
}


def copied(folder: Path) -> Path:
    shutil.copytree(STONES, folder / "stones", dirs_exist_ok=True)
    return folder / "stones"


def replaced(folder: Path, name: str, put: Put) -> Path:
    """A game in which something lies in place of a file."""
    game = copied(folder)
    (game / name).unlink(missing_ok=True)
    put(game / name)
    return game


def text_of_scenario(name: str) -> Callable[[Path, Put], str]:
    def told(folder: Path, put: Put) -> str:
        game = replaced(folder, name, put)
        listed = " ".join(scenario.problem for scenario in scenarios([folder]))
        checked = check_scenario(game)
        texts = texts_of(game, frozenset())
        return f"{load(game).diagnostics} {checked.mistakes} {listed} {texts}"

    return told


def judgement(folder: Path, put: Put) -> str:
    game = replaced(folder, NAME, put)
    program = load(game).program
    assert program is not None
    found = find_judgement(program.machine)
    assert found.form is None and found.note == wrong_beside(game)
    return found.note


def guide(folder: Path, put: Put) -> str:
    game = replaced(folder, "first.guide", put)
    return f"{read_guide(game, 'stones', 'first').diagnostics} {check_scenario(game).mistakes}"


def record(folder: Path, put: Put) -> str:
    put(folder / "game.toml")
    store = Store(folder)
    PlayedGames(store, Programs(), folder / "played.json").all()
    told = [each.problem for each in store.all()]
    with pytest.raises(RecordError) as found:
        store.load("game")
    return f"{found.value} {told}"


def named_record(folder: Path, put: Put) -> str:
    put(folder / "game.toml")
    with pytest.raises(RecordError) as found:
        load_record(folder / "game.toml")
    return str(found.value).replace(SECRET, "")  # whoever names a link may read what is behind it


def campaign(folder: Path, put: Put) -> str:
    put(folder / "family.toml")
    try:
        CampaignStore(folder).find("family")
    except Exception as error:
        return f"{error} {CampaignStore(folder).all()}"
    return "there is none"


def settings(folder: Path, put: Put) -> str:
    put(folder / "settings.toml")
    return read_settings(folder / "settings.toml")[1] or "there is none"


def config(folder: Path, put: Put) -> str:
    put(folder / "server.toml")
    with pytest.raises(ConfigError) as found:
        read_config(folder / "server.toml")
    return str(found.value)


def message_of_the_day(folder: Path, put: Put) -> str:
    put(folder / "motd.txt")
    try:
        _motd(folder / "motd.txt")  # the operator may name a link
        return "shown"
    except ConfigError as error:
        return str(error)


def key_of_the_host(folder: Path, put: Put) -> str:
    put(folder / HOST_KEY)
    try:
        host_key(folder)
    except Exception as error:
        return str(error)
    return "made anew"


def key_of_a_login(folder: Path, put: Put) -> str:
    put(folder / "auth")
    return f"none: {login_key({'SSH_USER_AUTH': str(folder / 'auth')})}"


def own_list_of_folders(folder: Path, put: Put) -> str:
    put(folder / KNOWN)
    return f"none: {KnownFolders(folder).all()}"


def facts_of_played_games(folder: Path, put: Put) -> str:
    put(folder / "played.json")
    return f"none: {PlayedGames(Store(folder / 'records'), Programs(), folder / 'played.json').all()}"


def formatted(folder: Path, put: Put) -> str:
    put(folder / "a.rules")
    return f"status {main(['fmt', '--check', str(folder)])}"


KINDS: dict[str, Callable[[Path, Put], str]] = {
    "a manifest": text_of_scenario("scenario.toml"),
    "rules": text_of_scenario("heap.rules"),
    "tests of rules": text_of_scenario("heap.tests"),
    "a judgement": judgement,
    "a guide": guide,
    "a record": record,
    "a record that somebody names": named_record,
    "a campaign": campaign,
    "settings": settings,
    "settings of a server": config,
    "a message of the day": message_of_the_day,
    "a host key": key_of_the_host,
    "a login": key_of_a_login,
    "known folders": own_list_of_folders,
    "played games": facts_of_played_games,
    "rules to format": formatted,
}


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_waits_and_no_secret_is_told(
    kind: str, strange: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []
    failed: list[BaseException] = []

    def work() -> None:
        try:
            told.append(KINDS[kind](tmp_path / "inside", STRANGE[strange]))
        except BaseException as error:
            failed.append(error)

    (tmp_path / "inside").mkdir()
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive(), "it waits"
    assert failed == []
    (found,) = told
    assert found
    assert SECRET not in found + "".join(capsys.readouterr())


# --- the one place -------------------------------------------------------------------------------


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbf" + "é\r\nb".encode())
    assert read_text(path, 5, tmp_path) == "é\nb"
    assert read_bytes(path, 8) == path.read_bytes()
    for read, most in ((read_bytes, 7), (read_text, 3)):
        with pytest.raises(TooLargeError):
            read(path, most)


def test_a_link_inside_is_followed_and_one_that_leads_out_is_not(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    (inside / "deep").mkdir(parents=True)
    (inside / "deep" / "file").write_text("x")
    (inside / "good").symlink_to("deep/file")
    (tmp_path / "out").write_text("y")
    (inside / "bad").symlink_to("../out")
    (inside / "deep" / "up").symlink_to("..")
    assert read_text(inside / "good", 9, inside) == "x"
    assert read_text(inside / "deep" / "up" / "good", 9, inside) == "x"
    for path in (inside / "bad", inside / ".." / "out", inside, Path("/etc/hostname")):
        with pytest.raises(OutsideError):
            read_text(path, 9, inside)
    assert read_text(inside / "bad", 9) == "y", "somebody has named it"


def test_a_link_that_takes_the_place_of_a_file_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = tmp_path / "inside" / "file", tmp_path / "out"
    path.parent.mkdir()
    path.write_text("x")
    out.write_text(SECRET)
    really = os.stat

    def stat_and_replace(each: Path, **named: bool) -> os.stat_result:
        found = really(each, **named)
        if each == path:
            path.unlink()
            path.symlink_to(out)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", stat_and_replace)
        with pytest.raises(OSError, match="symbolic links"):
            read_bytes(path, 9, path.parent)


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("x")
    regular = os.stat(path)
    path.unlink()
    os.mkfifo(path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", lambda *_, **__: regular)
        with pytest.raises(NotRegularError):
            read_bytes(path, 9)


def test_a_lock_is_not_taken_behind_a_link(tmp_path: Path) -> None:
    game, victim = tmp_path / "game.toml", tmp_path / "victim"
    victim.write_text("precious")
    lock_file(game).symlink_to(victim)
    lock_record(game).release()
    assert victim.read_text() == "precious"
