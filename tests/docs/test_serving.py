"""The page about serving says what the server does: its options, settings, limits and events."""

import argparse
import ast
import json
import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path

from lazaretto.host.server import server_hall
from lazaretto.host.server.call_budgets import ADDRESS, LONGEST_WAIT, RATES
from lazaretto.host.server.store.sqlite_database import SERVER_PATIENCE
from lazaretto.host.server.workers import scenario_reader, worker_base, worker_handle, worker_pool
from lazaretto.host.table import lookup_budget
from lazaretto.host.table.local_table import KEEP_AGAIN
from lazaretto.host.wire.allowed_calls import Cost
from lazaretto.serve import reminders, run_server, session
from lazaretto.serve.__main__ import GROUPS
from lazaretto.serve.commands.admin import ARGUMENTS
from lazaretto.serve.config import Config, changed
from lazaretto.serve.event_log import EVERY, FEW
from lazaretto.serve.limits import Limits
from lazaretto.serve.monitoring import FAILED, GIVEN_UP, HELD, STILL
from lazaretto.serve.process_setup import KEPT_FREE, files_needed
from lazaretto.serve.run_server import LONGEST_MOTD, MOST_WAITING
from lazaretto.serve.terminal import MOST_CELLS, TALLEST, WIDEST
from lazaretto.tui.command_line.command_parser import CommandLine
from tests.docs.limit_tables import with_tables
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


def test_every_option_is_on_the_page() -> None:
    text = (ROOT / "serve" / "commands" / "serve.py").read_text(encoding="utf-8")
    options = set(re.findall(r'"(--\w+)"', text))
    assert len(options) == 7
    assert options == set(re.findall(r"^\| `(--\w+)", PAGE, re.MULTILINE))


def test_the_settings_are_those_that_there_are() -> None:
    block, *examples = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    values = tomllib.loads(block)
    known = {field.name for field in fields(Config)}
    assert set(values) == known
    assert len(examples) == 2 and all(set(tomllib.loads(example)) <= known for example in examples)
    limits = Limits()
    assert {name: getattr(limits, name) for name in values["limits"]} == values["limits"]
    usual = changed(Config(), {name: values[name] for name in ("port", "address", "guests", "status_port")})
    assert usual == Config()


def test_every_event_is_on_the_page() -> None:
    events = set()
    for path in (*(ROOT / "serve").rglob("*.py"), *(ROOT / "host" / "server").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Attribute(_, "note" | "_note"), [ast.Constant(str(event)), *_]):
                    events.add(event)
                case ast.Call(ast.Name("tell_failure"), [_, ast.Constant(str(event)), *_]):
                    events.add(event)
                case _:
                    pass
    assert len(events) > 8
    assert [each for each in sorted(events) if f"`{each}`" not in PAGE] == []


def test_all_limits_are_on_the_page() -> None:
    assert with_tables(PAGE) == PAGE, "run python -m tests.docs.limit_tables"
    words = " ".join(PAGE.split())
    rate = RATES[Cost.CODE]
    assert ADDRESS == 8 and words.count("eight times as") == 2
    assert f"{rate.at_once:g} at once and then six a minute" in words and rate.a_second * 60 == 6


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, also those inside lists."""
    return re.findall(rf"(?ms)^ *```{language}\n(.*?)^ *```$", PAGE)


def accepted(command: str) -> argparse.Namespace:
    """What the command line makes of a command; it fails if it refuses it."""
    program, *words = shlex.split(command, comments=True)
    assert program.rpartition("/")[2] == "lazaretto"
    return CommandLine(GROUPS).read(words)


def test_every_command_is_accepted() -> None:
    (unit,), (recipe,) = blocks("ini"), blocks("dockerfile")
    commands = re.findall(r"(?m)^ExecStart=(.+)$", unit)
    commands += [" ".join(json.loads(each)) for each in re.findall(r"(?m)^CMD (.+)$", recipe)]
    plain = "\n".join(blocks(""))
    commands += re.findall(r"(?m)^lazaretto .+$", plain)
    commands += re.findall(r"(?m)^ *ForceCommand (.+)$", plain)
    commands += re.findall(r'command="(.+?)"', plain)
    inline = re.findall(r"`(lazaretto (?:join|backup|admin) [^`]*)`", " ".join(PAGE.split()))
    commands += inline
    assert len(commands) > 20 and len(inline) > 14
    for command in commands:
        accepted(command.removesuffix(" --socket") if command.endswith("join --socket") else command)
    for name, arguments in ARGUMENTS.items():
        assert f"`lazaretto admin {' '.join((name, *arguments))}`" in PAGE or f"`{name}`" in PAGE, name


def test_the_unit_and_the_recipe_fit_the_server() -> None:
    (unit,), (recipe,) = blocks("ini"), blocks("dockerfile")
    serve = accepted(re.findall(r"(?m)^ExecStart=(.+)$", unit)[0])
    assert (serve.port, serve.data) == (Config().port, Path("/var/lib/lazaretto"))
    assert "StateDirectory=lazaretto\n" in unit and "CacheDirectory=lazaretto\n" in unit
    (environment,) = re.findall(r"(?m)^Environment=(.+)$", unit)
    folders = dict(each.split("=") for each in environment.split())
    assert {*folders} == {"XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}
    assert {*folders.values()} == {"/var/cache/lazaretto", "/var/lib/lazaretto"}
    (files,) = re.findall(r"(?m)^LimitNOFILE=(\d+)$", unit)
    assert int(files) >= files_needed(Limits(), Config().workers)
    (patience,) = re.findall(r"(?m)^TimeoutStopSec=(\d+)$", unit)
    assert int(patience) > session.ENDING
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (version,) = re.findall(r"(?m)^FROM python:(\S+)-slim$", recipe)
    assert f"Programming Language :: Python :: {version}" in project["classifiers"]
    (extra,) = re.findall(r"pip install \S+ '/src\[(\w+)\]'", recipe)
    assert f"pip install 'lazaretto[{extra}]'" in PAGE
    assert [each.partition(">")[0] for each in project["optional-dependencies"][extra]] == ["asyncssh"]
    (port,) = re.findall(r"http://127\.0\.0\.1:(\d+)/health", recipe)
    (code,) = re.findall(r'HEALTHCHECK CMD python -c "(.+)"', recipe)
    assert int(port) == Config().status_port and ast.parse(code)
    (data,) = re.findall(r"(?m)^VOLUME (.+)$", recipe)
    (exposed,) = re.findall(r"(?m)^EXPOSE (.+)$", recipe)
    (command,) = re.findall(r"(?m)^CMD (.+)$", recipe)
    serve = accepted(" ".join(json.loads(command)))
    assert (str(serve.data), str(serve.port)) == (data, exposed)


def test_its_numbers_hold() -> None:
    limits = Limits()
    words = " ".join(PAGE.split())
    assert f"up to {LONGEST_MOTD:,} characters" in words
    assert f"for up to {LONGEST_WAIT:.0f} seconds" in words
    assert f"longer than {reminders.PATIENCE:.0f} seconds, it is killed" in words
    assert f"Each of these processes gets {worker_base.MEMORY >> 30} GB" in words
    assert f"takes {worker_handle.LONGEST:.0f} seconds of processor time" in words
    assert f"more than {worker_handle.LONGEST:.0f} seconds of processor time to read" in words
    assert worker_pool.APART == 3600 and "For the next hour, the table has a worker apart" in words
    assert worker_pool.TRIES == 3 and "After three times in a row" in words
    assert worker_pool.GIVEN_UP == 600 and "gives the table up for ten minutes" in words
    assert worker_handle.BEAT == 0.5 and "asks each worker twice a second" in words
    assert f"has worked for {worker_handle.WORKED:.0f} seconds without an answer" in words
    assert f"wait for up to {scenario_reader.MOST_WAITING} games" in words
    first, longest = scenario_reader.FIRST_REFUSAL, scenario_reader.LONGEST_REFUSAL
    assert f"refused for {first:.0f} seconds" in words and f"up to {longest / 60:.0f} minutes" in words
    assert server_hall.OFTEN == 1 and "looks for changes every second" in words
    assert f"deleted people every {run_server.BANS_LOOK:.0f} seconds" in words
    assert f"up to {WIDEST} columns, {TALLEST} lines and {MOST_CELLS:,} cells" in words
    assert f"reads nothing for {limits.stalled_seconds:.0f} seconds" in words
    assert f"every {limits.keepalive_seconds:.0f} seconds" in words
    assert limits.keepalive_count == 2 and "not answered twice" in words
    assert f"has the first {FEW} in a minute" in words and EVERY == 60
    assert f"The last {KEPT_FREE} files are kept free" in words
    assert f"held it for more than {HELD} seconds" in words
    assert f"still held after {STILL:.0f} seconds" in words
    assert f"still held after {GIVEN_UP:.0f} seconds, the server ends with status {FAILED}" in words
    assert KEEP_AGAIN == 1 and "it tries again every second" in words
    assert f"keeps {MOST_WAITING:,} lines for a reader" in words
    assert f"waits {SERVER_PATIENCE:.0f} seconds for a program that writes" in words


def test_it_says_how_many_looks_run_at_a_time() -> None:
    assert (
        f"at most {lookup_budget.AT_ONCE} looks and {lookup_budget.REPLAYS_AT_ONCE} replays at a time"
        in " ".join(PAGE.split())
    )
