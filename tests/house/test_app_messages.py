"""The words of the app and its host are in catalogues: none in the modules, each with its gaps, each used."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from lazaretto.grammar.message import Message, messages_of
from lazaretto.tui.keys.registry import messages as key_messages
from tests.house.host_catalogues import HOST_CATALOGUES
from tests.house.python_trees import module_of, nodes_of
from tests.house.sql_texts import is_sql

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "tui" / "messages"
AREAS = (
    "advice",
    *(
        "after_game",
        "base_app_and_widgets",
        "command_line",
        "commands",
        "common",
        "export",
        "guide",
        "hall",
        "hall_lines",
    ),
    *(
        "launcher",
        "line_mode",
        "odds",
        "outlook",
        "parse_answer",
        "reading",
        "rebinding",
        "replay",
        "statistics",
    ),
    *("simulation", "table", "training", "travel"),
)
CATALOGUES = {area: f"lazaretto.tui.messages.{area}" for area in AREAS} | {
    "serve": "lazaretto.serve.messages",
    "serve_limit": "lazaretto.serve.limit_descriptions",
}
"""The module of each area; the server has two for itself."""

MODULES = sorted(
    path
    for package in ("host", "tui", "serve")
    for path in (ROOT / package).rglob("*.py")
    if path.relative_to(ROOT).with_suffix("").parts[1] not in ("messages", "keys", "limit_descriptions")
    and module_of(path) not in HOST_CATALOGUES
)

NO_SENTENCES = {
    "*": (
        r"\s*(Lazaretto|[A-Z]\w+)[ .#\w>*,-]*\{[^}]*\}.*",  # CSS
        r"\n?lazaretto:? .*",  # a command to type, and the name of the program before its output
    ),
    "host/settings/user_settings.py": (r"# How Lazaretto looks and sounds\.\n\{\}",),  # a comment in the file
    "tui/app.py": (r"(game|campaign) \{\}",),  # the key of an entry
    "tui/launcher/entries.py": (r"(game|scenario|campaign) \{\}",),
    "tui/launcher/launcher_screen.py": (r"game \{\}",),
    "tui/launcher/setup_screen.py": (r"(name|option|part|who) (\{\}|0)",),  # names of fields
    "tui/command_line/manual_page.py": (r"\.[A-Z]{1,2} .*", r"\[.*COMMAND.*\]", r"Made by `.*`\."),  # roff
    "tui/command_line/shell_scripts.py": (
        r"-[xr] .*",
        r"_files -/",
        r"complete -c .*",
        r"kind=.*",
        r"\{\}\) (flags=|_arguments ).*",
    ),  # lines for shells
    "tui/commands/new.py": (r'name = "\{\}"',),  # a line of TOML
    "tui/commands/play.py": (r"(Wish|NextGame) \| None",),  # types
    "tui/commands/simulate.py": (r"Program \| None",),
    "tui/simulation/page_parts.py": (r"(?s)\s*(\{\})?(<|:root).*",),  # HTML and CSS
    "tui/simulation/report_text.py": (r"<th scope=.*",),
    "tui/table/answers/option_letters.py": (r"go on",),  # the key of an option
    "serve/monitoring.py": (
        r"HTTP/1\.1 \{\}.*",
        r"text/plain; .*",
        r"\d{3} [A-Z].*",
        r"Content-Length: .*",
        r"# TYPE [a-z_{}]+ (gauge|counter|\{\})",
        r'[a-z_{}]+(\{task="\{\}"\})? \{\}',
    ),
    "serve/run_server.py": (r"status --json",),  # a command that clients send
    "tui/look/role_colors.py": (r"bold underline",),  # a style of the framework
}
"""Texts with a space that are not sentences, by module."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every text of a module that is not a docstring; placeholders of an f-string are `{}`."""
    passed = {id(node.value) for node in nodes_of(path) if isinstance(node, ast.Expr)}
    for node in nodes_of(path):
        if isinstance(node, ast.JoinedStr):
            passed |= {id(value) for value in node.values}
            parts = [value.value if isinstance(value, ast.Constant) else "{}" for value in node.values]
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def sentences(path: Path, name: str) -> Iterator[str]:
    """Yield texts that people would read: a word, and a space before another word or a placeholder."""
    allowed = (*NO_SENTENCES["*"], *NO_SENTENCES.get(name, ()))
    for line, text in texts(path):
        shown = " " in text.strip() and re.search(r"[A-Za-z]{2,}", text.replace("{}", ""))
        if (
            shown
            and not is_sql(name, text)
            and not any(re.fullmatch(each, text, re.DOTALL) for each in allowed)
        ):
            yield f"{name}:{line}: {text}"


def test_no_sentence_stands_outside_the_catalogue() -> None:
    assert len(MODULES) > 200
    assert [
        sentence for path in MODULES for sentence in sentences(path, path.relative_to(ROOT).as_posix())
    ] == []


def test_sentences_are_found(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        '"""A docstring is none."""\n'
        'CSS = "Pane { height: 1; }"\nx = f"turn {x}"\ny = "two words"\nz = "one"\n'
    )
    assert [sentence.partition(": ")[2] for sentence in sentences(path, "module.py")] == [
        "turn {}",
        "two words",
    ]


def areas() -> dict[str, dict[str, Message]]:
    """Return the messages of each area by the names of their constants; tables by name and word."""
    found: dict[str, dict[str, Message]] = {}
    for area, module in CATALOGUES.items():
        constants = vars(import_module(module))
        found[area] = {
            name: constant for name, constant in constants.items() if isinstance(constant, Message)
        }
        for name, constant in constants.items():
            if isinstance(constant, dict) and all(isinstance(one, Message) for one in constant.values()):
                found[area] |= {f"{name}[{word}]": one for word, one in constant.items()}
    return found


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_area_is_listed() -> None:
    modules = {path.stem for path in CATALOGUE.glob("*.py")} - {"__init__", "translated_message"}
    assert modules == set(AREAS)


def test_every_message_has_a_key_of_its_own() -> None:
    modules = [import_module(catalogue) for catalogue in CATALOGUES.values()]
    found = [*messages_of(modules), *(message.key for message in key_messages())]
    for area in areas().values():
        found += [message.key for name, message in area.items() if "[" in name and message.key not in found]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("area", CATALOGUES)
def test_every_form_of_a_message_has_the_same_gaps(area: str) -> None:
    for message in areas()[area].values():
        for form in (message.forms or {}).values():
            assert gaps(form) == gaps(message.sentence), message.key
        assert not message.forms or message.count in gaps(message.sentence)


Use = tuple[str, str, str]
"""An area, the name of a message in it, and which part of it is used."""


def uses(func: ast.expr, named: dict[str, str], part: str = "sentence") -> Iterator[Use]:
    """Yield the messages that an expression stands for."""
    match func:
        case ast.Attribute(ast.Name(alias), name) if alias in named:
            yield named[alias], name, part
        case ast.Attribute(value, "helped"):
            yield from uses(value, named, "help")
        case ast.IfExp(_, body, orelse):
            yield from (*uses(body, named, part), *uses(orelse, named, part))
        case ast.Subscript(value):
            yield from uses(value, named, part)
        case _:
            pass


def calls() -> Iterator[tuple[str, Use, set[str] | None]]:
    """Yield every use of a message in a module, and its values; None if it is not called directly."""
    by_module = {module: area for area, module in CATALOGUES.items()}
    for path in sorted([*(ROOT / "tui").rglob("*.py"), *(ROOT / "serve").rglob("*.py")]):
        named = {
            name.asname or name.name: by_module[f"{node.module}.{name.name}"]
            for node in nodes_of(path)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
            if f"{node.module}.{name.name}" in by_module
        }
        for node in nodes_of(path):
            if isinstance(node, ast.Call):
                given = {keyword.arg for keyword in node.keywords}
                for use in uses(node.func, named):
                    yield path.name, use, None if None in given else {str(each) for each in given}
            elif isinstance(node, ast.Attribute):
                yield from ((path.name, use, None) for use in uses(node, named))


def test_every_message_is_filled_with_its_gaps_and_used() -> None:
    found = areas()
    wrong, used, checked = [], set(), 0
    for module, (area, constant, part), given in calls():
        used.add((area, constant))
        tables = [each for name, each in found[area].items() if name.startswith(f"{constant}[")]
        for message in (found[area].get(constant), *tables):
            if message is not None and given is not None:
                checked += 1
                if given != gaps(getattr(message, part)):
                    wrong.append(f"{module}: {message.key} gets {sorted(given)}")
    assert wrong == []
    assert checked > len(used), "most uses are calls"
    constants = {(area, name.partition("[")[0]) for area, each in found.items() for name in each}
    assert constants - used == set()
