"""Mutants of rules do the same in native code as in the interpreter, however odd the games become."""

from pathlib import Path
from random import Random

import pytest

from benchmarks.generate_rule_mutants import mutants, swaps
from lazaretto.rules.build import link
from tests.rules.backends.native.lanes import ONCE, installed
from tests.rules.backends.native.paired_play import ROOT, paired, play
from tests.rules.backends.test_agreement import LITTLE
from tests.soak import TIMES, longer, soak

DATA = ROOT / "tests" / "data"
MUTATED = ("corners", "lanterns", "fugitive", "voyage", "auction", "regatta")


def play_mutants(name: str, folder: Path, count: int) -> int:
    """Play mutants of a small scenario; return how many could be played."""
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in (DATA / name).iterdir() if path.is_file()
    }
    rules = {file: text for file, text in texts.items() if file.endswith(".rules")}
    found = [
        each for file, text in rules.items() for each in mutants(file, text, swaps("".join(rules.values())))
    ]
    played = 0
    for number, mutant in enumerate(Random(name).sample(found, min(count, len(found)))):
        made = folder / f"{name}_{number}" / name
        made.mkdir(parents=True)
        for file, text in texts.items():
            lines = text.split("\n")
            if file == mutant.file:
                lines[mutant.line : mutant.end] = [mutant.new]
            (made / file).write_text("\n".join(lines), encoding="utf-8")
        linked = link(made, tests=False)
        if linked.checked is None or linked.head is None or linked.diagnostics:
            continue
        played += 1
        lane = installed()[number % len(installed()) :][:1]
        try:
            play(paired(linked.checked, linked.head, 10 * LITTLE, lane, level=ONCE), number, 60)
        except Exception as error:
            error.add_note(f"{mutant}")
            raise
    return played


@longer
@pytest.mark.skipif(not installed(), reason="needs a lane")
@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each == "lanterns" else soak) for each in MUTATED]
)
def test_mutants(name: str, tmp_path: Path) -> None:
    assert play_mutants(name, tmp_path, 3 if TIMES == 1 else 8 * TIMES)
