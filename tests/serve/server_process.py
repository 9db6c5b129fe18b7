"""A server as a process of its own."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
HEARS = "import signal as s; s.signal(s.SIGINT, s.default_int_handler); s.signal(s.SIGHUP, s.SIG_DFL)"
"""Tests that run in the background ignore these signals, and so would a server that they start."""
MAIN = "import sys; from lazaretto.serve.__main__ import main; sys.exit(main(sys.argv[1:]))"


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
    ) -> None:
        """Start it; `before` is Python that runs first, to change what takes too long in a test.

        The log goes to a file, or to the open file `stderr`. With the variables of `installed`, the command
        `lazaretto` runs that is installed there, in the folder, instead of that of the checkout.
        """
        self.folder = folder
        config = folder / "server.toml"
        config.write_text(f'status_port = 0\naddress = "127.0.0.1"\nengine = "python"\n{settings}')
        words = ["serve", "--port", "0", "--data", str(folder / "data"), "--config", str(config)]
        program, cwd, environ = [sys.executable, "-c", f"{HEARS}; {before}; {MAIN}"], ROOT, dict(os.environ)
        if installed is not None:
            command = shutil.which("lazaretto", path=installed["PATH"])
            assert command is not None
            program, cwd, environ = [command], folder, dict(installed)
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*program, *words, *options],
                cwd=cwd,
                stdout=subprocess.PIPE,
                stderr=log if stderr is None else stderr,
                env={**environ, "NO_COLOR": "1", "TEXTUAL_FPS": "1"},
            )
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
        return [json.loads(each) for each in (self.folder / "log").read_text().splitlines()]

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
