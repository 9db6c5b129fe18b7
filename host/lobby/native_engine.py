"""Gives bots and hints native code for their plans as soon as there is some; until then Python plans.

Nobody waits: another process compiles, and a thread of this one loads what it has made. Games themselves stay
in Python.

It begins when a bot moves, or some seconds after the first screen; the other process has the lowest priority
and limits on time and memory. If anything fails, Python goes on planning. Plans do not depend on who finds
them, so neither do games.
"""

import os
import subprocess
import sys
from collections import deque
from contextlib import suppress
from threading import Event, Lock, Thread
from weakref import WeakSet

from lazaretto import IMPORTED_FROM
from lazaretto.grammar.cache_dir import usable_folder
from lazaretto.host.lobby.fill_native_cache import order
from lazaretto.rules import Program
from lazaretto.rules.engine.choose_engine import lane_to_play
from lazaretto.rules.engine.engine_names import Engine, EngineError
from lazaretto.rules.run.machine import Machine

MOST = 8
"""How many programs may have native code in this process at a time; each reserves 4 GB of addresses."""
AFTER_THE_SCREEN = 3.0
"""Seconds to wait where somebody sits down and needs nothing yet: the first screen comes first."""
PATIENCE = 600.0
"""Seconds to wait for the process that compiles."""


class NativeEngine:
    """Prepares programs one after the other, in the background."""

    def __init__(self, engine: Engine = "auto", any_text_as_c: bool = False) -> None:
        """Make it; as C, other texts than our own are compiled only if `any_text_as_c` allows it."""
        self._engine: Engine = engine
        self._any_text_as_c = any_text_as_c
        self._lock = Lock()
        self._waiting: deque[Program] = deque()
        self._seen: WeakSet[Machine] = WeakSet()
        """The programs that were asked for, whatever came of it."""
        self._native: WeakSet[Machine] = WeakSet()
        self._thread: Thread | None = None
        self._hurry = Event()
        """Set as soon as somebody needs what is prepared."""

    def prepare(self, program: Program, later: float = 0.0) -> None:
        """Begin to prepare a program some seconds later, unless that has begun; called from any thread."""
        if self._engine == "python":
            return
        if not later:
            self._hurry.set()
        if program.machine in self._seen:
            return
        with self._lock:
            if program.machine in self._seen:
                return
            if later and self._thread is None:
                self._hurry.clear()
            self._seen.add(program.machine)
            self._waiting.append(program)
            if self._thread is None:
                self._thread = Thread(target=self._work, args=(later,), name="native", daemon=True)
                self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait until everything is prepared; return whether it is."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return self._thread is None

    def _work(self, later: float) -> None:
        self._hurry.wait(later)
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                program = self._waiting.popleft()
            with suppress(EngineError, OSError, MemoryError):  # Python plans as before
                self._prepare(program)

    def _prepare(self, program: Program) -> None:
        if len(self._native) >= MOST:
            return
        lane = lane_to_play(program, self._engine, self._any_text_as_c)
        if lane is None or program.read is None or usable_folder(make=True) is None:
            return
        from lazaretto.rules.engine.native_plans import search_natively  # noqa: PLC0415

        try:
            search_natively(program, lane, compile=False)
        except EngineError:
            switches, search = program.read
            compile_apart(order(program.folder, switches, search, lane))
            search_natively(program, lane, compile=False)
        self._native.add(program.machine)


def compile_apart(order: str) -> None:
    """Let another process fill the cache, and wait for it."""
    null = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-m", "lazaretto.host.lobby.fill_native_cache", order],
        cwd=IMPORTED_FROM,
        stdin=null,
        stdout=null,
        stderr=null,
        start_new_session=True,  # Ctrl+C is for the game
        env=dict(os.environ),
    )
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
