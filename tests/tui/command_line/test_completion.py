"""What the Tab key offers: bash is asked itself, and the scripts for the others are read."""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from lazaretto.serve.__main__ import GROUPS, main
from lazaretto.tui.command_line.command_parser import CommandLine
from lazaretto.tui.command_line.shell_scripts import KINDS, program, script, words_of
from lazaretto.tui.commands.play import THEMES

LINE = CommandLine(GROUPS)
COMMANDS = words_of(LINE)
SHELLS = ("bash", "zsh", "fish")

bash_only = pytest.mark.skipif(which("bash") is None, reason="needs bash")


@pytest.fixture(name="folder", scope="module")
def folder_with_a_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files, and with a `lazaretto` that knows some names."""
    folder = tmp_path_factory.mktemp("completion")
    fake = folder / "bin" / "lazaretto"
    fake.parent.mkdir()
    fake.write_text(
        "#!/bin/sh\necho 'something went wrong' >&2\n"
        'case "$1 $2" in\n'
        '  "names scenarios") printf "pandemic\\nparlour\\niberia\\n";;\n'
        '  "names records") printf "monday-game\\n\\$(touch evaluated)\\n";;\n'
        '  "names campaigns") printf "family\\n";;\n'
        "  *) exit 1;;\nesac\n"
    )
    fake.chmod(0o755)
    (folder / "maps").mkdir()
    (folder / "my game.toml").write_text("")
    (folder / "script.bash").write_text(script("bash", LINE))
    return folder


def offered(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    shell = """
        source ./script.bash
        COMP_WORDS=(lazaretto "$@") COMP_CWORD=$#
        _lazaretto
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "--norc", "-u", "-c", shell, "bash", *words],
        cwd=folder,
        env={"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


@bash_only
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["che"], ["check"]),
        (["--v"], ["--version"]),
        (["nam"], [""]),
        (["play", "pa"], ["pandemic", "parlour"]),
        (["play", "m"], ["maps"]),
        (["play", "iberia", ""], [""]),
        (["check", "iberia", "--strict", "i"], ["iberia"]),
        (["play", "--th"], ["--theme"]),
        (["play", "--theme", ""], list(THEMES)),
        (["play", "--theme", "=", "d"], ["dark", "dusk"]),
        (["play", "--theme", "="], list(THEMES)),
        (["play", "--theme", "dark", "ib"], ["iberia"]),
        (["play", "--theme", "=", "dark", "ib"], ["iberia"]),
        (["play", "--players", "3", "--seed", "=", "7", "ib"], ["iberia"]),
        (["play", "--seed", ""], [""]),
        (["play", "--path", "m"], ["maps"]),
        (["play", "--resume", "mo"], ["monday-game"]),
        (["replay", "my"], ["my game.toml"]),
        (["campaigns", ""], ["family"]),
        (["admin", "un"], ["unban"]),
        (["admin", "ban", "x"], [""]),
        (["serve", "--config", "my"], ["my game.toml"]),
        (["completion", ""], [*SHELLS]),
        (["frobnicate", ""], [""]),
    ],
)
def test_bash_offers(words: list[str], told: list[str], folder: Path) -> None:
    assert offered(folder, *words) == told


@bash_only
def test_bash_offers_all_commands_and_options(folder: Path) -> None:
    assert offered(folder, "") == [*(words.name for words in COMMANDS), "-h", "--help", "--version"]
    for command in COMMANDS:
        assert offered(folder, command.name, "-") == [name for flag in command.flags for name in flag.names]


@bash_only
def test_bash_evaluates_no_name(folder: Path) -> None:
    assert "$(touch evaluated)" in offered(folder, "replay", "")
    assert not (folder / "evaluated").exists()


@bash_only
def test_bash_takes_the_script(folder: Path) -> None:
    shell = 'eval "$(cat script.bash)" && complete -p lazaretto'
    done = subprocess.run(["bash", "--norc", "-c", shell], cwd=folder, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("complete -F _lazaretto lazaretto\n", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_that_is_installed_can_read_its_script(shell: str, tmp_path: Path) -> None:
    if which(shell) is None:
        pytest.skip(f"needs {shell}")
    (tmp_path / "script").write_text(script(shell, LINE))
    done = subprocess.run([shell, "-n", "script"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_has_every_command_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert not re.search(r"@[A-Z]+@", text)
    for command in COMMANDS:
        assert re.search(rf"\b{command.name}\b", text)
        for flag in command.flags:
            for name in flag.names:
                option = f"-l {name[2:]} " if shell == "fish" and name.startswith("--") else name
                option = f"-s {name[1:]} " if shell == "fish" and not name.startswith("--") else option
                assert option in text, (command.name, name)


def test_zsh_is_told_what_an_option_takes() -> None:
    text = script("zsh", LINE)
    play = text.partition("play) _arguments")[2].partition(";;")[0]
    assert f"'--theme=[the colours of the screen]:theme:({' '.join(THEMES)})'" in play
    assert "'*--path=[" in play and ":path:_files -/'" in play
    assert "'1::SCENARIO:_lazaretto_scenarios'" in play
    assert "'--daily=[" in play and "::daily: '" in play
    assert "'*:PATH:_lazaretto_scenarios'" in text.partition("check) _arguments")[2].partition(";;")[0]
    assert text.startswith("#compdef lazaretto\n")


def test_fish_is_told_what_an_option_takes() -> None:
    lines = script("fish", LINE).splitlines()
    theme = f"-l theme -x -a '{' '.join(THEMES)}' -d 'the colours of the screen'"
    assert f"complete -c lazaretto -n '__lazaretto_in play' {theme}" in lines
    assert "complete -c lazaretto -n '__lazaretto_in fmt' -F" in lines
    assert any("'__lazaretto_in play' -a '(__lazaretto_names scenarios; " in line for line in lines)


def test_no_quote_opens_without_an_end() -> None:
    """No shell that could tell is needed for this: all texts of the help are in single quotes."""
    for line in script("fish", LINE).splitlines():
        assert len(re.findall(r"(?<!\\)'", line)) % 2 == 0, line


def test_it_is_known_what_every_argument_expects() -> None:
    for parser in LINE.commands.values():
        for action in parser._actions:
            if action.nargs != 0 and action.choices is None:
                assert action.metavar in KINDS, (parser.prog, action.dest)
    used = {each.metavar for parser in LINE.commands.values() for each in parser._actions}
    assert set(KINDS) <= used


def test_names_are_those_that_there_are(own_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tests/data/stones", "--plain", "--campaign", "x"]) in (0, 1)
    capsys.readouterr()
    (own_data / "records").mkdir(exist_ok=True)
    (own_data / "records" / "monday.toml").write_text("")
    (own_data / "campaigns").mkdir(exist_ok=True)
    (own_data / "campaigns" / "family.toml").write_text("")
    for kind, name in (("scenarios", "iberia"), ("records", "monday"), ("campaigns", "family")):
        assert main(["names", kind]) == 0
        assert name in capsys.readouterr().out.splitlines()


def test_the_script_finds_a_program_that_is_not_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "a folder" / "lazaretto"
    here.parent.mkdir()
    here.write_text("#!/bin/sh\n")
    here.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(here)])
    assert program() == f"'{here}'"
    monkeypatch.setenv("PATH", str(here.parent))
    assert program() == "lazaretto"
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "pytest")])
    assert program() == "lazaretto"
