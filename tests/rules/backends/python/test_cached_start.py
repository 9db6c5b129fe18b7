"""A cached game starts without importing the compiler."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
SCRIPT = """
import sys
from pathlib import Path
from lazaretto.rules import load
program = load(Path("tests/data/stones")).program
assert program is not None
program.start(seed=1, players=("anna", "ben"))
print(*sorted(name for name in sys.modules if name.startswith("lazaretto.rules.")))
"""


def _loaded(cache: Path) -> set[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_a_cached_game_does_not_load_the_compiler(cache_of_tables: Path) -> None:
    first, second = _loaded(cache_of_tables), _loaded(cache_of_tables)
    assert not {name for name in first if name.startswith("lazaretto.rules.flow")}, (
        "only `check` looks for leaks"
    )
    assert (
        "lazaretto.rules.lower.lower" in first and "lazaretto.rules.backends.python.compile_passes" in first
    )
    assert "lazaretto.rules.backends.python.compiled_code" in second
    compiler = (
        "lazaretto.rules.lower",
        "lazaretto.rules.check",
        "lazaretto.rules.backends.python.",
        "lazaretto.rules.backends.interpret",
    )
    assert {name for name in second if name.startswith(compiler)} == {
        "lazaretto.rules.backends.python.compiled_code"
    }
