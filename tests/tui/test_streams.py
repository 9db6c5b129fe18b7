"""Commands end with a sentence whatever their streams and locale are: closed, cut off, or without UTF-8."""

import argparse
import errno
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from shutil import copytree

import pytest

from lazaretto.tui.__main__ import main
from lazaretto.tui.commands import play
from lazaretto.tui.terminal import terminal_capabilities
from tests.soak import TIMES, longer, soak
from tests.tui.test_commands import Run, run as run

ROOT = Path(__file__).resolve().parents[2]
STONES = "tests/data/stones"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a test of shells and pipes")


def shell(line: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a line of the shell, with `L` for the program; returns its last status."""
    left = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_CTYPE")}
    script = f'L() {{ "{sys.executable}" -m lazaretto "$@"; }}\n{line}'
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], cwd=ROOT, capture_output=True, env={**left, **environment}
    )
    assert b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr
    assert b"internal error" not in done.stderr
    return done


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (f"L play --plain {STONES} <&- >&- 2>&-", 0),
        pytest.param(f"L play --plain {STONES} <&-", 0, marks=soak),
        pytest.param("L check nothing 2>&-", 1, marks=soak),
        pytest.param("L <&-", 1, marks=soak),
        pytest.param(f"L check {STONES} <&- >&- 2>&-", 0, marks=soak),
        pytest.param(f"L check {STONES} <&- >&-", 1, marks=soak),
    ],
)
def test_closed_streams_are_no_mistake(line: str, status: int) -> None:
    assert shell(line).returncode == status


@pytest.mark.parametrize("words", ["--help", "play --help", "list"])
@pytest.mark.parametrize("full", [False, True])
def test_output_that_cannot_be_written_is_said(
    words: str, full: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if full and not Path("/dev/full").exists():
        pytest.skip("needs a device that is always full")
    with ExitStack() as opened:
        # None is what Python makes of a stream that was closed when it started.
        out = opened.enter_context(open("/dev/full", "w", encoding="utf-8")) if full else None
        monkeypatch.setattr(sys, "stdout", out)
        assert main(words.split()) == 1
    number = errno.ENOSPC if full else errno.EBADF
    assert capsys.readouterr().err == f"lazaretto: {os.strerror(number)}\n"


@pytest.mark.parametrize(
    ("line", "reader"),
    [
        ("L list", "true"),
        (f"L play --plain {STONES} --seed 3 < <(yes status)", "head -1"),
        *(
            pytest.param(each, reader, marks=soak)
            for reader in ("true", "head -1")
            for each in (
                "L list",
                "L check scenarios",
                "L explain pandemic turn --lowered",
                "L fmt --check scenarios",
                f"L test -v {STONES}",
                f"L simulate {STONES} --games 3",
                "L --help",
                "L replay nothing",
                "L play --help",
            )
        ),
    ],
)
def test_a_reader_who_leaves_ends_the_command_quietly(line: str, reader: str) -> None:
    done = shell(f"{{ {line}; }} | {reader}")
    assert done.returncode in (0, 1)
    assert done.stderr.count(b"\n") <= 1


LOCALES = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "iso8859-1"},
    {"LC_ALL": "xx_XX.ISO-8859-1", "PYTHONUTF8": "0"},
    {"LANG": "C", "TERM": "dumb"},
]


@longer
@pytest.mark.parametrize("number", [1, *(pytest.param(each, marks=soak) for each in (0, 2, 3, 4))])
def test_commands_work_in_every_locale(number: int, tmp_path: Path, own_data: Path) -> None:
    folder = tmp_path / "größe"
    folder.mkdir()
    for path in (ROOT / STONES).iterdir():
        text = path.read_text(encoding="utf-8").replace('title = "Stones"', 'title = "Größe – 東京 ✈"')
        (folder / path.name).write_text(text, encoding="utf-8")
    place = f"'{folder}'"
    script = "\n".join(
        (
            "set -e",
            *((f"L check {place}", f"L list --path {place}") if TIMES > 1 else ()),
            f"printf 'take two\\nundo\\n\\xff\\xfe\\nquit\\n' | L play {place} --plain --seed 3",
            f"L replay '{own_data}'/records/* --path {place}",
        )
    )
    done = shell(script, **LOCALES[number])
    assert done.returncode == 0, done.stderr
    assert b"not over, as the record says" in done.stdout


@pytest.mark.parametrize(
    ("environment", "ascii_only"),
    [
        ({"LANG": "C"}, True),
        ({"LC_ALL": "POSIX"}, True),
        ({"LANG": "C", "LAZARETTO_ASCII": "no"}, False),
        ({"LANG": "C.UTF-8", "LAZARETTO_ASCII": "yes"}, True),
        ({"LANG": "C.UTF-8"}, False),
    ],
)
def test_every_command_prints_what_the_locale_can_show(
    environment: dict[str, str],
    ascii_only: bool,
    run: Run,
    stones: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copytree(stones, tmp_path / "stones")
    file = tmp_path / "stones" / "scenario.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('"Stones"', '"Größe ●"'), encoding="utf-8")
    for name in ("LANG", "LC_ALL", "LC_CTYPE", "LAZARETTO_ASCII"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("Grose o" if ascii_only else "Größe ●") in run("list", "--path", tmp_path).out
    for document in ("--md", "--html"):
        assert "Größe ●" in run("rulebook", tmp_path / "stones", document).out


def test_without_utf_8_the_screen_is_drawn_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, wanted in (
        ("UTF-8", "utf-8"),
        ("ANSI_X3.4-1968", "ascii"),
        ("ISO-8859-1", "iso8859-1"),
        ("nonsense", "ascii"),
    ):
        monkeypatch.setattr("locale.getencoding", lambda name=name: name)
        assert terminal_capabilities.encoding() == wanted


def test_a_line_without_an_end_is_read_in_pieces(run: Run, stones: Path) -> None:
    done = run("play", stones, "--plain", "--seed", 3, typed="x" * 100_000 + "\ntake two\n")
    assert done.status == 0
    assert "takes two" in done.out
    assert len(done.out) < 20_000


def test_an_end_of_input_in_the_middle_keeps_the_game(run: Run, stones: Path, own_data: Path) -> None:
    done = run("play", stones, "--plain", "--seed", 3, typed="take two\nta")
    assert done.status == 0
    assert "The game is saved." in done.out


def test_the_app_is_told_to_use_ascii(monkeypatch: pytest.MonkeyPatch, own_data: Path) -> None:
    seen: list[dict[str, object]] = []

    class Stopped(Exception):  # noqa: N818
        pass

    def app(*_: object, forced: dict[str, object], **__: object) -> None:
        seen.append(forced)
        raise Stopped

    monkeypatch.setattr("lazaretto.tui.app.Lazaretto", app)
    arguments = argparse.Namespace(
        path=[], resume=None, replay=None, scenario=None, ascii=None, theme=None, colours=None, mouse=None,
        players=None, names=None, bots=None, seed=None, option=None, campaign=None, branch=None, at=None,
        engine=None,
    )  # fmt: skip
    for name in ("UTF-8", "ISO-8859-1"):
        monkeypatch.setattr("locale.getencoding", lambda name=name: name)
        with pytest.raises(Stopped):
            play.play_full(arguments)
    monkeypatch.setenv("LAZARETTO_ASCII", "no")
    with pytest.raises(Stopped):
        play.play_full(arguments)
    assert [each.get("ascii") for each in seen] == [None, True, False]


@soak
@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "C"},
        {"LC_ALL": "C.UTF-8"},
    ],
)
def test_the_full_screen_works_in_every_locale(locale: dict[str, str], own_data: Path) -> None:
    """Open the launcher on a terminal, send it keys of all sorts, and leave."""
    import pty  # noqa: PLC0415  (not on every system)
    import select  # noqa: PLC0415

    left = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_CTYPE")}
    master, slave = pty.openpty()
    termios_size(master, 100, 40)
    process = subprocess.Popen(
        [sys.executable, "-m", "lazaretto", "play"],
        cwd=ROOT,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**left, "TERM": "xterm-256color", **locale},
        start_new_session=True,
    )
    os.close(slave)
    sent = b""
    try:
        for typed in (b"", b"\xe9\xff", b"/ib\xc3\xa9\r", b"\x1b"):
            os.write(master, typed)
            while select.select([master], [], [], 10.0 if not sent else 1.0)[0]:
                sent += os.read(master, 65536)
        process.terminate()
        assert process.wait(20) == 128 + signal.SIGTERM
    finally:
        process.kill()
        process.wait()
        os.close(master)
    assert b"Pandemic" in sent
    assert (b"Traceback" not in sent) and (b"internal error" not in sent)
    assert sent.isascii() == (locale["LC_ALL"] == "C")


def termios_size(terminal: int, width: int, height: int) -> None:
    import fcntl  # noqa: PLC0415
    import struct  # noqa: PLC0415
    import termios  # noqa: PLC0415

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
