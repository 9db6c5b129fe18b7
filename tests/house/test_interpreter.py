"""What differs from one Python to the next is marked, and the Pythons that we promise are found."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.find_pythons import candidates, find, promised
from tests.house.python_trees import nodes_of
from tests.interpreter import FOLDERS, ROOT, interpreter

pytestmark = interpreter

TOUCHES = {
    "asyncssh",
    "concurrent",
    "ctypes",
    "fcntl",
    "gc",
    "marshal",
    "multiprocessing",
    "pickle",
    "pty",
    "pyte",
    "resource",
    "select",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "termios",
    "textual",
    "threading",
    "wasmtime",
    "weakref",
}
"""Who imports one of these depends on the Python that runs it."""

HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"


def imported(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        match node:
            case ast.Import(names):
                yield from (name.name.partition(".")[0] for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module if module.startswith("tests.") else module.partition(".")[0]
            case _:
                pass


def unmarked(path: Path) -> set[str]:
    """What a module imports that differs from one Python to the next; nothing if it is marked."""
    found = {*imported(path)}
    return set() if "tests.interpreter" in found else found & TOUCHES


def test_what_depends_on_the_interpreter_is_marked() -> None:
    folders = [ROOT / folder for folder in FOLDERS]
    wrong = {
        path.relative_to(ROOT).as_posix(): sorted(found)
        for path in sorted(ROOT.rglob("test_*.py"))
        if not any(path.is_relative_to(folder) for folder in folders) and (found := unmarked(path))
    }
    assert wrong == {}, "`pytestmark = interpreter` is missing"


def test_the_folders_exist() -> None:
    assert [folder for folder in FOLDERS if not (ROOT / folder).is_dir()] == []


def test_marks_are_set_in_folders_and_by_hand(pytestconfig: pytest.Config) -> None:
    """Asks pytest itself, as `make test-pythons` does."""
    files = ["serve/test_session.py", "house/test_interpreter.py", "house/test_words.py"]
    options = ["-qq", "--collect-only", "-n0", "-p", "no:cacheprovider", "-m", "interpreter and not soak"]
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *(f"tests/{file}" for file in files)],
        cwd=pytestconfig.rootpath,
        capture_output=True,
        text=True,
    ).stdout
    assert [file in listed for file in files] == [True, True, False]


def test_the_oldest_that_is_promised_is_the_oldest_that_can_be_installed() -> None:
    text = (ROOT.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'requires-python = ">={promised()[0]}"' in text
    assert f'target-version = "py{promised()[0].replace(".", "")}"' in text


def program(folder: Path, name: str, does: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_pythons_are_found_on_the_path_and_in_pyenv(tmp_path: Path) -> None:
    program(tmp_path / "shims", "python3.12", "exit 127")
    program(tmp_path / "bin", "python3.12", "echo 3.12.1")
    newer = program(tmp_path / "pyenv" / "versions" / "3.12.10" / "bin", "python3.12", "echo 3.12.10")
    other = program(tmp_path / "bin", "python3.13", "echo 3.13.0")
    program(tmp_path / "bin", "python3.14", "exit 1")
    environ = {
        "PATH": os.pathsep.join(str(tmp_path / each) for each in ("shims", "bin", "missing")),
        "PYENV_ROOT": str(tmp_path / "pyenv"),
    }
    assert len([*candidates("3.12", environ)]) == 3
    found = find(["3.11", "3.12", "3.13", "3.14"], environ)
    assert found == {"3.12": newer, "3.13": other}


def test_this_python_is_found_by_its_folder() -> None:
    folder = Path(sys.base_prefix) / "bin"
    if (folder / f"python{HERE}").is_file():
        assert [*find([HERE], {"PATH": str(folder), "PYENV_ROOT": "/nowhere"})] == [HERE]
