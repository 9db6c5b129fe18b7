"""Describes what everybody in a process shares: the event loop, signals, hooks, streams, the collector."""

import asyncio
import atexit
import builtins
import faulthandler
import gc
import locale
import logging
import multiprocessing
import os
import random
import signal
import socket
import sys
import threading
import tracemalloc
import warnings
from collections.abc import Iterator
from contextvars import copy_context
from typing import Any

import rich
from textual.app import App
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

_HOOKS = ("excepthook", "unraisablehook", "displayhook", "breakpointhook")
_LOCALE = [name for name in dir(locale) if name.startswith("LC_")]
_FRAMEWORK = (App, MessagePump, Screen, Widget)
_COUNTERS = ("_sort_order",)


def process_state() -> dict[str, Any]:
    """Everything that an app could change for others, by names that a failing test can show."""
    return dict(_entries())


def changed(before: dict[str, Any], now: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What differs: each with its value before and now."""
    names = sorted(before.keys() | now.keys())
    return {name: (before.get(name), now.get(name)) for name in names if before.get(name) != now.get(name)}


def _entries() -> Iterator[tuple[str, Any]]:
    yield from _loop()
    yield from _signals()
    yield from _interpreter()
    yield from _collector()
    yield from _surroundings()
    yield from _reports()
    yield from _libraries()


def _loop() -> Iterator[tuple[str, Any]]:
    loop = asyncio.get_running_loop()
    yield "loop", loop
    yield "loop: tasks", loop.get_task_factory()
    yield "loop: exceptions", loop.get_exception_handler()
    yield "loop: debug", loop.get_debug()
    yield "loop: slow callbacks", loop.slow_callback_duration
    yield "loop: methods", sorted(vars(loop).keys() & set(dir(type(loop))))
    yield "asynchronous generators", sys.get_asyncgen_hooks()
    yield "origins of coroutines", sys.get_coroutine_origin_tracking_depth()
    yield "context", dict(copy_context().items())


def _signals() -> Iterator[tuple[str, Any]]:
    for number in sorted(signal.valid_signals()):
        yield f"signal {number}", signal.getsignal(number)
    wakeup = signal.set_wakeup_fd(-1)
    signal.set_wakeup_fd(wakeup)
    yield "signals: wakeup", wakeup
    yield "signals: blocked", signal.pthread_sigmask(signal.SIG_BLOCK, [])
    yield "signals: timer", signal.getitimer(signal.ITIMER_REAL)


def _interpreter() -> Iterator[tuple[str, Any]]:
    for name in _HOOKS:
        yield f"sys.{name}", getattr(sys, name)
    yield "threading.excepthook", threading.excepthook
    yield "threads", sorted(thread.name for thread in threading.enumerate() if "asyncio_" not in thread.name)
    yield "trace", (sys.gettrace(), sys.getprofile())
    yield "switch interval", sys.getswitchinterval()
    yield "recursion limit", sys.getrecursionlimit()
    yield "paths of modules", (list(sys.path), list(sys.meta_path), list(sys.path_hooks))
    yield "exit functions", atexit._ncallbacks()
    yield "built in", (builtins.__import__, builtins.print, builtins.input)
    for name in ("stdin", "stdout", "stderr"):
        yield f"sys.{name}", (getattr(sys, name), getattr(sys, f"__{name}__"))


def _collector() -> Iterator[tuple[str, Any]]:
    yield "gc: enabled", gc.isenabled()
    yield "gc: thresholds", gc.get_threshold()
    yield "gc: callbacks", list(gc.callbacks)
    yield "gc: debug", gc.get_debug()
    yield "tracemalloc", tracemalloc.is_tracing()


def _surroundings() -> Iterator[tuple[str, Any]]:
    yield "environment", dict(os.environ)
    yield "folder", os.getcwd()
    mask = os.umask(0o077)
    os.umask(mask)
    yield "umask", mask
    yield "niceness", os.getpriority(os.PRIO_PROCESS, 0)
    for name in _LOCALE:
        yield f"locale {name}", locale.setlocale(getattr(locale, name))
    yield "encodings", (sys.getdefaultencoding(), sys.getfilesystemencoding(), locale.getencoding())


def _reports() -> Iterator[tuple[str, Any]]:
    yield "warnings", (list(warnings.filters), warnings.showwarning, warnings.formatwarning)
    yield "warnings: default action", warnings.defaultaction  # type: ignore[attr-defined]
    yield "faulthandler", faulthandler.is_enabled()
    root = logging.getLogger()
    yield "logging", (root.level, list(root.handlers), list(root.filters), root.manager.disable)
    yield "logging: classes", (logging.getLoggerClass(), logging.getLogRecordFactory())
    yield "logging: errors", logging.raiseExceptions
    for name, logger in root.manager.loggerDict.items():
        if isinstance(logger, logging.Logger) and (logger.handlers or logger.level or logger.disabled):
            yield (
                f"logging of {name}",
                (logger.level, list(logger.handlers), logger.disabled, logger.propagate),
            )


def _libraries() -> Iterator[tuple[str, Any]]:
    yield "chance", random.getstate()
    yield "sockets", socket.getdefaulttimeout()
    yield "processes", multiprocessing.get_start_method(allow_none=True)
    yield "rich", rich._console
    for kind in _FRAMEWORK:
        for name, value in vars(kind).items():
            if name not in _COUNTERS:
                yield f"{kind.__name__}.{name}", value
