"""Mutation testing of the rules: changes a game's text in one spot, and runs the game's own tests.

Usage: python benchmarks/mutants.py [GAME … | all] [--every N] [--jobs N] [--file NAME] [--line N]
                                    [--again OUTPUT] [--verbose]

`changes.py` generates the mutants, and `mutant_tests.py` runs the tests. Mutants that do not compile do not
count. The output lists the mutants that survive all tests: either a test is missing, or the mutant is
equivalent; docs/mutants.md says which. It mutates a game's own texts, not those of the games it builds on.
If a text is part of several arrangements (an optional part, a scenario that adds two parts), one
arrangement that notices the mutant is enough. The tests of each file run in the first arrangement that
includes it, those of an optional part with that part. This is not a test: it takes minutes.
"""

import argparse
import gc
import multiprocessing
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from benchmarks.generate_rule_mutants import Mutant, mutants, swaps  # noqa: E402
from benchmarks.mutant_tests import Suspect, Verdict  # noqa: E402
from lazaretto.grammar.source import Source  # noqa: E402
from lazaretto.rules.link.read_scenario import read_pack  # noqa: E402
from lazaretto.rules.tools.scenario_tests import arrangements  # noqa: E402

SCENARIOS = HOUSE / "scenarios"
GAMES: dict[str, tuple[str, ...]] = {
    "pandemic": ("pandemic",),
    "on_the_brink": ("on_the_brink", "strain_and_mutation", "strain_and_terrorist"),
    "iberia": ("company", "contagion", "iberia"),
    "the_cure": ("the_cure",),
    "cold_war": ("cold_war",),
}
"""The scenarios whose texts belong to a game, the simplest first."""
GUIDANCE = ("score.rules", "prospects.rules")
"""Files that rate positions for bots. They are no rules of the game, nor is the test board of a layer."""
CHUNK = 60
"""The number of mutants per task, spread over all texts so that many can be tried together."""


class Game:
    """All arrangements of a game and the mutants of its texts."""

    def __init__(self, name: str, part: str) -> None:
        self.suspects: dict[str, list[Suspect]] = {}
        """For each text, the arrangements that can notice a mutant of it, in the order in which they run."""
        texts: dict[str, Source] = {}
        known: set[str] = set()
        for scenario in GAMES[name]:
            folder = SCENARIOS / scenario
            pack, problems, _ = read_pack(folder)
            assert pack is not None, problems
            layer = pack.manifest.layer
            boards = (
                {f"{scenario}/{module}.rules" for module in layer.modules} if layer is not None else set()
            )
            for arrangement in arrangements(pack):
                switched, problems, sources = read_pack(folder, switches=arrangement.switches, tests=True)
                assert switched is not None, problems
                files = {source.name: source for _, source in switched.texts}
                tested = {*files, *(source.name for _, source in switched.tests)}
                tests = arrangement.files or tested - known
                known |= tested
                own = {
                    file: source
                    for file, source in files.items()
                    if file.split("/")[0] in GAMES[name] and file not in boards and part in file
                    if not file.endswith(GUIDANCE)
                }
                if not own:
                    continue
                texts |= own
                suspect = Suspect(switched, sources, tests)
                for file in own:
                    self.suspects.setdefault(file, []).append(suspect)
        swap = swaps("\n".join(source.text for source in texts.values()))
        self.mutants = [
            mutant for file, source in texts.items() for mutant in mutants(file, source.text, swap)
        ]

    def verdicts(self, tasks: Sequence[Mutant]) -> list[Verdict]:
        """The verdicts on some mutants; a survivor goes on to the next arrangement, until none is left."""
        found: dict[Mutant, Verdict] = {}
        turn = 0
        while tasks:
            asked: dict[int, tuple[Suspect, list[Mutant]]] = {}
            for mutant in tasks:
                if turn < len(self.suspects[mutant.file]):
                    suspect = self.suspects[mutant.file][turn]
                    asked.setdefault(id(suspect), (suspect, []))[1].append(mutant)
            for suspect, some in asked.values():
                found |= {verdict.mutant: verdict for verdict in suspect.verdicts(some)}
            tasks = [mutant for _, some in asked.values() for mutant in some if found[mutant].unnoticed]
            turn += 1
        return [*found.values()]


_games: list[Game] = []
"""The current game: worker processes are forked from the process that loaded it."""


def judge(tasks: Sequence[Mutant]) -> list[Verdict]:
    """Try some mutants in a worker process, then collect garbage."""
    found = _games[-1].verdicts(tasks)
    gc.collect()
    return found


def run(name: str, arguments: argparse.Namespace) -> str:
    """Try the mutants of one game, list those that survive, and return a summary."""
    started = time.monotonic()
    _games.append(Game(name, arguments.file))
    tasks = [mutant for mutant in _games[-1].mutants if arguments.line in (None, mutant.line + 1)]
    if arguments.again is not None:
        listed = {re.sub(r":\d+: ", ": ", line) for line in arguments.again.read_text().splitlines()}
        tasks = [task for task in tasks if re.sub(r":\d+: ", ": ", shown(task)) in listed]
    tasks = tasks[:: arguments.every]
    parts = -(-len(tasks) // CHUNK)
    done = noticed = survived = 0
    gc.collect()
    gc.freeze()
    gc.disable()
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        for verdicts in pool.imap_unordered(judge, [tasks[part::parts] for part in range(parts)]):
            for verdict in verdicts:
                done += 1
                noticed += verdict.test is not None
                survived += verdict.unnoticed
                if verdict.unnoticed:
                    print(shown(verdict.mutant), flush=True)
                elif verdict.test is not None and (arguments.verbose or "in the engine" in verdict.test):
                    print(f"    {shown(verdict.mutant)}\n        {verdict.test}", flush=True)
            print(f"{name}: {done} of {len(tasks)}", file=sys.stderr, flush=True)
    gc.enable()
    gc.unfreeze()
    whole = noticed + survived
    share = 100 * noticed / whole if whole else 100
    took = time.monotonic() - started
    return f"{name}: {whole} changes, {noticed} noticed ({share:.1f} %), {survived} not; {took:.0f} s"


def shown(mutant: Mutant) -> str:
    """A mutant on one line: its position, the old text, and the new text."""
    return f"{mutant.file}:{mutant.line + 1}: {mutant.old.strip()}  ->  {mutant.new.strip() or 'gone'}"


def main() -> None:
    """Try all mutants of the requested games."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=["pandemic"], choices=[*GAMES, "all"], metavar="GAME")
    parser.add_argument("--file", default="", help="only texts with this in their name")
    parser.add_argument("--line", type=int, help="only this line")
    parser.add_argument("--again", type=Path, help="only changes that this earlier output lists")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="only each N-th change")
    parser.add_argument("--verbose", action="store_true", help="also the tests that noticed")
    arguments = parser.parse_args()
    games = GAMES if "all" in arguments.games else arguments.games
    summaries = []
    for name in games:
        summaries.append(run(name, arguments))
        print(f"{summaries[-1]}\n", flush=True)
    if len(summaries) > 1:
        print("\n".join(summaries))


if __name__ == "__main__":
    main()
