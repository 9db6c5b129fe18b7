"""Nothing is printed past the one door: no other module touches the standard streams or the terminal."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.python_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("grammar", "rules", "lab", "host", "tui", "serve")

DOOR = "tui/safe_output.py"

MAY = {
    "rules/backends/native/load_machine_code.py": {
        "subprocess",
        "done.stderr.decode",
    },  # the C compiler's pipe
    "host/lobby/native_engine.py": {"subprocess"},  # a process whose streams lead nowhere
    "tui/terminal/local_driver.py": {"os.write"},  # frames, cleaned by the encoder
    "tui/terminal/opening_screen.py": {"os.write"},  # a constant
    "tui/terminal/terminal_app.py": {"sys.stdout", "sys.stderr"},  # keeps the framework from replacing them
    "tui/__main__.py": {"sys.stdout.flush"},
    "tui/commands/join.py": {"ssh.stdout", "ssh.stderr"},  # the pipes from the SSH client
    "tui/hall/join_socket.py": {"os.write"},  # frames for a program at the other end of an SSH connection
    "serve/event_log.py": {"logging"},  # turns warnings of libraries into events
    "serve/run_server.py": {"logging"},
    "tui/commands/play.py": {"sys.stdout", "sys.stdout.flush", "sys.stdout.isatty"},  # line mode
}
"""What other modules may do with a stream or a file number: nothing that writes a text."""

STREAMS = {"stdout", "stderr", "__stdout__", "__stderr__"}
RAW = {"write", "writev", "pwrite", "dup2", "sendfile", "system", "popen"}
"""Functions of `os`; outside `tui` they serve files, so there only those on a literal number count."""
MODULES = {"logging", "warnings", "curses", "subprocess", "syslog", "pty", "_xterm"}


def dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, name):
            return f"{dotted(value)}.{name}"
        case _:
            return "?"


def prints(path: Path) -> Iterator[tuple[int, str]]:
    """Yield every way in which a module may reach a terminal."""
    inner = {id(node.value) for node in nodes_of(path) if isinstance(node, ast.Attribute)}
    for node in nodes_of(path):
        match node:
            case ast.Call(ast.Name("print")):
                yield node.lineno, "print"
            case ast.Call(ast.Attribute(ast.Name("os"), name), [first, *_]) if name in RAW:
                if {"tui", "serve"} & {*path.parts} or isinstance(first, ast.Constant):
                    yield node.lineno, f"os.{name}"
            case ast.Call(ast.Name("open") | ast.Attribute(_, "fdopen"), [ast.Constant(int()), *_]):
                yield node.lineno, "open"
            case ast.Attribute() if id(node) not in inner:
                parts = dotted(node).split(".")
                if STREAMS & set(parts) or parts[-2:] in (["out", "write"], ["out", "writelines"]):
                    yield node.lineno, ".".join(parts)
            case ast.Import(names):
                yield from (
                    (node.lineno, alias.name) for alias in names if alias.name.partition(".")[0] in MODULES
                )
            case ast.ImportFrom(module=str(module), names=names):
                if module.partition(".")[0] in MODULES:
                    yield node.lineno, module
                chosen = {alias.name for alias in names}
                if (module == "sys" and chosen & STREAMS) or (module == "os" and chosen & RAW):
                    yield node.lineno, module
            case ast.Constant(str(text)) if text.startswith(("/dev/tty", "/dev/std", "/proc/self/fd")):
                yield node.lineno, text
            case _:
                pass


def modules() -> list[str]:
    return [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    ]


def test_nothing_is_printed_past_the_door() -> None:
    wrong = [
        f"{name}:{line}: {what}"
        for name in modules()
        if name != DOOR
        for line, what in prints(ROOT / name)
        if what not in MAY.get(name, ())
    ]
    assert wrong == []


def test_every_exception_is_still_needed() -> None:
    for name, allowed in MAY.items():
        assert allowed <= {what for _, what in prints(ROOT / name)}, name


@pytest.mark.parametrize(
    "line",
    [
        "print(x)",
        "sys.stdout.write(x)",
        "sys.__stderr__.write(x)",
        "from sys import stderr",
        "os.write(1, x)",
        "from os import write",
        "os.fdopen(2)",
        "open(1, 'w')",
        "import logging",
        "from warnings import warn",
        "self.out.write(x)",
        "open('/dev/tty', 'w')",
        "x = sys.stdout",
    ],
)
def test_each_way_past_is_found(line: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(f"{line}\n")
    assert [*prints(path)] != []


def printed_json(path: Path) -> list[tuple[int, bool]]:
    """The lines on which JSON is printed as text, and whether it is plain ASCII."""
    found = []
    for node in nodes_of(path):
        match node:
            case ast.Call(ast.Name("write_out"), [ast.Call(ast.Attribute(_, "dumps"), _, keywords)]):
                found.append((node.lineno, all(keyword.arg != "ensure_ascii" for keyword in keywords)))
            case _:
                pass
    return found


def test_printed_json_is_plain_ascii() -> None:
    lines = {f"{name}:{line}": plain for name in modules() for line, plain in printed_json(ROOT / name)}
    assert len(lines) >= 6
    assert [line for line, plain in lines.items() if not plain] == []
