"""Finds the Pythons of this machine that Lazaretto promises to run on: those that pyproject.toml lists.

`python -m tests.find_pythons` prints their versions; with a version, the program; with `--newest`, the newest
version besides the Python that runs this.
"""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 20.0
"""Seconds that a Python gets to say what it is."""

TELLS = (
    "import sys, ssl, sqlite3, venv, ensurepip, sysconfig;"
    "ok = sys.version_info.releaselevel == 'final' and not sysconfig.get_config_var('Py_GIL_DISABLED');"
    "print(*sys.version_info[:3], sep='.') if ok else sys.exit(1)"
)
"""What a Python is asked; one without the modules that we need is not found."""


def promised() -> list[str]:
    """The versions that pyproject.toml lists, oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = (
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", each) for each in project["classifiers"]
    )
    return sorted((match[1] for match in found if match), key=_number)


def candidates(version: str, environ: Mapping[str, str]) -> Iterator[Path]:
    """Where the program of a version may be: in a folder of PATH, or among the versions of pyenv."""
    pyenv = Path(environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    folders = [Path(each) for each in environ.get("PATH", "").split(os.pathsep) if each]
    for folder in (*folders, *pyenv.glob(f"{version}.*/bin")):
        if (folder / f"python{version}").is_file():
            yield folder / f"python{version}"


def find(versions: Sequence[str], environ: Mapping[str, str]) -> dict[str, Path]:
    """The newest program of each version that can be used here."""
    found: dict[str, Path] = {}
    for version in versions:
        told = {full: path for path in candidates(version, environ) if (full := _version(path))}
        fitting = [each for each in told if each.startswith(f"{version}.")]
        if fitting:
            found[version] = told[max(fitting, key=_number)]
    return found


def _version(program: Path) -> str:
    """The full version of a program; empty if it cannot be used."""
    try:
        asked = subprocess.run(
            [program, "-I", "-c", TELLS], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in version.split("."))


def main() -> int:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", nargs="?")
    parser.add_argument("--newest", action="store_true")
    arguments = parser.parse_args()
    if arguments.version:
        found = find([arguments.version], os.environ)
        print(*found.values())  # noqa: T201
        return 0 if found else 1
    found = find(promised(), os.environ)
    own = f"{sys.version_info[0]}.{sys.version_info[1]}"
    others = [each for each in found if each != own]
    print(*(others[-1:] if arguments.newest else found))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
