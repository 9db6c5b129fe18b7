"""Back ends: each turns the lowered form of a game into code that the machine can run.

`rules/run/backend.py` defines what the machine asks of a back end; start there.

- `python/` compiles rules to Python code: the default;
- `interpret/` walks the lowered form, node by node: the meaning that the others are compared with;
- `native/` translates a game to WebAssembly or C, to play many decisions in a row.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lazaretto.rules.lower.ir import Lowered
    from lazaretto.rules.run.backend import Code

PROFILE = "profile"
"""The name of the back end that measures what rules cost; nobody plays with it."""
MARKED = "marked"
"""The name of the back end that notes which rules run; nobody plays with it."""
BACKENDS = ("python", "interpret")
"""The names of the back ends, the default first."""


def backend_named(name: str, brief: bool = False) -> "Callable[[Lowered], Code]":
    """Return the back end of a name; only that one is imported.

    `brief` is for games that are played for a moment only: compiling is fast, playing is slower.
    """
    if name == "interpret":
        from lazaretto.rules.backends.interpret import interpreted  # noqa: PLC0415

        return interpreted
    if name == PROFILE:
        from lazaretto.rules.backends.python.profiler import profiled  # noqa: PLC0415

        return profiled
    if name == MARKED:
        from lazaretto.rules.backends.python.rule_marks import marked  # noqa: PLC0415

        return marked
    from lazaretto.rules.backends.python.compile_passes import compile_plain, compile_python  # noqa: PLC0415

    return compile_plain if brief else compile_python
