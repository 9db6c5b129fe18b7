"""The tests of a used game show what a mod changes, what it breaks, and what no longer applies."""

from pathlib import Path

from lazaretto.rules.tools import scenario_tests
from tests.rules.small_mods import lay

GAME = """test "a trip costs the fare"
    when sail(anna, Riga)
    then anna.coins = -2

test "crates are worth something"
    when load(anna, 3)
    then anna.coins = 3
"""


def results(root: Path, mod: str) -> tuple[dict[str, scenario_tests.TestResult], scenario_tests.Tested]:
    """Return the results of the game's tests by their first word but one, when a mod is used."""
    tested = scenario_tests.run(lay(root, {"game": {"game": GAME}, "both": mod}))
    assert not tested.diagnostics
    return {result.name.split()[1]: result for result in tested.results if result.inherited}, tested


def test_another_result_is_a_change(tmp_path: Path) -> None:
    found, _ = results(tmp_path, "change fare(_) to 5\n")
    assert found["trip"].changed
    assert found["are"].failure is None


def test_an_error_of_the_mods_own_rule_is_a_failure(tmp_path: Path) -> None:
    found, _ = results(tmp_path, "after sail(player, _)\n    set player.coins to 7 / wind\n")
    assert found["trip"].failure is not None
    assert "both/changes.rules:2:" in found["trip"].failure
    assert found["trip"].fault
    assert not found["trip"].changed


def test_changes_that_conflict_are_a_failure(tmp_path: Path) -> None:
    mod = "change fare(_) to 5 when wind = 0\n\nchange fare(player) to 6 when player.coins = 0\n"
    found, _ = results(tmp_path, mod)
    assert found["trip"].fault


def test_an_error_of_the_games_own_rule_may_be_a_change(tmp_path: Path) -> None:
    found, _ = results(tmp_path, "replace value fare(player) : number = 3 / wind\n")
    assert found["trip"].fault, "the rule that divides is the mod's"
    found, _ = results(tmp_path / "2", 'forbid load(_, _) because "Closed"\n')
    assert found["are"].changed


def test_tests_that_no_longer_apply_are_named(tmp_path: Path) -> None:
    found, tested = results(tmp_path, "remove to load\n")
    assert "are" not in found
    (unfit,) = tested.unfit
    assert (unfit.name, unfit.file, unfit.line) == ("crates are worth something", "game/game.rules", 5)
    assert unfit.failure == "`load` was removed, but is still used here"
