"""Checks who may import whom, that our import names are ours alone, and what a command must not load."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from lazaretto import rules
from tests.house.python_trees import PACKAGES, module_of, nodes_of, tree_of
from tests.house.sql_texts import MODULES as STORE_OF_SQLITE, STATEMENT
from tests.interpreter import interpreter

pytestmark = interpreter

ROOT = Path(__file__).resolve().parents[2]

MAY_IMPORT = {
    "grammar": {"grammar", "lark", "pygments"},
    "rules": {"grammar", "rules", "cattrs", "tomli_w", "wasmtime"},
    "lab": {"grammar", "rules", "lab", "distributed", "numpy"},
    "host": {"lazaretto", "grammar", "rules", "host", "cattrs", "tomli_w"},
    "tui": {"grammar", "rules", "lab", "host", "tui", "textual", "rich"},
    "serve": {"lazaretto", "grammar", "rules", "lab", "host", "tui", "serve", "textual", "asyncssh"},
}

INSIDE_RULES = ["errors", "run", "model", "link", "check", "lower", "backends"]
"""Each may import itself and those before it; top-level files are entry points and may import all."""

NEVER = {"code", "ctypes", "marshal", "multiprocessing", "pickle", "socket", "subprocess"}
"""Parts of Python that must not be used while reading and running foreign text."""

KEEPERS = {
    "rules/load_program.py": {"pickle"},
    "rules/backends/python/compiled_code.py": {"marshal"},
    "rules/backends/python/code_line_numbers.py": {"marshal"},
    "rules/backends/native/translate_game.py": {"pickle"},
    "rules/backends/native/load_machine_code.py": {"ctypes", "subprocess"},
}
"""The modules that pass compiled programs on as code: from the compiler through the cache to the machine."""


def owner_of(name: str) -> str:
    """Return the part of ours to which a module belongs, or the foreign package."""
    first, *inner = name.split(".")
    return inner[0] if first == "lazaretto" and inner and inner[0] in PACKAGES else first


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@cache
def imported(path: Path) -> tuple[tuple[int, str], ...]:
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            yield node.lineno, node.module or ""
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_run_one_way(package: str) -> None:
    foreign = []
    for path in modules(package):
        for line, name in imported(path):
            first = owner_of(name)
            if first not in sys.stdlib_module_names and first not in MAY_IMPORT[package]:
                foreign.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert foreign == []


def test_inside_rules_imports_run_one_way() -> None:
    wrong = []
    for path in modules("rules"):
        room = path.relative_to(ROOT / "rules").with_suffix("").parts[0]
        if room not in INSIDE_RULES:
            continue
        for line, name in imported(path):
            if owner_of(name) != "rules":
                continue
            other = name.split(".")[2] if name.count(".") > 1 else None
            if other in INSIDE_RULES:
                if INSIDE_RULES.index(other) > INSIDE_RULES.index(room):
                    wrong.append(f"{path.relative_to(ROOT)}:{line}: {name}")
            else:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    assert wrong == []


def needs(name: str, path: Path, known: set[str]) -> set[str]:
    """Return the modules that a module imports at run time; imports only for types do not count."""
    found = set()
    waiting: list[ast.AST] = [tree_of(path)]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.FunctionDef() | ast.AsyncFunctionDef():
                continue
            case ast.Import(names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(module), names=names):
                inner = {f"{module}.{alias.name}" for alias in names}
                found |= inner & known or {module}
            case _:
                waiting.extend(ast.iter_child_nodes(node))
    return (found & known) - {name}


def test_no_module_needs_itself() -> None:
    files = {module_of(path): path for package in MAY_IMPORT for path in modules(package)}
    left = {name: needs(name, path, set(files)) for name, path in files.items()}
    while True:
        free = {name for name, needed in left.items() if not needed & set(left)}
        if not free:
            break
        left = {name: needed for name, needed in left.items() if name not in free}
    assert left == {}


@pytest.mark.parametrize("package", ["grammar", "rules"])
def test_foreign_text_meets_nothing_dangerous(package: str) -> None:
    found = []
    for path in modules(package):
        shown = path.relative_to(ROOT).as_posix()
        for line, name in imported(path):
            if name.partition(".")[0] in NEVER and name not in KEEPERS.get(shown, ()):
                found.append(f"{shown}:{line}: {name}")
    assert found == []


def test_machine_code_is_loaded_in_one_place() -> None:
    paths = [
        path for path in modules("rules") if any(name.startswith("wasmtime") for _, name in imported(path))
    ]
    assert {path.name for path in paths} == {"load_machine_code.py"}


def test_lark_only_makes_the_tables() -> None:
    paths = [
        path for path in modules("grammar") if any(name.startswith("lark") for _, name in imported(path))
    ]
    assert {path.name for path in paths} == {"lalr_build.py"}


def test_only_pygments_loads_the_highlighter() -> None:
    paths = [path for path in modules("grammar") if any("pygments" in name for _, name in imported(path))]
    assert {path.name for path in paths} == {"pygments_lexer.py"}
    users = {
        path.name
        for package in PACKAGES
        for path in modules(package)
        if any("pygments_lexer" in name for _, name in imported(path))
    }
    assert users == set()


OPENS_STORES = {"host/server/admin.py"}
"""Modules that choose which store to open; all others are given one as a `ServerStore`."""


def test_the_hall_knows_no_database() -> None:
    """A store can be replaced by another one: SQL and its library stay in the modules that implement it."""
    wrong = []
    for path in modules("host"):
        shown = path.relative_to(ROOT).as_posix()
        if STORE_OF_SQLITE.fullmatch(shown):
            continue
        names = {name for _, name in imported(path)}
        wrong += [shown for name in names if name.partition(".")[0] == "sqlite3"]
        implementation = [
            name
            for name in names
            if name.startswith(("lazaretto.host.server.store.sqlite_", "lazaretto.host.server.store.schema"))
        ]
        wrong += [shown for _ in implementation if shown not in OPENS_STORES]
        wrong += [
            f"{shown}:{node.lineno}"
            for node in nodes_of(path)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and STATEMENT.match(node.value)
        ]
    assert wrong == []
    assert any(STORE_OF_SQLITE.fullmatch(path.relative_to(ROOT).as_posix()) for path in modules("host"))


ENGINE = {"Game", "Program", "Table", "LocalTable", "Machine", "State", "CompiledGame"}
"""What stays on the host's side of the seam."""

PLAIN = {"lazaretto.host.server.hall_views.State"}
"""Plain data that only has the name of a part of the engine."""

HEADLESS = {
    f"tui/commands/{name}.py"
    for name in (
        *("arguments", "check", "explain", "replay", "simulate"),
        *("balance", "test", "train"),
    )
}
"""Commands that run the engine without players at a table."""


def test_what_people_play_with_holds_only_seats() -> None:
    found = []
    for path in (*modules("tui"), *modules("serve")):
        shown = path.relative_to(ROOT).as_posix()
        for line, name in imported(path):
            owner, _, last = name.rpartition(".")
            ours = owner_of(owner) in ("rules", "host")
            if ours and last in ENGINE and name not in PLAIN and shown not in HEADLESS:
                found.append(f"{shown}:{line}: {name}")
    assert found == []


def test_we_install_one_name_and_it_is_ours_alone() -> None:
    installed = packages_distributions()
    assert set(installed.get("lazaretto", [])) <= {"lazaretto"}
    assert {name for name, owners in installed.items() if "lazaretto" in owners} <= {"lazaretto"}


def loaded_after(code: str) -> set[str]:
    """Return the top-level modules, and our parts, that a fresh interpreter has loaded after some code."""
    return {owner_of(each) for each in modules_after(code)}


def modules_after(code: str) -> set[str]:
    """Return all modules that a fresh interpreter has loaded after some code."""
    script = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "arguments", [["check", "tests/data/stones"], ["list"], ["test", "tests/data/stones"]]
)
def test_commands_do_not_load_the_full_screen(arguments: list[str]) -> None:
    loaded = loaded_after(f"from lazaretto.serve.__main__ import main\nassert main({arguments!r}) == 0")
    assert "tui" in loaded
    assert not {"textual", "rich", "asyncssh", "sqlite3"} & loaded


def test_the_list_does_not_load_the_compiler() -> None:
    loaded = loaded_after("from lazaretto.serve.__main__ import main\nassert main(['list']) == 0")
    assert not {"lark", "cattrs"} & loaded


def test_the_public_names_of_the_rules_are_those_that_are_typed() -> None:
    typed = {
        alias.name: node.module
        for node in nodes_of(ROOT / "rules" / "__init__.py")
        if isinstance(node, ast.ImportFrom) and node.module != "typing"
        for alias in node.names
        if alias.name != "load_when_used"
    }
    assert set(typed) == set(rules.__all__)
    for name, module in typed.items():
        assert getattr(rules, name) is getattr(import_module(module or ""), name)
    with pytest.raises(AttributeError, match="nothing"):
        rules.nothing  # type: ignore[attr-defined]  # noqa: B018


HEAVY = {"asyncio", "importlib.metadata", "socket", "lazaretto.host", "lazaretto.lab", "textual", "sqlite3"}
"""What takes long to load, besides the engine and the language."""


def test_only_the_command_that_is_wanted_is_loaded() -> None:
    for arguments, wanted in ((["--version"], set[str]()), (["stats", "--help"], {"stats"})):
        loaded = modules_after(f"from lazaretto.serve.__main__ import main\nassert main({arguments!r}) == 0")
        commands = {name for name in loaded if name.startswith("lazaretto.tui.commands.")}
        assert {name.rpartition(".")[2] for name in commands} - {"arguments"} == wanted


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["simulate", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    loaded = modules_after(f"from lazaretto.serve.__main__ import main\nassert main({arguments!r}) == 0")
    assert "lazaretto.tui.command_line.command_parser" in loaded
    assert not HEAVY & loaded
    engine = (
        "lazaretto.rules.run",
        "lazaretto.rules.link",
        "lazaretto.rules.lower",
        "lazaretto.rules.load_program",
        "lazaretto.grammar.nodes",
        "lazaretto.grammar.parser",
    )
    assert not [each for each in loaded if each.startswith(engine)]


LAUNCHER = (
    "from lazaretto.tui.__main__ import GROUPS\n"
    "from lazaretto.tui.command_line.command_parser import CommandLine\n"
    "from lazaretto.tui.commands import play\n"
    "play._app(CommandLine(GROUPS).read(['play']))"
)
"""What happens before the launcher shows its first frame, apart from running the framework."""

OF_FIRST_FRAME = {"lazaretto", "platformdirs", "rich", "textual", "tomli_w", "typing_extensions"}
"""Whatever else the first frame may load."""


def test_the_first_frame_loads_no_more_than_it_needs() -> None:
    loaded = modules_after(LAUNCHER)
    others = {name.partition(".")[0] for name in loaded - modules_after("")}
    assert others - sys.stdlib_module_names - {"__main__"} <= OF_FIRST_FRAME
    later = (
        *(
            "lazaretto.rules.lower",
            "lazaretto.rules.check",
            "lazaretto.rules.flow",
            "lazaretto.grammar.parser",
        ),
        *("lazaretto.rules.backends.native", "lazaretto.host.wire.codec", "lazaretto.host.server"),
        *("lazaretto.tui.board", "lazaretto.tui.table.panes", "lazaretto.tui.table.table_screen"),
        *("lazaretto.tui.replay", "lazaretto.tui.reading", "lazaretto.tui.guide", "lazaretto.tui.line.mode"),
    )
    assert [name for name in sorted(loaded) if name.startswith(later)] == []


def test_a_cached_game_starts_without_the_language() -> None:
    loaded = modules_after(
        "from lazaretto.rules import *\nfrom lazaretto.rules.link import read_scenario\n"
        "from lazaretto.rules.backends.python import compiled_code"
    )
    language = (
        "lazaretto.grammar.nodes",
        "lazaretto.grammar.parser",
        "lazaretto.rules.model.tree",
        "lazaretto.rules.check",
        "lazaretto.rules.lower",
    )
    assert not [
        each
        for each in loaded
        if each.startswith((*language, "lazaretto.rules.flow", "lazaretto.rules.warn", "lark"))
    ]


def test_playing_does_not_load_the_server() -> None:
    loaded = loaded_after(
        "from lazaretto.serve.__main__ import main\n"
        "from lazaretto.tui import app\nfrom lazaretto.tui.commands import play\n"
        "assert main(['play', '--help']) == 0"
    )
    assert "textual" in loaded
    assert not {"asyncssh", "cryptography", "sqlite3"} & loaded
