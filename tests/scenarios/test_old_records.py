"""Games recorded before rules, actions and things got new names still replay to their end.

`tests/data/records` has a random game of each, recorded with the old names. The Cure now asks once for steps
2 and 3 and for what to treat: its record has answers to the new questions, with old names of actions. In that
of Cold War missions count (`individual`), because otherwise nobody can pretend any more.
"""

from pathlib import Path

import pytest

from lazaretto.host.records.rerun_record import replay
from lazaretto.rules.run.records.record_file import read
from tests.scenarios.tables import program

RECORDS = sorted((Path(__file__).resolve().parents[1] / "data" / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_with_old_names_replays_to_its_end(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"), path.name)
    again = replay(program(path.stem), record)
    assert again.difference is None and again.done == len(record.choices)
    assert again.game.outcome is not None
