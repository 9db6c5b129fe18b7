"""Reads and writes files of the user's cache, whose contents can be made again and deleted at any time.

A file is dated by its last use, to within a day. After each write, files that nobody has used for long are
deleted, and the oldest ones if there is too much. What depends on our own code has the mark of the engine in
its name, so another version never reads it.

Compiled programs in the cache are code: whoever could write there would run code as this user. So the folder
must belong to this user alone, nobody else may be able to replace it or a folder above it, and the same holds
for each file. Where that is not so, there is no cache, and everything is compiled anew. Windows has no such
modes; there the user's own folder is private from the start.
"""

import os
import stat
import sys
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from lazaretto.grammar.xdg_folders import cache_folder

UNFINISHED = ".unfinished"
"""The ending of a file that is being written; a process that is killed leaves one."""

_ENDINGS = (".program", ".native", ".wasm", ".cc", ".json", UNFINISHED)
"""What files of the cache are called: whatever else lies in the folder, such as settings, stays."""

LONGEST_UNUSED = 90 * 24 * 3600
"""Seconds after which a file that nobody reads is deleted."""

MOST_BYTES = 200_000_000
"""The size of all files together beyond which those are deleted that were used longest ago."""


def _prune(folder: Path, keep: str) -> None:
    """Delete old files of a folder, except one that was just written; errors do not matter.

    Another process may read, write or prune at the same time: each file can be made again, and whoever has
    one open can still read it.
    """
    files = sorted(_files(folder, keep))
    left = sum(size for _, size, _ in files)
    too_old = time.time() - LONGEST_UNUSED
    for used, size, path in files:
        if used >= too_old and left <= MOST_BYTES:
            break
        with suppress(OSError):
            os.unlink(path)
        left -= size


def _files(folder: Path, keep: str) -> list[tuple[float, int, str]]:
    """When each file was last used, its size and its path."""
    found: list[tuple[float, int, str]] = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # another process has deleted it
                if entry.name == keep or not entry.name.endswith(_ENDINGS):
                    continue
                if entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime, status.st_size, entry.path))
    return found


_HOUSE = Path(__file__).resolve().parent.parent
_PARTS = ("grammar", "rules")
"""The packages that turn texts into code."""


def engine_mark(digest: str = "") -> str:
    """Return a hash of the engine, and of what it works on."""
    mark = sha256()
    mark.update(repr((__name__, sys.version_info[:3], digest)).encode())
    for part in _PARTS:
        for folder, folders, files in os.walk(_HOUSE / part):
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            mark.update(os.path.relpath(folder, _HOUSE).encode())
            for name in sorted(file for file in files if file.endswith((".py", ".lark"))):
                status = os.stat(f"{folder}/{name}")  # much faster than `Path` for hundreds of files
                mark.update(f"{name} {status.st_size} {status.st_mtime_ns}".encode())
    return mark.hexdigest()


SWITCH = "LAZARETTO_CACHE"
"""The variable of the environment that turns the cache off."""

OFF = frozenset(("off", "no", "0"))

_NOTED = 24 * 3600
"""Seconds after which a further use of a file is noted: a file that nobody uses is deleted one day."""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_POSIX = hasattr(os, "geteuid")


def open_cached(name: str) -> BinaryIO | None:
    """Open a file of the cache; None if there is none, or if it may come from somebody else."""
    folder = usable_folder(make=False)
    if folder is None:
        return None
    try:
        file = open(folder / name, "rb", opener=_opener)  # noqa: SIM115
    except OSError:
        return None
    status = os.fstat(file.fileno())
    if stat.S_ISREG(status.st_mode) and (not _POSIX or _only_we_write(status)):
        if time.time() - status.st_mtime > _NOTED:
            with suppress(OSError):
                os.utime(folder / name)
        return file
    file.close()
    return None


def write_cached(name: str, data: bytes) -> None:
    """Write a file of the cache; a full or read-only disk is not an error."""
    folder = usable_folder(make=True)
    if folder is None:
        return
    import tempfile  # noqa: PLC0415  (most starts only read)

    with suppress(OSError):
        with tempfile.NamedTemporaryFile(dir=folder, suffix=UNFINISHED, delete=False) as file:
            try:
                file.write(data)
                file.flush()
            except OSError:
                os.unlink(file.name)
                raise
        os.replace(file.name, folder / name)
        _prune(folder, keep=name)


def usable_folder(make: bool) -> Path | None:
    """Return the folder of the cache if it is safe to use; with `make`, create it."""
    if os.environ.get(SWITCH, "").lower() in OFF:
        return None
    try:
        folder = cache_folder()
        if make:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileExistsError):
                folder.mkdir(mode=0o700)
        return folder if not _POSIX or _private(folder) else None
    except (OSError, RuntimeError, ValueError):  # no such folder, no home, no valid path
        return None


def _private(folder: Path) -> bool:
    """Check that a folder is ours alone, and that nobody else can put another one in its place."""
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or not folder.is_absolute():
        return False
    above = {*folder.parents, *folder.resolve().parents}
    if status.st_mode & _OTHERS_WRITE or not all(_stays(path.stat()) for path in above):
        return False
    if status.st_mode & 0o077:  # readable by others, as earlier versions made it
        folder.chmod(0o700)
    return True


def _stays(status: os.stat_result) -> bool:
    """Check that nobody but us and the administrator can replace what lies in a folder and is ours."""
    if status.st_uid not in (0, os.geteuid()):
        return False
    if not status.st_mode & _OTHERS_WRITE or status.st_mode & stat.S_ISVTX:
        return True
    return not status.st_mode & stat.S_IWOTH and _own_group(status.st_gid)


def _only_we_write(status: os.stat_result) -> bool:
    return status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE


def _own_group(number: int) -> bool:
    """Check that a group has this user as its only member, as many systems make one for each user."""
    import grp  # noqa: PLC0415
    import pwd  # noqa: PLC0415

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(number)
    except KeyError:
        return False
    return user.pw_gid == number and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


def _opener(path: str, flags: int) -> int:
    """Open a file without following a link, and without waiting for the writer of a pipe."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
