"""The page about serving says what the server does: its options, settings, limits and events."""

import ast
import re
import tomllib
from dataclasses import fields

from host.client_calls import Cost
from host.server.purses import ADDRESS, RATES
from serve.config import Config, changed
from serve.event_log import EVERY, FEW
from serve.limits import Limits
from serve.loop_watchdog import HELD, STILL
from serve.open_files import KEPT_FREE
from serve.terminal import MOST_CELLS, TALLEST, WIDEST
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
    known = {each.name for each in fields(Config)}
    assert set(values) == known
    assert len(examples) == 2 and all(set(tomllib.loads(each)) <= known for each in examples)
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


def test_its_numbers_hold() -> None:
    limits = Limits()
    words = " ".join(PAGE.split())
    assert f"up to {WIDEST} columns, {TALLEST} lines and {MOST_CELLS:,} cells" in words
    assert f"reads nothing for {limits.stalled_seconds:.0f} seconds" in words
    assert f"every {limits.keepalive_seconds:.0f} seconds" in words
    assert limits.keepalive_count == 2 and "not answered twice" in words
    assert f"has the first {FEW} in a minute" in words and EVERY == 60
    assert f"The last {KEPT_FREE} files are kept free" in words
    assert f"held it for more than {HELD} seconds" in words
    assert f"still held after {STILL:.0f} seconds" in words
