"""Rules that nest or call each other deeply are compiled, or told as a mistake; Python never gives up."""

from pathlib import Path

import pytest

from lazaretto.rules import load
from lazaretto.rules.backends.python import compile_passes
from lazaretto.rules.backends.python.compiled_code import PythonCode
from lazaretto.rules.build import compile_checked
from lazaretto.rules.lower.ir import Lowered
from lazaretto.rules.lower.lower import LoweredGame
from tests.hostile.small_games import HEAD, checked, program

DEEP = {
    "quantifiers": "value f() : flag = "
    + "".join(f"any a{each} in Town where " for each in range(45))
    + "total = 0\n",
    "loops with quantifiers": "to f()\n"
    + "".join(f"{'    ' * (each + 1)}for each a{each} in Town\n" for each in range(17))
    + f"{'    ' * 18}if any b in Town where any c in Town where any d in Town where b = c and c = d\n"
    + f"{'    ' * 19}nothing\n",
    "rules that ask and call each other": "".join(
        f"to v{each}(player)\n    v{each + 1}(player)\n" for each in range(1_200)
    )
    + "to v1200(player)\n    choose town in Town by player\n",
    "values of values": "".join(f"value v{each}() : number = v{each + 1}()\n" for each in range(1_500))
    + "value v1500() : number = 1\n",
    "changes": "change limit(_) by 1\n" * 200,
    "steps": "action a in moves\n" + '    needs total >= 0 else "no"\n' * 50 + "    nothing\n",
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_rules_can_be_played(name: str) -> None:
    game = program(f"action rest in moves\n    nothing\n{DEEP[name]}").start(seed=1, players=["anna", "ben"])
    game.choose("rest")
    assert game.seat == 1


def test_what_python_cannot_nest_is_compiled_without_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    plain: list[object] = []
    before = compile_passes.compile_plain

    def counted(lowered: Lowered) -> PythonCode:
        plain.append(lowered)
        return before(lowered)

    monkeypatch.setattr(compile_passes, "compile_plain", counted)
    compile_checked(checked(DEEP["quantifiers"]), HEAD)
    assert len(plain) == 1


def test_rules_that_are_too_deep_to_compile_are_a_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scenario.toml").write_text(
        'name = "deep"\ntitle = "Deep"\nplayers = [1, 2]\nmodules = ["deep"]\n'
    )
    (tmp_path / "deep.rules").write_text('phase game()\n    draw "Enough"\n')

    def fail(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(LoweredGame, "tables", fail)
    loaded = load(tmp_path)
    assert loaded.program is None
    (told,) = loaded.diagnostics
    assert (told.code, told.span.file) == ("R022", "deep/scenario.toml")
