"""What a package must do once it is installed: each trial uses the installed command, not the checkout."""

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.docs.pages import ROOT
from tests.end_to_end.terminals import Memory
from tests.release.clean_place import CleanPlace, TrialError, run
from tests.serve.server_process import Running

GAME = "my_game"
TURNS = 60
"""The starter game is lost in fewer turns if nobody does anything."""


def must_say(told: str, *wanted: str) -> None:
    """Check that a command has written these texts.

    Raises:
        TrialError: one is missing.
    """
    for each in wanted:
        if each not in told:
            raise TrialError(f"`{each}` was expected in:\n{told}")


def try_version(place: CleanPlace, version: str) -> None:
    must_say(place.command("--version"), f"lazaretto {version}\n")
    where = place.python("import lazaretto, lazaretto.rules; print(lazaretto.rules.__file__)").strip()
    if Path(where).is_relative_to(ROOT) or not Path(where).is_relative_to(place.work.parent):
        raise TrialError(f"the rules were imported from {where}")
    must_say(place.command("list"), "pandemic", "the_cure")


def try_writing(place: CleanPlace) -> None:
    """A game is made, checked, tested, changed and laid out."""
    place.command("new", GAME)
    place.command("check", GAME, "--strict")
    must_say(place.command("test", GAME), "passed")
    place.command("fmt", "--check", GAME)
    rules = place.work / GAME / "game.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("places_lost() : number", "places_lost() : numbr"), encoding="utf-8")
    must_say(place.command("check", GAME, status=1), "numbr", "did you mean")
    rules.write_text(text, encoding="utf-8")


def try_lines(place: CleanPlace) -> None:
    """A person and a bot play a game to its end, and it is replayed."""
    typed = "End your turn\n" * TURNS
    told = place.command("play", GAME, "--plain", "--seed", "5", "--bots", "person,easy", typed=typed)
    must_say(told, "The game is over", "To share:")
    (kept,) = place.home.rglob("records/*.toml")
    must_say(place.command("replay", str(kept), "--path", "."), "The village burns")


def try_full_screen(place: CleanPlace) -> None:
    """The launcher appears, and `q` quits; the terminal is as before."""
    terminal = Memory(80, 24)
    try:
        words = ["env", "-i", *(f"{key}={value}" for key, value in place.environ.items()), "lazaretto"]
        terminal.start_alone("sh", "-c", f"cd {shlex.quote(str(place.work))} && exec {shlex.join(words)}")
        terminal.wait_for("Pandemic")
        terminal.press("q")
        if terminal.ended() or not terminal.clean():
            raise TrialError(f"the full screen did not end well:\n{terminal.look().text}")
    finally:
        terminal.close()


def try_serving_alone(place: CleanPlace) -> None:
    """Without the extra, the server says what to install."""
    must_say(place.command("serve", status=1), "pip install 'lazaretto[serve]'")


@contextmanager
def served(place: CleanPlace) -> Iterator[Running]:
    """A server on a free port."""
    server = Running(place.work, "--data", "data", installed=place.environ)
    try:
        yield server
        if server.stop():
            raise TrialError(f"the server ended badly:\n{(place.work / 'log').read_text()}")
    finally:
        if server.process.poll() is None:
            server.kill()


def try_serving(place: CleanPlace, version: str) -> None:
    """Anna makes a table with a stock client, and Ben takes the other seat with `lazaretto join`."""
    keys = {name: place.work / name for name in ("anna", "ben")}
    for key in keys.values():
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], folder=place.work)
    with served(place) as server:
        must_say(server.run("status", key=keys["anna"]).stdout, f"Lazaretto {version}")
        must_say(server.run("-T", typed="ben\nquit\n", key=keys["ben"]).stdout, "You are ben")
        made = server.run("-T", typed="anna\nnew pandemic\nleave\nquit\n", key=keys["anna"]).stdout
        found = re.search(r"\b[A-Z0-9]{3}-[A-Z0-9]{3}\b", made)
        if found is None:
            raise TrialError(f"no table was made:\n{made}")
        must_say(made, f"Friends join with: ssh -p {server.port} ")
        client = place.work / "client"
        *words, _ = server.ssh(key=keys["ben"])
        client.write_text(f'#!/bin/sh\nexec {shlex.join(words[: words.index("-p")])} "$@"\n')
        client.chmod(0o700)
        address = f"ben@127.0.0.1:{server.port}"
        joined = place.command(
            *("join", address, "--plain", "--ssh", str(client), "--table", found[0]), typed="leave\nquit\n"
        )
        must_say(joined, f"You are at table {found[0]}: Pandemic", "anna")
    data = ("--data", str(place.work / "data"))
    place.command("backup", str(place.work / "backup.db"), *data)
    must_say(place.command("admin", "people", *data), "anna", "ben")
