"""An environment of its own with nothing but a package, in a folder that has nothing of the checkout."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.patience import PATIENCE


class TrialError(Exception):
    """Something does not work; the message says what."""


def run(
    words: Sequence[str | Path],
    *,
    folder: Path,
    environ: dict[str, str] | None = None,
    typed: str = "",
    status: int = 0,
    seconds: float = PATIENCE,
) -> str:
    """Run a command and return what it wrote.

    Raises:
        TrialError: it does not end with this status.
    """
    command = " ".join(map(str, words))
    try:
        done = subprocess.run(
            words, cwd=folder, env=environ, input=typed, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise TrialError(f"`{command}` does not end") from None
    told = done.stdout + done.stderr
    if done.returncode != status:
        raise TrialError(f"`{command}` ended with status {done.returncode}, not {status}:\n{told}")
    return told


class CleanPlace:
    """An environment, and a folder to work in."""

    def __init__(self, folder: Path) -> None:
        """Make both below a folder, which exists."""
        self.work, self.home = folder / "work", folder / "home"
        self._programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
        for path in (self.work, self.home):
            path.mkdir()
        run([sys.executable, "-m", "venv", folder / "environment"], folder=folder)
        system = [each for each in os.environ["PATH"].split(os.pathsep) if each in ("/usr/bin", "/bin")]
        self.environ = {
            "PATH": os.pathsep.join([str(self._programs), *system]),
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        """The variables of the commands: none of the checkout, and no settings of the person who releases."""

    def install(self, what: str) -> None:
        """Install a package as people do, with the settings that pip has here."""
        python = str(self._programs / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        environ = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        run([*pip, what], folder=self.work, environ=environ, seconds=10 * PATIENCE)

    def command(self, *words: str, typed: str = "", status: int = 0) -> str:
        """Run the installed command and return what it wrote; raises as `run` does."""
        program = self._programs / "lazaretto"
        return run([program, *words], folder=self.work, environ=self.environ, typed=typed, status=status)

    def python(self, code: str) -> str:
        """Run Python of the environment; raises as `run` does."""
        program = self._programs / "python"
        return run([program, "-P", "-c", code], folder=self.work, environ=self.environ)
