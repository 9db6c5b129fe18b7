"""Nothing in a server starts a task that could die unseen."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.house.python_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]
STARTS = {"create_task", "ensure_future", "run_coroutine_threadsafe", "TaskGroup"}

MAY = {
    "host/server/watched_tasks.py": 2,  # this is the one place
    "host/server/fair_queue.py": 1,  # what fails there reaches those who asked for it
    "host/server/workers/worker_handle.py": 1,  # what fails there ends the process, and the hall hears of it
    "host/server/workers/worker_base.py": 1,  # another process, whose end the hall notices
    "host/server/hall_line.py": 1,  # the client's end of a connection, which ends with it
    "serve/hall_play.py": 1,  # answers of one client, which ends with its channel
    "serve/session.py": 3,  # the session itself, which tells of every error; its app, which it waits for
    "serve/server.py": 1,  # waits for the end of all
    "serve/socket_server.py": 1,  # the reader of one client, which ends with its session
}
"""The modules that start tasks themselves, and how many times."""


def started(path: Path) -> Iterator[int]:
    """Yield the lines that start a task."""
    for node in nodes_of(path):
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in STARTS:
                yield node.lineno
            case _:
                pass


def test_every_task_of_a_server_is_watched() -> None:
    found: Counter[str] = Counter()
    for folder in ("serve", "host/server"):
        for path in (ROOT / folder).rglob("*.py"):
            found[path.relative_to(ROOT).as_posix()] += len([*started(path)])
    assert {name: number for name, number in found.items() if number} == MAY


def test_every_way_to_start_a_task_is_found(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "import asyncio\nasync def f():\n"
        "    asyncio.create_task(g())\n"
        "    asyncio.get_running_loop().create_task(g())\n"
        "    asyncio.ensure_future(g())\n"
        "    start = asyncio.create_task\n"
        "    ensure_future(g())\n"
        "    asyncio.TaskGroup()\n"
    )
    assert sorted(started(path)) == [3, 4, 5, 6, 7, 8]
