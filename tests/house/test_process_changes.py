"""Few modules change what a whole process shares, and all our apps share the base class that restores it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.python_trees import nodes_of
from tests.house.test_output import dotted, modules

ROOT = Path(__file__).resolve().parents[2]

BASE = "tui/terminal/terminal_app.py"
"""The only module that may use the framework's `App` as a base class."""

MAY = {
    BASE: {"set_task_factory"},  # undoes what the framework sets
    "tui/terminal/local_driver.py": {"signal.signal", "add_signal_handler"},  # restored by `close`
    "tui/terminal/opening_screen.py": {"signal.signal"},  # restored when it ends
    "tui/commands/play.py": {"gc.set_threshold"},  # restored after the app
    "tui/safe_output.py": {"sys.stdin", "sys.stdout", "sys.stderr"},  # restored after the command
    "rules/pause_garbage_collection.py": {
        "gc.disable",
        "gc.enable",
        "gc.freeze",
        "gc.unfreeze",
    },  # restored at once
    "rules/run/limits.py": {"sys.setrecursionlimit"},  # only upwards; calls are counted besides
    "rules/backends/interpret/backend.py": {"sys.setrecursionlimit"},  # restored after the rule
    "host/lobby/fill_native_cache.py": {"os.nice", "resource.setrlimit"},  # a process of its own
    "host/server/workers/reading_worker.py": {"os.nice"},  # a process of its own
    "host/server/workers/worker_base.py": {  # processes of their own
        "resource.setrlimit",
        "set_default_executor",
        "signal.signal",
    },
    "lab/playing_processes.py": {"signal.signal"},  # in processes of its own
    "serve/process_setup.py": {
        "resource.setrlimit",
        "environ.update",
        "del environ",
    },  # only upwards; the process is the server's; before anything else is imported
    "serve/socket_server.py": {"os.umask"},  # stricter, and restored at once
    "serve/run_server.py": {
        "sys.setswitchinterval",
        "set_exception_handler",
        "addHandler",
        "add_signal_handler",
    },
    "serve/server_state.py": {"gc.set_threshold", "gc.freeze", "gc.unfreeze"},  # restored by `stop`
}
"""What a module may change, and why that harms nobody."""

CALLS = {
    "asyncio.set_event_loop_policy",
    "faulthandler.enable",
    "gc.disable",
    "gc.enable",
    "gc.freeze",
    "gc.set_debug",
    "gc.set_threshold",
    "gc.unfreeze",
    "locale.setlocale",
    "logging.basicConfig",
    "logging.disable",
    "multiprocessing.set_start_method",
    "os.chdir",
    "os.nice",
    "os.putenv",
    "os.umask",
    "resource.setrlimit",
    "signal.set_wakeup_fd",
    "signal.setitimer",
    "signal.signal",
    "socket.setdefaulttimeout",
    "sys.setprofile",
    "sys.setrecursionlimit",
    "sys.setswitchinterval",
    "sys.settrace",
    "threading.setprofile",
    "threading.settrace",
    "time.tzset",
    "tracemalloc.start",
    "warnings.filterwarnings",
    "warnings.simplefilter",
}
METHODS = {
    "add_signal_handler",
    "addHandler",
    "set_debug",
    "set_default_executor",
    "set_exception_handler",
    "set_task_factory",
}
"""Methods of event loops and loggers."""
OWNERS = ("sys", "threading", "warnings", "os.environ", "environ", "asyncio", "builtins", "rich")
"""Whoever sets something of these sets it for everybody."""
CHANGES = ("update", "pop", "clear", "setdefault", "popitem")


def changes(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every place where a module may change what its process shares."""
    for node in nodes_of(path):
        match node:
            case ast.Call(ast.Attribute(of, name)):
                called = f"{dotted(of)}.{name}"
                if called in CALLS:
                    yield node.lineno, called
                elif name in METHODS:
                    yield node.lineno, name
                elif name in CHANGES and called.rpartition(".")[0] in ("environ", "os.environ"):
                    yield node.lineno, called
            case ast.Attribute(ast.Name("loop"), name) if name in METHODS:  # handed on
                yield node.lineno, name
            case ast.Attribute(of, name, ast.Store()) if dotted(of) in OWNERS:
                yield node.lineno, f"{dotted(of)}.{name}"
            case ast.Subscript(of, _, ast.Store()) if dotted(of) in OWNERS:
                yield node.lineno, dotted(of)
            case ast.Subscript(of, _, ast.Del()) if dotted(of) in OWNERS:
                yield node.lineno, f"del {dotted(of)}"
            case _:
                pass


def test_only_these_modules_change_what_a_process_shares() -> None:
    wrong = [
        f"{name}:{line}: {what}"
        for name in modules()
        for line, what in changes(ROOT / name)
        if what not in MAY.get(name, ())
    ]
    assert wrong == []


def test_every_exception_is_still_needed() -> None:
    for name, allowed in MAY.items():
        assert allowed == {what for _, what in changes(ROOT / name)}, name


def test_all_our_apps_have_the_base_that_restores_the_event_loop() -> None:
    others = [
        f"{name}:{node.lineno}"
        for name in modules()
        for node in nodes_of(ROOT / name)
        if isinstance(node, ast.ClassDef)
        and {dotted(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases}
        & {"App", "app.App", "textual.app.App"}
    ]
    assert [other.partition(":")[0] for other in others] == [BASE]


@pytest.mark.parametrize(
    "line",
    [
        "loop.set_task_factory(make)",
        "asyncio.get_running_loop().set_exception_handler(note)",
        "signal.signal(signal.SIGHUP, leave)",
        "sys.excepthook = note",
        "threading.excepthook = note",
        "os.environ['LANG'] = 'C'",
        "del os.environ['LANG']",
        "os.environ.update(found)",
        "warnings.simplefilter('ignore')",
        "gc.disable()",
    ],
)
def test_a_change_is_found(line: str, tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(line, encoding="utf-8")
    assert [*changes(file)]
