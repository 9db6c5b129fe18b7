"""Line mode over a channel: lines in, lines out, for clients without a pty or with a dumb terminal.

A client with a pty sends every key as it is pressed and shows nothing by itself, so this module echoes keys
and edits the line, as a terminal in its normal mode does.
"""

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable

from lazaretto.serve.allowance import Allowance
from lazaretto.serve.channel_output import ChannelOutput
from lazaretto.tui.sanitize import clean

LONGEST_LINE = 2_000
"""The most characters of a line; the rest of it is ignored."""
MOST_LINES = 50
"""With so many lines waiting, the client has to wait until some are read."""
LOOK_AGAIN = 0.05

_ENTER = "\r\n"
_ERASE = "\x7f\b"
_KILL = "\x15"
_ENDS = "\x03\x04"
_ESCAPE = "\x1b"


class LineChannel:
    """One client's lines."""

    def __init__(
        self, output: ChannelOutput, allowance: Allowance, pty: bool, pause: Callable[[bool], None]
    ) -> None:
        self._output = output
        self._pty = pty
        self._pause = pause
        """Tells the client to stop sending, or to go on."""
        self.allowance = allowance
        """Limits the lines a second."""
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._line: list[str] = []
        self._lines: deque[str] = deque()
        self._ended = False
        self._news = asyncio.Event()
        self._paused = False
        self._after_return = False

    def feed(self, data: bytes) -> None:
        """Take what the client sends."""
        for char in self._decode(data):
            self._take(char)
        if len(self._lines) >= MOST_LINES and not self._paused:
            self._paused = True
            self._pause(True)

    def end(self) -> None:
        """No more lines come: the client has ended its input, or is gone."""
        if self._line and not self._ended:
            self._finish()
        self._ended = True
        self._news.set()

    async def readline(self) -> str:
        """The next line with its end; empty if there are no more."""
        await asyncio.sleep(self.allowance.after_key())
        while not self._lines and not self._ended:
            self._news.clear()
            await self._news.wait()
        line = self._lines.popleft() if self._lines else ""
        if self._paused and len(self._lines) < MOST_LINES // 2:
            self._paused = False
            self._pause(False)
        return line

    def write(self, text: str) -> None:
        """Send a text, cleaned."""
        text = clean(text)
        self._output.write((text.replace("\n", _ENTER) if self._pty else text).encode("utf-8", "replace"))

    async def drain(self) -> None:
        """Wait until the client has caught up."""
        while self._output.dropping and not self._ended:
            await asyncio.sleep(LOOK_AGAIN)

    def _take(self, char: str) -> None:
        after_return, self._after_return = self._after_return, char == "\r"
        if self._ended or (char == "\n" and after_return):
            return
        if char in _ENTER:
            self._echo("\n")
            self._finish()
        elif not self._pty:
            if len(self._line) < LONGEST_LINE:
                self._line.append(char)
        elif char in _ERASE:
            if self._line:
                self._line.pop()
                self._output.write(b"\b \b")
        elif char == _KILL:
            self._output.write(b"\b \b" * len(self._line))
            self._line.clear()
        elif char in _ENDS:
            self._line.clear()
            self._echo("\n")
            self.end()
        elif char != _ESCAPE and char.isprintable() and len(self._line) < LONGEST_LINE:
            self._line.append(char)
            self._echo(char)

    def _finish(self) -> None:
        self._lines.append(f"{''.join(self._line)}\n")
        self._line.clear()
        self._news.set()

    def _echo(self, text: str) -> None:
        if self._pty:
            self.write(text)
