"""Counts what the server does, and writes it in the text format of Prometheus."""

import resource
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Metrics:
    """The counters of one server. Names are those of the exported series, without their prefix."""

    connections_open: int = 0
    connections_total: int = 0
    connections_refused_total: int = 0
    half_open: int = 0
    logins_total: int = 0
    sessions_open: int = 0
    sessions_total: int = 0
    sessions_refused_total: int = 0
    sessions_crashed_total: int = 0
    clients_stalled_total: int = 0
    bytes_sent_total: int = 0
    bytes_received_total: int = 0
    collections_total: int = 0
    collection_seconds_total: float = 0.0
    loop_held_total: int = 0
    loop_held_seconds_total: float = 0.0
    loop_late_seconds: float = 0.0
    """How late the event loop was lately, on average: so long everything waits for its turn."""
    started: float = field(default_factory=time.time)
    begun: float = field(default_factory=time.monotonic)
    """When the server started, by a clock that nobody can set."""
    task_restarts_total: Mapping[str, int] = field(default_factory=dict)
    """How often each task of the server was started again."""

    def uptime(self) -> float:
        """For how many seconds the server has been running."""
        return time.monotonic() - self.begun

    def text(self) -> str:
        """The text that Prometheus reads."""
        lines = ["# TYPE lazaretto_task_restarts_total counter"]
        for task, number in self.task_restarts_total.items():
            lines.append(f'lazaretto_task_restarts_total{{task="{task}"}} {number}')
        for name in self.__slots__:
            if name not in ("started", "begun", "task_restarts_total"):
                kind = "counter" if name.endswith("_total") else "gauge"
                lines += [f"# TYPE lazaretto_{name} {kind}", f"lazaretto_{name} {getattr(self, name)}"]
        usage = resource.getrusage(resource.RUSAGE_SELF)
        unit = 1 if sys.platform == "darwin" else 1024
        lines += [
            "# TYPE process_start_time_seconds gauge",
            f"process_start_time_seconds {self.started:.3f}",
            "# TYPE process_cpu_seconds_total counter",
            f"process_cpu_seconds_total {usage.ru_utime + usage.ru_stime:.3f}",
            "# TYPE process_max_resident_memory_bytes gauge",
            f"process_max_resident_memory_bytes {usage.ru_maxrss * unit}",
        ]
        return "\n".join(lines) + "\n"
