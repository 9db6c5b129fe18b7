"""The manual page is that of the commands there are, and a formatter reads it without a complaint."""

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from lazaretto.serve.__main__ import GROUPS, main
from lazaretto.tui.command_line.command_parser import CommandLine
from lazaretto.tui.command_line.exit_status import STATUSES
from lazaretto.tui.command_line.manual_page import manual_page
from lazaretto.tui.messages import command_line as say

LINE = CommandLine(GROUPS)
PAGE = manual_page(LINE)
KEPT = Path(__file__).resolve().parents[3] / "docs" / "lazaretto.1"


def test_the_page_in_the_wheel_is_that_of_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["man"]) == 0
    assert capsys.readouterr().out == PAGE
    assert KEPT.read_text(encoding="utf-8") == PAGE, "run make man"


def test_it_has_the_sections_that_people_look_for() -> None:
    sections = re.findall(r'^\.SH "(.*)"$', PAGE, re.MULTILINE)
    assert sections[:3] == ["NAME", "SYNOPSIS", "DESCRIPTION"]
    assert sections[3:-4] == [title.upper() for title, _ in LINE.groups]
    assert sections[-4:] == ["EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"]


def test_it_has_every_command_option_and_status() -> None:
    text = PAGE.replace("\\-", "-")
    for name, parser in LINE.commands.items():
        assert (f'.SS "lazaretto {name} ' in text) == bool(parser.summary), name
        for action in parser.options():
            for option in action.option_strings if parser.summary and action.dest != "help" else ():
                assert f"\\fB{option}\\fR" in text.partition(f'.SS "lazaretto {name} ')[2].partition(".S")[0]
    for status, _ in STATUSES:
        assert f".TP\n\\fB{status}\\fR\n" in text
    for variable in say.ENVIRONMENT:
        assert f".TP\n\\fB{variable}\\fR\n" in text.replace("\\(ti", "~")


def test_no_line_of_text_is_taken_for_a_request() -> None:
    known = {".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".br", ".RS", ".RE", ".nf", ".fi", '.\\"'}
    assert {line.split()[0] for line in PAGE.splitlines() if line.startswith((".", "'"))} <= known
    assert PAGE.isascii()


@pytest.mark.parametrize("formatter", ["groff -man -Tutf8 -ww -z", "mandoc -T lint -W warning", "man -l"])
def test_a_formatter_reads_it(formatter: str, tmp_path: Path) -> None:
    program, *options = formatter.split()
    if which(program) is None:
        pytest.skip(f"needs {program}")
    page = tmp_path / "lazaretto.1"
    page.write_text(PAGE)
    done = subprocess.run([program, *options, str(page)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
