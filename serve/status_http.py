"""Answers monitoring over HTTP on a loopback port: `/metrics` for Prometheus, and `/health`."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence

from lazaretto.serve.open_files import is_last

PATIENCE = 5.0
"""Seconds that a client may take."""
LONGEST = 4_096
"""The most bytes of a request."""

_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_OK = "200 OK"
_MISSING = "404 Not Found"
_WRONG = "400 Bad Request"
_UNWELL = "503 Service Unavailable"

HEALTH = "/health"
MOST_OPEN = 32
"""Connections that may be open; more are closed at once, because each takes a file that others need."""
AT_ONCE = 8
"""Connections that are accepted before the first of them is looked at."""


async def start_status(
    port: int, pages: Mapping[str, Callable[[], str]], ails: Callable[[], Sequence[str]] = tuple
) -> asyncio.Server:
    """Listen on the loopback address; `ails` says what keeps the server from being healthy.

    Raises:
        OSError: the port is in use.
    """

    open_now = 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal open_now
        open_now += 1
        try:
            if open_now <= MOST_OPEN and not is_last(writer.get_extra_info("socket").fileno()):
                await talk(reader, writer)
        except asyncio.CancelledError:
            pass  # the server ends
        finally:
            open_now -= 1
            writer.close()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.LimitOverrunError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                status, text = await _answer(
                    reader, {**pages, HEALTH: lambda: "".join(f"{each}\n" for each in ails())}
                )
                body = text.encode()
                head = (
                    f"HTTP/1.1 {status}\r\nContent-Type: {_TYPE}\r\n"
                    f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                )
                writer.write(head.encode() + body)
                await writer.drain()

    return await asyncio.start_server(answer, "127.0.0.1", port, limit=LONGEST, backlog=AT_ONCE)


async def _answer(reader: asyncio.StreamReader, pages: Mapping[str, Callable[[], str]]) -> tuple[str, str]:
    try:
        request = await reader.readuntil(b"\r\n\r\n")
        method, path, _ = request.split(b"\r\n", 1)[0].decode("ascii").split(" ")
    except (asyncio.IncompleteReadError, ValueError):
        return _WRONG, ""
    name = path.partition("?")[0]
    page = pages.get(name)
    if page is None or method != "GET":
        return _MISSING, ""
    text = page()
    if name == HEALTH:
        return (_UNWELL, text) if text else (_OK, "ok\n")
    return _OK, text
