"""Drives a real browser without a window, over the pipe that Chromium offers to debuggers."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

NAMES = (
    *("chromium-headless-shell", "headless_shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"),
)
HIGH = 64
"""Numbers of files from here on are free, so that 3 and 4 can be given to the browser."""

LAUNCH = """
import os, sys

from tests.patience import PATIENCE
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
"""
KEYS = {
    " ": ("Space", 32),
    "ArrowLeft": ("ArrowLeft", 37),
    "ArrowRight": ("ArrowRight", 39),
    "Home": ("Home", 36),
    "End": ("End", 35),
    "PageDown": ("PageDown", 34),
    "[": ("BracketLeft", 219),
    "]": ("BracketRight", 221),
    "+": ("NumpadAdd", 107),
    "-": ("NumpadSubtract", 109),
}


def found_browser() -> str | None:
    """Return the browser that CHROMIUM names, or the first that is installed."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page in a browser."""

    def __init__(self, process: subprocess.Popen[bytes], to: int, back: int) -> None:
        self._process, self._to, self._back = process, to, back
        self._buffer = b""
        self._last = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=VIOLATIONS)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        number = self._last
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._back], [], [], max(0.0, end - time.monotonic()))
            data = os.read(self._back, 1 << 16) if ready else b""
            assert data, "the browser does not answer"
            self._buffer += data
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a file from scratch, and wait until it is loaded."""
        for address in ("about:blank", f"{path.as_uri()}{fragment}"):
            self._load(address)

    def _load(self, address: str) -> None:
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def run(self, code: str) -> Any:
        """Run code in the page; return its value."""
        answer = self.call("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key as a person does."""
        code, number = KEYS[key]
        shared = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **shared, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    def prefer(self, **features: str) -> None:
        """Set media features, such as prefers_color_scheme."""
        chosen = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=chosen)

    def resize(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def picture(self) -> bytes:
        """Return the page as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def of(self, method: str) -> list[dict[str, Any]]:
        """Return the parameters of all events of a sort since the page was opened."""
        self.run("0")
        return [event["params"] for event in self.events if event.get("method") == method]

    def complaints(self) -> list[str]:
        """Return everything that the browser objects to, or that went wrong in the page."""
        wrong = [each["exceptionDetails"]["text"] for each in self.of("Runtime.exceptionThrown")]
        wrong += [each["entry"]["text"] for each in self.of("Log.entryAdded")]
        return [*wrong, *self.run("window.violations")]


@contextmanager
def browsing(program: str, folder: Path) -> Iterator[Browser]:
    """Start a browser that can reach no network, and end it."""
    (theirs, to), (back, own) = os.pipe(), os.pipe()
    passed = [fcntl.fcntl(each, fcntl.F_DUPFD, HIGH) for each in (theirs, own)]
    options = [
        *("--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--mute-audio"),
        *("--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder}", "--disable-dev-shm-usage"),
        *(["--no-sandbox"] if os.geteuid() == 0 else []),
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *map(str, passed), program, *options],
        pass_fds=passed,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for each in (theirs, own, *passed):
        os.close(each)
    try:
        yield Browser(process, to, back)
    finally:
        os.close(to)
        os.close(back)
        process.terminate()
        process.wait(PATIENCE)
