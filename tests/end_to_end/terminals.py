"""Terminals to play on: one in memory behind a pty, and a real one in tmux.

Both have the same interface for reading and typing. Nothing here waits a fixed time: it waits for what should
appear, and gives up after a long timeout.
"""

import atexit
import fcntl
import json
import os
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pyte

from tests.end_to_end.key_codes import KEYS
from tests.end_to_end.seen import Seen
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


QUIET = 0.03
"""A screen without output for this long is probably complete; if not, the caller looks again."""

GLANCE = 0.1
"""How often a waiting test looks again even without output, because a file may have changed."""

HEEDED = 1.0
"""A key without any effect for this long has none."""

TAKEN_OVER = {1049: True, 25: False, 7: False, 2004: True, 1004: True}
"""The modes that the program sets in a terminal while it runs."""

FRAME = 2026
"""The mode in which a terminal holds a frame back until it is complete."""

LONGEST = 16
"""The maximum length of a sequence that sets a mode."""

RUNNING = -1
"""The status of a program that is still running."""

_OWN_SESSION = "import os, sys; os.login_tty(0); os.execvp(sys.argv[1], sys.argv[1:])"
_ENDED = re.compile(r"^ended with (\d+)", re.MULTILINE)
_MODE = re.compile(r"\x1b\[\?([\d;]+)([hl])")
_ASKED = "\x1b[?2026$p"
_ANSWER = b"\x1b[?2026;2$y"


class Terminal(ABC):
    """A terminal that a test plays on."""

    width: int
    height: int

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Press keys, each given by its name or as a character."""

    @abstractmethod
    def look(self) -> Seen:
        """Return what is on the screen now."""

    @abstractmethod
    def settle(self) -> Seen:
        """Return the screen once it has settled."""

    def answered(self, before: Seen, alone: bool) -> Seen:
        """Return the screen after an answer was processed: another question, or the reason for a refusal.

        After a single key any other change counts too; after several keys that may be only the cursor.
        """
        until = time.monotonic() + HEEDED
        seen = self.look()
        while time.monotonic() < until and (seen.asked, seen.said) == (before.asked, before.said):
            if alone and seen.lasting != before.lasting:
                break
            seen = self.again(until)
        return self.settle()

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Resize the window."""

    @abstractmethod
    def close(self) -> None:
        """Close the terminal and everything that runs on it."""

    def wait(self, what: str, seen: Callable[[Seen], bool]) -> Seen:
        """Look until a condition holds."""
        until = time.monotonic() + PATIENCE
        found = self.look()
        while not seen(found):
            assert time.monotonic() < until, f"{what} was not seen, but\n{found.text}"
            found = self.again(until)
        return found

    def wait_for(self, text: str) -> Seen:
        """Look until a text appears."""
        return self.wait(repr(text), lambda seen: text in seen.words)

    def sat_down(self) -> Seen:
        """Look until the table appears."""
        self.wait("a table", lambda seen: seen.settled)
        return self.settle()

    @abstractmethod
    def again(self, until: float) -> Seen:
        """Look again, when there may be something new."""


class Nursery:
    """The process that starts programs, usually on terminals in memory."""

    def __init__(
        self, module: str = "tests.end_to_end.nursery", environ: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environ,
            text=True,
        )

    def order(self, **order: Any) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(order)}\n")
        self._process.stdin.flush()
        assert select.select([self._process.stdout], [], [], PATIENCE)[0], f"no answer to {order}"
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(PATIENCE)


@cache
def nursery() -> Nursery:
    """Return the one that this process shares; it ends with it."""
    found = Nursery()
    atexit.register(found.close)
    return found


class Memory(Terminal):
    """A terminal in memory; the program runs in a separate process."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.master, self.slave = os.openpty()
        self.settings = termios.tcgetattr(self.slave)
        self.sent = ""
        """Everything that the program wrote."""
        self.modes = {mode: not value for mode, value in TAKEN_OVER.items()}
        self.pid = 0
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._nursery: Nursery | None = None
        self._resized()

    def start(self, nursery: Nursery, command: Sequence[str], largest: int | None = None) -> None:
        """Run the program's command; `largest` is the size of the largest file it can write."""
        self._nursery = nursery
        self.pid = nursery.order(
            terminal=os.ttyname(self.slave),
            command=list(command),
            environ={**os.environ, "TERM": "xterm-256color"},
            largest=largest,
            module="",
        )

    def start_alone(self, *command: str) -> None:
        """Run any command in a fresh process."""
        process = subprocess.Popen(
            [sys.executable, "-c", _OWN_SESSION, *command],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color"},
        )
        self.pid = process.pid
        process.returncode = 0  # the system reports its status to whoever waits for it

    def press(self, *keys: str) -> None:
        for key in keys:
            os.write(self.master, KEYS.get(key, key).encode())

    def look(self) -> Seen:
        return self._rested(0)

    def settle(self) -> Seen:
        return self._rested(QUIET)

    def _rested(self, quiet: float) -> Seen:
        """Return the screen when no more output comes, and never in the middle of a frame.

        A program that was killed in a frame never completes it; `torn` says so.
        """
        while self.read(PATIENCE if self.pid and self.torn else quiet):
            pass
        return Seen.of(self._screen)

    @property
    def torn(self) -> bool:
        """Whether the last frame is not complete."""
        return bool(self.modes.get(FRAME))

    def again(self, until: float) -> Seen:
        self.read(max(0.0, min(GLANCE, until - time.monotonic())))
        assert "Traceback" not in self.sent, self.sent[self.sent.index("Traceback") :]
        return self.look()

    def read(self, seconds: float) -> bool:
        """Read what the program writes, if it writes something in time."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            self.take(os.read(self.master, 65536))
        except OSError:
            return False
        return True

    def take(self, data: bytes) -> None:
        """Show what the program wrote."""
        text = data.decode("utf-8", "replace")
        self.sent += text
        for numbers, switch in _MODE.findall(self.sent[-len(text) - LONGEST :]):
            self.modes.update((int(each), switch == "h") for each in numbers.split(";"))
        if _ASKED in text:
            os.write(self.master, _ANSWER)
        self._stream.feed(data)

    def resize(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._screen.resize(height, width)
        self._resized()

    def _resized(self) -> None:
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", self.height, self.width, 0, 0))

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def ended(self) -> int:
        """Wait for the program to end; return its status, or the signal that ended it as a negative number.

        Its output is read meanwhile: a program cannot end while its output is blocked.
        """
        until = time.monotonic() + PATIENCE
        while (status := self._status()) == RUNNING:
            assert time.monotonic() < until, f"the program does not end:\n{self.look().text}"
            if self.master >= 0:
                self.read(GLANCE)
        self.pid = 0
        if self.master >= 0:
            self.look()
        return os.waitstatus_to_exitcode(status)

    def _status(self) -> int:
        if self._nursery is not None:
            return self._nursery.order(ended=self.pid)
        child, status = os.waitpid(self.pid, os.WNOHANG)
        return status if child else RUNNING

    def kill(self) -> None:
        """Kill the program without time to clean up."""
        self.signal(signal.SIGKILL)
        self.ended()

    def clear(self) -> None:
        """Reset the terminal, as a user does after a program was killed.

        Keys that the program did not read are dropped: a shell would have read them, not the next program.
        """
        self._screen.reset()
        self._stream = pyte.ByteStream(self._screen)  # the program may have ended within a sequence
        termios.tcflush(self.slave, termios.TCIFLUSH)
        self.modes = {mode: not value for mode, value in TAKEN_OVER.items()}
        termios.tcsetattr(self.slave, termios.TCSANOW, self.settings)

    def clean(self) -> bool:
        """Whether the terminal is in the same mode as before the program started."""
        kept = all(self.modes[mode] is not value for mode, value in TAKEN_OVER.items())
        return kept and termios.tcgetattr(self.slave) == self.settings

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self.master)
        os.close(self.slave)
        self.master = self.slave = -1

    def close(self) -> None:
        if self.pid:
            self.kill()
        if self.master >= 0:
            self.hang_up()


def _plain(text: str) -> str:
    """Escape a text for tmux, which treats a semicolon at the end of a word as the end of a command."""
    return f"{text[:-1]}\\;" if text.endswith(";") else text


def tmux_here() -> bool:
    """Whether tmux is available."""
    return shutil.which("tmux") is not None


class Tmux(Terminal):
    """A window of a private tmux server."""

    SETTINGS = ("status off", "default-terminal tmux-256color")

    def __init__(self, width: int, height: int, folder: Path) -> None:
        self.width, self.height = width, height
        self._settings = folder / "tmux.conf"
        self._socket = f"lazaretto-{os.getpid()}-{folder.name}"

    def start(self, command: Sequence[str]) -> None:
        """Run the program's command from a shell, as a user would."""
        self.start_words([sys.executable, "-m", "lazaretto", *command])

    def start_words(self, words: Sequence[str]) -> None:
        """Run any command from a shell."""
        text = "".join(f"set-option -g {setting}\n" for setting in self.SETTINGS)
        self._settings.write_text(text, encoding="utf-8")
        size = ("-x", str(self.width), "-y", str(self.height))
        self._run("new-session", "-d", *size, "-c", str(ROOT), "/bin/sh")
        self.press(f"PS1='> '; {shlex.join(words)}; echo ended with $?", "Enter")

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-L", self._socket, "-f", str(self._settings), *words],
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def press(self, *keys: str) -> None:
        words: list[str] = []
        for key in keys:
            words += [";"] * bool(words)
            words += ["send-keys", key] if key in KEYS else ["send-keys", "-l", "--", _plain(key)]
        if words:
            self._run(*words)

    def look(self) -> Seen:
        screen = pyte.Screen(self.width, self.height)
        text = self._run("capture-pane", "-p", "-e").removesuffix("\n")
        pyte.Stream(screen).feed(text.replace("\n", "\r\n"))
        return Seen.of(screen)

    def settle(self) -> Seen:
        found = self.look()
        while (then := self.look()).rows != found.rows:
            found = then
        return then

    def again(self, until: float) -> Seen:
        return self.look()

    def resize(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._run("resize-window", "-x", str(width), "-y", str(height))

    def ended(self) -> int:
        """Wait for the program to end; return its status."""
        seen = self.wait("the end", lambda seen: _ENDED.search(seen.text) is not None)
        found = _ENDED.search(seen.text)
        assert found is not None
        return int(found[1])

    def clean(self) -> bool:
        """Whether the shell has its own screen again, with a cursor and with line wrapping."""
        modes = "#{alternate_on} #{cursor_flag} #{wrap_flag}"
        return self._run("display-message", "-p", modes).split() == ["0", "1", "1"]

    def close(self) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True)
