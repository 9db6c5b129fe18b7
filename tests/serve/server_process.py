"""A server as a process of its own."""

import atexit
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path

from lazaretto.serve.process_setup import scrub
from tests.end_to_end.terminals import RUNNING, Nursery
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
HEARS = "import signal as s; s.signal(s.SIGINT, s.default_int_handler); s.signal(s.SIGHUP, s.SIG_DFL)"
"""Tests that run in the background ignore these signals, and so would a server that they start."""
MAIN = "import sys; from lazaretto.serve.__main__ import main; sys.exit(main(sys.argv[1:]))"


SERVERS = "tests.serve.warm_servers"


class Forked:
    """A server that was forked from a process in which everything is imported already.

    It has what tests use of `subprocess.Popen`.
    """

    def __init__(self, folder: Path, words: Sequence[str], before: str, environ: Mapping[str, str]) -> None:
        said = folder / f"said-{next(_numbers)}"
        os.mkfifo(said)
        self.stdout = os.fdopen(os.open(said, os.O_RDONLY | os.O_NONBLOCK), "rb")
        os.set_blocking(self.stdout.fileno(), True)
        self.pid = _nursery().order(
            words=[*words],
            before=before,
            environ={**environ},
            stdout=str(said),
            stderr=str(folder / "log"),
        )
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The status if it has ended."""
        if self.returncode is None:
            status = _nursery().order(ended=self.pid)
            if status != RUNNING:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait for its end; return the status."""
        if self.returncode is None:
            ends = os.pidfd_open(self.pid)
            try:
                assert select.select([ends], [], [], timeout)[0], "the server does not end"
            finally:
                os.close(ends)
        status = self.poll()
        assert status is not None
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


_numbers = count()


@cache
def _nursery() -> Nursery:
    environ = {**os.environ}
    scrub(environ)  # as a server does before it imports the framework
    nursery = Nursery(SERVERS, environ)
    atexit.register(nursery.close)
    return nursery


class Running:
    """A server that runs as an operator would run it."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        settings: str = "",
        before: str = "pass",
        stderr: int | None = None,
        installed: Mapping[str, str] | None = None,
        alone: bool = False,
    ) -> None:
        """Start it; `before` is Python that runs first, to change what takes too long in a test.

        The log goes to a file, or to the open file `stderr`. Alone, and then, it is an interpreter of its own
        that imports everything itself. With the variables of `installed`, the command `lazaretto` runs that
        is installed there, in the folder, instead of that of the checkout.
        """
        self.folder = folder
        config = folder / "server.toml"
        config.write_text(f'status_port = 0\naddress = "127.0.0.1"\nengine = "python"\n{settings}')
        words = ["serve", "--port", "0", "--data", str(folder / "data"), "--config", str(config), *options]
        spoken = {"NO_COLOR": "1", "TEXTUAL_FPS": "1"}
        program, cwd, environ = [sys.executable, "-c", f"{HEARS}; {before}; {MAIN}"], ROOT, {**os.environ}
        if installed is not None:
            command = shutil.which("lazaretto", path=installed["PATH"])
            assert command is not None
            program, cwd, environ = [command], folder, {**installed}
        self.process: subprocess.Popen[bytes] | Forked
        with (folder / "log").open("wb") as log:
            if alone or stderr is not None or installed is not None:
                self.process = subprocess.Popen(
                    [*program, *words],
                    cwd=cwd,
                    stdout=subprocess.PIPE,
                    stderr=log if stderr is None else stderr,
                    env={**environ, **spoken},
                )
            else:
                self.process = Forked(folder, words, f"{HEARS}; {before}", {**environ, **spoken})
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], PATIENCE)[0]
        found = re.search(
            rb"port (\d+)\. The key of this server is (SHA256:\S+)\.", self.process.stdout.readline()
        )
        assert found is not None
        self.port = int(found[1])
        self.fingerprint = found[2].decode()
        self.how_to_connect = self.process.stdout.readline().decode()

    def ssh(self, *words: str, key: Path | None = None, user: str = "anna") -> list[str]:
        """The words of a client's command."""
        options = {
            "StrictHostKeyChecking": "accept-new",
            "UserKnownHostsFile": str(self.folder / "known_hosts"),
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "IdentityFile": str(key or self.folder / "no_key"),
            "SetEnv": "LAZARETTO_PACE=off",
        }
        given = [each for name, value in options.items() for each in ("-o", f"{name}={value}")]
        return ["ssh", "-F", "/dev/null", *given, "-p", str(self.port), f"{user}@127.0.0.1", *words]

    def run(
        self, *words: str, typed: str = "", key: Path | None = None, user: str = "anna"
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.ssh(*words, key=key, user=user),
            input=typed,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def events(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]

    def kill(self) -> None:
        """End the process at once, as a crash would."""
        self.process.kill()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status
