"""Files that strangers may have written are opened and parsed in one place each, and nowhere else."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.house.python_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("grammar", "rules", "lab", "host", "tui", "serve")

OWN_SOURCE = "a file that is installed with the program"
CACHE = "the cache checks who can write its files, and holds code anyway"
WRITES = "it only writes, to a new file or in place of one"
ITSELF = "the program itself has written the text"
DEVICE = "the device that swallows everything"
FOLDER = "a folder, to lock or flush it"

MAY: Mapping[str, Mapping[str, str]] = {
    "grammar/read_untrusted_files.py": {
        "open": "the one place",
        "os.open": "the one place",
        "json.loads": "the one place",
    },
    "grammar/cache_dir.py": {"open": CACHE, "os.open": CACHE},
    "grammar/lalr_tables.py": {".read_bytes": OWN_SOURCE, "json.loads": CACHE},
    "grammar/pygments_lexer.py": {".read_text": OWN_SOURCE},
    "rules/backends/native/load_machine_code.py": {
        ".read_bytes": "what the C compiler made",
        "os.fdopen": WRITES,
    },
    "rules/backends/native/native_code.py": {"json.loads": CACHE},
    "rules/backends/native/runner.py": {".read_text": "the memory of a game"},
    "rules/backends/native/state_transfer.py": {".read_text": "the memory of a game"},
    "rules/backends/native/subset/modules.py": {".read_text": OWN_SOURCE},
    "rules/load_program.py": {"pickle": CACHE},
    "rules/backends/native/translate_game.py": {"pickle": CACHE},
    "rules/run/views/decision_wording.py": {".open": "the options that are open"},
    "rules/run/state.py": {"json.loads": ITSELF},
    "lab/playing_processes.py": {".read_bytes": OWN_SOURCE},
    "host/crash_report.py": {"open": WRITES, "os.open": WRITES},
    "host/records/record_lock.py": {"os.open": "folders, and lock files behind no link"},
    "host/lobby/fill_native_cache.py": {"json.loads": ITSELF},
    "host/records/record_store.py": {"os.open": FOLDER, "os.fdopen": WRITES},
    "host/server/admin.py": {".open": WRITES},
    "host/server/workers/worker_handle.py": {".read_text": "what the system says about a process"},
    "host/server/store/sqlite_database.py": {"os.open": FOLDER},
    "host/server/workers/worker_base.py": {".read_text": "what the system says about this process"},
    "tui/command_line/shell_scripts.py": {".read_text": OWN_SOURCE},
    "tui/commands/export.py": {".open": WRITES},
    "tui/commands/play.py": {".open": "a table"},
    "tui/export/recording_files.py": {".read_text": OWN_SOURCE},
    "tui/reading/rulebook_export.py": {".read_text": OWN_SOURCE},
    "tui/safe_output.py": {"open": DEVICE, "os.open": DEVICE},
    "serve/server.py": {"open": WRITES, "os.open": WRITES},
}
"""What else opens or parses something, and why it may."""

FUNCTIONS = {"open", "os.open", "os.fdopen", "io.open", "io.open_code", "codecs.open", "os.popen"}
METHODS = {"read_text", "read_bytes", "read_private_key", "read_public_key", "copyfile", "copy2", "copytree"}
MODULES = {"tomllib", "tomli", "pickle", "shelve", "mmap", "fileinput", "linecache", "configparser"}
"""Modules that open or parse files; nothing here needs to import one."""


def dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, name):
            return f"{dotted(value)}.{name}"
        case _:
            return "?"


def ways(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every way in which a module may open a file or parse a text."""
    awaited = {id(node.value) for node in nodes_of(path) if isinstance(node, ast.Await)}
    for node in nodes_of(path):
        match node:
            case ast.Call(ast.Attribute(_, name) | ast.Name(name)) if isinstance(node, ast.Call):
                called = dotted(node.func)
                if called in FUNCTIONS or (called.split(".")[0] == "json" and name in ("load", "loads")):
                    yield node.lineno, called
                elif "." in called and name in METHODS:
                    yield node.lineno, f".{name}"
                elif "." in called and name == "open" and id(node) not in awaited:
                    yield node.lineno, ".open"
            case ast.Import(names):
                yield from ((node.lineno, alias.name) for alias in names if alias.name in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                chosen = {alias.name for alias in names}
                if module in MODULES:
                    yield node.lineno, module
                if (module in ("json", "os", "io") and chosen & {"load", "loads", "open", "fdopen"}) or (
                    module == "shutil" and chosen & METHODS
                ):
                    yield node.lineno, f"from {module}"
            case _:
                pass


def modules() -> list[str]:
    return [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    ]


def test_nothing_else_opens_or_parses_files() -> None:
    wrong = [
        f"{name}:{line}: {what}"
        for name in modules()
        for line, what in ways(ROOT / name)
        if what not in MAY.get(name, ())
    ]
    assert wrong == [], "use grammar/read_untrusted_files.py, foreign_toml.py and foreign_json.py"


def test_every_exception_is_still_needed() -> None:
    for name, allowed in MAY.items():
        assert allowed.keys() <= {what for _, what in ways(ROOT / name)}, name


@pytest.mark.parametrize(
    "line",
    [
        "open(x)",
        "with open(x, 'rb') as file: pass",
        "x.open()",
        "x.open('rb')",
        "(a / b).open(mode)",
        "Path(x).read_text()",
        "x.read_bytes()",
        "os.open(x, 0)",
        "os.fdopen(x)",
        "io.open(x)",
        "json.load(x)",
        "json.loads(x)",
        "from json import loads",
        "from os import open as opened",
        "import tomllib",
        "from tomllib import loads",
        "import pickle",
        "shutil.copyfile(a, b)",
        "from shutil import copyfile",
        "asyncssh.read_private_key(x)",
    ],
)
def test_each_other_way_is_found(line: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(f"{line}\n", encoding="utf-8")
    assert [*ways(path)] != []


def test_what_opens_no_file_is_not_found(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("async def f():\n    await lobby.open(order)\nread_text(x)\nload(y)\n", encoding="utf-8")
    assert [*ways(path)] == []
