"""What is wrong with a command line is told in one sentence, with the nearest name that there is."""

from pathlib import Path

import pytest

from lazaretto.serve.__main__ import main

HELP = "shows how to write it"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("chek", "lazaretto: there is no command `chek`; did you mean `check`?"),
        ("Serve", "lazaretto: there is no command `Serve`; did you mean `serve`?"),
        ("frobnicate", "lazaretto: there is no command `frobnicate`; `lazaretto --help` lists them all"),
        ("namess", "lazaretto: there is no command `namess`; `lazaretto --help` lists them all"),
        ("iberia", "lazaretto: there is no command `iberia`; did you mean `lazaretto play iberia`?"),
        ("--verison", "lazaretto: there is no option `--verison`; did you mean `--version`?"),
        ("-x", "lazaretto: there is no option `-x`; `lazaretto --help` lists them all"),
        ("--", "lazaretto: there is no option `--`; `lazaretto --help` lists them all"),
        (
            "--plain",
            "lazaretto: the option `--plain` belongs to a command; write `lazaretto play --plain`",
        ),
        ("play --plian", "lazaretto play: there is no option `--plian`; did you mean `--plain`?"),
        ("check --strct", "lazaretto check: there is no option `--strct`; did you mean `--strict`?"),
        ("fmt . --chekc=1", "lazaretto fmt: there is no option `--chekc`; did you mean `--check`?"),
        ("test . -q", "lazaretto test: there is no option `-q`; `lazaretto test --help` lists them all"),
        ("list --zzz", "lazaretto list: there is no option `--zzz`; `lazaretto list --help` lists them all"),
        ("play --theme drak", "lazaretto play: `--theme` cannot be `drak`; did you mean `dark`?"),
        (
            "play --theme x",
            "lazaretto play: `--theme` cannot be `x`; "
            "choose `auto` or `dark` or `light` or `contrast` or `dusk` or `sepia`",
        ),
        ("play --players", f"lazaretto play: `--players` needs a value; `lazaretto play --help` {HELP}"),
        (
            "play --seed x",
            f"lazaretto play: `--seed`: write a whole number, not 'x'; `lazaretto play --help` {HELP}",
        ),
        (
            "admin",
            f"lazaretto admin: the following arguments are required: DO; `lazaretto admin --help` {HELP}",
        ),
        ("admin rnam a b", "lazaretto admin: DO cannot be `rnam`; did you mean `rename`?"),
        ("list more", f"lazaretto list: `more` is one word too many; `lazaretto list --help` {HELP}"),
        (
            "check",
            "lazaretto check: the following arguments are required: PATH; `lazaretto check --help` " + HELP,
        ),
    ],
)
def test_it_is_one_sentence(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{told}\n")


def test_a_mistyped_game_gives_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "pandmic"]) == 1
    assert (
        capsys.readouterr().err
        == "lazaretto: there is no scenario or folder `pandmic`; did you mean `pandemic`?\n"
    )


@pytest.mark.parametrize("words", ["replay nope", "export nope --html", "play --resume nope --plain"])
def test_a_game_that_is_not_saved(words: str, own_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 1
    told = "lazaretto: nope is neither a saved game nor a file; the launcher (`lazaretto play`) lists them\n"
    assert capsys.readouterr() == ("", told)


def test_options_may_still_be_shortened(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--js"]) == 0
    assert capsys.readouterr().out.startswith("[")
