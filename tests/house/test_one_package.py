"""What is imported is `lazaretto`: its parts are folders at the top, and no module has a second name."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.python_trees import PACKAGES, ROOT, module_of, nodes_of
from tests.interpreter import interpreter

pytestmark = interpreter

FOLDERS = (*PACKAGES, "scenarios")


def test_the_package_is_links_to_the_folders() -> None:
    package = ROOT / "lazaretto"
    links = {path.name: path.readlink() for path in package.iterdir() if path.is_symlink()}
    assert links == {name: Path("..") / name for name in FOLDERS}
    files = {path.name for path in package.iterdir() if path.name not in links}
    assert files - {"__pycache__"} == {"__init__.py", "__main__.py", "py.typed"}


def former_names(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        match node:
            case ast.Import(aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(module)):
                names = [module]
            case _:
                continue
        yield from (f"{path}:{node.lineno}: {name}" for name in names if name.partition(".")[0] in FOLDERS)


def test_nothing_imports_a_part_as_if_it_were_a_package(tmp_path: Path) -> None:
    folders = (*PACKAGES, "lazaretto", "tests", "benchmarks", "docs", ".ci")
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 1000
    assert [name for path in files for name in former_names(path)] == []
    wrong = tmp_path / "wrong.py"
    (part, other) = PACKAGES[:2]
    text = f"import {part}\nfrom {part}.inner import {other}\nfrom lazaretto import {other}\n"
    wrong.write_text(text, encoding="utf-8")
    assert len([*former_names(wrong)]) == 2


EVERYTHING = """
import sys
from importlib import import_module
from os.path import realpath
for name in sys.stdin.read().split():
    import_module(name)
for name, module in sys.modules.copy().items():
    file = getattr(module, "__file__", None)
    if file:
        print(name, realpath(file))
"""


def test_no_file_is_loaded_twice() -> None:
    """After importing everything, each of our files is one module, below `lazaretto`."""
    paths = [path for part in PACKAGES for path in sorted((ROOT / part).rglob("*.py"))]
    names = [module_of(path) for path in paths]
    done = subprocess.run(
        [sys.executable, "-c", EVERYTHING],
        cwd=ROOT,
        input=" ".join(names),
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = [line.split(" ", 1) for line in done.stdout.splitlines()]
    ours = {name: Path(file) for name, file in loaded if Path(file).is_relative_to(ROOT)}
    ours = {name: file for name, file in ours.items() if ".venv" not in file.parts}
    assert ours.keys() >= set(names)
    assert [name for name in ours if name.partition(".")[0] != "lazaretto"] == []
    assert len(set(ours.values())) == len(ours)
